//! Finished games as PGN or PDN, for people and other programs to replay.
//!
//! The text of a game follows from its line in the journal alone. So a file that goes with a
//! journal can be completed after any interruption: what is there is compared, what is missing is
//! added.

use crate::game::ArenaGame;
use crate::record::{Cause, GameRecord};
use damier_core::{Game, Outcome, Score, Side};
use damier_files::JournalError;
use damier_records::{Command, Comment, EvalCommand, EvalValue, NodeId, Record};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names and paces of the players, in the order of their list.
pub type Players = [(String, String)];

/// A finished game as game records write it.
pub fn write<G: ArenaGame>(record: &GameRecord, players: &Players) -> String {
    // The journal was written by ourselves; if it was edited by hand, the good part is shown.
    let start = G::from_fen(&record.opening).unwrap_or_else(|_| G::start());
    let mut game = Game::new(start);
    for word in record.moves.split_whitespace() {
        let Ok(mv) = game.position().read_move(word) else { break };
        game.play_unchecked(mv);
    }
    let mut written = Record::from_game(&game);
    written.result = Outcome::from(record.result).into();
    set_tags(&mut written, record, players);

    let mut last = NodeId::ROOT;
    let nodes: Vec<NodeId> = written.tree().main_line().collect();
    let mut side = game.start().side_to_move();
    for (&node, note) in nodes.iter().zip(&record.notes) {
        let value = note.score.map(|score| eval_value(score, side));
        let depth = u32::try_from(note.depth).ok().filter(|&depth| depth > 0);
        let evaluation =
            value.map(|value| Command::Evaluation(EvalCommand { value, depth }).to_string());
        let time = Duration::from_millis(note.time.as_millis() as u64);
        let time = Command::TimeSpent(time).to_string();
        let text = evaluation.map_or(time.clone(), |evaluation| format!("{evaluation} {time}"));
        if let Some(comment) = Comment::new(&text) {
            written.tree_mut().add_comment(node, comment);
        }
        last = node;
        side = !side;
    }
    if let Some(comment) = Comment::new(&record.detail.replace(['{', '}'], "|")) {
        written.tree_mut().add_comment(nodes.last().copied().unwrap_or(last), comment);
    }
    written.to_string()
}

fn set_tags<G: ArenaGame>(written: &mut Record<G>, record: &GameRecord, players: &Players) {
    let pair = record.pair.saturating_add(1);
    let round = format!("{pair}.{}", if record.is_first_of_pair() { 1 } else { 2 });
    let [white, black] = record.players.map(|player| &players[player]);
    let tags = &mut written.tags;
    tags.set("Event", "Damier arena");
    tags.set("Site", "?");
    tags.set("Date", &record.date);
    tags.set("Round", &round);
    tags.set("White", &white.0);
    tags.set("Black", &black.0);
    if white.1 == black.1 {
        tags.set("TimeControl", &white.1);
    } else {
        tags.set("WhiteTimeControl", &white.1);
        tags.set("BlackTimeControl", &black.1);
    }
    let termination = match record.cause {
        Cause::Rules => "normal",
        Cause::TooLong | Cause::Resignation | Cause::DrawAgreed | Cause::Tables => "adjudication",
        Cause::IllegalMove => "rules infraction",
        Cause::TimeLoss => "time forfeit",
        Cause::Crash | Cause::Stall => "abandoned",
    };
    tags.set("Termination", termination);
}

/// A score of a side as White sees it.
fn eval_value(score: Score, side: Side) -> EvalValue {
    match score.plies_to_mate() {
        Some(plies) => {
            let moves = plies.unsigned_abs().div_ceil(2);
            EvalValue::Wins { side: if plies > 0 { side } else { !side }, moves }
        }
        None if side == Side::White => EvalValue::Hundredths(score.value()),
        None => EvalValue::Hundredths(-score.value()),
    }
}

/// Why games cannot be written to a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// The system does not let us.
    #[error("cannot write {path:?}: {reason}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file has other games in it.
    #[error("{0:?} holds something else than the games of the journal; name another file")]
    Foreign(PathBuf),
}

/// So that games can be written while a journal is read.
impl From<GameFileError> for JournalError {
    fn from(error: GameFileError) -> Self {
        Self::Receiver(error.into())
    }
}

/// A file with games, open for more.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    path: PathBuf,
}

impl GameFile {
    /// Opens a file to which games are added, whatever is in it.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let failed = |reason| GameFileError::File { path: path.to_owned(), reason };
        Ok(Self { file: file.map_err(failed)?, path: path.to_owned() })
    }

    /// Opens a file that has the games of a journal, as far as they were written.
    /// [`Completion::game`] is then shown each of them in turn. A pipe or a device has none, and
    /// reading from it would wait for what is only written here.
    pub fn complete(path: &Path) -> Result<Completion, GameFileError> {
        let failed = |reason| GameFileError::File { path: path.to_owned(), reason };
        let is_regular = path.metadata().map_or(true, |metadata| metadata.is_file());
        let mut options = OpenOptions::new();
        let file = options.read(is_regular).write(true).create(is_regular).truncate(false);
        let file = BufReader::new(file.open(path).map_err(failed)?);
        Ok(Completion { file, path: path.to_owned(), is_regular, is_at_end: !is_regular })
    }

    /// Adds a game.
    pub fn add(&mut self, text: &str) -> Result<(), GameFileError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|reason| GameFileError::File { path: self.path.clone(), reason })
    }
}

