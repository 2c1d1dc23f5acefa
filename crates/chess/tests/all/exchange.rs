//! Exchanges: the fast evaluation against real play, and the classic score against the
//! requirements.

use damier_chess::{Move, Position, Role, Side};
use damier_testkit::chess::{PERFT, chess960_fen};
use damier_testkit::{Random, walk};

/// What the side to move makes of taking on the square, really playing each capture: the least
/// valuable piece first, the one nearest to a1 of equals, promoting to a queen; or nothing.
fn best_reply(position: &Position, square: damier_chess::Square) -> i32 {
    let takes = |mv: &Move| {
        mv.is_capture() && mv.to() == square && matches!(mv.promotion(), None | Some(Role::Queen))
    };
    let order = |mv: &Move| (position.role_at(mv.from()).unwrap().exchange_value(), mv.from());
    let moves = position.legal_moves();
    match moves.iter().copied().filter(takes).min_by_key(order) {
        Some(mv) => played_out(position, mv).max(0),
        None => 0,
    }
}

fn played_out(position: &Position, mv: Move) -> i32 {
    let value = |square| position.role_at(square).map_or(0, Role::exchange_value);
    let is_en_passant = mv.is_capture() && position.role_at(mv.to()).is_none();
    let mut gain = if is_en_passant { 100 } else { value(mv.to()) };
    if let Some(role) = mv.promotion() {
        gain += role.exchange_value() - 100;
    }
    let mut after = position.clone();
    after.play(mv);
    gain - best_reply(&after, mv.to())
}

/// Compares all moves of random positions until enough captures were among them; returns how many
/// captures, quiet moves, en-passant captures and promotions it compared.
fn compare(captures_wanted: usize, seed: u64) -> [usize; 4] {
    let mut random = Random::new(seed);
    let mut compared = [0; 4];
    while compared[0] < captures_wanted {
        let start = match random.below(3) {
            0 => chess960_fen(&mut random),
            _ => random.pick(&PERFT).fen.to_owned(),
        };
        let start = Position::from_fen(&start).unwrap();
        let mut positions = Vec::new();
        walk(start, 200, &mut random, |game| positions.push(game.position().clone()));
        for position in positions {
            for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castle()) {
                let expected = played_out(&position, mv);
                let text = position.write_san(mv);
                assert_eq!(position.see(mv), expected, "{text} in {}", position.to_fen());
                for threshold in
                    [expected - 1, expected, expected + 1, 0, -100, random.below(1000) as i32]
                {
                    assert_eq!(
                        position.see_at_least(mv, threshold),
                        expected >= threshold,
                        "{text} against {threshold} in {}",
                        position.to_fen()
                    );
                }
                compared[0] += usize::from(mv.is_capture());
                compared[1] += usize::from(mv.is_quiet());
                compared[2] += usize::from(mv.is_capture() && position.role_at(mv.to()).is_none());
                compared[3] += usize::from(mv.promotion().is_some());
            }
        }
    }
    println!("captures, quiet moves, en passant, promotions: {compared:?}");
    compared
}

#[test]
fn static_exchange_equals_playing_it_out() {
    let captures = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    let compared = compare(captures, 3);
    assert!(compared.iter().all(|&count| count > 0), "{compared:?}");
}

#[test]
#[ignore = "two million captures take a minute"]
fn static_exchange_equals_playing_it_out_for_long() {
    compare(2_000_000, 4);
}

fn see(fen: &str, mv: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap();
    position.see(position.read_move(mv).unwrap())
}

#[test]
fn exchanges_see_through_pieces_pins_and_promotions() {
    // The second rook stands behind the first.
    assert_eq!(see("3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5"), 100);
    assert_eq!(see("3r2k1/8/8/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5"), -400);
    // The defending knight is pinned to its king.
    assert_eq!(see("4k3/8/4n3/8/3p4/8/3R4/4R1K1 w - - 0 1", "d2d4"), 100);
    assert_eq!(see("3k4/8/4n3/8/3p4/8/3R4/4R1K1 w - - 0 1", "d2d4"), -400);
    // The recapturing pawn becomes a queen.
    assert_eq!(see("1n2k3/P7/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8"), 320);
    assert_eq!(see("1r2k3/P1n5/8/8/8/8/8/1R4K1 b - - 0 1", "b8b1"), 500);
    // En passant opens the file on which the rook looks.
    assert_eq!(see("3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6"), 100);
}

fn classic(fen: &str, mv: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap();
    position.classic_score(position.read_move(mv).unwrap()).unwrap().total()
}

