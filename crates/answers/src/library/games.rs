//! What the page can ask about single games of the library: open, review, move, throw away, export.

use super::index::Search;
use super::kept::{Change, Head, KeptReview};
use super::questions::{HeadView, LibraryView, overview};
use super::reviewing::engine_of;
use super::{Library, missing};
use crate::errors::Problem;
use crate::reviews::{ReviewView, checked_nodes, must_fit, words};
use crate::tasks::to_json;
use crate::texts::{self, kept_record};
use damier_games::with_game;
use damier_review::Review;
use serde::{Deserialize, Serialize};

/// Games that are exported at once.
const MOST_EXPORTED: usize = 2_000;

#[derive(Serialize)]
pub(super) struct KeptGameView {
    head: HeadView,
    record: texts::Found,
    /// As it is kept, to the letter.
    text: String,
}

pub(super) fn open(library: &Library, id: u64) -> Result<KeptGameView, Problem> {
    let (head, text) = (library.head(id)?, library.text(id)?);
    let record = with_game!(head.game, G => {
        let (record, faults) = kept_record::<G>(&text)?;
        texts::Found::of_record(&record, 0, vec![String::new()], &faults)
    });
    Ok(KeptGameView { head: head.into(), record, text })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reading {
    #[serde(default)]
    language: Option<String>,
}

pub(super) fn review(library: &Library, id: u64, asked: &Reading) -> Result<ReviewView, Problem> {
    let words = words(asked.language.as_deref())?;
    let (head, text) = (library.head(id)?, library.text(id)?);
    let (review, _) = library.review(id)?.ok_or_else(missing)?;
    with_game!(head.game, G => {
        let (record, _) = kept_record::<G>(&text)?;
        must_fit(&record, &review)?;
        Ok(ReviewView::new(&record, review, words))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Finding {
    review: Review,
    nodes: u64,
}

/// Keeps a review that was made while the game was looked at.
pub(super) fn keep(library: &Library, id: u64, found: &Finding) -> Result<HeadView, Problem> {
    let text = library.text(id)?;
    let nodes = checked_nodes(Some(found.nodes))?;
    library.with(|index| {
        let mut head = library.head(id)?;
        with_game!(head.game, G => {
            let (record, _) = kept_record::<G>(&text)?;
            must_fit(&record, &found.review)
        })?;
        let engine = engine_of(head.game).to_owned();
        head.reviewed_by = Some(engine.clone());
        let review = KeptReview { engine, nodes, review: to_json(&found.review)? };
        let changes = [Change::SaveHead(head.clone()), Change::SaveReview { game: id, review }];
        library.write(index, &changes)?;
        Ok(head.into())
    })
}

// ---- games go ----

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moving {
    games: Vec<u64>,
    collection: u64,
}

/// Puts games into another collection.
pub(super) fn move_games(library: &Library, wish: &Moving) -> Result<LibraryView, Problem> {
    library.with(|index| {
        index.collections.get(&wish.collection).ok_or_else(missing)?;
        let mut changes = Vec::with_capacity(wish.games.len());
        for id in &wish.games {
            let head = Head { collection: wish.collection, ..library.head(*id)? };
            changes.push(Change::SaveHead(head));
        }
        library.write(index, &changes)
    })?;
    overview(library)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deletion {
    #[serde(default)]
    collections: Vec<u64>,
    #[serde(default)]
    games: Vec<u64>,
    /// Whether they go, or come back.
    is_deleted: bool,
}

/// Throws away, or takes back. For good it goes when the program begins the next time.
pub(super) fn delete(library: &Library, wish: &Deletion) -> Result<LibraryView, Problem> {
    library.with(|index| {
        let mut changes = Vec::new();
        for id in &wish.collections {
            let mut collection = index.collections.get(id).cloned().ok_or_else(missing)?;
            collection.is_deleted = wish.is_deleted;
            changes.push(Change::SaveCollection(collection));
        }
        for id in &wish.games {
            let mut head = library.head(*id)?;
            head.is_deleted = wish.is_deleted;
            changes.push(Change::SaveHead(head));
        }
        library.write(index, &changes)
    })?;
    wish.collections.iter().filter(|_| wish.is_deleted).for_each(|id| library.work.stop(*id));
    overview(library)
}

#[derive(Serialize)]
pub(super) struct ExportView {
    text: String,
    /// How many games there are in all; those after `offset` and these are still to be asked for.
    total: usize,
    count: usize,
}

/// The texts of games that are looked for, one after the other.
pub(super) fn export(library: &Library, search: &Search) -> Result<ExportView, Problem> {
    let found = library.find(search)?;
    let mut view = ExportView { text: String::new(), total: found.len(), count: 0 };
    for &id in found.iter().skip(search.offset).take(search.limit.clamp(1, MOST_EXPORTED)) {
        view.text += &library.text(id)?;
        view.text.push('\n');
        view.count += 1;
    }
    Ok(view)
}
