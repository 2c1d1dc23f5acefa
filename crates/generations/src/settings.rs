//! What a run is told, in a small file that people edit.

use damier_files::{read_regular_text, write_whole};
use damier_games::GameKind;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{fs, io};
use toml::{Table, Value};

/// How generations are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Decides the games and the openings of the matches.
    pub seed: u64,
    /// The games of a generation.
    pub games: GameSettings,
    /// What is learnt from them.
    pub training: TrainingSettings,
    /// How a candidate proves itself.
    #[serde(rename = "match")]
    pub trial: TrialSettings,
}

/// The games of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// New games.
    pub number: u64,
    /// Nodes for a move.
    pub nodes: u64,
    /// So many generations are learnt from, this one included.
    pub window: usize,
}

/// What is learnt from the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingSettings {
    /// What the network sees, by name, if that is to change: the champion grows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<String>,
    /// Neurons for each view, if they are to become more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// Positions to look at, if there are enough different ones.
    pub samples: u64,
    /// No position is looked at more often.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The largest size of a step.
    pub rate: f32,
    /// The size of the last steps, as a part of the largest.
    pub last_rate: f32,
    /// What the score of the search counts against the result of the game, 0 to 1, at the
    /// beginning.
    pub score_share: f32,
    /// And at the end.
    pub last_score_share: f32,
    /// What later scores count against a position's own, 0 to 1.
    pub foresight: f32,
}

/// How a candidate proves itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialSettings {
    /// Nodes for a move.
    pub nodes: u64,
    /// At most so many games against the champion.
    pub games: u64,
    /// The test is between this advantage in Elo
    pub elo0: f64,
    /// and this one.
    pub elo1: f64,
    /// So many games of a new champion against the first network of the run.
    pub reference_games: u64,
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// A value makes no sense.
    #[error("{name} = {value} makes no sense: {reason}")]
    Senseless {
        /// Which one.
        name: &'static str,
        /// The value.
        value: String,
        /// Why.
        reason: &'static str,
    },
    /// The file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file is none of settings.
    #[error("{}: {reason}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, in one line.
        reason: String,
    },
}

/// The file of settings in the folder of a run.
const FILE: &str = "settings.toml";
/// The largest one that is read, in bytes.
const LARGEST: u64 = 1 << 20;

impl Settings {
    /// The usual settings of a game.
    pub fn usual(kind: GameKind) -> Self {
        // Scores of draughts alone say less about the result; its networks have few weights, and
        // learn little by heart.
        let (nodes, epochs, score_share, foresight) = match kind {
            GameKind::Chess => (200, 6, 0.95, 0.8),
            GameKind::Draughts => (400, 20, 0.7, 0.9),
        };
        Self {
            seed: 1,
            games: GameSettings { number: 100_000, nodes, window: 5 },
            training: TrainingSettings {
                features: None,
                hidden: None,
                samples: 200_000_000,
                epochs,
                batch: 16_384,
                rate: 0.001,
                last_rate: 0.01,
                score_share,
                last_score_share: score_share,
                foresight,
            },
            trial: TrialSettings {
                nodes: 5_000,
                games: 1_000,
                elo0: 0.0,
                elo1: 10.0,
                reference_games: 400,
            },
        }
    }

    /// The settings in a folder. Whatever the file leaves out has its usual value; if there is no
    /// file, one with the usual values is written.
    pub fn of_folder(folder: &Path, kind: GameKind) -> Result<Self, SettingError> {
        let path = folder.join(FILE);
        let refused = |reason| SettingError::System { path: path.clone(), reason };
        let wrong = |reason| SettingError::Text { path: path.clone(), reason };
        let in_a_line = |error: toml::de::Error| wrong(error.message().replace('\n', " "));
        let usual = Self::usual(kind);
        match read_regular_text(&path, LARGEST) {
            Ok(text) => {
                let mut all = Table::try_from(&usual).expect("settings are tables of numbers");
                let own = text.parse::<Table>().map_err(|error| {
                    let before = error.span().map_or(0, |span| span.start.min(text.len()));
                    let line = text.as_bytes()[..before].iter().filter(|&&it| it == b'\n').count();
                    wrong(format!("line {}: {}", line + 1, error.message().replace('\n', " ")))
                })?;
                lay_over(&mut all, own);
                let settings: Self = all.try_into().map_err(in_a_line)?;
                settings.check()?;
                Ok(settings)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = toml::to_string(&usual).expect("settings are tables of numbers");
                fs::create_dir_all(folder).map_err(refused)?;
                write_whole(&path, text.as_bytes()).map_err(refused)?;
                Ok(usual)
            }
            Err(error) => Err(refused(error)),
        }
    }

    /// Says what makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        let Self { games, training, trial, .. } = self;
        let parts = [
            ("training.last_rate", training.last_rate),
            ("training.score_share", training.score_share),
            ("training.last_score_share", training.last_score_share),
            ("training.foresight", training.foresight),
        ];
        for (name, value) in parts {
            if !(0.0..=1.0).contains(&value) {
                let reason = "it is a part, from 0 to 1";
                return Err(SettingError::Senseless { name, value: value.to_string(), reason });
            }
        }
        let numbers = [
            ("games.number", games.number),
            ("games.nodes", games.nodes),
            ("games.window", games.window as u64),
            ("training.samples", training.samples),
            ("training.epochs", training.epochs.into()),
            ("training.batch", training.batch as u64),
            ("match.nodes", trial.nodes),
            ("match.games", trial.games / 2),
            ("match.reference_games", trial.reference_games / 2),
        ];
        for (name, value) in numbers {
            if value == 0 {
                let reason = "it must be at least 1, or a pair of games";
                return Err(SettingError::Senseless { name, value: value.to_string(), reason });
            }
        }
        if !(training.rate > 0.0 && training.rate <= 1.0) {
            let (value, reason) = (training.rate.to_string(), "it is above 0 and at most 1");
            return Err(SettingError::Senseless { name: "training.rate", value, reason });
        }
        if !(trial.elo0 < trial.elo1 && trial.elo1.abs() < 1000.0) {
            let (value, reason) = (trial.elo1.to_string(), "it must be above match.elo0");
            return Err(SettingError::Senseless { name: "match.elo1", value, reason });
        }
        Ok(())
    }
}

/// Replaces values by those of another table, tables inside by the same rule.
fn lay_over(table: &mut Table, other: Table) {
    for (name, value) in other {
        match (table.get_mut(&name), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => lay_over(inner, value),
            (_, value) => {
                table.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_only_what_it_names() {
        let folder = std::env::temp_dir().join(format!("damier-settings-{}", std::process::id()));
        let read = || Settings::of_folder(&folder, GameKind::Draughts);
        let usual = Settings::usual(GameKind::Draughts);
        assert_eq!(read().unwrap(), usual, "written");
        assert_eq!(read().unwrap(), usual, "and read again");
        let write = |text: &str| fs::write(folder.join(FILE), text).unwrap();
        write("seed = 7\n[match]\ngames = 20\nelo1 = 5\n");
        let trial = TrialSettings { games: 20, elo1: 5.0, ..usual.trial.clone() };
        assert_eq!(read().unwrap(), Settings { seed: 7, trial, ..usual });
        for (text, words) in [
            ("[games]\nmuch = 3", "much"),
            ("seed = \"x\"", "string"),
            ("seed = 1\n[match", "line 2: "),
            ("[match]\ngames = 1", "match.games = 0"),
            ("[match]\nelo0 = 50", "match.elo1 = 10"),
            ("[training]\nrate = 0.0", "training.rate = 0"),
        ] {
            write(text);
            let error = read().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
