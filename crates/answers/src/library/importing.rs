//! Texts become games of the library: each keeps its own text to the letter, and what it is found
//! by. What is broken is named, and the rest is kept.

use super::index::{Entry, Index};
use super::kept::{Change, Head, KeptReview};
use super::{Library, missing, short_key};
use crate::errors::Problem;
use crate::game::PageGame;
use crate::rule_errors::FaultView;
use crate::texts::{guess, is_short};
use damier_games::{GameKind, with_game};
use damier_records::{Fault, FaultKind, GameResult, Reader, RecordReading};
use serde::{Deserialize, Serialize};

/// Faults of one piece of a text that are told; all are counted.
const MOST_FAULTS: usize = 20;

/// What was found in a piece of a text.
#[derive(Default)]
struct Found {
    /// The games that can be kept, without numbers.
    games: Vec<(Head, String)>,
    /// All games, also those of which nothing is left.
    count: u64,
    broken: u64,
    lines: u64,
    faults: Vec<FaultView>,
}

/// The games of a text; `games` and `lines` came before it in its file.
fn games_in(text: &str, game: Option<GameKind>, games: u64, lines: u64) -> Found {
    let text = text.trim_start_matches('\u{feff}');
    with_game!(game.unwrap_or_else(|| guess(text)), G => read::<G>(text, games, lines))
}

fn read<G: PageGame>(text: &str, games: u64, lines: u64) -> Found {
    let begins = line_starts(text);
    let mut found = Found { lines: begins.len() as u64 - 1, ..Found::default() };
    let mut heads: Vec<(usize, Option<Head>)> = Vec::new();
    // Reading from memory cannot fail.
    for reading in Reader::<G, _>::new(text.as_bytes()).map_while(Result::ok) {
        found.count += 1;
        let RecordReading { place, record, mut faults, .. } = reading;
        faults.retain(|fault| !matches!(fault.kind, FaultKind::NoResult));
        let plies = record.tree().main_line().count();
        let is_nothing = plies == 0 && record.tags.is_empty() && record.start() == &G::start();
        let is_kept = !is_nothing && is_short(plies);
        found.broken += u64::from(!faults.is_empty() || !is_kept);
        for fault in &mut faults {
            fault.game += games as usize;
            fault.place.line += lines as usize;
        }
        tell(&mut found.faults, &faults);
        let head = is_kept.then(|| head_of(&record, plies, !faults.is_empty()));
        heads.push((begins[(place.line - 1).min(begins.len() - 1)], head));
    }
    let ends: Vec<usize> = heads.iter().map(|(begin, _)| *begin).skip(1).collect();
    for (number, (begin, head)) in heads.into_iter().enumerate() {
        // Several games on one line cannot be told apart: the text of the first has them all.
        let end = ends[number.min(ends.len())..].iter().find(|end| **end > begin);
        let own = text[begin..end.copied().unwrap_or(text.len())].trim();
        found.games.extend(head.map(|head| (head, format!("{own}\n"))));
    }
    found
}

fn tell(told: &mut Vec<FaultView>, faults: &[Fault]) {
    // Of a game that is broken all over, the first faults are enough.
    let room = MOST_FAULTS.saturating_sub(told.len()).min(3);
    told.extend(faults.iter().take(room).map(FaultView::from));
}

/// Where the lines of a text begin, as the reader counts them, and where it ends.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_end = |place: usize| match bytes[place] {
        b'\n' => true,
        b'\r' => bytes.get(place + 1) != Some(&b'\n'),
        _ => false,
    };
    let ends = (0..bytes.len()).filter(|&place| is_end(place));
    std::iter::once(0).chain(ends.map(|place| place + 1)).collect()
}

