//! What is kept of a reader's training: one note for each game with when what is due, and one for
//! each exercise with what it is about.

use super::mistakes::OwnMistake;
use super::schedule::{NEW_A_DAY, Repetition};
use crate::errors::Problem;
use crate::library::Library;
use crate::tasks::to_json;
use damier_games::GameKind;
use damier_review::review::MoveReview;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// All exercises of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Deck {
    /// By their names.
    pub(super) cards: BTreeMap<String, Card>,
    /// Mistakes that a longer look does not bear out.
    pub(super) refused: BTreeSet<String>,
    /// What was done on a day.
    pub(super) days: BTreeMap<u32, DayTally>,
}

/// An exercise, as far as choosing it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Card {
    pub(super) about: OwnMistake,
    pub(super) schedule: Repetition,
    /// How often it was answered.
    #[serde(default)]
    pub(super) answers: u32,
}

/// What was done on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DayTally {
    /// Exercises that were new.
    pub(super) new: usize,
    /// Answers, and those that were right at the first try.
    pub(super) asked: usize,
    pub(super) found: usize,
}

/// An exercise as it was when it was made, whatever becomes of its game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Body {
    /// Where the game began, and the moves up to the mistake.
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    /// What a long look thinks of the mistake.
    pub(super) review: MoveReview,
    /// Who played, and when, as the record says.
    pub(super) players: String,
    pub(super) date: String,
}

/// Reads a note; what cannot be read is an error and is not written over.
pub(super) fn read_note<T: DeserializeOwned>(
    library: &Library,
    name: &str,
) -> Result<Option<T>, Problem> {
    let Some(text) = library.note(name)? else { return Ok(None) };
    let found = serde_json::from_str(&text);
    found.map(Some).map_err(|error| Problem::Store(format!("{name} cannot be read: {error}")))
}

fn deck_name(game: GameKind) -> String {
    format!("training:{}", game.name())
}

fn body_name(card: &str) -> String {
    format!("exercise:{card}")
}

impl Deck {
    pub(super) fn load(library: &Library, game: GameKind) -> Result<Self, Problem> {
        Ok(read_note(library, &deck_name(game))?.unwrap_or_default())
    }

    /// Writes it down, and what is new beside it, all or nothing.
    pub(super) fn keep(
        &self,
        library: &Library,
        game: GameKind,
        new: Option<(&str, &Body)>,
    ) -> Result<(), Problem> {
        let mut notes = vec![(deck_name(game), to_json(self)?)];
        if let Some((card, body)) = new {
            notes.push((body_name(card), to_json(body)?));
        }
        library.keep_notes(notes)
    }

    /// How many new exercises may still come on a day.
    pub(super) fn room(&self, today: u32) -> usize {
        let new = self.days.get(&today).map_or(0, |tally| tally.new);
        NEW_A_DAY.saturating_sub(new)
    }

    /// Whether a mistake is in it, or was found to be none.
    pub(super) fn knows(&self, mistake: &OwnMistake) -> bool {
        let id = mistake.id();
        self.cards.contains_key(&id) || self.refused.contains(&id)
    }

    /// Puts an exercise in.
    pub(super) fn add(&mut self, mistake: OwnMistake, today: u32) -> String {
        let id = mistake.id();
        let card = Card { about: mistake, schedule: Repetition::begun(today), answers: 0 };
        self.cards.insert(id.clone(), card);
        self.days.entry(today).or_default().new += 1;
        id
    }

    /// Notes an answer.
    pub(super) fn answer(&mut self, id: &str, is_found: bool, today: u32) -> Option<Repetition> {
        let card = self.cards.get_mut(id)?;
        card.schedule = card.schedule.answered(is_found, today);
        card.answers += 1;
        let tally = self.days.entry(today).or_default();
        tally.asked += 1;
        tally.found += usize::from(is_found);
        Some(card.schedule)
    }
}

impl Body {
    pub(super) fn load(library: &Library, card: &str) -> Result<Option<Self>, Problem> {
        read_note(library, &body_name(card))
    }
}
