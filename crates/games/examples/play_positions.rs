//! Plays games against itself and writes their quiet positions with the results, for
//! `tune_evaluation`: `play_positions GAMES NODES SEED THREADS FILE`.
//!
//! One line a position: `FEN;result`, the result seen from White (1.0, 0.5 or 0.0).

use damier_chess::{Position, Side};
use damier_chess_engine::ChessEngine;
use damier_core::random::Random;
use damier_core::{Ending as _, Game, Outcome, Score};
use damier_games::openings::RandomOpenings;
use damier_search::{Engine, Event, Limits, Query};
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;

/// A score that decides a game when it has stood for a while.
const DECIDED: i32 = 1200;
const DECIDED_PLIES: usize = 6;
const LONGEST_GAME: usize = 300;

/// How games begin.
const OPENINGS: RandomOpenings = RandomOpenings { plies: 8, balance: 150 };

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes, seed, threads, file] = arguments.as_slice() else {
        return Err("usage: play_positions GAMES NODES SEED THREADS FILE".into());
    };
    let (games, nodes): (usize, u64) = (games.parse()?, nodes.parse()?);
    let (seed, threads): (u64, usize) = (seed.parse()?, threads.parse()?);
    let out = Mutex::new((File::create(file)?, 0));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let out = &out;
            scope.spawn(move || {
                let mut engine = ChessEngine::new();
                let mut random = Random::new(seed.wrapping_mul(1000) + thread as u64);
                for number in (thread..games).step_by(threads) {
                    let lines = play(&mut engine, &mut random, nodes);
                    let mut out = out.lock().expect("no thread panics while it writes");
                    out.0.write_all(lines.as_bytes()).expect("room on the disk");
                    out.1 += lines.lines().count();
                    if number % 100 == 0 {
                        let _ = writeln!(std::io::stderr(), "game {number}, {} positions", out.1);
                    }
                }
            });
        }
    });
    Ok(())
}

/// The best move and its score.
fn think(
    engine: &mut ChessEngine,
    game: &Game<Position>,
    nodes: u64,
) -> (Score, Option<damier_chess::Move>) {
    let mut score = Score::DRAW;
    let query = Query::new(game.clone(), Limits::to_nodes(nodes));
    let Ok(answer) = engine.search(&query, &mut |event| {
        if let Event::Report(report) = event {
            score = report.score;
        }
    });
    (score, answer.best)
}

fn play(engine: &mut ChessEngine, random: &mut Random, nodes: u64) -> String {
    let Ok(()) = engine.new_game();
    let mut score = |game: &Game<Position>| think(engine, game, nodes).0;
    let opening = OPENINGS.draw(&[Position::start()], random, &mut score).expect("an opening");
    let mut game = Game::new(opening.position().clone());
    let mut quiet = Vec::new();
    let mut decided = 0;
    let result = loop {
        if let Some(ending) = game.ending() {
            break ending.outcome();
        }
        if game.moves().len() >= LONGEST_GAME {
            break Outcome::Draw;
        }
        let (score, Some(mv)) = think(engine, &game, nodes) else { break Outcome::Draw };
        let position = game.position();
        if mv.is_quiet() && !position.is_check() && !score.is_decisive() {
            quiet.push(position.to_fen());
        }
        decided = if score.value().abs() > DECIDED { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            let side = position.side_to_move();
            break Outcome::Win(if score > Score::DRAW { side } else { !side });
        }
        game.play_unchecked(mv);
    };
    let points = match result {
        Outcome::Win(Side::White) => "1.0",
        Outcome::Win(Side::Black) => "0.0",
        Outcome::Draw => "0.5",
    };
    quiet.iter().fold(String::new(), |mut lines, fen| {
        let _ = writeln!(lines, "{fen};{points}");
        lines
    })
}
