//! What can be asked about games: begin, move, take back, give up, draw, hint, watch, list, delete.

use crate::clocks::Pace;
use crate::desk::Desk;
use crate::errors::Problem;
use crate::events::EventStream;
use crate::host;
use crate::live_game::{GameView, LiveGame, Saved};
use crate::lobby::{Lobby, LobbyGame};
use crate::seats::{Seat, random_number};
use crate::store::Row;
use crate::tasks::{Advice, Task};
use crate::views::{SideName, Verdict};
use damier_games::GameKind;
use damier_profiles::manners;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Does work that may wait for the disk, or play through a long game, away from what answers all
/// questions.
async fn apart<T: Send + 'static>(
    desk: &Desk,
    work: impl FnOnce(&Arc<Lobby>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let lobby = Arc::clone(&desk.lobby);
    host::apart(&desk.host, move || work(&lobby)).await
}

async fn find(desk: &Desk, id: String) -> Result<Arc<LobbyGame>, Problem> {
    apart(desk, move |lobby| lobby.find(&id)).await
}

/// Does something at a board and answers with the game as it is then.
async fn change(
    desk: &Desk,
    id: String,
    act: impl FnOnce(&mut dyn LiveGame, Duration) -> Result<(), Problem> + Send + 'static,
) -> Result<GameView, Problem> {
    apart(desk, move |lobby| {
        let entry = lobby.find(&id)?;
        lobby.change(&entry, act)?;
        Ok(entry.view(lobby.host.now()))
    })
    .await
}

/// A game in the list.
#[derive(Serialize)]
pub(crate) struct Summary {
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
pub(crate) struct GameList {
    games: Vec<Summary>,
    /// What cannot be read, in words: the file may be damaged.
    unreadable: Vec<String>,
}

pub(crate) async fn list(desk: &Desk) -> Result<GameList, Problem> {
    apart(desk, |lobby| {
        let (games, unreadable) = lobby.list()?;
        let games = games.into_iter().map(|(row, saved)| Summary::new(row, saved)).collect();
        Ok(GameList { games, unreadable })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terms {
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
pub(crate) enum Start960 {
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

pub(crate) async fn begin(desk: &Desk, terms: Terms) -> Result<GameView, Problem> {
    let start = terms.start()?;
    let begun = Saved::new(terms.game, [terms.white, terms.black]);
    let saved = Saved { pace: terms.clock, start, moves: terms.moves, ..begun };
    apart(desk, move |lobby| Ok(lobby.begin(saved)?.view(lobby.host.now()))).await
}

pub(crate) async fn view(desk: &Desk, id: String) -> Result<GameView, Problem> {
    apart(desk, move |lobby| Ok(lobby.find(&id)?.view(lobby.host.now()))).await
}

pub(crate) async fn delete(desk: &Desk, id: String) -> Result<(), Problem> {
    apart(desk, move |lobby| lobby.delete(&id)).await
}

/// The game now and after each change.
pub(crate) async fn events(desk: &Desk, id: String) -> Result<EventStream, Problem> {
    let entry = find(desk, id).await?;
    let changes = entry.watch();
    // A game between engines begins when it is watched.
    desk.lobby.wake(&entry);
    let host = Arc::clone(&desk.host);
    let view = move || crate::tasks::to_json(&entry.view(host.now())).unwrap_or_default();
    Ok(EventStream::of_changes(changes, view))
}

/// The game as a record, and a name for its file.
pub(crate) async fn record(desk: &Desk, id: String) -> Result<(String, String), Problem> {
    let entry = find(desk, id).await?;
    let (text, extension) = entry.with(|game| game.record(entry.created));
    Ok((text, format!("damier-{}.{extension}", entry.id)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    #[serde(rename = "move")]
    text: String,
    /// After how many moves it is meant: a page that is behind should not surprise anybody.
    ply: usize,
}

pub(crate) async fn play(desk: &Desk, id: String, mv: Move) -> Result<GameView, Problem> {
    change(desk, id, move |game, now| {
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
pub(crate) struct Nothing {}

pub(crate) async fn take_back(desk: &Desk, id: String, _: Nothing) -> Result<GameView, Problem> {
    change(desk, id, move |game, now| game.take_back(now)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resignation {
    #[serde(default)]
    side: Option<SideName>,
}

pub(crate) async fn resign(
    desk: &Desk,
    id: String,
    wish: Resignation,
) -> Result<GameView, Problem> {
    change(desk, id, move |game, now| game.resign(wish.side, now)).await
}

#[derive(Serialize)]
pub(crate) struct DrawAnswer {
    accepted: bool,
    game: GameView,
}

/// What full strength advises.
async fn advised(desk: &Desk, task: Task) -> Result<Option<Advice>, Problem> {
    let signals = Arc::new(Signals::new());
    let found = desk.host.search(task, signals, Box::new(|_, _| {})).await?;
    Ok(serde_json::from_str(&found).unwrap_or(None))
}

/// A claim, an agreement between people, an offer of the engine that is accepted, or an offer to
/// the engine, which agrees if it is not ahead.
pub(crate) async fn draw(desk: &Desk, id: String, _: Nothing) -> Result<DrawAnswer, Problem> {
    let entry = find(desk, id).await?;
    let version = entry.with(|game| game.version());
    let mut accepted = entry.with(|game| game.can_draw_at_once());
    if !accepted {
        let (advice, plies, is_ours) = entry.with(|game| {
            let advice = game.advise()?;
            Ok::<_, Problem>((advice, game.plies(), game.is_humans_turn()))
        })?;
        if !is_ours {
            return Err(Problem::Outdated("offer a draw when it is your turn".to_owned()));
        }
        // Before that nothing changes its mind.
        if manners::accepts_draw(0.0, plies) {
            // The chances are those of the side that offers.
            let found = advised(desk, advice).await?;
            accepted =
                found.is_some_and(|advice| manners::accepts_draw(100.0 - advice.chances, plies));
        }
    }
    apart(desk, move |lobby| {
        if accepted {
            lobby.change(&entry, |game, now| {
                if game.version() != version {
                    return Err(Problem::Outdated("the game has gone on meanwhile".to_owned()));
                }
                game.agree_draw(now)
            })?;
        }
        Ok(DrawAnswer { accepted, game: entry.view(lobby.host.now()) })
    })
    .await
}

#[derive(Serialize)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    mv: serde_json::Value,
    ply: usize,
}

pub(crate) async fn hint(desk: &Desk, id: String, _: Nothing) -> Result<Hint, Problem> {
    let entry = find(desk, id).await?;
    let (advice, ply) = entry.with(|game| Ok::<_, Problem>((game.advise()?, game.plies())))?;
    let found = advised(desk, advice).await?;
    let Advice { mv, .. } = found.ok_or_else(|| Problem::Refused("there is no move".to_owned()))?;
    Ok(Hint { mv, ply })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pause {
    paused: bool,
}

pub(crate) async fn pause(desk: &Desk, id: String, wish: Pause) -> Result<GameView, Problem> {
    change(desk, id, move |game, now| game.set_paused(wish.paused, now)).await
}
