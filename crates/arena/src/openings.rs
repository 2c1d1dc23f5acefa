//! Positions to begin games with: varied, repeatable, and fair enough to be worth a game.

use crate::contestant::fingerprint;
use damier_core::Game;
use damier_core::random::Random;
use damier_files::{open_regular, read_regular_text};
use damier_games::openings::{OpeningJudge, RandomOpenings};
use damier_games::{BookMoves, EngineGame, FileError};
use damier_records::Reader;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// Where openings come from.
pub enum Openings<G: EngineGame> {
    /// A list, in its shuffled order, over and over.
    List(Vec<G>),
    /// Random moves, kept if a short search finds the position balanced.
    Random(OpeningRecipe),
    /// Moves of a book.
    Book {
        /// Decides all moves.
        seed: u64,
        /// How many moves are played, if the book knows so many.
        plies: usize,
        /// The file.
        path: PathBuf,
        /// What is in it.
        moves: BookMoves<G>,
    },
}

/// How random openings are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningRecipe {
    /// Decides all moves.
    pub seed: u64,
    /// How many moves, and which positions are fair.
    pub openings: RandomOpenings,
    /// What the search that judges may cost.
    pub nodes: u64,
}

impl OpeningRecipe {
    /// The usual recipe.
    pub const fn new(seed: u64) -> Self {
        Self { seed, openings: RandomOpenings { plies: 8, balance: 100 }, nodes: 2000 }
    }
}

/// The largest list of positions that is read, in bytes: ten million lines.
const MAX_SIZE: u64 = 1 << 30;

/// Openings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// No position.
    #[error("line {line}: {reason}")]
    Line {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: FileError,
    },
    /// A position without a game.
    #[error("line {line}: the game is over in this position")]
    Over {
        /// Where, counted from 1.
        line: usize,
    },
    /// A game that cannot be read.
    #[error("{0}")]
    Game(String),
    /// A book that cannot be used.
    #[error("{0}")]
    Book(FileError),
    /// Nothing at all.
    #[error("there are no positions in it")]
    Empty,
}

impl<G: EngineGame> Openings<G> {
    /// The openings that come with the program.
    pub fn bundled(seed: u64) -> Self {
        let lines = G::OPENINGS.lines().filter(|line| !line.starts_with('#'));
        // A test reads every line.
        Self::shuffled(lines.filter_map(|line| G::read_line(line).ok()).collect(), seed)
    }

    /// Reads a file of any kind: games (`.pgn`, `.pdn`), a Polyglot book (`.bin`), or else lines of
    /// FEN or EPD. Of games and books the first `plies` moves are played, or all.
    pub fn from_file(path: &Path, plies: Option<usize>, seed: u64) -> Result<Self, OpeningsError> {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        match kind.to_ascii_lowercase().as_str() {
            "pgn" | "pdn" => {
                let file = BufReader::new(open_regular(path)?);
                Self::from_games(Reader::new(file), plies.unwrap_or(usize::MAX), seed)
            }
            "bin" => {
                let moves = G::open_book(path).map_err(OpeningsError::Book)?;
                let plies = plies.unwrap_or(OpeningRecipe::new(seed).openings.plies);
                Ok(Self::Book { seed, plies, path: path.to_owned(), moves })
            }
            _ => Self::from_text(&read_regular_text(path, MAX_SIZE)?, seed),
        }
    }

    /// Reads a list of FEN or EPD lines and shuffles it.
    pub fn from_text(text: &str, seed: u64) -> Result<Self, OpeningsError> {
        let mut positions = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let position =
                G::read_line(text).map_err(|reason| OpeningsError::Line { line, reason })?;
            if position.ending(1).is_some() {
                return Err(OpeningsError::Over { line });
            }
            positions.push(position);
        }
        Self::from_list(positions, seed)
    }

    fn from_games(
        games: Reader<G, BufReader<File>>,
        plies: usize,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        let mut positions = Vec::new();
        for reading in games {
            let reading = reading?;
            if let Some(fault) = reading.faults.first() {
                return Err(OpeningsError::Game(fault.to_string()));
            }
            let mut position = reading.record.start().clone();
            for mv in reading.record.to_game().moves().take(plies) {
                position.play_unchecked(mv);
            }
            // A game that was played to its end is no opening.
            if position.ending(1).is_none() {
                positions.push(position);
            }
        }
        Self::from_list(positions, seed)
    }

    fn from_list(positions: Vec<G>, seed: u64) -> Result<Self, OpeningsError> {
        if positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        Ok(Self::shuffled(positions, seed))
    }

    fn shuffled(mut positions: Vec<G>, seed: u64) -> Self {
        Random::new(seed).shuffle(&mut positions);
        Self::List(positions)
    }

    /// All that there are before they come round again; none if there is no end to them.
    pub fn list(&self) -> &[G] {
        match self {
            Self::List(positions) => positions,
            Self::Random(_) | Self::Book { .. } => &[],
        }
    }

    /// Everything that decides which openings are played, as text.
    pub fn description(&self) -> String {
        match self {
            Self::List(positions) => {
                let keys = positions.iter().map(G::key);
                let print = keys.fold(0u64, |print, key| print.rotate_left(1) ^ key);
                format!("a list of {}, fingerprint {print:016x}", positions.len())
            }
            Self::Random(OpeningRecipe {
                seed,
                openings: RandomOpenings { plies, balance },
                nodes,
            }) => {
                format!(
                    "{plies} random plies with seed {seed}, \
                     balanced within {balance} by {nodes} nodes"
                )
            }
            Self::Book { seed, plies, path, .. } => {
                let print = fingerprint(path).unwrap_or_default();
                format!("{plies} plies of the book {} {print} with seed {seed}", path.display())
            }
        }
    }

    /// The opening with this number. `judge` is needed for random ones only.
    pub fn choose(&self, number: u64, judge: &mut OpeningJudge<G>) -> G {
        // A generator of its own for each: it does not matter which is played first.
        let random =
            |seed: u64| Random::new(Random::new(seed ^ number.rotate_left(32)).next_bits());
        match self {
            Self::List(positions) => positions[(number % positions.len() as u64) as usize].clone(),
            Self::Random(recipe) => {
                let mut score = |game: &Game<G>| judge.score(game, recipe.nodes);
                let start = [G::start()];
                let drawn = recipe.openings.draw(&start, &mut random(recipe.seed), &mut score);
                drawn.map_or_else(G::start, |game| game.position().clone())
            }
            Self::Book { seed, plies, moves, .. } => {
                let mut random = random(*seed);
                let mut position = G::start();
                for _ in 0..*plies {
                    let Some(mv) = moves(&position, random.next_bits()) else { break };
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    if next.ending(1).is_some() {
                        break;
                    }
                    position = next;
                }
                position
            }
        }
    }
}

