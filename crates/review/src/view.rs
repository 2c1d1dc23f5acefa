//! What programs are told of a review, a position or a move: the same for the command line and for
//! other fronts, to the byte.

use crate::files::Source;
use crate::judging::Judgement;
use crate::review::{Evaluation, MoveReview, Review, Variation};
use crate::{Analyst, Language, ReviewGame, Words};
use damier_core::Game;
use damier_games::Term;
use damier_reasons::{Reason, makes_unsafe};
use damier_records::Record;
use serde::Serialize;
use std::collections::BTreeMap;

/// Positions to look at for one move, so that all who are asked say the same;
pub const NODES: u64 = 400_000;
/// and for each move if all are looked at.
pub const NODES_FOR_EACH: u64 = 40_000;

/// A reviewed game.
#[derive(Debug, Serialize)]
pub struct GameView<'a> {
    file: &'a str,
    number: usize,
    tags: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    review: &'a Review,
    /// In words, by the index of the move.
    explanations: BTreeMap<usize, String>,
}

impl<'a> GameView<'a> {
    /// A game and where it comes from, with its review, in some words.
    pub fn new<G: ReviewGame>(
        record: &'a Record<G>,
        source: &'a Source,
        review: &'a Review,
        words: Words,
    ) -> Self {
        let errors = review.moves.iter().enumerate().filter(|(_, mv)| mv.judgement.is_some());
        Self {
            file: &source.file,
            number: source.number,
            tags: record.tags.iter().collect(),
            review,
            explanations: errors.map(|(index, mv)| (index, words.explanation(mv))).collect(),
        }
    }
}

/// Whether a move is safe, and if not, why.
#[derive(Debug, Serialize)]
pub struct SafetyView {
    /// The move, as game records write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether nothing is wrong with it.
    pub safe: bool,
    /// Whether it wins by force.
    pub wins: bool,
    /// What is wrong, in sentences.
    pub reasons: Vec<String>,
    /// Hundredths of a pawn or a man that it gives away.
    pub loss: i32,
    /// What proves it.
    pub line: String,
    /// The chances of the mover before and after it, from 0 to 100.
    #[serde(skip)]
    fall: [f64; 2],
}

impl SafetyView {
    /// What is thought of a legal move; `None` if a signal ended it.
    pub fn of<G: ReviewGame>(
        analyst: &mut Analyst<G>,
        game: &Game<G>,
        mv: G::Move,
    ) -> Option<Self> {
        analyst.forget();
        Some(Self::new(&analyst.judge(game, mv)?))
    }

    fn new(review: &MoveReview) -> Self {
        let words = Words::of(Language::default());
        let safe = !makes_unsafe(&review.reasons) && review.judgement != Some(Judgement::Blunder);
        let reasons = if safe { &[][..] } else { &review.reasons };
        let fall = [review.win_before, review.win_after];
        let wins = matches!(review.evaluation, Evaluation::Win { side, .. } if side == review.side);
        Self {
            mv: review.played.clone(),
            safe,
            wins,
            reasons: words.sentences(reasons),
            loss: reasons.iter().filter_map(Reason::stake).map(|stake| stake.worth).sum(),
            line: review.line.join(" "),
            fall,
        }
    }

    /// What there is to say of it.
    pub fn words(&self) -> String {
        match (self.safe, self.wins) {
            (false, _) if self.reasons.is_empty() => {
                let [before, after] = self.fall;
                format!("not safe: chances fall from {before:.0}% to {after:.0}% ({})", self.line)
            }
            (false, _) => format!("not safe. {} ({})", self.reasons.join(" "), self.line),
            (true, true) => "safe: it wins by force".to_owned(),
            (true, false) => "safe".to_owned(),
        }
    }

    /// The same with the move in front.
    pub fn sentence(&self) -> String {
        format!("{} is {}", self.mv, self.words())
    }
}

/// What is known of a position.
#[derive(Debug, Serialize)]
pub struct ExplainedPosition {
    /// The position.
    pub fen: String,
    /// The terms of the hand-written evaluation.
    pub terms: Vec<Term>,
    /// The sum of the terms, for White.
    pub total: i32,
    /// The best lines.
    pub lines: Vec<Variation>,
}

impl ExplainedPosition {
    /// Explains the position of a game; `None` if a signal ended it.
    pub fn of<G: ReviewGame>(game: &Game<G>, analyst: &mut Analyst<G>) -> Option<Self> {
        let terms = game.position().terms();
        Some(Self {
            fen: game.position().to_fen(),
            total: terms.iter().map(Term::total).sum(),
            terms,
            lines: analyst.lines(game)?,
        })
    }
}

/// What is known of a move.
#[derive(Debug, Serialize)]
pub struct ExplainedMove {
    /// All that a review says of it.
    #[serde(flatten)]
    pub review: MoveReview,
    /// What is wrong with it, in words; empty if nothing is.
    pub explanation: String,
}

impl ExplainedMove {
    /// Explains a legal move of a game; `None` if a signal ended it.
    pub fn of<G: ReviewGame>(
        game: &Game<G>,
        mv: G::Move,
        analyst: &mut Analyst<G>,
        words: Words,
    ) -> Option<Self> {
        let review = analyst.judge(game, mv)?;
        let is_wrong = review.judgement.is_some() || makes_unsafe(&review.reasons);
        let explanation = if is_wrong { words.explanation(&review) } else { String::new() };
        Some(Self { review, explanation })
    }
}
