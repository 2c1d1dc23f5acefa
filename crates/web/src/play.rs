//! What can be asked about games: begin, move, take back, give up, draw, hint, watch, list, delete.

use crate::clocks::Pace;
use crate::errors::{Body, Problem};
use crate::live_game::{GameView, LiveGame, Saved};
use crate::lobby::{Lobby, LobbyGame};
use crate::router::Site;
use crate::seats::{Seat, random_number};
use crate::store::Row;
use crate::views::{MoveView, SideName, Verdict};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use damier_games::GameKind;
use futures_util::stream::{self, Stream};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn routes() -> axum::Router<Site> {
    axum::Router::new()
        .route("/games", get(list).post(begin))
        .route("/games/{id}", get(view).delete(delete))
        .route("/games/{id}/events", get(events))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/move", post(play))
        .route("/games/{id}/take-back", post(take_back))
        .route("/games/{id}/resign", post(resign))
        .route("/games/{id}/draw", post(draw))
        .route("/games/{id}/hint", post(hint))
        .route("/games/{id}/pause", post(pause))
}

/// Does work that may wait for the disk, or play through a long game, away from the threads that
/// answer all requests.
async fn apart<T: Send + 'static>(
    site: Site,
    work: impl FnOnce(&Arc<Lobby>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let task = tokio::task::spawn_blocking(move || work(&site.lobby));
    task.await.map_err(|_| Problem::Busy)?
}

async fn find(site: &Site, id: String) -> Result<Arc<LobbyGame>, Problem> {
    apart(site.clone(), move |lobby| lobby.find(&id)).await
}

/// Does something at a board and answers with the game as it is then.
async fn change(
    site: Site,
    id: String,
    act: impl FnOnce(&mut dyn LiveGame, Instant) -> Result<(), Problem> + Send + 'static,
) -> Result<Json<GameView>, Problem> {
    apart(site, move |lobby| {
        let entry = lobby.find(&id)?;
        lobby.change(&entry, act)?;
        Ok(Json(entry.view()))
    })
    .await
}

/// A game in the list.
#[derive(Serialize)]
struct Summary {
    id: String,
    game: GameKind,
    created: u64,
    updated: u64,
    seats: [Seat; 2],
    plies: usize,
    verdict: Option<Verdict>,
    is_over: bool,
}

impl Summary {
    fn new(row: Row, saved: Saved) -> Self {
        let plies = saved.moves.len();
        let (game, seats) = (saved.game, saved.seats.clone());
        // The board may have ended it.
        let verdict = match &saved.verdict {
            Some(verdict) => Some(verdict.clone()),
            None => crate::live_game::open(saved).ok().and_then(|game| game.verdict()),
        };
        let (id, created, updated) = (row.id, row.created, row.updated);
        Self { id, game, created, updated, seats, plies, is_over: verdict.is_some(), verdict }
    }
}

#[derive(Serialize)]
struct GameList {
    games: Vec<Summary>,
    /// What cannot be read, in words: the file may be damaged.
    unreadable: Vec<String>,
}

