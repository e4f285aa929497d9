use super::*;

fn pair(scores: [i32; 2]) -> Pair {
    Pair { first: "a".into(), second: "b".into(), limit: String::new(), opening: String::new(), scores }
}

#[test]
fn equal_scores_are_no_elo() {
    assert_eq!(summary(&[pair([4, -2]), pair([0, 0]), pair([-64, 64])]), "+2 =2 -2: +0 Elo [+0, +0]");
}

#[test]
fn three_quarters_are_191_elo() {
    let text = summary(&[pair([2, 0]), pair([0, 2]), pair([2, 0]), pair([2, 0])]);
    assert!(text.starts_with("+4 =4 -0: +191 Elo"), "{text}");
}

#[test]
fn an_interrupted_match_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "f5d6c3d3c4f4f6g5\nf5f6e6f4e3c5c4d3\n").unwrap();
    let duel = |results: &str, pairs| Duel {
        first: "handmade".into(),
        second: "handmade".into(),
        openings: openings.clone(),
        pairs,
        cpu_ms: 0,
        playouts: Some(5),
        results: folder.path().join(results),
    };
    duel("whole", 2).run().unwrap();
    duel("parts", 1).run().unwrap();
    let mut file = OpenOptions::new().append(true).open(folder.path().join("parts")).unwrap();
    file.write_all(b"{\"first\":\"hand").unwrap();
    duel("parts", 2).run().unwrap();
    let pairs = |results: &str| finished(&folder.path().join(results)).unwrap();
    assert_eq!(pairs("whole"), pairs("parts"));
    let other = Duel { second: "other".into(), ..duel("whole", 3) };
    assert!(other.run().is_err());
}