fn head_of<G: PageGame>(record: &damier_records::Record<G>, plies: usize, is_broken: bool) -> Head {
    let tag = |name: &str| {
        let value = record.tags.get(name).map(str::trim).unwrap_or_default();
        if value.chars().all(|letter| "?*. -".contains(letter)) { "" } else { value }
    };
    let rating = |name: &str| tag(name).parse().ok().filter(|&rating: &u16| rating > 0);
    let game = record.to_game();
    let moves: Vec<G::Move> = game.moves().collect();
    let mut position = record.start().clone();
    let mut keys = Vec::with_capacity(plies + 1);
    keys.push(short_key(position.key()));
    for &mv in &moves {
        position.play_unchecked(mv);
        keys.push(short_key(position.key()));
    }
    let opening = match G::opening(record.start(), &moves) {
        Some(opening) => format!("{} {}", opening.code, opening.name),
        None => [tag("ECO"), tag("Opening")].join(" ").trim().to_owned(),
    };
    let result = match record.result {
        GameResult::Unknown => GameResult::from_text(tag("Result")).unwrap_or_default(),
        result => result,
    };
    Head {
        id: 0,
        collection: 0,
        game: G::KIND,
        white: tag("White").to_owned(),
        black: tag("Black").to_owned(),
        event: [tag("Event"), tag("ChapterName")].join(" ").trim().to_owned(),
        date: [tag("Date"), tag("UTCDate")]
            .into_iter()
            .find(|date| !date.is_empty())
            .unwrap_or_default()
            .to_owned(),
        result: result.in_points().to_owned(),
        ratings: [rating("WhiteElo"), rating("BlackElo")],
        opening,
        plies: u32::try_from(plies).unwrap_or(u32::MAX),
        is_broken,
        reviewed_by: None,
        is_deleted: false,
        keys,
    }
}

// ---- and are written down ----

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece {
    collection: u64,
    /// Whole games.
    text: String,
    #[serde(default)]
    game: Option<GameKind>,
    /// Of a file: how many bytes came before it, how many it has, and whether it is the last one.
    #[serde(default)]
    file: Option<(u64, u64, bool)>,
    /// The game that it takes the place of.
    #[serde(default)]
    replaces: Option<u64>,
    /// Whether games that the collection has already are left out.
    #[serde(default)]
    skips_known: bool,
}

#[derive(Serialize)]
pub(super) struct ImportView {
    /// How much of the file is there now.
    done: u64,
    /// The numbers of the games that were kept.
    games: Vec<u64>,
    broken: u64,
    faults: Vec<FaultView>,
}

pub(super) fn import(library: &Library, piece: &Piece) -> Result<ImportView, Problem> {
    let source = library.with(|index| {
        let collection = index.collections.get(&piece.collection).ok_or_else(missing)?;
        Ok(collection.source.clone())
    })?;
    let (games, lines) = match (&source, piece.file) {
        (Some(source), Some((from, ..))) if from < source.done => {
            // It was kept, but whoever sent it did not hear of it.
            let done = source.done;
            return Ok(ImportView { done, games: Vec::new(), broken: 0, faults: Vec::new() });
        }
        (Some(source), Some((from, ..))) if from > source.done => {
            return Err(Problem::Outdated("a piece of the file is missing".to_owned()));
        }
        (Some(source), Some(_)) => (source.games, source.lines),
        (None, Some(_)) => return Err(missing()),
        (_, None) => (0, 0),
    };
    let mut found = games_in(&piece.text, piece.game, games, lines);
    if piece.file.is_none() && found.games.is_empty() {
        let words = found.faults.first().map(|fault| fault.message().to_owned());
        let none = || "there is no game in this text".to_owned();
        return Err(Problem::Refused(words.unwrap_or_else(none)));
    }
    if piece.replaces.is_some() {
        found.games.truncate(1);
    }
    library.with(|index| {
        if piece.skips_known {
            let known = index.likenesses(piece.collection);
            found.games.retain(|(head, _)| !known.contains(&Entry::from(head).likeness()));
        }
        keep(library, index, piece, found)
    })
}

