use super::*;

#[test]
fn a_wthor_game_is_read_move_by_move() {
    // f5 d6 c3, then the record is filled with zeros.
    let mut bytes = vec![0; WTHOR_HEADER + WTHOR_GAME];
    bytes[WTHOR_HEADER + WTHOR_MOVES..][..3].copy_from_slice(&[56, 64, 33]);
    let imported = wthor(&bytes, 7).unwrap();
    assert_eq!((imported.games, imported.records.len(), imported.refused.len()), (1, 3, 0));
    assert_eq!(imported.records[0].board, Board::START);
    assert_eq!(imported.records[0].best, "f5".parse::<Square>().unwrap().index() as u8);
    assert!(imported.records.iter().all(|record| record.game == 7));
    assert_eq!(imported.records[0].outcome, -imported.records[1].outcome);
}

#[test]
fn illegal_games_are_refused_and_counted() {
    let mut bytes = vec![0; WTHOR_HEADER + 2 * WTHOR_GAME];
    bytes[WTHOR_HEADER + WTHOR_MOVES] = 11;
    bytes[WTHOR_HEADER + WTHOR_GAME + WTHOR_MOVES] = 99;
    let imported = wthor(&bytes, 0).unwrap();
    assert_eq!((imported.games, imported.refused), (0, vec![0, 1]));
    assert!(wthor(&bytes[..100], 0).is_err());
}

#[test]
fn transcripts_and_obf_are_read() {
    let imported = transcripts("f5d6c3\n\nf5f5\nf5d", 0);
    assert_eq!((imported.games, imported.refused), (1, vec![2, 3]));
    let start = "---------------------------OX------XO---------------------------";
    let imported = obf(&format!("{start} X; d3:+2; c4:-1\n{start} X; d3:99\nnonsense\n"), 0);
    assert_eq!((imported.games, imported.refused), (1, vec![1, 2]));
    assert_eq!((imported.records[0].board, imported.records[0].outcome), (Board::START, 2));
}