impl<G: EngineGame> fmt::Debug for Openings<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.description())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position;
    use damier_draughts::Position as Draughts;
    use std::collections::HashSet;

    fn choose<G: EngineGame>(openings: &Openings<G>, number: u64) -> G {
        openings.choose(number, &mut OpeningJudge::default())
    }

    #[test]
    fn random_openings_are_repeatable_varied_calm_and_balanced() {
        fn check<G: EngineGame>() {
            let usual = OpeningRecipe::new(1);
            let fair = RandomOpenings { balance: 30, ..usual.openings };
            let openings = Openings::<G>::Random(OpeningRecipe { openings: fair, ..usual });
            let (mut judge, mut again) = (OpeningJudge::default(), OpeningJudge::default());
            let mut fens = HashSet::new();
            for number in 0..20 {
                let position = openings.choose(number, &mut judge);
                let score = judge.score(&Game::new(position.clone()), 2000);
                assert!(position.is_calm() && score.value().abs() <= 30);
                fens.insert(position.to_fen());
            }
            assert!(fens.len() > 18, "{}", fens.len());
            // In any order.
            assert_eq!(openings.choose(7, &mut again), openings.choose(7, &mut judge));
        }
        check::<Position>();
        check::<Draughts>();
    }

    #[test]
    fn the_bundled_openings_are_many_different_and_playable() {
        fn check<G: EngineGame>() {
            let lines = G::OPENINGS.lines().filter(|line| !line.starts_with('#'));
            let positions: Vec<G> = lines.map(|line| G::read_line(line).unwrap()).collect();
            let keys: HashSet<u64> = positions.iter().map(G::key).collect();
            assert!(keys.len() >= 500 && keys.len() == positions.len(), "{}", keys.len());
            assert!(positions.iter().all(|position| position.ending(1).is_none()));
            let sides: HashSet<_> = positions.iter().map(G::side_to_move).collect();
            assert_eq!(sides.len(), 2);
            let [one, other] = [1, 2].map(|seed| choose(&Openings::<G>::bundled(seed), 0));
            assert_ne!(one, other, "a seed decides the order");
        }
        check::<Position>();
        check::<Draughts>();
    }

    #[test]
    fn lists_are_shuffled_and_come_round() {
        let fens = ["4k3/8/8/8/8/8/8/R3K3 w - -", "4k3/8/8/8/8/8/8/1R2K3 b - - 0 1", "# no"];
        let openings = Openings::<Position>::from_text(&fens.join("\n"), 1).unwrap();
        let of = |number| choose(&openings, number);
        assert_eq!(of(0), of(2));
        assert_ne!(of(0), of(1));
        let error = |text| Openings::<Position>::from_text(text, 1).unwrap_err().to_string();
        assert!(error("\nrubbish").starts_with("line 2: "));
        assert_eq!(error("\n\n"), "there are no positions in it");
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - -").starts_with("line 1: the game is over"));
    }

    #[test]
    fn games_and_books_give_openings_too() {
        let folder = std::env::temp_dir().join(format!("damier-openings-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pdn = folder.join("games.pdn");
        std::fs::write(&pdn, "1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 33-29 *\n").unwrap();
        let openings = Openings::<Draughts>::from_file(&pdn, Some(2), 1).unwrap();
        let fens: HashSet<String> = (0..2).map(|n| choose(&openings, n).to_fen()).collect();
        let expected = ["32-28 19-23", "33-29"].map(|moves| {
            let mut position = Draughts::start();
            for text in moves.split(' ') {
                position.play_unchecked(position.read_move(text).unwrap());
            }
            position.to_fen()
        });
        assert_eq!(fens, HashSet::from(expected));
        std::fs::write(&pdn, "1. 32-23 *\n").unwrap();
        let error = Openings::<Draughts>::from_file(&pdn, None, 1).unwrap_err().to_string();
        assert!(error.starts_with("game 1, line 1"), "{error}");

        // The only entry: from the start position, the pawn from e2 to e4.
        let book = folder.join("book.BIN");
        let key = damier_chess_engine::book::polyglot_key(&Position::start()).unwrap();
        let mv = 4u16 | 3 << 3 | 4 << 6 | 1 << 9;
        let entry = [&key.to_be_bytes()[..], &mv.to_be_bytes(), &[0, 1, 0, 0, 0, 0]].concat();
        std::fs::write(&book, entry).unwrap();
        let openings = Openings::<Position>::from_file(&book, None, 1).unwrap();
        assert!(choose(&openings, 5).to_fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8"));
        assert!(Openings::<Draughts>::from_file(&book, None, 1).is_err());
        let _ = std::fs::remove_dir_all(&folder);
    }
}
