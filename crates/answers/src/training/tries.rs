//! Attempts at exercises, and what is done with an answer.

use super::deck::{Body, Deck};
use super::exercise::{Attempt, error_view, found_step, must_be_legal, place_of};
use super::puzzles;
use super::rounds::{CALM, body_of};
use super::schedule::day_at;
use super::standing;
use crate::desk::Desk;
use crate::errors::Problem;
use crate::library::{Library, apart};
use crate::reviews::{JudgedView, words};
use crate::tasks::Task;
use damier_games::{GameKind, with_game};
use damier_puzzles::Theme;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A move in an exercise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trying {
    id: String,
    game: GameKind,
    /// The moves that were right so far, with the answers to them.
    #[serde(default)]
    tried: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    language: Option<String>,
}

fn missing() -> Problem {
    Problem::Missing("there is no such exercise".to_owned())
}

/// What an exercise of the reader's is made of.
fn body_by_name(library: &Library, id: &str) -> Result<Body, Problem> {
    let Some(place) = id.strip_prefix(CALM) else {
        return Body::load(library, id)?.ok_or_else(missing);
    };
    let (game, ply) = place.split_once('-').ok_or_else(missing)?;
    let game = u64::from_str_radix(game, 16).map_err(|_| missing())?;
    let ply = ply.parse().map_err(|_| missing())?;
    body_of(library, game, ply)?.map(|(body, _)| body).ok_or_else(missing)
}

pub(super) async fn attempt(desk: &Desk, asked: Trying) -> Result<String, Problem> {
    let task = match puzzles::by_name(asked.game, &asked.id) {
        Some(puzzle) => {
            let place = place_of(asked.game, &puzzle.fen, &[], &asked.tried);
            with_game!(asked.game, G => must_be_legal::<G>(&place, &asked.mv))?;
            let at = asked.tried.len();
            let is_next = with_game!(asked.game, G => {
                puzzles::is_next::<G>(puzzle, &asked.tried, &asked.mv)
            });
            if is_next {
                let reply = puzzle.line.get(at + 1).map(String::as_str);
                return with_game!(asked.game, G => found_step::<G>(&place, &asked.mv, reply));
            }
            Attempt {
                place,
                tried: at,
                mv: asked.mv,
                right: None,
                wrong: None,
                is_alone: true,
                language: asked.language,
            }
        }
        None => {
            let id = asked.id.clone();
            let body = apart(&desk.library, move |library| body_by_name(library, &id)).await?;
            let place = place_of(asked.game, &body.start, &body.moves, &asked.tried);
            with_game!(asked.game, G => must_be_legal::<G>(&place, &asked.mv))?;
            let is_first = asked.tried.is_empty();
            let is_error = body.review.judgement.is_some();
            Attempt {
                place,
                tried: asked.tried.len(),
                mv: asked.mv,
                right: body.review.best_line.first().filter(|_| is_first).cloned(),
                wrong: Some(body.review.played).filter(|_| is_first && is_error),
                is_alone: false,
                language: asked.language,
            }
        }
    };
    let signals = Arc::new(Signals::new());
    desk.host.search(Task::Try(task), signals, Box::new(|_, _| {})).await
}

/// An exercise that was done with, well or not.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Showing {
    id: String,
    game: GameKind,
    #[serde(default)]
    language: Option<String>,
}

/// What there is to tell of it then.
#[derive(Serialize)]
pub(super) struct ShownView {
    theme: Option<Theme>,
    is_missed: bool,
    /// The move of the game, and what is thought of it.
    error: JudgedView,
}

pub(super) async fn shown(desk: &Desk, asked: Showing) -> Result<ShownView, Problem> {
    let words = words(asked.language.as_deref())?;
    apart(&desk.library, move |library| {
        let body = body_by_name(library, &asked.id)?;
        let place = place_of(asked.game, &body.start, &body.moves, &[]);
        let error = with_game!(asked.game, G => error_view::<G>(&place, &body.review, words))?;
        let (theme, is_missed) = Theme::of_mistake(&body.review.reasons);
        let theme = body.review.judgement.map(|_| theme);
        Ok(ShownView { theme, is_missed, error })
    })
    .await
}

/// How an exercise was answered.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answering {
    id: String,
    game: GameKind,
    /// At the first try, without help.
    is_found: bool,
    #[serde(default)]
    zone: i32,
}

#[derive(Serialize)]
pub(super) struct AnsweredView {
    successes: u8,
    /// Days until it comes again; `None` if it is done with.
    again_in: Option<u32>,
    /// Exercises that are due, and new ones that may come today.
    left: usize,
}

pub(super) async fn answered(desk: &Desk, asked: Answering) -> Result<AnsweredView, Problem> {
    let today = day_at(desk.host.seconds(), asked.zone);
    apart(&desk.library, move |library| {
        let _alone = library.alone();
        let mut deck = Deck::load(library, asked.game)?;
        let schedule = deck.answer(&asked.id, asked.is_found, today).ok_or_else(missing)?;
        deck.keep(library, asked.game, None)?;
        let view = standing::view(library, asked.game, today)?;
        let again_in = (!schedule.is_retired()).then(|| schedule.due.saturating_sub(today));
        let left = view.due + view.fresh;
        Ok(AnsweredView { successes: schedule.successes, again_in, left })
    })
    .await
}
