//! One game on the page.

use super::{PageGame, Setting, graph, moments, moves, players, table};
use crate::headline::{Headline, readable_result};
use damier_core::Side;
use damier_pictures::escape;
use std::fmt::Write;

/// Heading, graph, table, key moments, and beside them the board with all moves.
pub(super) fn to_html(
    setting: Setting,
    headline: &Headline,
    game: &PageGame,
    number: usize,
) -> String {
    let mut text = format!("<article class=\"game\" id=\"g{number}\">\n");
    text += &heading(setting, headline, game);
    text += "<div class=\"story\">\n";
    text += &faults(setting, game);
    if game.review.moves.is_empty() {
        let _ = writeln!(text, "<p class=\"empty\">{}</p>", setting.label("no-moves"));
        return text + "</div>\n</article>\n";
    }
    text += &graph::to_html(setting, game.review, number);
    text += &table::to_html(setting, headline, game.review);
    text += &moments::to_html(setting, game.review, number);
    text += "</div>\n";
    text += &moves::to_html(setting, headline, game.review, number);
    text + "</article>\n"
}

fn heading(setting: Setting, headline: &Headline, game: &PageGame) -> String {
    let player = |side: Side, class: &str| {
        let rating = headline.ratings[side.index()].as_deref();
        let rating = rating.map_or(String::new(), |elo| format!(" <small>{}</small>", escape(elo)));
        let name = escape(headline.player(side));
        format!("<span class=\"player\"><i class=\"disc {class}\"></i>{name}{rating}</span>")
    };
    let mut text = format!(
        "<header>\n<{tag} class=\"players\" aria-label=\"{}\">{}<span class=\"result\">{}</span>{}\
         </{tag}>\n<dl>",
        escape(&format!("{}, {}", players(setting.words, headline), readable_result(&game.result))),
        player(Side::White, "w"),
        escape(&readable_result(&game.result)),
        player(Side::Black, "b"),
        tag = setting.heading(0),
    );
    let opening = game.review.opening.as_ref();
    let opening = opening.map(|opening| format!("{} {}", opening.code, opening.name));
    let facts = [
        ("event", headline.event.as_deref()),
        ("date", headline.date.as_deref()),
        ("opening", opening.as_deref().map(str::trim)),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            let (name, value) = (setting.label(name), escape(value));
            let _ = write!(text, "<div><dt>{name}</dt><dd>{value}</dd></div>");
        }
    }
    text + "</dl>\n</header>\n"
}

fn faults(setting: Setting, game: &PageGame) -> String {
    if game.faults.is_empty() {
        return String::new();
    }
    let items = game.faults.iter().map(|fault| format!("<li>{}</li>", escape(fault)));
    format!(
        "<section class=\"faults\"><{tag}>{}</{tag}><ul>{}</ul></section>\n",
        setting.label("faults"),
        items.collect::<String>(),
        tag = setting.heading(1),
    )
}
