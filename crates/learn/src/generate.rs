//! Playing against oneself.
//!
//! A game is a function of the recipe and its number: nothing is carried over from the game before.
//! So it does not matter which thread plays which game, and a run that was killed goes on with the
//! numbers that are missing.

use crate::file::{GameWriter, GamesFileError};
use crate::game::LearnGame;
use crate::record::{PackedGame, count_moves};
use crate::verdicts::{VerdictWatch, Verdicts};
use damier_core::random::Random;
use damier_core::{Ending, Game, Outcome, Rules, Score};
use damier_files::Shard;
use damier_files::{checksum, read_regular};
use damier_games::FileError as TableError;
use damier_games::openings::RandomOpenings;
use damier_search::{
    Engine, Event, Limits, LocalEngine, NamedOptions, OptionError, Query, STACK_BYTES, ScoreUnit,
};
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// The largest file whose contents stand for it in a recipe, in bytes.
const MAX_OPTION_FILE: u64 = 1 << 30;

/// How games are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Decides the openings, and so the games.
    pub seed: u64,
    /// A move is chosen after the first iteration that ends with so many nodes.
    pub nodes: u64,
    /// Random moves from the start; every other game has one more.
    pub plies: usize,
    /// The largest advantage after them, in hundredths of a pawn or a man.
    pub balance: i32,
    /// Options of the engine, as its protocol names them.
    pub options: Vec<(String, String)>,
    /// Endgame tables that end games; "" for none.
    pub tables: String,
    /// How many of a hundred games begin from an unusual start.
    pub unusual: u8,
    /// What ends decided games; `None` lets them go on to the end.
    pub verdicts: Option<Verdicts>,
}

impl Recipe {
    /// The usual recipe.
    pub fn new<G: LearnGame>(seed: u64, nodes: u64) -> Self {
        Self {
            seed,
            nodes,
            plies: 8,
            balance: 300,
            options: Vec::new(),
            tables: String::new(),
            unusual: Self::UNUSUAL,
            verdicts: Some(G::VERDICTS),
        }
    }

    /// How many of a hundred games usually begin from an unusual start.
    pub const UNUSUAL: u8 = 10;

    /// Everything that decides the games, as a line of text.
    pub fn describe<R: Rules>(&self) -> String {
        format!("{} {self}", R::NAME)
    }

    fn open_tables<G: LearnGame>(&self) -> Result<Option<G::Tables>, GenerateError> {
        let path = self.tables.as_str();
        let failed = |reason| GenerateError::Tables { path: path.to_owned(), reason };
        (!path.is_empty()).then(|| G::open_tables(path).map_err(failed)).transpose()
    }

    /// What tells the game with this number from all others.
    pub fn id(&self, number: u64) -> u64 {
        Random::new(Random::new(self.seed).next_bits() ^ number).next_bits()
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { seed, nodes, plies, balance, .. } = self;
        write!(f, "nodes {nodes} seed {seed} plies {plies} balance {balance}")?;
        for (name, value) in &self.options {
            // A file is what is in it, wherever it lies.
            match read_regular(Path::new(value), MAX_OPTION_FILE) {
                Ok(bytes) => write!(f, " {name}={:016x}", checksum(bytes.iter().copied()))?,
                Err(_) => write!(f, " {name}={value}")?,
            }
        }
        if !self.tables.is_empty() {
            f.write_str(" tables")?;
        }
        if self.unusual > 0 {
            write!(f, " unusual {}", self.unusual)?;
        }
        match &self.verdicts {
            Some(verdicts) => write!(f, " {verdicts}"),
            None => Ok(()),
        }
    }
}

/// What is wrong with a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The file of games.
    #[error(transparent)]
    File(#[from] GamesFileError),
    /// An option of the engine.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The system refuses a thread.
    #[error("no thread to play on: {0}")]
    Thread(std::io::Error),
    /// The endgame tables.
    #[error("{path}: {reason}")]
    Tables {
        /// Where they should be.
        path: String,
        /// What is wrong with them.
        reason: TableError,
    },
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Games that this run has added.
    pub new_games: u64,
    /// Positions that this run has added.
    pub new_positions: u64,
    /// Those of them that teach something: quiet ones, and not decided.
    pub new_useful: u64,
    /// Won by White, drawn, won by Black, of the new ones.
    pub results: [u64; 3],
}

