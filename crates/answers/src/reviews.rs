//! What the reviewer thinks: of a move as soon as it is played, or before; of a whole game; and of
//! a position, term by term, as one character or another sees it.
//!
//! Nothing is judged here: verdicts, chances and words come from `damier-review`, so that the page,
//! files and reports say the same.

mod terms;

pub(crate) use terms::terms;

use crate::analysis::{ScoreView, Step, steps};
use crate::desk::Desk;
use crate::errors::Problem;
use crate::events::EventStream;
use crate::game::PageGame;
use crate::host;
use crate::tasks::{Task, to_json};
use crate::texts::{Draft, Found, Place, Written};
use crate::views::MoveView;
use damier_core::{Game, Rules};
use damier_games::with_game;
use damier_reasons::Warning;
use damier_records::{Record, RecordGame};
use damier_review::judging::Judgement;
use damier_review::review::{Mark, MoveReview, Opening, Review, SideReview};
use damier_review::terms::Comparison;
use damier_review::{Analyst, Language, Words, annotated, html};
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Positions for each move of a review: fewer say little, and more take too long.
const NODES: std::ops::RangeInclusive<u64> = 1_000..=2_000_000;
const USUAL_NODES: u64 = 100_000;

fn language_of(code: Option<&str>) -> Result<Language, Problem> {
    let Some(code) = code else { return Ok(Language::ENGLISH) };
    code.parse().map_err(|error| Problem::Refused(format!("{error}")))
}

pub(crate) fn words(language: Option<&str>) -> Result<Words, Problem> {
    language_of(language).map(Words::of)
}

// ---- a move ----

/// A move that may be good or not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// Where it is played.
    #[serde(flatten)]
    pub(crate) place: Place,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    language: Option<String>,
}

/// A move with what is thought of it.
#[derive(Serialize)]
pub(crate) struct JudgedView {
    #[serde(rename = "move")]
    mv: MoveView,
    judgement: Option<Judgement>,
    marks: Vec<Mark>,
    /// How it stands after the move, for White, and White's chances from 0 to 100.
    score: ScoreView,
    white: f64,
    /// The chances of the mover before and after it.
    win_before: f64,
    win_after: f64,
    accuracy: f64,
    /// Why it is wrong, in whole sentences.
    words: String,
    /// What can be told of an error without the answer.
    warning: Warning,
    /// What follows it, and what would have been better, if anything.
    line: Vec<Step>,
    better: Vec<Step>,
    better_move: Option<MoveView>,
    better_score: ScoreView,
    /// The gap to the better line, term by term, in the reader's language.
    comparison: Option<Comparison>,
}

impl JudgedView {
    /// `game` is as it was before the move.
    pub(crate) fn new<G: PageGame>(
        game: &Game<G>,
        mv: G::Move,
        review: &MoveReview,
        words: Words,
    ) -> Self {
        let read = |line: &[String]| {
            let mut position = game.position().clone();
            let mut moves = Vec::new();
            for text in line {
                let Ok(mv) = position.read_move(text) else { break };
                position.play_unchecked(mv);
                moves.push(mv);
            }
            moves
        };
        let better: Vec<G::Move> = read(&review.best_line);
        let comparison = review.comparison.clone().map(|mut comparison| {
            for (name, _) in &mut comparison.terms {
                *name = words.term(name).to_owned();
            }
            comparison
        });
        Self {
            mv: game.position().view_move(mv),
            judgement: review.judgement,
            marks: review.marks.clone(),
            score: review.evaluation.into(),
            white: review.evaluation.win_percent(G::CURVE),
            win_before: review.win_before,
            win_after: review.win_after,
            accuracy: review.accuracy,
            warning: Warning::of(&review.reasons),
            // Without a reason there would only be the better move, which is shown anyway.
            words: if review.reasons.is_empty() {
                String::new()
            } else {
                words.explanation(review)
            },
            line: steps(game, &read(&review.line)),
            better_move: better.first().map(|&mv| game.position().view_move(mv)),
            better: steps(game, &better),
            better_score: review.best_evaluation.into(),
            comparison,
        }
    }
}

impl Candidate {
    fn read<G: PageGame>(&self) -> Result<(Game<G>, G::Move, Words), Problem> {
        let words = words(self.language.as_deref())?;
        let game: Game<G> = self.place.game()?;
        let mv = game.position().read_move(&self.mv).map_err(Problem::refused)?;
        Ok((game, mv, words))
    }
}

/// Checks what is asked, and has the move judged.
pub(crate) async fn judge(desk: &Desk, asked: Candidate) -> Result<String, Problem> {
    /// Stops the search if the page goes away.
    struct Asking(Arc<Signals>);
    impl Drop for Asking {
        fn drop(&mut self) {
            self.0.stop();
        }
    }
    let read = move || {
        with_game!(asked.place.game, G => asked.read::<G>().map(drop))?;
        Ok(asked)
    };
    let asked = host::read(&desk.host, read).await?;
    let asking = Asking(Arc::new(Signals::new()));
    desk.host.search(Task::Judge(asked), Arc::clone(&asking.0), Box::new(|_, _| {})).await
}

/// Judges the move, on this thread.
pub(crate) fn judge_move<G: PageGame>(
    reviewer: &mut Analyst<G>,
    asked: &Candidate,
) -> Result<String, Problem> {
    let (game, mv, words) = asked.read::<G>()?;
    reviewer.forget();
    // Only the end of the server stops it.
    let review = reviewer.judge(&game, mv).ok_or(Problem::Busy)?;
    to_json(&JudgedView::new(&game, mv, &review, words))
}

