//! Reviews of whole collections, made one after the other while other things go on.
//!
//! The plan stands in the collection, so that it survives whatever happens to the program; a review
//! is kept as soon as it is made. What was under way is begun again.

use super::index::Entry;
use super::kept::{Change, Collection, KeptReview};
use super::{Library, apart};
use crate::errors::Problem;
use crate::game::PageGame;
use crate::tasks::{Task, to_json};
use crate::texts::kept_record;
use damier_games::{EngineGame, GameKind, with_game};
use damier_review::Analyst;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long to wait when all engines are busy, or nothing can be written down.
const UNTIL_RETRY: Duration = Duration::from_secs(1);

/// A game to be reviewed for the library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chore {
    pub(crate) game: GameKind,
    text: String,
    pub(crate) nodes: u64,
}

/// Reviews a game, on this thread; the answer is the review as data.
pub(crate) fn examine<G: PageGame>(
    reviewer: &mut Analyst<G>,
    chore: &Chore,
) -> Result<String, Problem> {
    let (record, _) = kept_record::<G>(&chore.text)?;
    match reviewer.review(&record, &mut |_| {}) {
        Some(review) => to_json(&review),
        None => Ok(String::new()),
    }
}

/// The engines of this program: others may judge otherwise.
static ENGINES: LazyLock<[String; 2]> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    [GameKind::Chess, GameKind::Draughts].map(|game| {
        let (network, signature) = with_game!(game, G => (G::network_checksum(), G::signature()));
        format!("{version} {network:016x} {signature}")
    })
});

/// The engine that reviews a game: its version, its network and the signature of its search.
pub(super) fn engine_of(game: GameKind) -> &'static str {
    &ENGINES[usize::from(game == GameKind::Draughts)]
}

/// What is being reviewed.
#[derive(Default)]
pub(super) struct Work(Mutex<Under>);

#[derive(Default)]
struct Under {
    is_running: bool,
    /// The collection whose game is being reviewed, and how to stop that.
    current: Option<(u64, Arc<Signals>)>,
    /// Games that cannot be reviewed.
    skipped: HashSet<u64>,
}

impl Work {
    fn lock(&self) -> MutexGuard<'_, Under> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops what is being done for a collection; what was found so far of that game is lost.
    pub(super) fn stop(&self, collection: u64) {
        if let Some((current, signals)) = &self.lock().current
            && *current == collection
        {
            signals.stop();
        }
    }
}

/// The next game to review.
struct Next {
    id: u64,
    collection: u64,
    chore: Chore,
}

/// Goes on with all plans that are not paused, unless that is being done.
pub(crate) fn resume(library: &Arc<Library>) {
    {
        let mut under = library.work.lock();
        if under.is_running {
            return;
        }
        under.is_running = true;
    }
    let there = Arc::clone(library);
    library.host.spawn(Box::pin(async move {
        loop {
            match apart(&there, next).await {
                Ok(Some(next)) => review(&there, next).await,
                Ok(None) => break,
                Err(_) => there.host.sleep(UNTIL_RETRY).await,
            }
            if there.host.is_closed() {
                break;
            }
        }
    }));
}

/// What is to be done now. Plans with nothing left to do are over; without any, the work ends.
fn next(library: &Library) -> Result<Option<Next>, Problem> {
    let found = library.with(|index| {
        let mut under = library.work.lock();
        let is_open = |collection: &&Collection| {
            !collection.is_deleted && collection.plan.is_some_and(|plan| !plan.is_paused)
        };
        let open: Vec<Collection> = index.collections.values().filter(is_open).cloned().collect();
        for mut collection in open {
            let is_due = |entry: &&Entry| {
                entry.collection == collection.id
                    && entry.plies > 0
                    && entry.reviewed_by.as_deref() != Some(engine_of(entry.game))
                    && !under.skipped.contains(&entry.id)
            };
            let due = index.games().find(is_due).map(|entry| (entry.id, entry.game));
            let nodes = collection.plan.map_or(0, |plan| plan.nodes);
            if let Some((id, game)) = due {
                return Ok(Some((id, game, collection.id, nodes)));
            }
            collection.plan = None;
            library.write(index, &[Change::SaveCollection(collection)])?;
        }
        // While the index is locked: a plan that is made from now on begins anew.
        under.is_running = false;
        Ok(None)
    })?;
    let Some((id, game, collection, nodes)) = found else { return Ok(None) };
    match library.text(id) {
        Ok(text) => Ok(Some(Next { id, collection, chore: Chore { game, text, nodes } })),
        Err(problem) => {
            library.work.lock().skipped.insert(id);
            Err(problem)
        }
    }
}

async fn review(library: &Arc<Library>, next: Next) {
    let Next { id, collection, chore } = next;
    let text: Arc<str> = chore.text.as_str().into();
    let signals = Arc::new(Signals::new());
    library.work.lock().current = Some((collection, Arc::clone(&signals)));
    let (engine, nodes) = (engine_of(chore.game).to_owned(), chore.nodes);
    let task = Task::Examine(chore);
    let found = library.host.search(task, Arc::clone(&signals), Box::new(|_, _| {})).await;
    library.work.lock().current = None;
    match found {
        // Stopped.
        Ok(review) if review.is_empty() || signals.is_stopped() => {}
        Ok(review) => {
            let review = KeptReview { engine, nodes, review };
            while let Err(problem) = save(library, id, &text, review.clone()).await {
                if !matches!(problem, Problem::Store(_)) || library.host.is_closed() {
                    break;
                }
                library.host.sleep(UNTIL_RETRY).await;
            }
        }
        Err(Problem::Busy) => library.host.sleep(UNTIL_RETRY).await,
        Err(_) => {
            library.work.lock().skipped.insert(id);
        }
    }
}

/// Keeps a review of `text`, unless the game has been thrown away or changed meanwhile.
async fn save(
    library: &Arc<Library>,
    id: u64,
    text: &Arc<str>,
    review: KeptReview,
) -> Result<(), Problem> {
    let text = Arc::clone(text);
    apart(library, move |library| {
        library.with(|index| {
            if library.text(id)? != *text {
                return Ok(());
            }
            let mut head = library.head(id)?;
            head.reviewed_by = Some(review.engine.clone());
            let changes = [Change::SaveHead(head), Change::SaveReview { game: id, review }];
            library.write(index, &changes)
        })
    })
    .await
}
