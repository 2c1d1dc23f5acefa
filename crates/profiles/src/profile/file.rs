//! The small text file that a profile is written in.
//!
//! ```toml
//! game = "draughts"
//! about = "Takes what it can"
//!
//! [weights]
//! material = 100
//! promotion = 50
//! ```
//!
//! Every mistake in such a file is told with its line and what would be right; nothing is guessed.

use super::{Character, Mistake, Profile, ProfileError, Weights, is_name};
use crate::OpponentGame;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The games for which there are profiles.
pub(crate) const GAMES: [&str; 2] = ["chess", "draughts"];
const KEYS: [&str; 9] =
    ["name", "game", "about", "plays", "simulations", "firewall", "start", "weights", "values"];
const WAYS: [&str; 4] = ["weights", "random-weights", "random", "monte-carlo"];
const STARTS: [&str; 2] = ["usual", "nothing"];

/// The game for which a file is, if that much can be read.
pub fn game_of(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let (_, game) = table.get_ref().iter().find(|(key, _)| key.get_ref() == "game")?;
    game.get_ref().as_str().map(str::to_owned)
}

impl Profile {
    /// Reads a file; `name` is used if it gives none. All mistakes are found, in the order of
    /// lines.
    pub fn from_toml<G: OpponentGame>(text: &str, name: &str) -> Result<Self, Vec<ProfileError>> {
        let mut reader = ProfileReader { text, mistakes: Vec::new() };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let words = error.message().lines().next().unwrap_or_default().to_owned();
                reader.note(error.span().unwrap_or(0..0), Mistake::Syntax(words));
                return Err(reader.mistakes);
            }
        };
        let profile = reader.profile::<G>(&table, name);
        reader.mistakes.sort_by_key(|mistake| mistake.line);
        match profile {
            Some(profile) if reader.mistakes.is_empty() => Ok(profile),
            _ => Err(reader.mistakes),
        }
    }

    /// The profile as a file that reads as the same.
    pub fn to_toml<G: OpponentGame>(&self) -> String {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = format!("name = {}\ngame = {}\n", quoted(&self.name), quoted(G::NAME));
        // It need not say anything of itself, but an empty text would be a mistake.
        if !self.about.is_empty() {
            text += &format!("about = {}\n", quoted(&self.about));
        }
        text += &format!("plays = {}\n", quoted(self.character.word()));
        if let Some(firewall) = self.firewall {
            text += &format!("firewall = {firewall}\n");
        }
        match &self.character {
            Character::MonteCarlo { simulations: Some(simulations) } => {
                text += &format!("simulations = {simulations}\n");
            }
            Character::Weights(weights) => text += &weights.to_toml::<G>(),
            _ => {}
        }
        text
    }
}

impl Weights {
    fn to_toml<G: OpponentGame>(&self) -> String {
        let mut text = String::new();
        if self.from_nothing {
            text += "start = \"nothing\"\n";
        }
        if !self.weights.is_empty() {
            text += &format!("\n# {}\n[weights]\n", G::WEIGHT_MEANING);
        }
        for (name, weight) in &self.weights {
            text += &format!("{name} = {weight}\n");
        }
        if !self.values.is_empty() {
            text += "\n[values]\n";
        }
        let pair = |&(middlegame, endgame): &(i32, i32)| match middlegame == endgame {
            true => middlegame.to_string(),
            false => format!("[{middlegame}, {endgame}]"),
        };
        for (name, values) in &self.values {
            let cells: Vec<String> = values.iter().map(pair).collect();
            let lines: Vec<String> = cells.chunks(8).map(|row| row.join(", ")).collect();
            text += &match &lines[..] {
                [line] => format!("{name} = [{line}]\n"),
                lines => format!("{name} = [\n  {},\n]\n", lines.join(",\n  ")),
            };
        }
        text
    }
}

/// A value with its place.
type Placed<'a> = Spanned<DeValue<'a>>;

struct ProfileReader<'a> {
    text: &'a str,
    mistakes: Vec<ProfileError>,
}

