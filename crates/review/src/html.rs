//! Reviewed games as one page that needs nothing else: no network, no other file.
//!
//! Everything can be read without the script, which only lets a reader walk through a game on a
//! board of its own; and heard through a screen reader: pictures have texts, tables have headings.
//! All text that comes from a game record is escaped, and the page forbids itself to fetch anything
//! or to run any script but its own.
//!
//! Nothing is judged or computed here. The same review gives the same page, to the byte. Start at
//! [`Page::to_html`].

mod board;
mod game;
mod graph;
mod moments;
mod moves;
mod numbers;
mod policy;
pub mod shared;
mod table;

#[cfg(test)]
mod tests;

use crate::headline::{Headline, readable_result};
use crate::review::Review;
use crate::words::{Language, Words};
use board::Sort;
use damier_core::Side;
use damier_pictures::escape;
use damier_records::Tags;

const REPORT_STYLE: &str = include_str!("../data/report.css");
const SCRIPT: &str = concat!("\n", include_str!("../data/report.js"));

/// A page of reviewed games.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// `chess` or `draughts`.
    pub game_name: &'a str,
    /// The language of the page.
    pub language: Language,
    /// The games, in their order.
    pub games: &'a [PageGame<'a>],
}

/// A game on a page.
#[derive(Clone, Debug)]
pub struct PageGame<'a> {
    /// Players, event and so on.
    pub tags: &'a Tags,
    /// What is thought of it.
    pub review: &'a Review,
    /// How it ended, as game records write it.
    pub result: String,
    /// What could not be read of it, in words.
    pub faults: Vec<String>,
}

/// What all parts of a page need to know.
#[derive(Clone, Copy)]
struct Setting {
    words: Words,
    sort: Sort,
    /// The rank of the heading of a game: 1 if it is the only one, or else 2.
    rank: u8,
}

impl Setting {
    /// A label that may stand in a page: catalogues are ours, but hold apostrophes and the like.
    fn label(self, name: &str) -> String {
        escape(self.words.label(name))
    }

    /// The tag of a heading so many ranks below that of a game.
    fn heading(self, below: u8) -> String {
        format!("h{}", self.rank + below)
    }
}

impl Page<'_> {
    /// The page.
    pub fn to_html(&self) -> String {
        let words = Words::of(self.language);
        let sort = Sort::of(self.game_name);
        let rank = if self.games.len() == 1 { 1 } else { 2 };
        let setting = Setting { words, sort, rank };
        let games: Vec<(Headline, &PageGame)> =
            self.games.iter().map(|game| (Headline::of(game.tags, words), game)).collect();
        let title = match games.as_slice() {
            [(headline, _)] => escape(&players(words, headline)),
            _ => setting.label(sort.title()),
        };
        let style =
            ["\n", shared::TEXT_STYLE, shared::PIECES_STYLE, shared::GRAPH_STYLE, REPORT_STYLE]
                .concat();
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <svg class=\"store\" aria-hidden=\"true\" width=\"0\" \
             height=\"0\">\n{pieces}{squares}\n\
             </svg>\n",
            language = self.language,
            policy = policy::policy(&style, SCRIPT),
            pieces = sort.pieces(),
            squares = board::empty_board(sort),
        );
        if games.len() != 1 {
            page += &contents(setting, &title, &games);
        }
        page += "<main>\n";
        for (index, (headline, game)) in games.iter().enumerate() {
            page += &game::to_html(setting, headline, game, index + 1);
        }
        page += &format!(
            "</main>\n<footer>\n<details><summary>{reading}</summary><p>{text}</p></details>\n\
             <p>{footer}</p>\n</footer>\n<script>{SCRIPT}</script>\n</body>\n\
             </html>\n",
            reading = setting.label("reading"),
            text = setting.label("reading-text"),
            footer = setting.label("footer"),
        );
        page
    }
}

/// The two players in one phrase.
fn players(words: Words, headline: &Headline) -> String {
    let (white, black) = (headline.player(Side::White), headline.player(Side::Black));
    words.label_with("players", &[("white", white), ("black", black)])
}

/// The list of all games, with links to them.
fn contents(setting: Setting, title: &str, games: &[(Headline, &PageGame)]) -> String {
    let words = setting.words;
    let mut text = format!("<nav aria-label=\"{}\">\n<h1>{title}</h1>\n", setting.label("games"));
    text += "<ol>\n";
    for (index, (headline, game)) in games.iter().enumerate() {
        text += &format!(
            "<li><a href=\"#g{}\">{}</a> <span class=\"result\">{}</span></li>\n",
            index + 1,
            escape(&players(words, headline)),
            escape(&readable_result(&game.result)),
        );
    }
    text + "</ol>\n</nav>\n"
}