/// A file that is being compared with the games it should have.
#[derive(Debug)]
pub struct Completion {
    file: BufReader<File>,
    path: PathBuf,
    is_regular: bool,
    /// Whether everything in it was found right.
    is_at_end: bool,
}

impl Completion {
    /// The next game: compared with what is there, and written if it is not, or not wholly.
    pub fn game(&mut self, text: &str) -> Result<(), GameFileError> {
        let path = &self.path;
        let failed = |reason| GameFileError::File { path: path.clone(), reason };
        let mut rest = text.as_bytes();
        if !self.is_at_end {
            let mut there = Vec::with_capacity(rest.len());
            let file = &mut self.file;
            file.take(rest.len() as u64).read_to_end(&mut there).map_err(failed)?;
            if !rest.starts_with(&there) {
                return Err(GameFileError::Foreign(self.path.clone()));
            }
            rest = &rest[there.len()..];
            self.is_at_end = !rest.is_empty();
        }
        // What is behind the buffer is the end of the file by now.
        self.file.get_mut().write_all(rest).map_err(failed)
    }

    /// All games were shown: the rest of the file must be empty.
    pub fn finish(mut self) -> Result<GameFile, GameFileError> {
        let failed = |reason| GameFileError::File { path: self.path.clone(), reason };
        let mut more = [0];
        if !self.is_at_end && self.file.read(&mut more).map_err(failed)? > 0 {
            return Err(GameFileError::Foreign(self.path));
        }
        let mut file = self.file.into_inner();
        if self.is_regular {
            let end = file.seek(SeekFrom::End(0));
            end.map_err(|reason| GameFileError::File { path: self.path.clone(), reason })?;
        }
        Ok(GameFile { file, path: self.path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Note, PlayedResult};
    use damier_chess::Position;

    fn record() -> GameRecord {
        let note = |score, depth, millis| Note::new(score, depth, Duration::from_millis(millis));
        GameRecord {
            pair: 4,
            players: [1, 0],
            date: "2026.01.02".to_owned(),
            opening: "rnbqkbnr/pppppppp/8/8/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2".to_owned(),
            moves: "e5 a3 Qh4#".to_owned(),
            notes: vec![
                note(Some(Score::from_evaluation(25)), 9, 1500),
                note(None, 0, 0),
                note(Some(Score::mate_in(damier_core::Ply::new(1))), 3, 7),
            ],
            result: PlayedResult::Black,
            cause: Cause::Rules,
            detail: "Black wins by checkmate".to_owned(),
            clocks: [None; 2],
            efforts: Default::default(),
            late_faults: Vec::new(),
        }
    }

    fn players() -> Vec<(String, String)> {
        ["new \"x\"", "old"].map(|name| (name.to_owned(), "4+0.04".to_owned())).to_vec()
    }

    #[test]
    fn a_game_that_black_begins_is_written_with_what_the_engines_said() {
        let text = write::<Position>(&record(), &players());
        assert!(text.contains("[White \"old\"]\n[Black \"new \\\"x\\\"\"]\n"), "{text}");
        assert!(text.contains("[Round \"5.2\"]") && text.contains("[TimeControl \"4+0.04\"]"));
        let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let expected = "2... e5 {[%eval -0.25,9] [%emt 0:00:01.5]} 3. a3 {[%emt 0:00:00]} 3... \
        Qh4# {[%eval #-1,3] [%emt 0:00:00.007]} {Black wins by checkmate} 0-1";
        assert_eq!(moves, expected);
    }

    #[test]
    fn a_file_is_completed_wherever_it_was_cut() {
        let path = std::env::temp_dir().join(format!("damier-games-{}.pgn", std::process::id()));
        let (first, second) = ("one\n\n", "two and more\n\n");
        let whole = format!("{first}{second}");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut completion = GameFile::complete(&path).unwrap();
            completion.game(first).unwrap();
            completion.game(second).unwrap();
            completion.finish().unwrap().add("three").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{whole}three"));
        }
        std::fs::write(&path, "one\n\nother games").unwrap();
        let mut completion = GameFile::complete(&path).unwrap();
        completion.game(first).unwrap();
        assert!(matches!(completion.game(second), Err(GameFileError::Foreign(_))));
        let mut completion = GameFile::complete(&path).unwrap();
        completion.game(first).unwrap();
        assert!(matches!(completion.finish(), Err(GameFileError::Foreign(_))));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\n\nother games");
        let _ = std::fs::remove_file(&path);
    }
}