impl ProfileReader<'_> {
    fn note(&mut self, place: Range<usize>, mistake: Mistake) {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = 1 + before.matches('\n').count();
        self.mistakes.push(ProfileError { line, mistake });
    }

    fn unknown(
        &mut self,
        place: Range<usize>,
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item: Into<String>>,
    ) {
        let known: Vec<String> = known.into_iter().map(Into::into).collect();
        let near = nearest(name, &known).map(str::to_owned);
        self.note(place, Mistake::Unknown { what, name: name.to_owned(), near, known });
    }

    fn kind(&mut self, name: &str, value: &Placed, expected: impl Into<String>) {
        let found = describe(value.get_ref());
        let (name, expected) = (name.to_owned(), expected.into());
        self.note(value.span(), Mistake::Kind { name, expected, found });
    }

    fn profile<G: OpponentGame>(
        &mut self,
        table: &Spanned<DeTable>,
        name: &str,
    ) -> Option<Profile> {
        let entries = || table.get_ref().iter().map(|(key, value)| (key.get_ref().as_ref(), value));
        let find = |name: &str| entries().find(|(key, _)| *key == name).map(|(_, value)| value);
        match find("game").map(|value| (value, self.word("game", value, &GAMES))) {
            None => self.note(0..0, Mistake::NoGame),
            Some((value, Some(found))) if found != G::NAME => {
                self.note(value.span(), Mistake::OtherGame { found, wanted: G::NAME });
                // What the other game calls things is no mistake here.
                return None;
            }
            Some(_) => {}
        }
        for (key, _) in table.get_ref() {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                self.unknown(key.span(), "key", key.get_ref(), KEYS);
            }
        }
        let mut text = |name| find(name).and_then(|value| self.string(name, value));
        let own_name = text("name");
        let about = text("about").unwrap_or_default();
        let place = find("name").map_or(0..0, Spanned::span);
        let name = own_name.unwrap_or_else(|| name.to_owned());
        if !is_name(&name) {
            self.note(place, Mistake::Name(name.clone()));
        }
        let firewall = find("firewall").and_then(|value| match value.get_ref().as_bool() {
            None => {
                self.kind("firewall", value, "true or false");
                None
            }
            truth => truth,
        });
        let plays = find("plays").and_then(|value| self.word("plays", value, &WAYS));
        let character = match plays.as_deref().unwrap_or(WAYS[0]) {
            "random" => Character::Random,
            "random-weights" => Character::RandomWeights,
            "monte-carlo" => Character::MonteCarlo {
                simulations: find("simulations").and_then(|value| self.simulations(value)),
            },
            _ => {
                let mut weights = Weights::default();
                if let Some(value) = find("start") {
                    let start = self.word("start", value, &STARTS);
                    weights.from_nothing = start.as_deref() == Some("nothing");
                }
                if let Some(value) = find("weights") {
                    weights.weights = self.weights::<G>(value);
                }
                let has_features = !G::feature_groups().is_empty();
                if let Some(value) = find("values").filter(|_| has_features) {
                    weights.values = self.values::<G>(value);
                }
                Character::Weights(weights)
            }
        };
        self.leave_out::<G>(&character, table);
        if let Character::Weights(weights) = &character
            && self.mistakes.is_empty()
            && G::weighs_nothing(weights)
        {
            self.note(table.span(), Mistake::AllZero);
        }
        Some(Profile { name, about, character, firewall })
    }

    /// Notes keys that mean nothing for this way to play.
    fn leave_out<G: OpponentGame>(&mut self, character: &Character, table: &Spanned<DeTable>) {
        for (key, _) in table.get_ref() {
            let has_features = !G::feature_groups().is_empty();
            if ["start", "values"].contains(&key.get_ref().as_ref()) && !has_features {
                let (name, game) = (key.get_ref().to_string(), G::NAME);
                self.note(key.span(), Mistake::NotInGame { name, game });
                continue;
            }
            let is_of_use = match key.get_ref().as_ref() {
                "simulations" => matches!(character, Character::MonteCarlo { .. }),
                "start" | "weights" | "values" => matches!(character, Character::Weights(_)),
                "firewall" => !character.is_complete(),
                _ => true,
            };
            if !is_of_use {
                let (name, plays) = (key.get_ref().to_string(), character.word());
                self.note(key.span(), Mistake::Useless { name, plays });
            }
        }
    }

    fn string(&mut self, name: &str, value: &Placed) -> Option<String> {
        let is_text = |text: &&str| !text.trim().is_empty() && !text.contains(char::is_control);
        let text = value.get_ref().as_str().filter(is_text);
        if text.is_none() {
            self.kind(name, value, "a text in quotation marks, on one line");
        }
        text.map(str::to_owned)
    }

    /// One of several words.
    fn word(&mut self, name: &str, value: &Placed, words: &[&str]) -> Option<String> {
        let found = value.get_ref().as_str().filter(|text| words.contains(text));
        if found.is_none() {
            let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            self.kind(name, value, quoted.join(" or "));
        }
        found.map(str::to_owned)
    }

    fn simulations(&mut self, value: &Placed) -> Option<u32> {
        let (least, most) = damier_mcts::SIMULATIONS.into_inner();
        self.number("simulations", value, least.into()..=most.into()).map(|number| number as u32)
    }

    fn number(
        &mut self,
        name: &str,
        value: &Placed,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let number = integer(value.get_ref()).filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = range.into_inner();
            self.kind(name, value, format!("a whole number from {least} to {most}"));
        }
        number
    }

    fn weights<G: OpponentGame>(&mut self, value: &Placed) -> Vec<(String, i32)> {
        let Some(table) = value.get_ref().as_table() else {
            self.kind("weights", value, "names with numbers, one a line under [weights]");
            return Vec::new();
        };
        let known = G::weight_names();
        let mut weights = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if !known.iter().any(|known| known == name) {
                self.unknown(key.span(), "weight", name, known.iter().map(String::as_str));
            } else if let Some(weight) = self.number(name, value, G::WEIGHTS) {
                weights.push((name.to_owned(), weight as i32));
            }
        }
        // The order of a table is that of its parser; ours is that of the game.
        weights.sort_by_key(|(name, _)| known.iter().position(|known| known == name));
        weights
    }

    fn values<G: OpponentGame>(&mut self, value: &Placed) -> Vec<(String, Vec<(i32, i32)>)> {
        let Some(table) = value.get_ref().as_table() else {
            self.kind("values", value, "names with lists of numbers, one a line under [values]");
            return Vec::new();
        };
        let known = G::feature_groups();
        let mut values = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let Some(&(_, length)) = known.iter().find(|(known, _)| *known == name) else {
                self.unknown(key.span(), "feature", name, known.iter().map(|(name, _)| *name));
                continue;
            };
            let list = value.get_ref().as_array().filter(|list| list.len() == length);
            let Some(list) = list else {
                let plural = if length == 1 { "" } else { "s" };
                self.kind(name, value, format!("a list of {length} number{plural} or pairs"));
                continue;
            };
            let pairs = list.iter().filter_map(|item| self.pair(name, item)).collect();
            values.push((name.to_owned(), pairs));
        }
        values.sort_by_key(|(name, _)| known.iter().position(|(known, _)| known == name));
        values
    }

    /// A number for the whole game, or one for the middlegame and one for the endgame.
    fn pair(&mut self, name: &str, value: &Placed) -> Option<(i32, i32)> {
        let small =
            |value: &DeValue| integer(value).filter(|number| (-5_000..=5_000).contains(number));
        let pair = match value.get_ref() {
            DeValue::Array(pair) => match &pair[..] {
                [middlegame, endgame] => small(middlegame.get_ref()).zip(small(endgame.get_ref())),
                _ => None,
            },
            single => small(single).map(|number| (number, number)),
        };
        if pair.is_none() {
            let expected = "a whole number from -5000 to 5000, or a pair of them";
            self.kind(name, value, expected);
        }
        pair.map(|(middlegame, endgame)| (middlegame as i32, endgame as i32))
    }
}

fn integer(value: &DeValue) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// A value in words.
fn describe(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(list) => format!("a list of {}", list.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// The known name that differs from a mistyped one by at most a third of its letters.
fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    let scored = known.iter().map(|known| (distance(name, known), known.as_str()));
    let (distance, near) = scored.min()?;
    (distance <= near.chars().count().div_ceil(3)).then_some(near)
}

/// How many letters have to be changed, added or left out to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], place + 1);
        for column in 0..other.len() {
            let changed = diagonal + usize::from(letter != other[column]);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_words_are_recognised_and_others_are_not() {
        let known = ["material", "mobility", "king-activity"].map(str::to_owned);
        for (typed, meant) in [
            ("materiel", Some("material")),
            ("mobilty", Some("mobility")),
            ("king_activity", Some("king-activity")),
            ("xyz", None),
        ] {
            assert_eq!(nearest(typed, &known), meant, "{typed}");
        }
        assert_eq!((distance("kitten", "sitting"), distance("", "abc")), (3, 3));
    }
}
