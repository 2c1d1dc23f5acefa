//! The course of a game: White's chances after every move.

use super::Setting;
use crate::judging::Judgement;
use crate::review::{MoveReview, Phase, Review};
use crate::words::glyph;
use damier_core::Side;
use damier_pictures::escape;
use std::fmt::Write;

/// Small enough that marks stay visible when it is shrunk to a telephone.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 150.0;
/// Room above and below the curve, so that marks at its ends are whole.
const MARGIN: f64 = 7.0;

/// White's chances after a move, from 0 to 100.
fn chances_after(review: &MoveReview) -> f64 {
    for_white(review, review.win_after)
}

fn for_white(review: &MoveReview, chances: f64) -> f64 {
    // What is no number counts as even: a picture must not break.
    let chances = if chances.is_finite() { chances.clamp(0.0, 100.0) } else { 50.0 };
    if review.side == Side::White { chances } else { 100.0 - chances }
}

/// How a kind of error is drawn.
pub(super) const fn class_of(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}

const fn class_of_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middlegame => "middlegame",
        Phase::Endgame => "endgame",
    }
}

/// The picture alone, without a word in it: the share of White, the parts of the game, the curve,
/// a line for the move that is looked at, and a dot for each error. It may be stretched. Empty for
/// a game without moves.
///
/// The step from move to move is its attribute `data-step`.
pub fn picture(review: &Review) -> String {
    let content = content(review);
    if content.is_empty() { content } else { format!("{}>{content}</svg>", opening_tag(review)) }
}

/// Where a ply stands in the picture.
struct Scale {
    step: f64,
}

impl Scale {
    fn of(review: &Review) -> Self {
        Self { step: WIDTH / review.moves.len() as f64 }
    }

    fn x(&self, ply: usize) -> f64 {
        ply as f64 * self.step
    }

    fn y(chances: f64) -> f64 {
        MARGIN + (100.0 - chances) / 100.0 * (HEIGHT - 2.0 * MARGIN)
    }

    /// The place of an error, whole inside the picture.
    fn dot(&self, ply: usize, review: &MoveReview) -> (f64, f64) {
        (self.x(ply).clamp(5.0, WIDTH - 5.0), Self::y(chances_after(review)))
    }
}

/// The beginning of the picture; more attributes may follow.
fn opening_tag(review: &Review) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         preserveAspectRatio=\"none\" data-step=\"{:.4}\"",
        Scale::of(review).step
    )
}

fn content(review: &Review) -> String {
    let Some(first) = review.moves.first() else { return String::new() };
    let scale = Scale::of(review);
    let after = review.moves.iter().map(chances_after);
    let heights = std::iter::once(for_white(first, first.win_before)).chain(after);
    let place = |(ply, chances)| format!("{:.1} {:.1}", scale.x(ply), Scale::y(chances));
    let curve = heights.enumerate().map(place).collect::<Vec<_>>().join("L");
    let middle = Scale::y(50.0);
    let mut svg = format!(
        "<rect class=\"graph-black\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\
         <path class=\"graph-white\" d=\"M0 {HEIGHT}L{curve}L{WIDTH} {HEIGHT}z\"/>"
    );
    let mut ply = 0;
    for (phase, length) in stretches(review) {
        let (class, from, width) = (class_of_phase(phase), scale.x(ply), scale.x(length));
        let _ = write!(
            svg,
            "<rect class=\"graph-phase {class}\" x=\"{from:.1}\" width=\"{width:.1}\" \
             height=\"{HEIGHT}\"/>"
        );
        ply += length;
    }
    let _ = write!(
        svg,
        "<path class=\"graph-even\" d=\"M0 {middle}H{WIDTH}\"/>\
         <path class=\"graph-curve\" d=\"M{curve}\"/>\
         <path class=\"graph-here\" d=\"M{WIDTH} 0V{HEIGHT}\"/>"
    );
    for (ply, mv) in (1..).zip(&review.moves) {
        let Some(judgement) = mv.judgement else { continue };
        let ((x, y), class) = (scale.dot(ply, mv), class_of(judgement));
        let _ = write!(
            svg,
            "<path class=\"graph-dot rim\" d=\"M{x:.1} {y:.1}h0\"/>\
             <path class=\"graph-dot {class}\" d=\"M{x:.1} {y:.1}h0\"/>"
        );
    }
    svg
}

/// The parts of the game, with how many moves each goes on.
fn stretches(review: &Review) -> impl Iterator<Item = (Phase, usize)> {
    let chunks = review.moves.chunk_by(|left, right| left.phase == right.phase);
    chunks.filter_map(|chunk| chunk.first().map(|mv| (mv.phase, chunk.len())))
}

/// The graph of a report with its legend. Every move is a link to its place in the list of moves;
/// those to errors can be reached by keyboard too, the others would be too many.
pub(super) fn to_html(setting: Setting, review: &Review, number: usize) -> String {
    let words = setting.words;
    if review.moves.is_empty() {
        return String::new();
    }
    let count = review.moves.len().to_string();
    let text = words.label_with("chances-text", &[("count", &count)]);
    let mut svg = format!(
        "<figure class=\"graph\">\n{} role=\"group\" aria-label=\"{}\">{}",
        opening_tag(review),
        escape(&text),
        content(review)
    );
    let scale = Scale::of(review);
    let step = scale.step;
    for ply in 1..=review.moves.len() {
        let from = (scale.x(ply) - step / 2.0).max(0.0);
        let _ = write!(
            svg,
            "<a href=\"#g{number}-m{ply}\" data-ply=\"{ply}\" tabindex=\"-1\" aria-hidden=\"true\">\
             <rect class=\"touch\" x=\"{from:.1}\" width=\"{step:.1}\" height=\"{HEIGHT}\"/></a>"
        );
    }
    for (ply, mv) in (1..).zip(&review.moves) {
        let Some(judgement) = mv.judgement else { continue };
        let name = format!("{}{} – {}", words.numbered(mv), glyph(mv), words.judgement(judgement));
        let (x, y) = scale.dot(ply, mv);
        let _ = write!(
            svg,
            "<a href=\"#g{number}-m{ply}\" data-ply=\"{ply}\"><title>{name}</title>\
             <circle class=\"spot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/></a>",
            name = escape(&name),
        );
    }
    svg += "</svg>\n";
    svg + &legend(setting, review) + "</figure>\n"
}

/// What the shades and the dots mean.
fn legend(setting: Setting, review: &Review) -> String {
    let words = setting.words;
    let mut text = format!("<figcaption><span>{}</span>", setting.label("chances"));
    let mut phases: Vec<Phase> = Vec::new();
    for (phase, _) in stretches(review) {
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    for phase in phases {
        let _ = write!(
            text,
            "<span class=\"key\"><i class=\"{}\"></i>{}</span>",
            class_of_phase(phase),
            escape(words.phase(phase))
        );
    }
    for judgement in [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder] {
        if review.moves.iter().any(|mv| mv.judgement == Some(judgement)) {
            let _ = write!(
                text,
                "<span class=\"key\"><i class=\"dot {}\"></i>{}</span>",
                class_of(judgement),
                escape(words.judgement(judgement))
            );
        }
    }
    text + "</figcaption>\n"
}
