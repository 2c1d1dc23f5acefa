//! The guard against blunders.

mod common;

use common::{ask, game_from, player};
use damier_chess::Position as Chess;
use damier_core::Game;
use damier_draughts::Position as Draughts;
use damier_profiles::{Guard, GuardReport, OpponentGame};
use damier_reasons::Reason;
use damier_reasons::reason::Piece;
use damier_search::{Engine, Limits, Query};

/// What both guards say of a move; they must agree about its safety.
fn examine<G: OpponentGame>(fen: &str, mv: &str) -> GuardReport<G::Move> {
    let game = game_from::<G>(fen);
    let mv = game.position().read_move(mv).unwrap();
    let mut reports = [Guard::<G>::quick(), Guard::thorough()].map(|guard| {
        let mut guard = guard.unwrap();
        guard.examine(&game, mv)
    });
    assert_eq!(reports[0].is_safe(), reports[1].is_safe(), "{fen}: {reports:?}");
    reports.rotate_left(1);
    let [thorough, _] = reports;
    thorough
}

/// What a move loses, the dearest first, if that is said.
fn lost<G: OpponentGame>(fen: &str, mv: &str) -> Vec<Piece> {
    let reasons = examine::<G>(fen, mv).reasons;
    let stakes = reasons.iter().filter_map(|reason| match reason {
        Reason::LosesMaterial(stake) => Some(stake.lost.clone()),
        _ => None,
    });
    stakes.flatten().collect()
}

/// What a move does not win, the dearest first, if that is said.
fn missed(fen: &str, mv: &str) -> Vec<Piece> {
    let reasons = examine::<Chess>(fen, mv).reasons;
    let stakes = reasons.iter().filter_map(|reason| match reason {
        Reason::MissesMaterial(stake) => Some(stake.lost.clone()),
        _ => None,
    });
    stakes.flatten().collect()
}

const FORK: &str = "rnbqkb1r/pppppppp/8/6N1/8/1Pn5/P1PPPPPP/1RBQKB1R w Kkq - 0 6";
const RECAPTURE: &str = "rn1qkb1r/ppp1pppp/3p4/8/4P3/1b3P2/P1PP1KPP/1RBQ1BR1 w kq - 0 11";
const WINS_ROOK: &str = "1n2kb1r/4pppp/1Ppp4/8/4P1P1/5P2/1B1P1K1P/2rQ2R1 w k - 3 20";
const GIVES_QUEEN: &str = "1Q3b1r/3npkp1/2pp1p1p/8/4P1P1/5P2/1B1P1K1P/3Q2R1 w - - 1 24";
const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
const BACK_RANK: &str = "6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1";

#[test]
fn a_queen_that_is_given_away_is_named() {
    assert_eq!(lost::<Chess>(GIVES_QUEEN, "b8e8"), [Piece::Queen]);
    assert!(examine::<Chess>(GIVES_QUEEN, "b8b3").is_safe());
}

#[test]
fn a_missed_recapture_is_named() {
    assert_eq!(missed(RECAPTURE, "f1b5"), [Piece::Bishop]);
    for mv in ["a2b3", "b1b3"] {
        assert!(examine::<Chess>(RECAPTURE, mv).is_safe(), "{mv}");
    }
    assert!(examine::<Chess>(FORK, "d2c3").is_safe());
    let report = examine::<Chess>(FORK, "g5f7");
    assert!(!report.is_safe(), "{report:?}");
}

#[test]
fn good_captures_and_mates_are_safe() {
    assert!(examine::<Chess>(WINS_ROOK, "b2c1").is_safe());
    let mate = examine::<Chess>(SCHOLAR, "h5f7");
    assert!(mate.is_safe() && mate.wins);
    let mate = examine::<Chess>(BACK_RANK, "e1e8");
    assert!(mate.is_safe() && mate.wins, "although a knight hangs");
}

#[test]
fn a_mate_that_is_let_in_is_named() {
    // Black threatens Qxf2 mate; a developing move ignores it.
    let fen = "rnb1k1nr/pppp1ppp/8/2b1p3/2B1P2q/2N5/PPPP1PPP/R1BQK1NR w KQkq - 4 4";
    assert_eq!(examine::<Chess>(fen, "a2a3").reasons[0], Reason::AllowsMate { moves: 1 });
    assert!(examine::<Chess>(fen, "g2g3").is_safe());
}

