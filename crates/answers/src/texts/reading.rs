//! What people paste: a position, a game or a file of games.

use crate::errors::Problem;
use crate::game::{PageGame, view_node};
use crate::rule_errors::FaultView;
use crate::views::NodeView;
use damier_games::{GameKind, with_game};
use damier_records::{
    Comment, Fault, FaultKind, GameResult, MoveNumber, NodeId, Reader, Record, TreeStep,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paste {
    text: String,
    /// Which game it is, if that is known.
    #[serde(default)]
    game: Option<GameKind>,
    /// Which game of a file, counted from 0.
    #[serde(default)]
    index: usize,
}

/// What was found in a text.
#[derive(Serialize)]
pub(crate) struct Found {
    game: GameKind,
    /// Titles of all games; one for a position.
    titles: Vec<String>,
    /// Whether there are more games than are counted.
    more: bool,
    index: usize,
    start: String,
    start_board: String,
    start_number: String,
    tags: Vec<(String, String)>,
    result: &'static str,
    /// Comments before the first move, and what they say to programs.
    comments: Vec<String>,
    commands: Vec<String>,
    nodes: Vec<NodeView>,
    /// What could not be read.
    faults: Vec<FaultView>,
}

/// Games of a file that are counted, and moves of a game that are sent.
const MOST_GAMES: usize = 2_000;
pub(super) const MOST_NODES: usize = 20_000;
/// People read the first few and correct them.
const MOST_FAULTS: usize = 20;

pub(crate) fn read(paste: &Paste) -> Result<Found, Problem> {
    let text = paste.text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Problem::Refused("there is nothing to read".to_owned()));
    }
    if let Some(found) = read_position(text, paste.game) {
        return found;
    }
    with_game!(paste.game.unwrap_or_else(|| guess(text)), G => {
        read_games::<G>(text, paste.index)
    })
}

/// Which game a record is of, where it does not say: draughts moves are two numbers.
pub(crate) fn guess(text: &str) -> GameKind {
    if let Some(place) = text.find("[GameType") {
        let value = text[place..].split('"').nth(1).unwrap_or_default();
        return if value.trim().starts_with('0') { GameKind::Chess } else { GameKind::Draughts };
    }
    let is_draughts = |word: &str| {
        let word = word.rsplit('.').next().unwrap_or(word);
        let mut ends = word.split(['-', 'x', ':']);
        let is_square = |end: &str| end.parse().is_ok_and(|number: u8| (1..=50).contains(&number));
        // Results are two numbers too.
        word.len() > 3 && ends.clone().count() > 1 && ends.all(is_square)
    };
    let outside_tags = text.lines().filter(|line| !line.trim_start().starts_with('['));
    let mut words = outside_tags.flat_map(str::split_whitespace).take(400);
    if words.any(is_draughts) { GameKind::Draughts } else { GameKind::Chess }
}

/// A text of one line may be a position. `None` if it is a record.
fn read_position(text: &str, game: Option<GameKind>) -> Option<Result<Found, Problem>> {
    if text.lines().count() > 1 {
        return None;
    }
    let chess = || Found::of_position::<damier_chess::Position>(text);
    let draughts = || Found::of_position::<damier_draughts::Position>(text);
    let is_for = |name: GameKind| game.is_none_or(|game| game == name);
    let looks_like_chess = text.split(' ').next().is_some_and(|word| word.matches('/').count() > 2);
    let looks_like_draughts = text.starts_with(['W', 'B', 'w', 'b']) && text[1..].starts_with(':');
    if looks_like_chess && is_for(GameKind::Chess) {
        return Some(chess());
    }
    (looks_like_draughts && is_for(GameKind::Draughts)).then(draughts)
}

impl Found {
    fn of_position<G: PageGame>(text: &str) -> Result<Self, Problem> {
        let start = G::from_fen(text).map_err(Problem::refused)?;
        Ok(Self::of_record(&Record::new(start), 0, vec![String::new()], &[]))
    }

