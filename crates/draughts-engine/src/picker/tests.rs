use super::*;
use crate::histories::DraughtsPlacement;
use damier_core::Depth;

const TRAIL: Trail = [DraughtsPlacement::NONE; 2];

fn order(
    position: &Position,
    hash: Option<&str>,
    killers: Killers<Move>,
    histories: &DraughtsHistories,
) -> Vec<String> {
    let mut moves = position.legal_moves();
    let hash = hash.map(|text| position.read_move(text).unwrap());
    let mut picker = DraughtsPicker::new(position, &mut moves, hash, killers, TRAIL, histories);
    std::iter::from_fn(|| picker.next()).map(|mv| position.write_move(mv)).collect()
}

#[test]
fn every_move_comes_once_and_in_order() {
    let position = Position::from_fen("W:W8,31,33,35:B11").unwrap();
    let read = |text| position.read_move(text).unwrap();
    let mut histories = DraughtsHistories::new();
    histories.learn(&position, read("31-27"), &[read("31-26")], TRAIL, Depth::new(5));
    let killers = Killers([Some(read("35-30")), None]);
    let moves = order(&position, Some("33-29"), killers, &histories);
    // The hash move, promotions, the killer, then by experience.
    assert_eq!(moves[0], "33-29");
    let mut promotions = moves[1..3].to_vec();
    promotions.sort_unstable();
    assert_eq!(promotions, ["8-2", "8-3"]);
    assert_eq!(moves[3..], ["35-30", "31-27", "33-28", "31-26"]);
}

#[test]
fn the_capture_of_a_king_comes_before_that_of_a_man() {
    // Both capture one piece, as they must.
    let position = Position::from_fen("W:W33,36:B31,K29").unwrap();
    let moves = order(&position, None, Killers::NONE, &DraughtsHistories::new());
    assert_eq!(moves, ["33x24", "36x27"]);
}

#[test]
fn the_newer_killer_comes_before_the_older_one() {
    let position = Position::from_fen("W:W31,33,35:B11").unwrap();
    for killers in [["31-26", "35-30"], ["35-30", "31-26"]] {
        let read = |text| Some(position.read_move(text).unwrap());
        let moves = order(&position, None, Killers(killers.map(read)), &DraughtsHistories::new());
        assert_eq!(moves[..2], killers);
    }
}