#[test]
fn a_capture_that_does_not_pay_is_named() {
    let fen = "4k3/3r4/2p5/3p4/8/8/3Q4/3RK3 w - - 0 1";
    let reasons = examine::<Chess>(fen, "d2d5").reasons;
    let Some(Reason::LosesMaterial(stake)) = reasons.first() else { panic!("{reasons:?}") };
    assert_eq!((&stake.lost[..], &stake.gained[..]), (&[Piece::Queen][..], &[Piece::Pawn][..]));
}

#[test]
fn a_chance_counts_only_if_all_it_takes_is_one_capture() {
    let fen = "rnbqkb1r/pppppppp/8/8/4n3/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 4 3";
    assert_eq!(missed(fen, "d2d3"), [Piece::Knight]);
    assert!(examine::<Chess>(fen, "c3e4").is_safe());
    // Mate in two is there, and a quiet move that misses it is still safe.
    let fen = "6k1/5ppp/8/8/8/8/1R3PPP/1R4K1 w - - 0 1";
    assert!(examine::<Chess>(fen, "h2h3").is_safe());
}

#[test]
fn what_was_lost_before_is_not_lost_by_the_move() {
    // A knight forks king and queen: every move loses the queen, none is to blame.
    let fen = "6k1/8/8/8/8/8/2n5/K3Q3 w - - 0 1";
    let game = game_from::<Chess>(fen);
    let mut guard = Guard::<Chess>::quick().unwrap();
    let moves = game.position().legal_moves();
    assert!(moves.len() > 1);
    assert!(moves.iter().all(|&mv| guard.examine(&game, mv).is_safe()));
}

#[test]
fn a_shot_is_named_with_its_line() {
    let fen = "W:W27,28,32,37,38,42,43,48:B8,12,13,16,18,19,24,26";
    let game = game_from::<Draughts>(fen);
    let mut guard = Guard::<Draughts>::thorough().unwrap();
    let moves = game.position().legal_moves();
    let reports: Vec<_> = moves.iter().map(|&mv| guard.examine(&game, mv)).collect();
    let unsafe_moves = reports.iter().filter(|report| !report.is_safe());
    assert!((1..reports.len()).contains(&unsafe_moves.clone().count()), "{reports:?}");
    for report in unsafe_moves {
        let takes = |reason: &Reason| matches!(reason, Reason::LosesMaterial(_));
        assert!(report.reasons.iter().any(takes), "{report:?}");
        // The line can be played.
        let mut after = Game::new(game.position().clone());
        assert!(report.line.iter().all(|&mv| after.try_play(mv).is_ok()));
    }
}

/// Answers of a player that would blunder, with and without its guard.
#[test]
fn a_guarded_player_recaptures() {
    let game = game_from::<Chess>(RECAPTURE);
    let blunder = game.position().read_move("f1b5").unwrap();
    let quiet = game.position().read_move("h2h3").unwrap();
    for (firewall, refused) in [("on", 1), ("off", 0)] {
        let mut player = player::<Chess>(&[("Level", "3"), ("Seed", "1"), ("Firewall", firewall)]);
        // It may choose only among bad moves and one recapture.
        let good = game.position().read_move("a2b3").unwrap();
        let among = vec![blunder, quiet, good];
        let query = Query { among, ..Query::new(game.clone(), Limits::default()) };
        let Ok(answer) = player.search(&query, &mut |_| ());
        assert_eq!(answer.best, Some(good));
        // With nothing but blunders left, one of them is played: the list is never emptied.
        let among = vec![blunder, quiet];
        let query = Query { among: among.clone(), ..Query::new(game.clone(), Limits::default()) };
        let mut objections = 0;
        let Ok(answer) = player.search(&query, &mut |event| {
            objections += usize::from(matches!(event, damier_search::Event::Remark(_)));
        });
        assert!(answer.best.is_some_and(|best| among.contains(&best)));
        assert_eq!(objections > 0, refused > 0);
    }
}

#[test]
fn t002_a_mate_is_played_under_guard() {
    for fen in [SCHOLAR, BACK_RANK] {
        let mut player = player::<Chess>(&[("Level", "3"), ("Seed", "1"), ("Firewall", "on")]);
        let said = ask(&mut player, &game_from::<Chess>(fen), Limits::default());
        assert!(said.report.score.is_win(), "{fen}");
        assert!(said.remarks.iter().all(|words| !words.contains("firewall")), "{fen}");
    }
}