/// Plays until the file holds its part of the games 0 to `games`, or until it is told to stop.
/// Finished games of earlier runs are kept.
pub fn generate<G: LearnGame>(
    recipe: &Recipe,
    shard: Shard,
    path: &Path,
    games: u64,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Progress, GenerateError> {
    let tables = recipe.open_tables::<G>()?;
    // One engine before the file is touched: wrong options should cost nothing.
    let players = (0..threads.max(1)).map(|_| SelfPlayer::<G>::new(recipe, tables.as_ref()));
    let players: Vec<SelfPlayer<G>> = players.collect::<Result<_, _>>()?;
    let (mut known, mut positions) = (HashSet::new(), 0);
    let mut writer = GameWriter::open(path, &recipe.describe::<G>(), &mut |bytes| {
        known.extend(bytes.first_chunk().map(|id| u64::from_le_bytes(*id)));
        positions += count_moves(bytes).unwrap_or_default();
    })?;
    let mut progress = Progress { games: known.len() as u64, positions, ..Progress::default() };
    on_progress(&progress);
    let next = AtomicU64::new(0);
    let (send, received) = mpsc::channel::<(PackedGame<G>, u64)>();
    std::thread::scope(|scope| {
        for mut player in players {
            let (send, known, next) = (send.clone(), &known, &next);
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let played = thread.spawn_scoped(scope, move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let id = recipe.id(number);
                    if known.contains(&id) || !shard.contains(number as usize) {
                        continue;
                    }
                    let Some(played) = player.play(id, stop) else { return };
                    if send.send(played).is_err() {
                        return;
                    }
                }
            });
            if let Err(reason) = played {
                stop.store(true, Ordering::Relaxed);
                return Err(GenerateError::Thread(reason));
            }
        }
        drop(send);
        for (record, useful) in received {
            if let Err(error) = writer.append(&record.to_bytes()) {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
            progress.games += 1;
            progress.new_games += 1;
            progress.positions += record.moves.len() as u64;
            progress.new_positions += record.moves.len() as u64;
            progress.new_useful += useful;
            progress.results[match record.outcome {
                Outcome::Win(side) => 2 * side.index(),
                Outcome::Draw => 1,
            }] += 1;
            on_progress(&progress);
        }
        Ok(())
    })?;
    writer.sync()?;
    Ok(progress)
}

/// Plays the games with these numbers on the thread that asks, which must have [`STACK_BYTES`] of
/// stack, and returns them as [`GameWriter::append`] takes them: the part of [`generate`] that
/// has no file, for callers who share the games out themselves. `None` if it is told to stop.
pub fn play_numbers<G: LearnGame>(
    recipe: &Recipe,
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> Result<Option<Vec<Vec<u8>>>, GenerateError> {
    let tables = recipe.open_tables::<G>()?;
    let mut player = SelfPlayer::<G>::new(recipe, tables.as_ref())?;
    let played = numbers.map(|number| player.play(recipe.id(number), stop));
    Ok(played.map(|game| game.map(|(record, _)| record.to_bytes())).collect())
}

/// One thread's player.
struct SelfPlayer<'a, G: LearnGame> {
    recipe: &'a Recipe,
    tables: Option<&'a G::Tables>,
    engine: G::Engine,
}

impl<'a, G: LearnGame> SelfPlayer<'a, G> {
    fn new(recipe: &'a Recipe, tables: Option<&'a G::Tables>) -> Result<Self, OptionError> {
        let mut engine = G::engine();
        // A small table is quickly forgotten; searches are short.
        engine.set_memory(2)?;
        // Each player has a thread; handing every move to another one would take a fifth of the
        // time.
        engine.set_threads(0)?;
        for (name, value) in &recipe.options {
            engine.set_option(name, value)?;
        }
        Ok(Self { recipe, tables, engine })
    }

    /// Plays the game with this id and counts the positions that teach something; `None` if it is
    /// told to stop.
    fn play(&mut self, id: u64, stop: &AtomicBool) -> Option<(PackedGame<G>, u64)> {
        let mut random = Random::new(id);
        let Ok(()) = self.engine.new_game();
        let mut game = loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let Recipe { plies, balance, unusual, .. } = *self.recipe;
            let is_unusual = unusual > 0 && random.below(100) < unusual.into();
            let start = if is_unusual { G::unusual_start(&mut random) } else { G::start() };
            let openings = RandomOpenings { plies, balance };
            let mut score = |game: &Game<G>| self.search(game).map_or(Score::DRAW, |(_, it)| it);
            if let Some(game) = openings.attempt(&start, &mut random, &mut score) {
                break game;
            }
        };
        let start = game.start().clone();
        let opening: Vec<G::Move> = game.moves().collect();
        let Ok(()) = self.engine.new_game();
        let (mut moves, mut useful) = (Vec::new(), 0);
        let mut watch = self.recipe.verdicts.map(VerdictWatch::new);
        let outcome = loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(outcome) = self.outcome(&game) {
                break outcome;
            }
            let (mv, score) = self.search(&game)?;
            moves.push((mv, score.value() as i16));
            let side = game.position().side_to_move();
            // What is proved need not be played out.
            if score.is_decisive() {
                break Outcome::Win(if score.is_win() { side } else { !side });
            }
            let is_open = score.value().abs() < G::VERDICTS.win;
            useful += u64::from(is_open && game.position().is_quiet(mv));
            if let Some(outcome) = watch.as_mut().and_then(|it| it.note(side, score.value())) {
                break outcome;
            }
            game.play_unchecked(mv);
        };
        Some((PackedGame { id, start, opening, moves, outcome }, useful))
    }

    /// How the game has ended, if it has: by the rules, or by tables.
    fn outcome(&self, game: &Game<G>) -> Option<Outcome> {
        let ending = game.ending().map(Ending::outcome);
        ending.or_else(|| G::look_up(self.tables?, game))
    }

    fn search(&mut self, game: &Game<G>) -> Option<(G::Move, Score)> {
        let limits = Limits { soft_nodes: Some(self.recipe.nodes), ..Limits::default() };
        // The unit of the search is what its evaluation is trained in.
        let unit = Some(ScoreUnit::Evaluation);
        let query = Query { unit, ..Query::new(game.clone(), limits) };
        let mut score = Score::DRAW;
        let Ok(answer) = self.engine.search(&query, &mut |event| {
            if let Event::Report(report) = event
                && report.rank == 1
            {
                score = report.score;
            }
        });
        Some((answer.best?, score))
    }
}
