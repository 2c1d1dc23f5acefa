//! Clocks, fixed times and nodes: what a move may take, whoever plays it.

mod common;

use common::{ask, game_from, of_level, player};
use damier_chess::Position as Chess;
use damier_draughts::Position as Draughts;
use damier_profiles::{OpponentGame, Player};
use damier_search::clock::Clock;
use damier_search::{Engine, Limits, NamedOptions, PlayerClock, Query};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[test]
fn a_clock_that_does_not_run_out_changes_nothing() {
    let game =
        game_from::<Chess>("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8");
    let hour = Duration::from_secs(3_600);
    let clock = PlayerClock { remaining: hour, increment: hour, moves_to_go: None };
    for level in [1, 3, 6, 10] {
        let free = ask(&mut of_level::<Chess>(level), &game, Limits::default());
        let limits = Limits { clocks: [Some(clock); 2], ..Limits::default() };
        let timed = ask(&mut of_level::<Chess>(level), &game, limits);
        assert_eq!(free.best, timed.best, "level {level}");
        assert_eq!(free.report.line, timed.report.line, "level {level}");
    }
}

#[test]
fn an_answer_that_must_wait_is_the_same_answer() {
    let game =
        game_from::<Chess>("rn1qkb1r/ppp1pppp/3p4/8/4P3/1b3P2/P1PP1KPP/1RBQ1BR1 w kq - 0 11");
    for options in [[("Level", "4"), ("Profile", "none")], [("Level", "3"), ("Profile", "gambler")]]
    {
        let settings = [options[0], options[1], ("Seed", "5"), ("Firewall", "on")];
        let mut events = 0;
        let query = Query::new(game.clone(), Limits::default());
        let Ok(wanted) = player::<Chess>(&settings).search(&query, &mut |_| events += 1);
        // Stopped when everything has been said, and not before.
        let query = Query::new(game.clone(), Limits { infinite: true, ..Limits::default() });
        let mut heard = 0;
        let Ok(answer) = player::<Chess>(&settings).search(&query, &mut |_| {
            heard += 1;
            if heard == events {
                query.signals.stop();
            }
        });
        assert!(query.signals.is_stopped(), "the answer is wanted after a stop only");
        assert_eq!(answer.best, wanted.best, "{options:?}");
    }
}

/// Every look at it takes a millisecond.
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// The time that a player takes for a move, with these options, limits and signals.
fn time_taken<G: OpponentGame>(
    make: fn(Arc<dyn Clock>) -> G::Engine,
    options: &[(&str, &str)],
    fen: &str,
    limits: Limits,
) -> Duration {
    let clock = Arc::new(Ticking(AtomicU64::new(0)));
    let mut player = Player::<G>::with_clock(make(clock.clone()), clock.clone());
    for (name, value) in options {
        player.set_option(name, value).unwrap();
    }
    let before = clock.now();
    ask(&mut player, &game_from::<G>(fen), limits);
    clock.now() - before
}

fn answers_forced_moves_at_once<G: OpponentGame>(
    make: fn(Arc<dyn Clock>) -> G::Engine,
    forced: &str,
    free: &str,
) {
    let time = Duration::from_millis(300);
    let players: [&[(&str, &str)]; 4] = [
        &[],
        &[("Level", "5"), ("Firewall", "on"), ("Seed", "1")],
        &[("Firewall", "on"), ("Seed", "1")],
        &[("Profile", "monte-carlo"), ("Seed", "1")],
    ];
    for options in players {
        let taken = time_taken::<G>(make, options, forced, Limits::to_time(time));
        assert!(taken < time / 3, "{options:?}: {taken:?}");
    }
    for options in [players[0], players[3]] {
        let taken = time_taken::<G>(make, options, free, Limits::to_time(time));
        assert!(taken >= time, "two moves are a choice, {options:?}: {taken:?}");
        let infinite = Limits { infinite: true, ..Limits::to_time(time) };
        let taken = time_taken::<G>(make, options, forced, infinite);
        assert!(taken >= time, "until stopped, {options:?}: {taken:?}");
    }
}

#[test]
fn a_forced_move_is_answered_at_once_whatever_time_it_has() {
    answers_forced_moves_at_once::<Chess>(
        damier_chess_engine::ChessEngine::with_clock,
        "rnb1kbnr/pppp1ppp/8/4p3/7q/8/PPPPP1PP/RNBQKBNR w KQkq - 0 3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    answers_forced_moves_at_once::<Draughts>(
        damier_draughts_engine::DraughtsEngine::with_clock,
        "W:W28,31-50:B23,1-18",
        "W:W31-50:B1-20",
    );
}

#[test]
fn all_searches_of_a_guarded_move_have_the_time_of_one() {
    let clock = Arc::new(Ticking(AtomicU64::new(0)));
    let engine = damier_chess_engine::ChessEngine::with_clock(clock.clone());
    let mut player = Player::<Chess>::with_clock(engine, clock.clone());
    // The gambler at full strength finds many bad moves good, and the guard none of them.
    for (name, value) in [("Profile", "gambler"), ("Firewall", "on"), ("Seed", "11")] {
        player.set_option(name, value).unwrap();
    }
    let fen = "r1b1k1nr/pp1qbppp/2p5/8/P2pP3/2N5/2PPQPPP/1RB1KB1R w Kkq - 2 11";
    let before = clock.now();
    ask(&mut player, &game_from::<Chess>(fen), Limits::to_time(Duration::from_millis(500)));
    let spent = clock.now() - before;
    assert!(spent < Duration::from_millis(700), "{spent:?}");
}

fn keeps_to_the_nodes<G: OpponentGame>(starts: &[&str]) {
    for level in [2, 3, 5, 6, 8, 10] {
        for firewall in ["auto", "on"] {
            let mut player = of_level::<G>(level);
            player.set_option("Firewall", firewall).unwrap();
            for (start, nodes) in starts.iter().zip([300, 2_000, 20_000].into_iter().cycle()) {
                ask(&mut player, &game_from(start), Limits::to_nodes(nodes));
                let spent = player.statistics().nodes;
                assert!(spent <= nodes, "level {level}: {spent} for {nodes} in {start}");
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_holds_for_all_that_is_done_for_a_move() {
    keeps_to_the_nodes::<Chess>(&[
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "3r4/1kp4q/p7/1p4K1/2n1p3/2P3P1/PP1B3P/R2Q1R2 w - - 3 27",
        "r4r1k/1pp2p2/2np4/3N4/1pBb3q/5QR1/P1P3K1/3R4 b - - 0 28",
    ]);
    keeps_to_the_nodes::<Draughts>(&[
        "W:W27,28,32,33,38,K46:B12,13,18,19,24,K5",
        "W:W31-50:B1-20",
        "B:W28,32,33,37,38,42,48:B8,12,13,17,18,19,24",
    ]);
}