const FORK: &str = "rnbqk2r/2pp4/2p5/8/3Q4/8/8/RNB1K2R w - - 0 1";
const FIVE_CAPTURES: &str = "rnbq3r/5bk1/8/3Q4/8/8/8/RNB1K2R w - - 0 1";
const SCHOLARS_MATE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

#[test]
fn classic_scores_of_the_requirements() {
    assert_eq!(classic(FORK, "d4d7"), -650);
    assert_eq!(classic(FORK, "d4h8"), 650);
    assert_eq!(classic(SCHOLARS_MATE, "h5f7"), -650);
    let expected = [("a1a8", 1000), ("d5a8", 600), ("h1h8", 500), ("d5d8", 100), ("d5f7", -420)];
    for (mv, score) in expected {
        assert_eq!(classic(FIVE_CAPTURES, mv), score, "{mv}");
    }
    let expected = [("a1a8", 500), ("d5a8", 500), ("h1h8", 0), ("d5d8", 0), ("d5f7", -570)];
    for (mv, score) in expected {
        assert_eq!(see(FIVE_CAPTURES, mv), score, "{mv}");
    }
    assert_eq!(see("1n2kb1r/4pppp/1Ppp4/8/4P1P1/5P2/1B1P1K1P/2rQ2R1 w k - 3 20", "b2c1"), 500);
}

#[test]
fn the_classic_score_shows_its_parts() {
    let position = Position::from_fen(FORK).unwrap();
    let score = position.classic_score(position.read_move("Qxd7+").unwrap()).unwrap();
    assert_eq!((score.base, score.victim, score.attacker), (1000, 100, 900));
    assert_eq!((score.defended, score.check), (900, 50));
    // With defence detection off.
    assert_eq!(score.total() + score.defended, 250);
}

#[test]
fn classic_scores_of_promotions_and_quiet_moves() {
    let fen = "6k1/P4ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1";
    // A queen on a8 gives check along the rank.
    assert_eq!(classic(fen, "a8=Q"), 1950);
    assert_eq!(classic(fen, "exd5"), 1000);
    // The new queen can be taken at once.
    assert_eq!(classic("1r4k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a8=Q"), 1100);
    assert_eq!(classic("1r4k1/P7/8/8/8/8/8/6K1 w - - 0 1", "axb8=Q"), 1900 + 500 + 50);
    let position = Position::from_fen(fen).unwrap();
    for text in ["a8=N", "a8=R", "h3"] {
        let mv = position.read_move(text).unwrap();
        assert_eq!(position.classic_score(mv), None, "{text}");
    }
}

#[test]
fn discovered_checks_count_and_x_rays_defend() {
    // The knight takes and uncovers the rook's check.
    assert_eq!(classic("4k3/8/8/2p5/4N3/8/8/4R1K1 w - - 0 1", "Nxc5+"), 100 - 320 + 1000 + 50);
    // Black's rook defends the pawn through the square that White's rook leaves.
    assert_eq!(classic("6k1/4p3/8/8/4R3/8/7K/4r3 w - - 0 1", "Rxe7"), 100 - 500 + 1000 - 500);
}

fn hanging(fen: &str, side: Side) -> Option<Vec<String>> {
    let squares = Position::from_fen(fen).unwrap().hanging(side)?;
    Some(squares.into_iter().map(|square| square.to_string()).collect())
}

#[test]
fn hanging_pieces_are_those_that_can_be_won() {
    let fen = "6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1";
    assert_eq!(hanging(fen, Side::White).unwrap(), ["b2"]);
    assert!(hanging(fen, Side::Black).unwrap().is_empty());
    // A pawn that can be taken en passant hangs where it stands.
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(hanging(fen, Side::Black).unwrap(), ["d5"]);
    // In check one has to answer that first, but may well win what hangs on the way.
    let fen = "r3k3/8/8/8/7b/8/6P1/Q3K3 w - - 0 1";
    assert_eq!(hanging(fen, Side::White), None);
    let fen = "4k3/8/8/8/8/8/4r3/Q3K3 w - - 0 1";
    assert_eq!(hanging(fen, Side::Black).unwrap(), ["e2"]);
}

#[test]
fn a_pawn_taken_en_passant_no_longer_stands_in_the_way() {
    // Black's rook on d1 sees d6 once its own pawn on d5 is gone, so it defends the square.
    let score = classic("4k3/8/8/3pP3/8/8/7K/3r4 w - d6 0 1", "exd6");
    assert_eq!(score, 1000 + 100 - 100 - 100);
    assert_eq!(classic("4k3/8/8/3pP3/8/8/7K/2r5 w - d6 0 1", "exd6"), 1000);
}
