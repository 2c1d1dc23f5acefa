//! Who played, where, when and how it ended, as reports show it: what the tags of a game leave
//! unknown is not shown.

use crate::words::Words;
use damier_core::Side;
use damier_records::Tags;

/// What stands above a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Headline {
    /// White and Black, by name or else by colour.
    pub(crate) players: [String; 2],
    /// Their ratings.
    pub(crate) ratings: [Option<String>; 2],
    /// Event, place and round, as far as they are known.
    pub(crate) event: Option<String>,
    /// As much of it as is known, the year first.
    pub(crate) date: Option<String>,
}

impl Headline {
    pub(crate) fn of(tags: &Tags, words: Words) -> Self {
        let player = |name: &str, label: &str| {
            known(tags, name).unwrap_or_else(|| words.label(label)).to_owned()
        };
        let rating = |name: &str| known(tags, name).filter(|elo| *elo != "0").map(str::to_owned);
        let places = ["Event", "Site"].iter().filter_map(|name| known(tags, name));
        let event = places.collect::<Vec<_>>().join(", ");
        Self {
            players: [player("White", "white"), player("Black", "black")],
            ratings: [rating("WhiteElo"), rating("BlackElo")],
            event: (!event.is_empty()).then_some(event),
            date: known(tags, "Date").and_then(readable_date),
        }
    }

    pub(crate) fn player(&self, side: Side) -> &str {
        &self.players[side.index()]
    }

    /// The name with the rating behind it.
    pub(crate) fn player_with_rating(&self, side: Side) -> String {
        match &self.ratings[side.index()] {
            Some(rating) => format!("{} ({rating})", self.player(side)),
            None => self.player(side).to_owned(),
        }
    }
}

/// A tag that says something: a question mark or a hyphen means that nothing is known.
fn known<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    let value = tags.get(name)?.trim();
    (!matches!(value, "" | "?" | "-" | "*")).then_some(value)
}

/// `2024.05.17` as `2024-05-17`, without the parts that are unknown.
fn readable_date(text: &str) -> Option<String> {
    let parts = text.split(['.', '-', '/']).take_while(|part| !part.contains('?'));
    let date = parts.collect::<Vec<_>>().join("-");
    (!date.is_empty()).then_some(date)
}

/// A result with the signs that print uses.
pub(crate) fn readable_result(text: &str) -> String {
    match text {
        "1/2-1/2" => "½–½".to_owned(),
        "*" => "–".to_owned(),
        other => other.replace('-', "–"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_shown() {
        let words = Words::of("fr".parse().unwrap());
        let mut tags = Tags::default();
        for (name, value) in [("White", "Ada"), ("Black", "?"), ("Site", "?"), ("WhiteElo", "1850")]
        {
            tags.set(name, value);
        }
        tags.set("Date", "1978.05.??");
        let headline = Headline::of(&tags, words);
        assert_eq!(headline.players, ["Ada", "Noirs"]);
        assert_eq!(headline.player_with_rating(Side::White), "Ada (1850)");
        assert_eq!(headline.player_with_rating(Side::Black), "Noirs");
        assert_eq!(headline.event, None);
        assert_eq!(headline.date.as_deref(), Some("1978-05"));
        tags.set("Date", "????.??.??");
        assert_eq!(Headline::of(&tags, words).date, None);
    }

    #[test]
    fn results_are_set_in_print() {
        assert_eq!(readable_result("1-0"), "1–0");
        assert_eq!(readable_result("1/2-1/2"), "½–½");
        assert_eq!(readable_result("2-0"), "2–0");
    }
}
