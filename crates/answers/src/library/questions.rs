//! What the page can ask of the library. Numbers of games and collections are those of the store.

use super::games::{delete, export, keep, move_games, open, review};
use super::importing::{Piece, import, retag};
use super::index::Search;
use super::kept::{Change, Collection, Head, ReviewPlan, SourceFile};
use super::reviewing::{self, engine_of};
use super::{Library, NAMES, apart, missing};
use crate::desk::{Answer, Desk, body, json};
use crate::errors::Problem;
use crate::game::PageGame;
use crate::host;
use crate::reviews::checked_nodes;
use crate::tasks::to_json;
use damier_games::{GameKind, with_game};
use damier_records::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games of a list that are sent at once.
const MOST_ROWS: usize = 500;
/// The longest name of a collection, and of a reader; more names than anybody has.
const LONGEST_NAME: usize = 200;
const MOST_NAMES: usize = 50;

/// Whether something can be asked below `library`, besides looking at it.
pub(crate) fn is_known(rest: &[&str]) -> bool {
    matches!(
        rest,
        ["names" | "collections" | "import" | "search" | "delete" | "move" | "export"]
            | ["collections", _]
            | ["collections" | "games", _, "review"]
            | ["games", _, "tags" | "keep"]
    )
}

/// Answers a question below `library`.
pub(crate) async fn answer(desk: &Desk, rest: &[&str], bytes: &[u8]) -> Result<Answer, Problem> {
    let library = &desk.library;
    match *rest {
        [] => json(&apart(library, overview).await?),
        ["names"] => act(library, body(bytes)?, set_names).await,
        ["collections"] => act(library, body(bytes)?, begin).await,
        ["collections", id] => {
            let id = number(id)?;
            act(library, body(bytes)?, move |library, wish| rename(library, id, wish)).await
        }
        ["collections", id, "review"] => {
            let id = number(id)?;
            let asked = act(library, body(bytes)?, move |library, wish| plan(library, id, wish));
            let answer = asked.await?;
            reviewing::resume(library);
            Ok(answer)
        }
        ["import"] => {
            let (there, piece): (_, Piece) = (Arc::clone(library), body(bytes)?);
            json(&host::read(&desk.host, move || import(&there, &piece)).await?)
        }
        ["search"] => act(library, body(bytes)?, search).await,
        ["delete"] => act(library, body(bytes)?, delete).await,
        ["move"] => act(library, body(bytes)?, move_games).await,
        ["export"] => act(library, body(bytes)?, export).await,
        ["games", id] if bytes.is_empty() => {
            let id = number(id)?;
            json(&apart(library, move |library| open(library, id)).await?)
        }
        ["games", id, "review"] => {
            let id = number(id)?;
            act(library, body(bytes)?, move |library, asked| review(library, id, asked)).await
        }
        ["games", id, "tags"] => {
            let id = number(id)?;
            act(library, body(bytes)?, move |library, wish| retag(library, id, wish)).await
        }
        ["games", id, "keep"] => {
            let id = number(id)?;
            act(library, body(bytes)?, move |library, found| keep(library, id, found)).await
        }
        _ => Err(Problem::Missing("there is nothing here".to_owned())),
    }
}

async fn act<Q, A>(
    library: &Arc<Library>,
    asked: Q,
    find: impl FnOnce(&Library, &Q) -> Result<A, Problem> + Send + 'static,
) -> Result<Answer, Problem>
where
    Q: Send + 'static,
    A: Serialize + Send + 'static,
{
    json(&apart(library, move |library| find(library, &asked)).await?)
}

fn number(text: &str) -> Result<u64, Problem> {
    // No file counts further than this, and no script further than 2^53.
    let number: Option<u64> = text.parse().ok().filter(|&number| i64::try_from(number).is_ok());
    number.ok_or_else(missing)
}

// ---- collections ----

#[derive(Serialize)]
struct CollectionView {
    #[serde(flatten)]
    kept: Collection,
    games: usize,
    /// How many have a review of this engine, and how many of another one.
    reviewed: usize,
    outdated: usize,
}

#[derive(Serialize)]
pub(super) struct LibraryView {
    collections: Vec<CollectionView>,
    names: Vec<String>,
    /// What cannot be read, in words: the file may be damaged.
    unreadable: Vec<String>,
}

