//! Verdicts and reasons in the languages of their readers.
//!
//! The messages come from `damier-languages`: whole sentences with named gaps, and every form of a
//! piece's name that a sentence needs, so that no grammar is programmed here. Sentences are built
//! so that nothing has to agree with a piece: French and Italian participles would.
//!
//! Nothing here decides what is true: a [`Reason`] comes proved. Start at [`Words::of`] and
//! [`Words::explanation`].

mod line;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use damier_languages::MISSING;
pub use line::glyph;

use crate::judging::Judgement;
use crate::review::{Evaluation, Mark, MoveReview, Phase};
use damier_core::Side;
use damier_languages::Catalogue;
pub use damier_languages::Language;
use damier_reasons::ReasonWords;
use damier_reasons::reason::{Piece, Reason};

/// Ways to say which move was better.
const BETTER: [&str; 3] =
    ["explanation.better", "explanation.better-again", "explanation.better-still"];

/// More reasons than this are not read out.
const MOST_SENTENCES: usize = 3;

/// The words of a language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    catalogue: &'static Catalogue,
    reasons: ReasonWords,
}

impl Words {
    /// Those of this language.
    pub fn of(language: Language) -> Self {
        Self { catalogue: language.catalogue(), reasons: ReasonWords::of(language) }
    }

    /// Why a move is wrong, in whole sentences: what is proved against it, three sentences at most,
    /// or that the difference lies deeper; then which move is better. Empty for a best move.
    pub fn explanation(self, review: &MoveReview) -> String {
        let mut sentences = self.sentences(&review.reasons);
        let Some(better) = review.best_line.first() else { return sentences.join(" ") };
        if sentences.is_empty() && review.judgement.is_some() {
            sentences.push(self.text("explanation.deeper").to_owned());
        }
        // Not the same words for every move of a game, and the same ones for a move each time.
        let number: usize = review.number.trim_end_matches('.').parse().unwrap_or(0);
        let place = (2 * number + usize::from(review.side == Side::Black)) % BETTER.len();
        sentences.push(self.fill(BETTER[place], &[("move", &self.notation(better))]));
        sentences.join(" ")
    }

    /// What is proved against a move, three sentences at most.
    pub fn sentences(self, reasons: &[Reason]) -> Vec<String> {
        reasons.iter().take(MOST_SENTENCES).map(|reason| self.reason(reason)).collect()
    }

    /// A reason as one sentence.
    pub fn reason(self, reason: &Reason) -> String {
        self.reasons.sentence(reason)
    }

    /// The name of a piece for lists: singular or plural, without an article.
    pub fn piece_name(self, piece: Piece, is_plural: bool) -> &'static str {
        self.reasons.piece_name(piece, is_plural)
    }

    /// A sort of error, as a heading.
    pub fn judgement(self, judgement: Judgement) -> &'static str {
        self.text(match judgement {
            Judgement::Inaccuracy => "judgement.inaccuracy",
            Judgement::Mistake => "judgement.mistake",
            Judgement::Blunder => "judgement.blunder",
        })
    }

    /// What else there is to say of a move, as a heading.
    pub fn mark(self, mark: Mark) -> &'static str {
        self.text(match mark {
            Mark::Forced => "mark.forced",
            Mark::Best => "mark.best",
            Mark::Only => "mark.only",
            Mark::MissedWin => "mark.missed-win",
            Mark::Opening => "mark.opening",
        })
    }

    /// A part of a game, as a heading.
    pub fn phase(self, phase: Phase) -> &'static str {
        self.text(match phase {
            Phase::Opening => "phase.opening",
            Phase::Middlegame => "phase.middlegame",
            Phase::Endgame => "phase.endgame",
        })
    }

    /// A term of an evaluation, by the name that [`Comparison`](crate::terms::Comparison) has for
    /// it. A term without a translation keeps that name.
    pub fn term(self, name: &str) -> &str {
        self.find(&format!("term.{name}")).unwrap_or(name)
    }

    /// What reports call something: a heading, a button.
    pub fn label(self, name: &str) -> &'static str {
        self.text(&format!("label.{name}"))
    }

    /// A label with gaps.
    pub fn label_with(self, name: &str, gaps: &[(&str, &str)]) -> String {
        self.fill(&format!("label.{name}"), gaps)
    }

    /// A share of a hundred with one decimal.
    pub fn percent(self, share: f64) -> String {
        let number = format!("{share:.1}").replace('.', self.text("language.decimal"));
        self.fill("language.percent", &[("number", &number)])
    }

    /// An evaluation; where no number says more, that a side is winning.
    pub fn evaluation(self, evaluation: Evaluation) -> String {
        match evaluation.is_winning() {
            Some(Side::White) => self.label("white-winning").to_owned(),
            Some(Side::Black) => self.label("black-winning").to_owned(),
            None => evaluation.to_string(),
        }
    }

    /// An average loss in pawns or men.
    pub fn loss(self, loss: f64) -> String {
        format!("{loss:.2}").replace('.', self.text("language.decimal"))
    }

    /// What separates a heading from its text.
    pub(crate) fn colon(self) -> &'static str {
        self.text("join.colon")
    }

    /// A message of the reviewer; the catalogue has those of other rooms too.
    fn text(self, key: &str) -> &'static str {
        self.catalogue.text(&format!("review.{key}"))
    }

    fn find(self, key: &str) -> Option<&'static str> {
        self.catalogue.find(&format!("review.{key}"))
    }

    fn fill(self, key: &str, gaps: &[(&str, &str)]) -> String {
        damier_languages::fill(self.text(key), gaps)
    }
}
