//! Draws where the horizon or the table could hide them.

use damier_chess::{Move, Position};
use damier_chess_engine::evaluation::HandEvaluator;
use damier_chess_engine::{ChessEngine, ChessWorker};
use damier_core::{Depth, Game, Ply, Score};
use damier_search::clock::{SystemClock, TimeBudget};
use damier_search::{
    Bound, Engine, Event, Full, Limits, Query, Roots, SearchSetting, Table, TableEntry, ThreadPool,
};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn stalemate_is_seen_at_the_horizon() {
    // The queen on f7 leaves the king no square; the evaluation would count her as won.
    let game = Game::new(Position::from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").unwrap());
    let stalemate = game.position().read_uci("f1f7").unwrap();
    for depth in 1..=3 {
        let limits = Limits::to_depth(Depth::new(depth));
        let query = Query { among: vec![stalemate], ..Query::new(game.clone(), limits) };
        let mut score = None;
        let Ok(_) = ChessEngine::new().search(&query, &mut |event| {
            if let Event::Report(report) = event {
                score = Some(report.score);
            }
        });
        assert_eq!(score, Some(Score::DRAW), "depth {depth}");
    }
}

/// What is played with this halfmove clock if the table, wrongly, says of the mate in one that it
/// loses: the mate if the table is not believed.
fn played_against_the_table(halfmove_clock: u32) -> String {
    let fen = format!("7k/R7/8/8/8/8/8/1R4K1 w - - {halfmove_clock} 100");
    let position = Position::from_fen(&fen).unwrap();
    let moves = ["g1g2", "b1b8"].map(|text| position.read_uci(text).unwrap());
    let mut mated = position.clone();
    mated.play_unchecked(moves[1]);
    let table = Arc::new(Table::new(1).unwrap());
    let lie = TableEntry {
        score: Score::mate_in(Ply::new(10)),
        bound: Some(Bound::Exact),
        depth: Depth::new(60),
        ..TableEntry::EMPTY
    };
    table.store(mated.key(), Ply::new(1), &lie);
    let setting = SearchSetting {
        table,
        clock: Arc::new(SystemClock::start()),
        started: Duration::ZERO,
        budget: TimeBudget::default(),
        lines: 1,
    };
    let mut pool = ThreadPool::new(1, || ChessWorker::<_, Full>::new(HandEvaluator::default()))
        .expect("a thread");
    let query = Query::new(Game::new(position.clone()), Limits::to_depth(Depth::new(3)));
    let found = pool.search(&query, Roots::<Move>::new(moves), setting, &mut |_| ());
    position.write_san(found.roots.best().unwrap().mv)
}

#[test]
fn the_table_is_not_believed_close_to_the_fifty_move_limit() {
    assert_eq!(played_against_the_table(0), "Kg2", "the table is believed");
    assert_eq!(played_against_the_table(88), "Kg2", "still");
    assert_eq!(played_against_the_table(89), "Rb8#", "ten plies before the limit no longer");
    assert_eq!(played_against_the_table(98), "Rb8#");
}
