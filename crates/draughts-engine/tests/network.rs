//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_core::random::Random;
use damier_draughts::{Position, Side};
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::network::{Features, built_in};
use damier_nnue::{BoardFeatures as _, FeatureSet as _, Token};
use damier_testkit::engines::EvaluationTrial;
use damier_testkit::networks::check_networks;
use std::collections::BTreeSet;

/// What the engine takes for the hand-written evaluation.
const HAND_HALF: i32 = 226;

#[test]
fn networks_see_the_board_whatever_was_played_before_and_come_back_from_their_files() {
    const STARTS: [&str; 3] = [
        "W:W31-50:B1-20",
        "W:WK5,K46,31-35:BK6,K45,16-20",
        "B:WK3,27,28,32,33,38:B8,9,13,18,19,K48",
    ];
    let skip = |position: &mut Position| {
        position.pass();
        true
    };
    check_networks::<Features>(96, &STARTS, skip, Position::rotated);
}

/// Engine and trainer see the same formations: of a board and of a list of its pieces.
#[test]
fn formations_of_a_board_are_those_of_its_pieces() {
    let mut random = Random::new(6);
    let mut different = BTreeSet::new();
    for _ in 0..300 {
        let plies = random.below(90);
        let Some(position) = random.walk(Position::start(), plies) else { continue };
        let tokens: Vec<Token> = Features::tokens(&position).collect();
        let (mut seen, mut listed) = (Vec::new(), Vec::new());
        Features::Formations.each_formation(&position, |view, entry| seen.push((view, entry)));
        Features::Formations.each_formation_of(&tokens, |view, entry| listed.push((view, entry)));
        assert_eq!(seen, listed);
        assert_eq!(seen.len(), 32, "sixteen windows for each player");
        assert!(seen.iter().all(|&(_, entry)| entry < Features::Formations.formations()));
        different.extend(seen.iter().map(|&(_, entry)| entry));
    }
    assert!(different.len() > 2000, "{}", different.len());
}

/// A man that is moved away from its neighbours changes every window that it stood in.
#[test]
fn a_man_stands_in_its_windows_and_in_no_other() {
    let entries = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let mut entries = Vec::new();
        Features::Formations.each_formation(&position, |view, entry| {
            entries.extend((view == Side::White).then_some(entry % 3usize.pow(8)));
        });
        entries
    };
    let filled = |fen: &str| entries(fen).iter().filter(|&&entry| entry != 0).count();
    // Squares 46 and 50 are corners; 23 is in two windows of rows and two of columns.
    assert_eq!([filled("W:W50:B"), filled("W:W46:B"), filled("W:W23:B")], [1, 1, 4]);
    assert_eq!(filled("W:WK23:B"), 0, "a king is in no formation");
    assert_ne!(entries("W:W23:B"), entries("W:W:B23"));
}

const TRIAL: EvaluationTrial<DraughtsEngine> =
    EvaluationTrial { make: DraughtsEngine::new, fen: "W:W25,27,36,38,39,49,50:B8,12,14,15,16,17" };

#[test]
fn one_hundred_is_what_wins_one_game_of_two() {
    TRIAL.check_unit([built_in().units().half, HAND_HALF]);
}

#[test]
fn a_new_judge_does_not_believe_the_one_before() {
    TRIAL.check_change_of_evaluation();
}

#[test]
fn a_soft_limit_of_nodes_ends_with_a_whole_iteration() {
    TRIAL.check_soft_limit();
}
