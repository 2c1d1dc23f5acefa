//! Whatever the input, readers answer and nothing panics.

use damier_draughts::{Position, START_FEN};
use damier_testkit::draughts::{MANY_ROADS, PERFT, random_fen};
use damier_testkit::{Random, random_cases, walk};
use proptest::prelude::*;

/// Uses all that a position offers and checks that the answers fit each other.
fn exercise(position: &Position) {
    damier_testkit::exercise(position);
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play(mv);
        assert_eq!(position.key_after(mv), after.key(), "{mv:?} in {}", position.to_fen());
    }
}

#[test]
fn any_board_can_be_played() {
    let mut random = Random::new(7);
    for _ in 0..if cfg!(debug_assertions) { 1_000 } else { 20_000 } {
        let fen = random_fen(&mut random);
        exercise(&Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
}

#[test]
fn every_position_of_random_games_can_be_played() {
    let mut random = Random::new(9);
    for case in PERFT.iter() {
        let start = Position::from_fen(case.fen).unwrap();
        walk(start, 120, &mut random, |game| exercise(game.position()));
    }
}

proptest! {
    #![proptest_config(random_cases(3000))]

    #[test]
    fn any_text_is_answered(text in ".{0,140}") {
        let _ = Position::from_fen(&text);
        let _ = Position::from_hub(&text);
        let _ = Position::from_dxp(&text);
        let _ = Position::start().read_move(&text);
        let _ = Position::start().read_hub(&text);
    }

    #[test]
    fn any_text_of_fen_letters_is_answered(
        text in "[WB]:[WB][K0-9,-]{0,12}:[WB][K0-9,. -]{0,12}(:[HF][0-9]{0,3})?",
    ) {
        if let Ok(position) = Position::from_fen(&text) {
            exercise(&position);
        }
    }

    #[test]
    fn any_letters_on_squares_are_answered(text in "[WBZwbz][wbzWBZe]{50}") {
        let readings = [Position::from_hub(&text), Position::from_dxp(&text)];
        for position in readings.into_iter().flatten() {
            prop_assert!(position.to_hub() == text || position.to_dxp() == text
                || position.to_hub()[1..] == text[1..] || position.to_dxp()[1..] == text[1..]);
        }
    }

    #[test]
    fn any_text_of_move_letters_is_answered(text in "[0-9]{1,2}([x:* -][0-9]{1,2}){0,6}[!?]{0,2}") {
        for fen in [START_FEN, MANY_ROADS, "W:WK4:B13,20,32,37"] {
            let position = Position::from_fen(fen).unwrap();
            if let Ok(mv) = position.read_move(&text) {
                prop_assert!(position.is_legal(mv));
            }
            if let Ok(mv) = position.read_hub(&text) {
                prop_assert!(position.is_legal(mv));
            }
        }
    }
}
