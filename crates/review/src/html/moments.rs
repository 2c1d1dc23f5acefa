//! The moments that decided a game: boards, reasons, and both lines.

use super::Setting;
use super::board::Arrow;
use super::graph::class_of;
use super::numbers::{evaluation, signed};
use crate::judging::Judgement;
use crate::review::{Mark, MoveReview, Review};
use crate::terms::Comparison;
use crate::words::glyph;
use damier_pictures::escape;
use std::fmt::Write;

/// More would be a list, not moments.
const MOST_MOMENTS: usize = 10;

/// The worst errors, at least mistakes, in the order of the game: places in the list of moves.
pub(super) fn choose(review: &Review) -> Vec<usize> {
    let mut errors: Vec<(usize, Judgement, f64)> = review
        .moves
        .iter()
        .enumerate()
        .filter_map(|(index, mv)| Some((index, mv.judgement?, mv.win_before - mv.win_after)))
        .filter(|&(_, judgement, _)| judgement >= Judgement::Mistake)
        .collect();
    // Equal ones stay in the order of the game.
    errors.sort_by(|left, right| right.1.cmp(&left.1).then(right.2.total_cmp(&left.2)));
    errors.truncate(MOST_MOMENTS);
    let mut places: Vec<usize> = errors.into_iter().map(|(index, ..)| index).collect();
    places.sort_unstable();
    places
}

/// All key moments of a game.
pub(super) fn to_html(setting: Setting, review: &Review, number: usize) -> String {
    let places = choose(review);
    let mut text = format!(
        "<section class=\"moments\">\n<{tag} class=\"section\">{}</{tag}>\n",
        setting.label("key-moments"),
        tag = setting.heading(1),
    );
    if places.is_empty() {
        let _ = writeln!(text, "<p class=\"empty\">{}</p>", setting.label("no-errors"));
    }
    for index in places {
        text += &moment(setting, &review.moves[index], number, index + 1);
    }
    text + "</section>\n"
}

fn moment(setting: Setting, mv: &MoveReview, number: usize, ply: usize) -> String {
    let words = setting.words;
    let judgement = mv.judgement.unwrap_or(Judgement::Mistake);
    let class = class_of(judgement);
    let mut text = format!(
        "<article class=\"moment {class}\">\n{}<div class=\"told\">\n<{tag} class=\"name\">{}<b \
         class=\"glyph\" aria-hidden=\"true\">{}</b> <span class=\"tag\">{}</span>{}</{tag}>\n",
        diagram(setting, mv),
        escape(&words.numbered(mv)),
        glyph(mv),
        escape(words.judgement(judgement)),
        missed_win(setting, mv),
        tag = setting.heading(2),
    );
    let _ = writeln!(
        text,
        "<p class=\"swing\"><span class=\"unseen\">{}</span>{} <span class=\"to\">→</span> {}</p>",
        escape(&format!("{}{}", words.label("evaluation"), words.colon())),
        escape(&evaluation(words, mv.best_evaluation)),
        escape(&evaluation(words, mv.evaluation)),
    );
    let explanation = words.explanation(mv);
    if !explanation.is_empty() {
        let _ = writeln!(text, "<p class=\"why\">{}</p>", escape(&explanation));
    }
    text += "<dl class=\"lines\">";
    for (name, class, line) in
        [("better", "better", &mv.best_line), ("refutation", "played", &mv.line)]
    {
        if !line.is_empty() {
            let (name, line) = (setting.label(name), escape(&words.line(mv, line)));
            let _ = write!(text, "<div class=\"{class}\"><dt>{name}</dt><dd>{line}</dd></div>");
        }
    }
    text += "</dl>\n";
    if let Some(comparison) = &mv.comparison {
        text += &terms(setting, comparison);
    }
    let _ = writeln!(
        text,
        "<p class=\"jump\"><a href=\"#g{number}-m{ply}\" data-ply=\"{ply}\">{}<span \
         class=\"unseen\">{}</span></a></p>\n</div>\n</article>",
        setting.label("show"),
        escape(&format!("{}{}", words.colon(), words.numbered(mv))),
    );
    text
}

fn missed_win(setting: Setting, mv: &MoveReview) -> String {
    if !mv.marks.contains(&Mark::MissedWin) {
        return String::new();
    }
    format!(" <span class=\"tag missed\">{}</span>", escape(setting.words.mark(Mark::MissedWin)))
}

/// The position before the move, with the move that was played and the one that was better.
fn diagram(setting: Setting, mv: &MoveReview) -> String {
    let (words, sort) = (setting.words, setting.sort);
    let Some(board) = sort.board(&mv.fen) else { return String::new() };
    let better = mv.best_line.first();
    let mut arrows = Vec::new();
    // The better move lies above the other where they cross.
    for (class, text) in [("played", Some(&mv.played)), ("better", better)] {
        if let Some(ends) = text.and_then(|text| sort.ends(&mv.fen, text)) {
            arrows.push(Arrow { class, ends });
        }
    }
    let before = words.label_with("before-move", &[("move", &words.numbered(mv))]);
    let mut text = board.description(words, &before);
    if let Some(better) = better {
        let gaps = [("played", &*words.notation(&mv.played)), ("better", &*words.notation(better))];
        text = format!("{text} {}", words.label_with("arrow-text", &gaps));
    }
    format!("<div class=\"diagram\">{}</div>\n", board.to_svg(&text, None, &arrows))
}

/// The comparison term by term, whose rows add up.
fn terms(setting: Setting, comparison: &Comparison) -> String {
    let words = setting.words;
    let values = comparison.terms.iter().map(|&(_, value)| value);
    let largest = values.chain([comparison.remainder, comparison.gap]);
    let largest = largest.map(i32::unsigned_abs).max().unwrap_or(0).max(1);
    let mut text = format!(
        "<details class=\"terms\"><summary>{}</summary>\n<p>{}</p>\n<table>\n<thead><tr>\
         <th scope=\"col\">{}</th><td></td><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
        setting.label("terms"),
        setting.label("terms-hint"),
        setting.label("term"),
        setting.label("difference"),
    );
    let row = |name: &str, value: i32| {
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"bar\">{}</td><td>{}</td></tr>\n",
            escape(name),
            bar(value, largest),
            signed(value)
        )
    };
    for (name, value) in &comparison.terms {
        text += &row(words.term(name), *value);
    }
    text += &row(words.term("remainder"), comparison.remainder);
    text += "</tbody>\n<tfoot>\n";
    text += &row(words.term("gap"), comparison.gap);
    text + "</tfoot>\n</table>\n</details>\n"
}

/// A bar to the right of the middle for more, to the left for less.
fn bar(value: i32, largest: u32) -> String {
    let width = 48.0 * f64::from(value.unsigned_abs()) / f64::from(largest);
    let (class, x) = if value < 0 { ("less", 50.0 - width) } else { ("more", 50.0) };
    format!(
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"zero\" d=\"M50 0V10\"/>\
         <rect class=\"{class}\" x=\"{x:.1}\" y=\"2\" width=\"{width:.1}\" height=\"6\"/></svg>"
    )
}