/// A game takes the place of an earlier one, and its review with it if the moves are the same.
fn inherit(library: &Library, head: &mut Head, old: u64) -> Result<Option<KeptReview>, Problem> {
    let old = library.head(old)?;
    head.id = old.id;
    if old.keys != head.keys || old.game != head.game {
        return Ok(None);
    }
    head.reviewed_by = old.reviewed_by;
    Ok(library.review(old.id)?.map(|(_, kept)| kept))
}

/// Writes games down, and how far their file is with them: both or neither.
fn keep(
    library: &Library,
    index: &mut Index,
    piece: &Piece,
    found: Found,
) -> Result<ImportView, Problem> {
    let mut collection = index.collections.get(&piece.collection).cloned().ok_or_else(missing)?;
    let mut done = 0;
    let mut changes = Vec::with_capacity(found.games.len() + 1);
    if let (Some(source), Some((from, bytes, is_last))) = (&mut collection.source, piece.file) {
        if source.done != from {
            return Err(Problem::Outdated("the file is read elsewhere too".to_owned()));
        }
        // Whoever reads the file says how far, and may say anything.
        source.done = source.done.saturating_add(bytes);
        source.games += found.count;
        source.broken += found.broken;
        source.lines += found.lines;
        source.is_whole |= is_last;
        done = source.done;
        changes.push(Change::SaveCollection(collection));
    }
    let first = library.new_number(index);
    let mut games = Vec::with_capacity(found.games.len());
    for (id, (mut head, text)) in (first..).zip(found.games) {
        (head.id, head.collection) = (id, piece.collection);
        let review = match piece.replaces {
            Some(old) => inherit(library, &mut head, old)?,
            None => None,
        };
        games.push(head.id);
        let reviewed = review.map(|review| Change::SaveReview { game: head.id, review });
        changes.push(Change::SaveGame { head, text });
        changes.extend(reviewed);
    }
    library.write(index, &changes)?;
    Ok(ImportView { done, games, broken: found.broken, faults: found.faults })
}

// ---- what stands above a game ----

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tags {
    /// Names and values; one without a value goes.
    tags: Vec<(String, String)>,
}

/// Changes tags of a game and leaves the rest of its text as it is, whatever is wrong with it.
pub(super) fn retag(library: &Library, id: u64, wish: &Tags) -> Result<ImportView, Problem> {
    let head = library.head(id)?;
    let mut text = library.text(id)?;
    for (name, value) in &wish.tags {
        let is_name = !name.is_empty() && name.chars().all(|one| one.is_ascii_alphanumeric());
        if !is_name || value.chars().any(char::is_control) {
            return Err(Problem::Refused("a tag has a name of letters, and one line".to_owned()));
        }
        text = with_tag(&text, name, value);
    }
    let collection = head.collection;
    let game = Some(head.game);
    import(
        library,
        &Piece { collection, text, game, file: None, replaces: Some(id), skips_known: false },
    )
}

/// A record with a tag of this value, in its place if there is one.
fn with_tag(text: &str, name: &str, value: &str) -> String {
    let escaped = value.trim().replace('\\', "\\\\").replace('"', "\\\"");
    let line = (!escaped.is_empty()).then(|| format!("[{name} \"{escaped}\"]\n"));
    let begin = format!("[{name} \"");
    // Tags end where the moves begin; what looks like one in a comment is none.
    let mut place = 0;
    for old in text.split_inclusive('\n') {
        let trimmed = old.trim();
        if trimmed.starts_with(&begin) {
            let new = line.unwrap_or_default();
            return [&text[..place], &new, &text[place + old.len()..]].concat();
        }
        if !trimmed.is_empty() && !trimmed.starts_with(['[', '%']) {
            break;
        }
        place += old.len();
    }
    let gap = if text.trim_start().starts_with('[') { "" } else { "\n" };
    match line {
        Some(line) => [&line, gap, text].concat(),
        None => text.to_owned(),
    }
}
