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

/// The graph with its legend. Every move is a link to its place in the list of moves; those to
/// errors can be reached by keyboard too, the others would be too many.
pub(super) fn to_html(setting: Setting, review: &Review, number: usize) -> String {
    let words = setting.words;
    let Some(first) = review.moves.first() else { return String::new() };
    let count = review.moves.len();
    let step = WIDTH / count as f64;
    let x = |ply: usize| ply as f64 * step;
    let y = |chances: f64| MARGIN + (100.0 - chances) / 100.0 * (HEIGHT - 2.0 * MARGIN);
    let text = words.label_with("chances-text", &[("count", &count.to_string())]);
    let mut svg = format!(
        "<figure class=\"graph\">\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"{}\" data-step=\"{step:.4}\">",
        escape(&text)
    );
    let after = review.moves.iter().map(chances_after);
    let heights: Vec<f64> =
        std::iter::once(for_white(first, first.win_before)).chain(after).collect();
    let places: Vec<String> = heights
        .iter()
        .enumerate()
        .map(|(ply, &chances)| format!("{:.1} {:.1}", x(ply), y(chances)))
        .collect();
    let curve = places.join("L");
    let middle = y(50.0);
    let _ = write!(
        svg,
        "<rect class=\"rest\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\
         <path class=\"share\" d=\"M0 {HEIGHT}L{curve}L{WIDTH} {HEIGHT}z\"/>"
    );
    let mut phases = Vec::new();
    let mut ply = 0;
    for stretch in review.moves.chunk_by(|left, right| left.phase == right.phase) {
        let Some(phase) = stretch.first().map(|mv| mv.phase) else { continue };
        let (class, from, width) = (class_of_phase(phase), x(ply), x(stretch.len()));
        let _ = write!(
            svg,
            "<rect class=\"phase {class}\" x=\"{from:.1}\" width=\"{width:.1}\" \
             height=\"{HEIGHT}\"/>"
        );
        ply += stretch.len();
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    let _ = write!(
        svg,
        "<path class=\"even\" d=\"M0 {middle}H{WIDTH}\"/><path class=\"curve\" d=\"M{curve}\"/>\
         <path class=\"cursor\" d=\"M{WIDTH} 0V{HEIGHT}\"/>"
    );
    for (index, _) in review.moves.iter().enumerate() {
        let ply = index + 1;
        let from = (x(ply) - step / 2.0).max(0.0);
        let _ = write!(
            svg,
            "<a href=\"#g{number}-m{ply}\" data-ply=\"{ply}\" tabindex=\"-1\" aria-hidden=\"true\">\
             <rect class=\"touch\" x=\"{from:.1}\" width=\"{step:.1}\" height=\"{HEIGHT}\"/></a>"
        );
    }
    for (index, mv) in review.moves.iter().enumerate() {
        let Some(judgement) = mv.judgement else { continue };
        let (ply, class) = (index + 1, class_of(judgement));
        let name = format!("{}{} – {}", words.numbered(mv), glyph(mv), words.judgement(judgement));
        let _ = write!(
            svg,
            "<a href=\"#g{number}-m{ply}\" data-ply=\"{ply}\"><title>{name}</title>\
             <circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\"/></a>",
            x(ply).clamp(5.0, WIDTH - 5.0),
            y(chances_after(mv)),
            name = escape(&name),
        );
    }
    svg += "</svg>\n<figcaption><span>";
    svg += &setting.label("chances");
    svg += "</span>";
    for phase in phases {
        let _ = write!(
            svg,
            "<span class=\"key\"><i class=\"phase {}\"></i>{}</span>",
            class_of_phase(phase),
            escape(words.phase(phase))
        );
    }
    for judgement in [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder] {
        if review.moves.iter().any(|mv| mv.judgement == Some(judgement)) {
            let _ = write!(
                svg,
                "<span class=\"key\"><i class=\"dot {}\"></i>{}</span>",
                class_of(judgement),
                escape(words.judgement(judgement))
            );
        }
    }
    svg + "</figcaption>\n</figure>\n"
}