pub(super) fn overview(library: &Library) -> Result<LibraryView, Problem> {
    let names = library.store.note(NAMES).map_err(Problem::Store)?;
    let names = names.and_then(|names| serde_json::from_str(&names).ok()).unwrap_or_default();
    library.with(|index| {
        let mut counts: BTreeMap<u64, [usize; 3]> = BTreeMap::new();
        for game in index.games() {
            let [games, reviewed, outdated] = counts.entry(game.collection).or_default();
            *games += 1;
            match game.reviewed_by.as_deref() {
                Some(engine) if engine == engine_of(game.game) => *reviewed += 1,
                Some(_) => *outdated += 1,
                None => {}
            }
        }
        let shown = index.collections.values().filter(|one| !one.is_deleted);
        let collections = shown.map(|kept| {
            let [games, reviewed, outdated] = counts.get(&kept.id).copied().unwrap_or_default();
            CollectionView { kept: kept.clone(), games, reviewed, outdated }
        });
        let unreadable = index.unreadable.clone();
        Ok(LibraryView { collections: collections.collect(), names, unreadable })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    names: Vec<String>,
}

fn set_names(library: &Library, Names { names }: &Names) -> Result<LibraryView, Problem> {
    if names.len() > MOST_NAMES {
        return Err(Problem::Refused(format!("there may be {MOST_NAMES} names")));
    }
    let names: Result<Vec<String>, Problem> = names.iter().map(|name| checked_name(name)).collect();
    let names = names?;
    library.with(|index| {
        let text = to_json(&names)?;
        let change = Change::SaveNote { name: NAMES.to_owned(), text };
        library.write(index, &[change])?;
        index.names = names.iter().map(|name| name.to_lowercase()).collect();
        Ok(())
    })?;
    overview(library)
}

fn checked_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if name.is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(Problem::Refused(format!("a name has 1 to {LONGEST_NAME} letters")));
    }
    Ok(name.to_owned())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Beginning {
    name: String,
    /// The name and the size of the file that is going to be read into it.
    #[serde(default)]
    file: Option<(String, u64)>,
}

#[derive(Serialize)]
struct Begun {
    id: u64,
    /// How many bytes of the file are there already.
    done: u64,
}

/// Begins a collection, or goes on with the one whose file was not read to its end.
fn begin(library: &Library, Beginning { name, file }: &Beginning) -> Result<Begun, Problem> {
    let name = checked_name(name)?;
    library.with(|index| {
        let known = file.as_ref().and_then(|(name, size)| {
            index.collections.values().find(|one| {
                let source = one.source.as_ref().filter(|source| !source.is_whole);
                !one.is_deleted
                    && source.is_some_and(|source| source.name == *name && source.size == *size)
            })
        });
        if let Some(known) = known {
            let done = known.source.as_ref().map_or(0, |source| source.done);
            return Ok(Begun { id: known.id, done });
        }
        let id = library.new_number(index);
        let source = file.clone();
        let source = source.map(|(name, size)| SourceFile { name, size, ..SourceFile::default() });
        let created = library.host.seconds();
        let collection = Collection { id, name, created, source, plan: None, is_deleted: false };
        library.write(index, &[Change::SaveCollection(collection)])?;
        Ok(Begun { id, done: 0 })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Renaming {
    name: String,
}

fn rename(library: &Library, id: u64, wish: &Renaming) -> Result<LibraryView, Problem> {
    let name = checked_name(&wish.name)?;
    library.with(|index| {
        let mut collection = index.collections.get(&id).cloned().ok_or_else(missing)?;
        collection.name = name;
        library.write(index, &[Change::SaveCollection(collection)])
    })?;
    overview(library)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Planning {
    /// Whether reviews are made, or the work pauses.
    is_running: bool,
    #[serde(default)]
    nodes: Option<u64>,
}

fn plan(library: &Library, id: u64, wish: &Planning) -> Result<LibraryView, Problem> {
    let nodes = checked_nodes(wish.nodes)?;
    library.with(|index| {
        let mut collection = index.collections.get(&id).cloned().ok_or_else(missing)?;
        let nodes = match (wish.nodes, collection.plan) {
            (None, Some(plan)) => plan.nodes,
            _ => nodes,
        };
        collection.plan = Some(ReviewPlan { nodes, is_paused: !wish.is_running });
        library.write(index, &[Change::SaveCollection(collection)])
    })?;
    if !wish.is_running {
        library.work.stop(id);
    }
    overview(library)
}

// ---- games are found ----

#[derive(Serialize)]
pub(super) struct HeadView {
    id: u64,
    collection: u64,
    game: GameKind,
    white: String,
    black: String,
    event: String,
    date: String,
    /// As records of this game write it.
    result: &'static str,
    ratings: [Option<u16>; 2],
    opening: String,
    plies: u32,
    is_broken: bool,
    /// Whether it has a review, and whether that is of this engine.
    is_reviewed: bool,
    is_outdated: bool,
}

impl From<Head> for HeadView {
    fn from(head: Head) -> Self {
        let result = GameResult::from_text(&head.result).unwrap_or_default();
        let engine = engine_of(head.game);
        Self {
            result: with_game!(head.game, G => result_text::<G>(result)),
            is_outdated: head.reviewed_by.as_deref().is_some_and(|known| known != engine),
            is_reviewed: head.reviewed_by.is_some(),
            id: head.id,
            collection: head.collection,
            game: head.game,
            white: head.white,
            black: head.black,
            event: head.event,
            date: head.date,
            ratings: head.ratings,
            opening: head.opening,
            plies: head.plies,
            is_broken: head.is_broken,
        }
    }
}

fn result_text<G: PageGame>(result: GameResult) -> &'static str {
    G::result_text(result)
}

#[derive(Serialize)]
struct SearchView {
    total: usize,
    /// Of the game that was asked for, from 0.
    place: Option<usize>,
    games: Vec<HeadView>,
}

fn search(library: &Library, search: &Search) -> Result<SearchView, Problem> {
    let found = library.find(search)?;
    let shown = found.iter().skip(search.offset).take(search.limit.min(MOST_ROWS));
    let mut games = Vec::new();
    for &id in shown {
        games.push(library.head(id)?.into());
    }
    let place = search.around.and_then(|game| found.iter().position(|&id| id == game));
    Ok(SearchView { total: found.len(), place, games })
}