async fn list(State(site): State<Site>) -> Result<Json<GameList>, Problem> {
    apart(site, |lobby| {
        let (games, unreadable) = lobby.list()?;
        let games = games.into_iter().map(|(row, saved)| Summary::new(row, saved)).collect();
        Ok(Json(GameList { games, unreadable }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terms {
    game: GameKind,
    white: Seat,
    black: Seat,
    #[serde(default)]
    clock: Option<Pace>,
    /// Where to begin; the usual position without it.
    #[serde(default)]
    fen: Option<String>,
    /// One of the start positions of Chess960, or any of them.
    #[serde(default)]
    chess960: Option<Start960>,
    /// Moves to begin with, as codes or as records write them.
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Start960 {
    Number(u16),
    Random(bool),
}

impl Terms {
    fn start(&self) -> Result<Option<String>, Problem> {
        let number = match self.chess960 {
            None | Some(Start960::Random(false)) => return Ok(self.fen.clone()),
            Some(Start960::Number(number)) => number,
            Some(Start960::Random(true)) => (random_number() % 960) as u16,
        };
        if self.game != GameKind::Chess || self.fen.is_some() {
            let words = "Chess960 is chess, and has its own start positions";
            return Err(Problem::Refused(words.to_owned()));
        }
        let start = damier_chess::Position::chess960_start(number);
        let start = start.map(|position| position.to_fen());
        start.map(Some).ok_or_else(|| {
            Problem::Refused("the start positions of Chess960 are numbered 0 to 959".to_owned())
        })
    }
}

async fn begin(
    State(site): State<Site>,
    Body(terms): Body<Terms>,
) -> Result<Json<GameView>, Problem> {
    let start = terms.start()?;
    let saved = Saved {
        game: terms.game,
        seats: [terms.white, terms.black],
        pace: terms.clock,
        start,
        moves: terms.moves,
        times: Vec::new(),
        verdict: None,
        paused: false,
    };
    apart(site, move |lobby| Ok(Json(lobby.begin(saved)?.view()))).await
}

async fn view(State(site): State<Site>, Path(id): Path<String>) -> Result<Json<GameView>, Problem> {
    apart(site, move |lobby| Ok(Json(lobby.find(&id)?.view()))).await
}

async fn delete(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    apart(site, move |lobby| lobby.delete(&id)).await?;
    Ok(Json(serde_json::json!({})).into_response())
}

/// The game now and after each change.
async fn events(
    State(site): State<Site>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let entry = find(&site, id).await?;
    let mut changes = entry.watch();
    changes.mark_changed();
    // A game between engines begins when it is watched.
    site.lobby.wake(&entry);
    let closed = site.closed();
    let states =
        stream::unfold((entry, changes, closed), |(entry, mut changes, mut closed)| async {
            tokio::select! {
                changed = changes.changed() => changed.ok()?,
                _ = closed.changed() => return None,
            }
            changes.mark_unchanged();
            let event = Event::default().json_data(entry.view()).unwrap_or_default();
            Some((Ok(event), (entry, changes, closed)))
        });
    Ok(Sse::new(states).keep_alive(KeepAlive::default()))
}

async fn record(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    let entry = find(&site, id).await?;
    let (text, extension) = entry.with(|game| game.record(entry.created));
    let name = format!("attachment; filename=\"damier-{}.{extension}\"", entry.id);
    let disposition = HeaderValue::from_str(&name)
        .map_err(|_| Problem::Missing("there is no such game".to_owned()))?;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    /// After how many moves it is meant: a page that is behind should not surprise anybody.
    ply: usize,
}

async fn play(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(mv): Body<Move>,
) -> Result<Json<GameView>, Problem> {
    change(site, id, move |game, now| {
        if game.verdict().is_none() && !game.is_humans_turn() {
            return Err(Problem::Outdated("it is not your turn".to_owned()));
        }
        game.play(&mv.text, mv.ply, now)
    })
    .await
}

/// Nothing has to be said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn take_back(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<GameView>, Problem> {
    change(site, id, move |game, now| game.take_back(now)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resignation {
    #[serde(default)]
    side: Option<SideName>,
}

async fn resign(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(wish): Body<Resignation>,
) -> Result<Json<GameView>, Problem> {
    change(site, id, move |game, now| game.resign(wish.side, now)).await
}

#[derive(Serialize)]
struct DrawAnswer {
    accepted: bool,
    game: GameView,
}

/// An engine does not agree to a draw before so many plies,
const EARLIEST_DRAW: usize = 30;
/// nor while it believes to be ahead by more than this, in hundredths.
const CONTENT: i32 = 0;

/// A claim, an agreement between people, or an offer to the engine, which agrees if it is not
/// ahead.
async fn draw(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<DrawAnswer>, Problem> {
    let entry = find(&site, id).await?;
    let version = entry.with(|game| game.version());
    let mut accepted = entry.with(|game| game.can_draw_at_once());
    if !accepted {
        let (advice, plies, is_ours) = entry.with(|game| {
            let advice = game.advise(&site.lobby.engines)?;
            Ok::<_, Problem>((advice, game.plies(), game.is_humans_turn()))
        })?;
        if !is_ours {
            return Err(Problem::Outdated("offer a draw when it is your turn".to_owned()));
        }
        if plies >= EARLIEST_DRAW {
            // The score is that of the side that offers.
            accepted = advice.await?.is_some_and(|(_, score)| -score <= CONTENT);
        }
    }
    apart(site, move |lobby| {
        if accepted {
            lobby.change(&entry, |game, now| {
                if game.version() != version {
                    return Err(Problem::Outdated("the game has gone on meanwhile".to_owned()));
                }
                game.agree_draw(now)
            })?;
        }
        Ok(Json(DrawAnswer { accepted, game: entry.view() }))
    })
    .await
}

#[derive(Serialize)]
struct Hint {
    #[serde(rename = "move")]
    mv: MoveView,
    ply: usize,
}

async fn hint(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<Hint>, Problem> {
    let entry = find(&site, id).await?;
    let (advice, ply) =
        entry.with(|game| Ok::<_, Problem>((game.advise(&site.lobby.engines)?, game.plies())))?;
    let found = advice.await?;
    let (mv, _) = found.ok_or_else(|| Problem::Refused("there is no move".to_owned()))?;
    Ok(Json(Hint { mv, ply }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pause {
    paused: bool,
}

async fn pause(
    State(site): State<Site>,
    Path(id): Path<String>,
    Body(wish): Body<Pause>,
) -> Result<Json<GameView>, Problem> {
    change(site, id, move |game, now| game.set_paused(wish.paused, now)).await
}