// ---- a game ----

/// A game to be reviewed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    pub(crate) record: Draft,
    #[serde(default)]
    language: Option<String>,
    /// Positions for each move.
    #[serde(default)]
    nodes: Option<u64>,
}

/// A game, reviewed.
#[derive(Serialize)]
pub(crate) struct ReviewView {
    /// The game with glyphs, reasons and better lines in it.
    record: Found,
    /// Its moves, without variations.
    moves: Vec<JudgedView>,
    sides: [SideReview; 2],
    opening: Option<Opening>,
    /// White's chances over the game, as a picture without words.
    graph: String,
    /// All of it as data, from which a report is made, and which the library keeps.
    data: Review,
}

#[derive(Serialize)]
struct Progress {
    done: usize,
    total: usize,
}

/// Positions for each move, if that is sensible.
pub(crate) fn checked_nodes(nodes: Option<u64>) -> Result<u64, Problem> {
    let nodes = nodes.unwrap_or(USUAL_NODES);
    if !NODES.contains(&nodes) {
        let (least, most) = NODES.into_inner();
        let words = format!("a review takes {least} to {most} positions a move");
        return Err(Problem::Refused(words));
    }
    Ok(nodes)
}

impl Submission {
    /// Positions for each move, if that is sensible.
    pub(crate) fn checked_nodes(&self) -> Result<u64, Problem> {
        checked_nodes(self.nodes)
    }

    fn read<G: PageGame>(&self) -> Result<(Record<G>, Words), Problem> {
        let words = words(self.language.as_deref())?;
        self.checked_nodes()?;
        let record = self.record.record::<G>()?;
        if record.tree().main_line().count() == 0 {
            return Err(Problem::Refused("there are no moves to review".to_owned()));
        }
        Ok((record, words))
    }
}

/// Checks a game, and has it reviewed.
pub(crate) async fn review(desk: &Desk, asked: Submission) -> Result<EventStream, Problem> {
    let read = move || {
        with_game!(asked.record.game, G => asked.read::<G>().map(drop))?;
        Ok(asked)
    };
    let asked = host::read(&desk.host, read).await?;
    Ok(EventStream::of_task(&desk.host, Task::Review(asked), "review"))
}

/// Reviews the game, on this thread, and tells after each move how many are done.
pub(crate) fn review_game<G: PageGame>(
    reviewer: &mut Analyst<G>,
    asked: &Submission,
    tell: &mut dyn FnMut(&str, String),
) -> Result<String, Problem> {
    let (record, words) = asked.read::<G>()?;
    let total = record.tree().main_line().count();
    let found = reviewer.review(&record, &mut |done| {
        if let Ok(progress) = to_json(&Progress { done, total }) {
            tell("progress", progress);
        }
    });
    match found {
        Some(review) => to_json(&ReviewView::new(&record, review, words)),
        None => Ok(String::new()),
    }
}

impl ReviewView {
    pub(crate) fn new<G: PageGame>(record: &Record<G>, review: Review, words: Words) -> Self {
        let annotated = annotated(record, &review, words);
        let mut game = Game::new(record.start().clone());
        let mut moves = Vec::with_capacity(review.moves.len());
        for (mv, review) in record.to_game().moves().zip(&review.moves) {
            moves.push(JudgedView::new(&game, mv, review, words));
            game.play_unchecked(mv);
        }
        Self {
            record: Found::of_record(&annotated, 0, vec![String::new()], &[]),
            moves,
            graph: damier_review::html::shared::graph(&review),
            sides: review.sides.clone(),
            opening: review.opening.clone(),
            data: review,
        }
    }
}

/// Refuses a review that is of another game.
pub(crate) fn must_fit<G: PageGame>(record: &Record<G>, review: &Review) -> Result<(), Problem> {
    let mut position = record.start().clone();
    let moves: Vec<G::Move> = record.to_game().moves().collect();
    let mut is_same = moves.len() == review.moves.len();
    for (&mv, told) in moves.iter().zip(&review.moves) {
        is_same &= position.read_move(&told.played).is_ok_and(|told| told == mv);
        position.play_unchecked(mv);
    }
    if !is_same {
        return Err(Problem::Refused("the review is of another game".to_owned()));
    }
    Ok(())
}

/// A reviewed game that is to be shown in a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reviewed {
    record: Draft,
    review: Review,
    #[serde(default)]
    language: Option<String>,
}

impl Reviewed {
    fn read<G: PageGame>(&self) -> Result<(Record<G>, Language), Problem> {
        let record = self.record.record::<G>()?;
        must_fit(&record, &self.review)?;
        Ok((record, language_of(self.language.as_deref())?))
    }
}

/// A review that is there already, in another language.
pub(crate) fn retell(asked: &Reviewed) -> Result<ReviewView, Problem> {
    with_game!(asked.record.game, G => {
        let (record, language) = asked.read::<G>()?;
        Ok(ReviewView::new(&record, asked.review.clone(), Words::of(language)))
    })
}

/// The report of a review, as one page that needs nothing else.
pub(crate) fn report(asked: &Reviewed) -> Result<Written, Problem> {
    with_game!(asked.record.game, G => {
        let (record, language) = asked.read::<G>()?;
        let result = G::result_text(record.result).to_owned();
        let (tags, review) = (&record.tags, &asked.review);
        let game = html::PageGame { tags, review, result, faults: Vec::new() };
        let page = html::Page { game_name: G::NAME, language, games: &[game] };
        Ok(Written { text: page.to_html(), extension: "html" })
    })
}
