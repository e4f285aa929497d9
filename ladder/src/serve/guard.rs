//! Access control: allowed hosts, rate limits and security headers.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::connections::{visitor, Client};

/// The largest body of a request, in bytes.
pub(super) const BODY_BYTES: usize = 4 * 1024;
/// The longest address, in bytes.
const ADDRESS_BYTES: usize = 1024;
/// A client's requests a second in the long run, and the largest burst: a class of 60 may share one address
/// and open its pages at once before it signs in.
const RATE: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(60).unwrap(), NonZeroU32::new(600).unwrap());
/// A visitor's saved games: one every 432 s in the long run, and the largest number at once.
/// A school may share one address; one visitor needs 48 days to fill the folder.
const SAVES: (Duration, NonZeroU32) = (Duration::from_secs(432), NonZeroU32::new(200).unwrap());
/// Visitors whose rates are stored; beyond this number, idle ones are dropped.
const MAX_REMEMBERED: usize = 10_000;

/// The content security policy of all pages but replays, which have their own: they load from this server
/// only, and turn no strings into markup.
const POLICY: &str =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The visitor at the other end of a connection, as [`visitor`](super::connections::visitor) counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// Marks a request that the proxy in front of the server has passed on.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViaProxy;

/// The allowed hosts and the request rate of each client.
pub(super) struct Guard {
    hosts: Vec<String>,
    proxy: Option<IpAddr>,
    limiter: DefaultKeyedRateLimiter<Client>,
    saves: DefaultKeyedRateLimiter<IpAddr>,
}

impl Guard {
    /// Lets browsers in that ask for a numeric address, `localhost` or one of these names; `proxy` is in
    /// front of the server.
    pub(super) fn new(hosts: Vec<String>, proxy: Option<IpAddr>) -> Self {
        let (rate, burst) = RATE;
        let quota = Quota::per_second(rate).allow_burst(burst);
        let (period, most) = SAVES;
        // `None` only for a period of zero.
        let saves = Quota::with_period(period).unwrap_or(quota).allow_burst(most);
        Self { hosts, proxy, limiter: RateLimiter::keyed(quota), saves: RateLimiter::keyed(saves) }
    }

    /// Whether this is the address of the proxy.
    pub(super) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxy.is_some_and(|proxy| proxy.to_canonical() == peer.to_canonical())
    }

    /// The visitor whom the proxy passes on: the last address of `X-Forwarded-For`, which the proxy has added
    /// itself.
    pub(super) fn visitor(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let last = headers.get_all("x-forwarded-for").iter().next_back();
        let last = last.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        visitor(last.filter(|_| self.is_proxy(peer)).unwrap_or(peer))
    }

    fn admits(&self, client: Client) -> bool {
        has_share(&self.limiter, client)
    }

    /// Whether a visitor may save another game now; counts as one.
    pub(super) fn admits_save(&self, peer: IpAddr) -> bool {
        has_share(&self.saves, peer)
    }

    /// Whether a host name is one of this server's. A foreign page may give its own name this server's
    /// address (DNS rebinding); it is refused because of that name.
    fn knows(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_matches(['[', ']']);
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok()
            || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    pub(super) fn refusal(&self, request: &Request, client: Client) -> Option<StatusCode> {
        let headers = request.headers();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        if headers.get_all(header::HOST).iter().count() > 1 {
            // A proxy in front may have checked the other one.
            Some(StatusCode::BAD_REQUEST)
        } else if !host.is_some_and(|host| self.knows(host)) {
            Some(StatusCode::MISDIRECTED_REQUEST)
        } else if request.uri().to_string().len() > ADDRESS_BYTES {
            Some(StatusCode::URI_TOO_LONG)
        } else if request.method() == Method::POST && !is_of_this_site(headers, host) {
            Some(StatusCode::FORBIDDEN)
        } else if !self.admits(client) {
            Some(StatusCode::TOO_MANY_REQUESTS)
        } else {
            None
        }
    }
}

fn has_share<K: Copy + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: K) -> bool {
    if limiter.len() > MAX_REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(&key).is_ok()
}

/// Whether a request comes from a page of this server, or from no page at all.
fn is_of_this_site(headers: &HeaderMap, host: Option<&str>) -> bool {
    let value = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or_default());
    let origin = value(header::ORIGIN).map(|origin| origin.split_once("://").map(|(_, host)| host));
    let is_own_origin = origin.is_none_or(|origin| origin == host);
    let site = value(HeaderName::from_static("sec-fetch-site"));
    is_own_origin && site.is_none_or(|site| site == "same-origin" || site == "none")
}

/// The parts of the site that show what only their owner may see: no cache keeps them.
const OWN_PAGES: [&str; 3] = ["/submissions", "/organise", "/sign-in"];

/// Adds the security headers.
pub(super) async fn harden(request: Request, next: Next) -> Response {
    let is_own = OWN_PAGES.iter().any(|start| request.uri().path().starts_with(start));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if is_own {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard::new(vec!["ladder.example".to_string()], Some("10.9.9.9".parse().unwrap()))
    }

    #[test]
    fn only_addresses_and_known_names_are_this_server() {
        for host in
            ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "192.168.1.7", "ladder.example:80"]
        {
            assert!(guard().knows(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "ladder.example.evil",
            "",
            "127.0.0.1.evil.example",
            "a b",
        ] {
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
    fn only_the_proxy_says_who_a_visitor_is() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let visitor = |from: &str, header: &'static str| {
            let name = HeaderName::from_static("x-forwarded-for");
            let headers = [(name, HeaderValue::from_static(header))].into_iter().collect();
            guard().visitor(&headers, address(from))
        };
        assert_eq!(visitor("10.9.9.9", "10.0.0.7"), address("10.0.0.7"));
        assert_eq!(visitor("::ffff:10.9.9.9", "1.1.1.1, 10.0.0.7"), address("10.0.0.7"), "the proxy's own");
        assert_eq!(visitor("10.9.9.9", "nobody"), address("10.9.9.9"));
        assert_eq!(visitor("10.0.0.1", "10.0.0.7"), address("10.0.0.1"));
    }

    #[test]
    fn one_client_is_slowed_down_and_others_are_not() {
        let guard = guard();
        let [eager, calm]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
        let (_, burst) = RATE;
        for client in [Client::Stranger(eager), Client::Participant(1)] {
            assert!((0..burst.get()).all(|_| guard.admits(client)));
            assert!((0..100_000).any(|_| !guard.admits(client)));
        }
        assert!(guard.admits(Client::Stranger(calm)) && guard.admits(Client::Participant(2)));
        assert_eq!((0..1000).filter(|_| guard.admits_save(eager)).count(), 200);
        assert!(guard.admits_save(calm));
    }
}
