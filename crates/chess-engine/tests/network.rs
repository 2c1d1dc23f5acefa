//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_chess::{Position, Side};
use damier_chess_engine::ChessEngine;
use damier_chess_engine::evaluation::network::{Features, built_in};
use damier_nnue::FeatureSet as _;
use damier_testkit::engines::EvaluationTrial;
use damier_testkit::networks::check_networks;

/// What the engine takes for the hand-written evaluation.
const HAND_HALF: i32 = 140;

#[test]
fn networks_see_the_board_whatever_was_played_before_and_come_back_from_their_files() {
    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "nrk1brnb/pp1ppppp/8/2p5/3P4/1N2P3/PPP2PPP/1RKQBRNB w FBfb - 0 1",
    ];
    let skip = |position: &mut Position| {
        let may_skip = !position.is_check();
        if may_skip {
            position.pass();
        }
        may_skip
    };
    check_networks::<Features>(64, &STARTS, skip, turned);
}

/// Colours exchanged and the board turned upside down, and then mirrored: neither side may care.
fn turned(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |letter: char| {
        if letter.is_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let ranks: Vec<String> = fields[0]
        .split('/')
        .rev()
        .map(|rank| rank.chars().rev().map(swap_case).collect())
        .collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    // The mirror image has no castling and may have no en passant; the network sees neither.
    Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).unwrap()
}

/// Squares of a king in every region, two of them on the mirrored half.
#[test]
fn a_board_is_held_in_a_way_for_every_region() {
    let ways = |features: Features| {
        let mut ways: Vec<u8> = ["a1", "c1", "d1", "a2", "d2", "a3", "a4", "a6", "h1", "h4"]
            .iter()
            .map(|square| {
                let (file, rank) = (square.as_bytes()[0], square.as_bytes()[1]);
                let king = usize::from(file - b'a') + 8 * usize::from(rank - b'1');
                let tokens = [(5 * 64 + king) as u16];
                features.orientation(Side::White, &tokens).0
            })
            .collect();
        ways.sort_unstable();
        ways.dedup();
        (ways.len(), features.regions())
    };
    assert_eq!(ways(Features::Mirrored), (2, 1));
    assert_eq!(ways(Features::FourRegions), (6, 4));
    assert_eq!(ways(Features::EightRegions), (10, 8));
}

const TRIAL: EvaluationTrial<ChessEngine> = EvaluationTrial {
    make: ChessEngine::new,
    fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
};

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
