//! Looking after files of games: counting, checking, joining, mixing.

use crate::file::{GameReader, GameWriter, GamesFileError};
use crate::game::LearnGame;
use crate::record::PackedGame;
use crate::variety::Variety;
use damier_core::random::Random;
use damier_core::{Outcome, Rules, Score};
use damier_files::FileDraft;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

/// What is in a file.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// How the games were made.
    pub recipe: String,
    /// Whole games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Bytes of whole games and header.
    pub bytes: u64,
    /// Bytes of a last game that was not written to its end.
    pub torn_bytes: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Games that ended because a win was proved.
    pub proved: u64,
    /// Games whose number came up before.
    pub repeated: u64,
    /// How much they differ.
    pub variety: Variety,
}

/// Reads a whole file; every move is checked against the rules. `on_game` is told how many games
/// have been read.
pub fn inspect<G: LearnGame>(
    path: &Path,
    on_game: &mut dyn FnMut(u64),
) -> Result<Contents, GamesFileError> {
    let mut reader = GameReader::open(path)?;
    reader.expect_game::<G>()?;
    let mut contents = Contents { recipe: reader.recipe().to_owned(), ..Contents::default() };
    let mut known = HashSet::new();
    while let Some(record) = reader.next_game::<G>()? {
        contents.add(&record);
        contents.repeated += u64::from(!known.insert(record.id));
        on_game(contents.games);
    }
    contents.bytes = reader.place();
    contents.torn_bytes = reader.torn_bytes();
    Ok(contents)
}

impl Contents {
    fn add<G: LearnGame>(&mut self, record: &PackedGame<G>) {
        self.variety.add(record);
        self.games += 1;
        self.positions += record.moves.len() as u64;
        self.results[match record.outcome {
            Outcome::Win(side) => 2 * side.index(),
            Outcome::Draw => 1,
        }] += 1;
        let limit = Score::EVALUATION_LIMIT.value();
        let last = record.moves.last().map_or(0, |&(_, score)| i32::from(score).abs());
        self.proved += u64::from(last > limit);
    }
}

/// How a joined file came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// Games that were written.
    pub games: u64,
    /// Games that were left out because they were there already.
    pub repeated: u64,
}

/// Writes the games of several files into a new one, each game once; in the order of the files, or
/// in a random order if there is a seed.
pub fn join<R: Rules>(
    files: &[impl AsRef<Path>],
    out: &Path,
    seed: Option<u64>,
) -> Result<Joined, GamesFileError> {
    let mut readers = Vec::new();
    let mut recipes = BTreeSet::new();
    for file in files {
        let reader = GameReader::open(file.as_ref())?;
        reader.expect_game::<R>()?;
        recipes.insert(reader.recipe().to_owned());
        readers.push(reader);
    }
    let mut recipe = recipes.into_iter().collect::<Vec<_>>().join("; ");
    recipe.truncate(recipe.floor_char_boundary(1 << 16));
    let draft = FileDraft::of(out);
    let mut writer = GameWriter::open(draft.path(), &recipe, &mut |_| ())?;
    let mut joined = Joined::default();
    let mut known = HashSet::new();
    // Only games that change their places have to be in memory together.
    let mut games = Vec::new();
    for mut reader in readers {
        while let Some(bytes) = reader.next_bytes()? {
            // A game begins with its number.
            if !known.insert(bytes.first_chunk::<8>().copied()) {
                joined.repeated += 1;
                continue;
            }
            joined.games += 1;
            match seed {
                Some(_) => games.push(bytes),
                None => writer.append(&bytes)?,
            }
        }
    }
    if let Some(seed) = seed {
        Random::new(seed).shuffle(&mut games);
    }
    games.iter().try_for_each(|game| writer.append(game))?;
    writer.sync()?;
    drop(writer);
    draft.publish().map_err(|reason| GamesFileError::System { path: out.to_owned(), reason })?;
    Ok(joined)
}
