use super::*;

fn guard() -> Guard {
    Guard::new(vec!["ladder.example".to_string()])
}

#[test]
fn only_addresses_and_known_names_are_this_server() {
    for host in
        ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "192.168.1.7", "ladder.example:80"]
    {
        assert!(guard().knows(host), "{host}");
    }
    for host in
        ["evil.example", "localhost.evil.example", "ladder.example.evil", "", "127.0.0.1.evil.example", "a b"]
    {
        assert!(!guard().knows(host), "{host}");
    }
}

#[test]
fn posts_come_from_this_servers_own_pages() {
    let is_own = |headers: &[(&'static str, &'static str)]| {
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_of_this_site(&headers.collect(), Some("127.0.0.1:8080"))
    };
    assert!(is_own(&[]));
    assert!(is_own(&[("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")]));
    assert!(!is_own(&[("origin", "http://evil.example")]));
    assert!(!is_own(&[("origin", "null")]));
    assert!(!is_own(&[("origin", "http://127.0.0.1:9999")]));
    assert!(!is_own(&[("sec-fetch-site", "cross-site")]));
}

#[test]
fn one_visitor_is_slowed_down_and_others_are_not() {
    let guard = guard();
    let [eager, calm]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
    let (_, burst) = RATE;
    assert!((0..burst.get()).all(|_| guard.admits(eager)));
    assert!((0..100_000).any(|_| !guard.admits(eager)));
    assert!(guard.admits(calm));
}
