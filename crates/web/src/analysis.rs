//! What the engine thinks, as a stream of server-sent events.
//!
//! The answer to a question goes on until the time is up or the page closes it; a page that went away
//! stops its search. Scores are in White's view. This is where judgements of moves will join: they are
//! questions of the same kind, about a whole game, with routes of their own.

use crate::errors::{Body, Problem};
use crate::papers::Place;
use crate::router::Site;
use crate::sport::{Sport, number_text};
use crate::views::{GameName, MoveView};
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::post;
use damier_core::{Game, Score, Side};
use damier_search::{Bound, Report, Signals};
use futures_util::stream::{self, Stream};
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
    nodes: u64,
    speed: u64,
    /// The moves with their numbers.
    moves: Vec<Step>,
    /// The first of them, to be drawn.
    first: Option<MoveView>,
}

#[derive(Serialize)]
struct Step {
    number: String,
    text: String,
    code: String,
}

/// A score in White's view.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreView {
    /// Hundredths of a pawn or a man.
    Value(i32),
    /// Moves until the game is won; negative if Black wins. Never 0: the sign would be lost.
    Mate(i32),
    /// Proved by tables: 1 if White wins, -1 if Black does.
    Win(i32),
}

impl ScoreView {
    fn new(score: Score, side: Side) -> Self {
        let score = if side == Side::White { score } else { -score };
        let sign = if score.value() < 0 { -1 } else { 1 };
        match score.plies_to_mate() {
            Some(plies) => Self::Mate(sign * ((plies.abs() + 1) / 2).max(1)),
            None if score.is_decisive() => Self::Win(sign),
            None => Self::Value(score.value()),
        }
    }
}

/// Stops a search when nobody listens any more.
struct Listening {
    events: mpsc::UnboundedReceiver<Event>,
    signals: Arc<Signals>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

async fn analyse(
    State(site): State<Site>,
    Body(question): Body<Question>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let listening = match question.place.game {
        GameName::Chess => ask::<damier_chess::Position>(&site, &question),
        GameName::Draughts => ask::<damier_draughts::Position>(&site, &question),
    }?;
    let events = stream::unfold(listening, |mut listening| async {
        let event = listening.events.recv().await?;
        Some((Ok(event), listening))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn ask<D: Sport>(site: &Site, question: &Question) -> Result<Listening, Problem> {
    let game: Game<D> = question.place.game()?;
    let lines = question.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let signals = Arc::new(Signals::new());
    // A search tells a few hundred lines at most: nothing has to be dropped.
    let (sender, events) = mpsc::unbounded_channel();
    let (engines, handle) = (Arc::clone(&site.table.engines), Arc::clone(&signals));
    let (asked, told) = (game.clone(), sender.clone());
    tokio::spawn(async move {
        let seen = asked.clone();
        let tell = move |report: Report<D::Move>| {
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
    Ok(Listening { events, signals })
}

fn view<D: Sport>(game: &Game<D>, report: &Report<D::Move>) -> LineView {
    let mut position = game.position().clone();
    let before = game.moves().len();
    let mut moves = Vec::new();
    for (place, &mv) in report.line.iter().take(SHOWN).enumerate() {
        let plies = u32::try_from(before + place).unwrap_or(u32::MAX);
        let view = position.view_move(mv);
        moves.push(Step {
            number: number_text(game.start(), plies),
            text: view.text,
            code: view.code,
        });
        position.play_unchecked(mv);
    }
    LineView {
        rank: report.rank,
        depth: report.depth.plies(),
        score: ScoreView::new(report.score, game.position().side_to_move()),
        nodes: report.nodes,
        speed: report.nodes_per_second(),
        moves,
        first: report.line.first().map(|&mv| game.position().view_move(mv)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Ply;

    #[test]
    fn scores_are_in_the_view_of_white() {
        let black = |score| ScoreView::new(score, Side::Black);
        assert_eq!(black(Score::from_evaluation(30)), ScoreView::Value(-30));
        assert_eq!(black(Score::mate_in(Ply::new(3))), ScoreView::Mate(-2));
        assert_eq!(black(Score::mated_in(Ply::new(4))), ScoreView::Mate(2));
        assert_eq!(black(Score::TABLE_WIN), ScoreView::Win(-1));
        let white = ScoreView::new(Score::mated_in(Ply::ROOT), Side::White);
        assert_eq!(white, ScoreView::Mate(-1));
    }
}