    pub(crate) fn of_record<G: PageGame>(
        record: &Record<G>,
        index: usize,
        titles: Vec<String>,
        faults: &[Fault],
    ) -> Self {
        let (tree, start) = (record.tree(), record.start());
        // Where each node stands in the list, with the position after it and its distance from the
        // start.
        let mut known: HashMap<NodeId, (usize, G, u32)> = HashMap::new();
        let mut nodes: Vec<NodeView> = Vec::new();
        for step in tree.walk() {
            let TreeStep::Move(id) = step else { continue };
            let node = tree.node(id);
            let (Some(mv), Some(parent)) = (node.mv(), node.parent()) else { continue };
            let (place, before, plies) = match known.get(&parent) {
                Some((place, before, plies)) => (Some(*place), before.clone(), *plies),
                None => (None, start.clone(), 0),
            };
            if nodes.len() >= MOST_NODES {
                break;
            }
            let texts = |comments: &[Comment]| -> Vec<String> {
                let texts = comments.iter().map(Comment::plain_text);
                texts.filter(|text| !text.is_empty()).collect()
            };
            let mut view = view_node(start, &before, mv, plies, place);
            view.before = texts(node.comments_before());
            view.comments = texts(node.comments());
            view.commands = commands(node.comments_before());
            view.commands.extend(commands(node.comments()));
            view.nags = node.nags().iter().map(|nag| nag.0).collect();
            let mut after = before;
            after.play_unchecked(mv);
            known.insert(id, (nodes.len(), after, plies + 1));
            nodes.push(view);
        }
        let root = tree.node(NodeId::ROOT).comments();
        let before_game = root.iter().map(Comment::plain_text);
        let tags = record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            game: G::KIND,
            more: titles.len() >= MOST_GAMES,
            titles,
            index,
            start: start.to_fen(),
            start_board: start.board(),
            start_number: MoveNumber::after(start, 0).to_string(),
            tags: tags.collect(),
            result: G::result_text(record.result),
            comments: before_game.filter(|text| !text.is_empty()).collect(),
            commands: commands(root),
            nodes,
            faults: faults.iter().take(MOST_FAULTS).map(FaultView::from).collect(),
        }
    }
}

/// What comments say to programs.
fn commands(comments: &[Comment]) -> Vec<String> {
    comments.iter().flat_map(Comment::commands).map(|command| command.to_string()).collect()
}

fn read_games<G: PageGame>(text: &str, index: usize) -> Result<Found, Problem> {
    let mut titles = Vec::new();
    let mut chosen = None;
    for reading in Reader::<G, _>::new(text.as_bytes()).take(MOST_GAMES) {
        let reading = reading.map_err(|error| Problem::Refused(error.to_string()))?;
        titles.push(title(&reading.record));
        // Without a choice the first game with anything in it.
        if titles.len() == index + 1 {
            chosen = Some((reading.record, reading.faults));
        }
    }
    let (record, faults) =
        chosen.ok_or_else(|| Problem::Refused("there is no game in this text".to_owned()))?;
    let has_start = record.start() != &G::start();
    if record.tree().move_count() == 0 && record.tags.is_empty() && !has_start {
        let words = faults
            .first()
            .map_or_else(|| "there is no game in this text".to_owned(), ToString::to_string);
        return Err(Problem::Refused(words));
    }
    // A text that was typed by hand has no result, and needs none.
    let is_typed = record.tags.is_empty();
    let is_worth_telling = |fault: &Fault| !(is_typed && matches!(fault.kind, FaultKind::NoResult));
    let faults: Vec<Fault> = faults.into_iter().filter(is_worth_telling).collect();
    Ok(Found::of_record(&record, index, titles, &faults))
}

/// A game of the library, whose text has nothing else in it.
pub(crate) fn kept_record<G: PageGame>(text: &str) -> Result<(Record<G>, Vec<Fault>), Problem> {
    let nothing = || Problem::Refused("there is no game in this text".to_owned());
    let reading = Reader::<G, _>::new(text.as_bytes()).next().ok_or_else(nothing)?;
    let reading = reading.map_err(|error| Problem::Refused(error.to_string()))?;
    Ok((reading.record, reading.faults))
}

/// What a game is called in a list.
fn title<G: PageGame>(record: &Record<G>) -> String {
    let tag = |name| record.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
    let players = match (tag("White"), tag("Black")) {
        (None, None) => tag("Event").unwrap_or("?").to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    };
    let result = record.result;
    let result = if result == GameResult::Unknown { "" } else { G::result_text(result) };
    let date = tag("Date").filter(|date| !date.starts_with('?')).unwrap_or_default();
    [players.as_str(), result, date]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_a_text_is_found_out() {
        let cases = [
            ("1. e4 e5 2. Nf3 1-0", GameKind::Chess),
            ("1. 32-28 19-23 2. 28x19 14x23 2-0", GameKind::Draughts),
            ("1.32-28 19-23", GameKind::Draughts),
            ("[GameType \"20\"]\n\n1. 32-28 *", GameKind::Draughts),
            ("[Result \"1-0\"]\n[Date \"2020-10-12\"]\n\n1. d4 d5 1/2-1/2", GameKind::Chess),
            ("e2e4", GameKind::Chess),
        ];
        for (text, game) in cases {
            assert_eq!(guess(text), game, "{text}");
        }
    }

    #[test]
    fn a_title_leaves_out_a_date_that_is_not_known() {
        let text = "[White \"Ada\"]\n[Black \"?\"]\n[Date \"????.??.??\"]\n\n1. e4 1-0\n";
        let found = read_games::<damier_chess::Position>(text, 0).unwrap();
        assert_eq!(found.titles, ["Ada – ?, 1-0"]);
    }
}
