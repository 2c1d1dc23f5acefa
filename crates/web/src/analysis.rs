//! What the engine thinks, as a stream of server-sent events.
//!
//! The answer to a question goes on until the time is up or the page closes it; a page that went
//! away stops its search. Scores are in White's view and on the scale of reviews.

use crate::errors::{Body, Problem};
use crate::game::PageGame;
use crate::router::Site;
use crate::texts::Place;
use crate::views::MoveView;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use axum::routing::post;
use damier_core::{Game, Side};
use damier_games::with_game;
use damier_records::MoveNumber;
use damier_review::review::Evaluation;
use damier_search::{Bound, Report, Signals};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::mpsc;

pub(crate) fn routes() -> axum::Router<Site> {
    axum::Router::new().route("/analysis", post(analyse))
}

/// More lines than anybody reads.
const MOST_LINES: usize = 8;
/// Of a line, so many moves are shown.
const SHOWN: usize = 14;

#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    lines: Option<usize>,
}

/// A line that the engine believes in.
#[derive(Serialize)]
struct LineView {
    rank: usize,
    depth: i32,
    score: ScoreView,
    /// White's chances, from 0 to 100.
    white: f64,
    nodes: u64,
    speed: u64,
    /// The moves with their numbers.
    moves: Vec<Step>,
    /// The first of them, to be drawn.
    first: Option<MoveView>,
}

/// A move of a line.
#[derive(Serialize)]
pub(crate) struct Step {
    number: String,
    text: String,
    code: String,
}

/// Moves that are played after a game, with their numbers; no more than people read.
pub(crate) fn steps<G: PageGame>(game: &Game<G>, line: &[G::Move]) -> Vec<Step> {
    let mut position = game.position().clone();
    let before = game.moves().len();
    let mut steps = Vec::new();
    for (place, &mv) in line.iter().take(SHOWN).enumerate() {
        let plies = u32::try_from(before + place).unwrap_or(u32::MAX);
        let MoveView { text, code, .. } = position.view_move(mv);
        steps.push(Step { number: MoveNumber::after(game.start(), plies).to_string(), text, code });
        position.play_unchecked(mv);
    }
    steps
}

/// A score in White's view.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreView {
    /// Hundredths of a pawn or a man.
    Value(i32),
    /// Moves until the game is won; negative if Black wins. Never 0: the sign would be lost.
    Mate(i32),
    /// Proved by tables: 1 if White wins, -1 if Black does.
    Win(i32),
}

impl From<Evaluation> for ScoreView {
    fn from(evaluation: Evaluation) -> Self {
        let sign = |side| if side == Side::White { 1 } else { -1 };
        match evaluation {
            Evaluation::Points(points) => Self::Value(points),
            Evaluation::Win { side, moves } => Self::Mate(sign(side) * moves.max(1) as i32),
            Evaluation::Table { side } => Self::Win(sign(side)),
        }
    }
}

/// The events of some work, which is stopped when the listener is gone.
pub(crate) struct Listening {
    events: mpsc::UnboundedReceiver<Event>,
    signals: Arc<Signals>,
}

/// What is sent to the page bit by bit.
pub(crate) type Events = Sse<KeepAliveStream<BoxStream<'static, Result<Event, Infallible>>>>;

impl Listening {
    /// Those of work that tells them to a sender and obeys signals.
    pub(crate) fn new(events: mpsc::UnboundedReceiver<Event>, signals: Arc<Signals>) -> Self {
        Self { events, signals }
    }

    pub(crate) fn into_response(self) -> Events {
        let events = stream::unfold(self, |mut listening| async {
            let event = listening.events.recv().await?;
            Some((Ok(event), listening))
        });
        Sse::new(events.boxed()).keep_alive(KeepAlive::default())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

async fn analyse(
    State(site): State<Site>,
    Body(question): Body<Question>,
) -> Result<Events, Problem> {
    let listening = with_game!(question.place.game, G => ask::<G>(&site, question).await)?;
    Ok(listening.into_response())
}

async fn ask<G: PageGame>(site: &Site, question: Question) -> Result<Listening, Problem> {
    let lines = question.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let game: Game<G> = site.lobby.engines.read(move || question.place.game()).await?;
    let signals = Arc::new(Signals::new());
    // A search tells a few hundred lines at most: nothing has to be dropped.
    let (sender, events) = mpsc::unbounded_channel();
    let (engines, handle) = (Arc::clone(&site.lobby.engines), Arc::clone(&signals));
    let (asked, told) = (game.clone(), sender.clone());
    tokio::spawn(async move {
        let seen = asked.clone();
        let tell = move |report: Report<G::Move>| {
            if report.bound == Bound::Exact && !report.line.is_empty() {
                let event = Event::default().event("line").json_data(view(&seen, &report));
                let _ = told.send(event.unwrap_or_default());
            }
        };
        let end = match engines.analyse(asked, lines, handle, tell).await {
            Ok(()) => Event::default().event("done").data("{}"),
            Err(problem) => Event::default().event("problem").data(problem.to_string()),
        };
        let _ = sender.send(end);
    });
    Ok(Listening::new(events, signals))
}

fn view<G: PageGame>(game: &Game<G>, report: &Report<G::Move>) -> LineView {
    let evaluation = Evaluation::of(report.score, game.position().side_to_move());
    LineView {
        rank: report.rank,
        depth: report.depth.plies(),
        score: evaluation.into(),
        white: evaluation.win_percent(G::CURVE),
        nodes: report.nodes,
        speed: report.nodes_per_second(),
        moves: steps(game, &report.line),
        first: report.line.first().map(|&mv| game.position().view_move(mv)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::{Ply, Score};

    #[test]
    fn scores_are_in_the_view_of_white() {
        let black = |score| ScoreView::from(Evaluation::of(score, Side::Black));
        assert_eq!(black(Score::from_evaluation(30)), ScoreView::Value(-30));
        assert_eq!(black(Score::mate_in(Ply::new(3))), ScoreView::Mate(-2));
        assert_eq!(black(Score::mated_in(Ply::new(4))), ScoreView::Mate(2));
        assert_eq!(black(Score::TABLE_WIN), ScoreView::Win(-1));
        let white = ScoreView::from(Evaluation::of(Score::mated_in(Ply::ROOT), Side::White));
        assert_eq!(white, ScoreView::Mate(-1));
    }
}
