//! All moves of a game, and the board that shows the position after any of them.

use super::graph::class_of;
use super::numbers::{evaluation, short_evaluation};
use super::{Setting, board};
use crate::headline::Headline;
use crate::review::{Mark, MoveReview, Review};
use crate::words::glyph;
use damier_core::Side;
use damier_pictures::escape;
use std::fmt::Write;

/// The board and the list. Without the script the board shows the last position.
pub(super) fn to_html(
    setting: Setting,
    headline: &Headline,
    review: &Review,
    number: usize,
) -> String {
    format!(
        "<aside class=\"walk\" id=\"g{number}-board\" aria-label=\"{}\">\n{}{}</aside>\n",
        setting.label("moves"),
        viewer(setting, review),
        list(setting, headline, review, number),
    )
}

fn viewer(setting: Setting, review: &Review) -> String {
    let (words, sort) = (setting.words, setting.sort);
    let Some(last) = review.moves.last() else { return String::new() };
    let Some(shown) = sort.board_after(&last.fen, &last.played) else { return String::new() };
    let caption = caption(setting, last);
    let svg =
        shown.to_svg(&shown.description(words, &caption), sort.ends(&last.fen, &last.played), &[]);
    let buttons = [
        ("first", "to-first", "M15 5l-6 7 6 7M8 5v14"),
        ("previous", "to-previous", "M14 5l-6 7 6 7"),
        ("next", "to-next", "M10 5l6 7-6 7"),
        ("last", "to-last", "M9 5l6 7-6 7M16 5v14"),
    ];
    let buttons = buttons.map(|(step, name, path)| {
        format!(
            "<button type=\"button\" data-step=\"{step}\" aria-label=\"{}\">\
             <svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{path}\"/></svg></button>",
            setting.label(name)
        )
    });
    format!(
        "<div class=\"viewer\" {}>\n{svg}\n<p class=\"caption\" \
         aria-live=\"polite\">{}</p>\n<div class=\"steps\" hidden>{}</div>\n</div>\n",
        board::telling(words),
        escape(&caption),
        buttons.concat()
    )
}

/// What stands under the board after a move.
fn caption(setting: Setting, mv: &MoveReview) -> String {
    let name = format!("{}{}", setting.words.numbered(mv), glyph(mv));
    let after = setting.words.label_with("after-move", &[("move", &name)]);
    format!("{after}, {}", evaluation(setting.words, mv.evaluation))
}

/// A table of pairs of moves.
fn list(setting: Setting, headline: &Headline, review: &Review, number: usize) -> String {
    let [white, black] = &headline.players;
    let mut text = format!(
        "<div class=\"list\" tabindex=\"0\" role=\"group\" aria-label=\"{moves}\">\n{start}\
         <table class=\"moves\">\n<caption class=\"unseen\">{moves}</caption>\n<thead><tr>\
         <td></td><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
        escape(white),
        escape(black),
        moves = setting.label("moves"),
        start = start(setting, review, number),
    );
    let mut is_open = false;
    for (index, mv) in review.moves.iter().enumerate() {
        if mv.side == Side::White || !is_open {
            if is_open {
                text += "<td></td></tr>\n";
            }
            let row = escape(mv.number.trim_end_matches('.'));
            let _ = write!(text, "<tr><th scope=\"row\">{row}</th>");
            if mv.side == Side::Black {
                text += "<td>…</td>";
            }
        }
        text += &cell(setting, review, index, number);
        is_open = mv.side == Side::White;
        if !is_open {
            text += "</tr>\n";
        }
    }
    if is_open {
        text += "<td></td></tr>\n";
    }
    text + "</tbody>\n</table>\n</div>\n"
}

/// The link to the position before the first move.
fn start(setting: Setting, review: &Review, number: usize) -> String {
    let first = review.moves.first().and_then(|mv| setting.sort.board(&mv.fen));
    let Some(board) = first else { return String::new() };
    let name = setting.label("start-position");
    format!(
        "<p class=\"start\"><a href=\"#g{number}-board\" data-ply=\"0\" data-board=\"{}\" \
         data-caption=\"{name}\">{name}</a></p>\n",
        board.letters()
    )
}

fn cell(setting: Setting, review: &Review, index: usize, number: usize) -> String {
    let (words, sort) = (setting.words, setting.sort);
    let mv = &review.moves[index];
    let ply = index + 1;
    // The position after a move is the one before the next; only the last move has to be played.
    let board = match review.moves.get(index + 1) {
        Some(next) => sort.board(&next.fen),
        None => sort.board_after(&mv.fen, &mv.played),
    };
    let mut data = String::new();
    if let Some(board) = board {
        let _ = write!(data, " data-board=\"{}\"", board.letters());
    }
    if let Some([from, to]) = sort.ends(&mv.fen, &mv.played) {
        let _ = write!(data, " data-ends=\"{from} {to}\"");
    }
    let (class, meaning) = match mv.judgement {
        Some(judgement) => (class_of(judgement), words.judgement(judgement)),
        None if mv.marks.contains(&Mark::Only) => ("only", words.mark(Mark::Only)),
        None => ("", ""),
    };
    let sign = match glyph(mv) {
        "" => String::new(),
        sign => format!("<b role=\"img\" aria-label=\"{}\">{sign}</b>", escape(meaning)),
    };
    format!(
        "<td class=\"{class}\"><a id=\"g{number}-m{ply}\" href=\"#g{number}-board\" \
         data-ply=\"{ply}\"{data} data-caption=\"{}\">{}{sign}</a> <span>{}</span></td>",
        escape(&caption(setting, mv)),
        escape(&words.notation(&mv.played)),
        escape(&short_evaluation(words, mv.evaluation)),
    )
}
