//! What is kept of a tuning: a line for each game. The values follow from the results, so none is
//! written down.

use crate::course::Course;
use crate::parameter::Parameter;
use crate::spsa::Spsa;
use crate::tuning::TuneError;
use damier_arena::GameRecord;
use damier_files::{Journal, JournalEntry, JournalError, JournalSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// A finished game of a tuning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TuneGame {
    /// The pair of games that it belongs to, counted from 0 through all iterations.
    pub pair: u64,
    /// Whether `plus` had White.
    pub plus_is_white: bool,
    /// 1 if `plus` won, -1 if it lost, 0 for a draw.
    pub lead: i8,
    /// Who misbehaved and lost by it, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl TuneGame {
    /// What counts of a game between `plus`, player 0, and `minus`, player 1.
    pub(crate) fn of(record: &GameRecord) -> Self {
        let loser = if record.loser() == Some(0) { "plus" } else { "minus" };
        Self {
            pair: record.pair,
            plus_is_white: record.players[0] == 0,
            lead: record.half_points(0) as i8 - 1,
            fault: record.cause.is_fault().then(|| format!("{loser}: {}", record.detail)),
        }
    }
}

impl JournalEntry for TuneGame {
    const MARK: &'static str = "damier_tune";
    const VERSION: u64 = 1;
    type Id = (u64, bool);

    fn fault(&self, _settings: &JournalSettings) -> Option<String> {
        let is_possible = (-1..=1).contains(&self.lead);
        (!is_possible).then(|| format!("a lead of {} after one game", self.lead))
    }

    fn id(&self) -> (u64, bool) {
        (self.pair, self.plus_is_white)
    }

    fn name(&self) -> String {
        format!("a game of pair {}", self.pair)
    }
}

impl Spsa {
    /// What may not change if a tuning is to be resumed.
    pub(crate) fn settings(&self) -> JournalSettings {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::to_string).collect();
        let entries: [(&str, Value); 5] = [
            ("parameters", parameters.into()),
            ("iterations", self.iterations.into()),
            ("pairs", self.pairs.into()),
            // As text, which is read as the very same number.
            ("rate", self.rate.to_string().into()),
            ("seed", self.seed.into()),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The tuning that such settings are of, or the first of them that says nothing.
    fn from_settings(settings: &JournalSettings) -> Result<Self, &'static str> {
        let number = |key| settings.get(key).and_then(Value::as_u64).filter(|&number| number > 0);
        let parameters = settings.get("parameters").and_then(Value::as_array);
        let read = |line: &Value| Parameter::read(line.as_str()?).ok();
        let parameters: Option<Vec<Parameter>> =
            parameters.and_then(|lines| lines.iter().map(read).collect());
        let rate = settings.get("rate").and_then(Value::as_str);
        let rate = rate.and_then(|rate| rate.parse().ok());
        Ok(Self {
            parameters: parameters.filter(|all| !all.is_empty()).ok_or("parameters")?,
            iterations: number("iterations").ok_or("iterations")?,
            pairs: number("pairs").ok_or("pairs")?,
            rate: rate.filter(|rate: &f64| rate.is_finite()).ok_or("rate")?,
            seed: settings.get("seed").and_then(Value::as_u64).ok_or("seed")?,
        })
    }
}

/// Shows the games of a journal to a course, as they come.
pub(crate) fn replay<'a>(
    path: &'a Path,
    course: &'a mut Course,
    on_game: &'a mut dyn FnMut(&Course, &TuneGame),
) -> impl FnMut(TuneGame) -> Result<(), JournalError> + 'a {
    // The settings have the first line.
    let mut line = 1;
    move |game| {
        line += 1;
        let wrong = |reason| JournalError::Line { path: path.to_owned(), line, reason };
        course.add(&game).map_err(wrong)?;
        on_game(course, &game);
        Ok(())
    }
}

/// What a journal says, without playing: its settings, and the course so far.
pub fn read_journal(path: &Path) -> Result<(JournalSettings, Course), TuneError> {
    let mut settings = JournalSettings::new();
    let keep = &mut |first: &JournalSettings| {
        settings = first.clone();
        Ok(())
    };
    Journal::<TuneGame>::read(path, keep, &mut |_| Ok(()))?;
    let spsa = Spsa::from_settings(&settings).map_err(|key| JournalError::Line {
        path: path.to_owned(),
        line: 1,
        reason: format!("it does not say the {key} of the tuning"),
    })?;
    let mut course = Course::new(spsa);
    let mut ignore = |_: &Course, _: &TuneGame| ();
    let mut receive = replay(path, &mut course, &mut ignore);
    Journal::<TuneGame>::read(path, &mut |_| Ok(()), &mut receive)?;
    drop(receive);
    Ok((settings, course))
}
