//! The table of what each side did.

use super::Setting;
use crate::headline::Headline;
use crate::review::{Phase, Review, SideReview};
use damier_pictures::escape;
use std::fmt::Write;

/// Both sides beside each other.
pub(super) fn to_html(setting: Setting, headline: &Headline, review: &Review) -> String {
    let words = setting.words;
    let [white, black] = &headline.players;
    let mut table = format!(
        "<table class=\"sides\">\n<caption>{}</caption>\n<thead><tr><td></td>\
         <th scope=\"col\"><i class=\"disc w\"></i>{}</th>\
         <th scope=\"col\"><i class=\"disc b\"></i>{}</th></tr></thead>\n<tbody>\n",
        setting.label("summary"),
        escape(white),
        escape(black),
    );
    let share = |share: Option<f64>| share.map_or("–".to_owned(), |share| words.percent(share));
    let mut row = |class: &str, name: &str, cells: [String; 2]| {
        let [white, black] = cells.map(|cell| escape(&cell));
        let _ = writeln!(
            table,
            "<tr class=\"{class}\"><th scope=\"row\">{}</th><td>{white}</td><td>{black}</td></tr>",
            escape(name)
        );
    };
    let sides = &review.sides;
    row("total", words.label("accuracy"), sides.each_ref().map(|side| share(side.accuracy)));
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        if sides.iter().any(|side| side.by_phase[index].is_some()) {
            let cells = sides.each_ref().map(|side| share(side.by_phase[index]));
            row("part", words.phase(phase), cells);
        }
    }
    let loss = |side: &SideReview| side.average_loss.map_or("–".to_owned(), |it| words.loss(it));
    row("", words.label("average-loss"), sides.each_ref().map(loss));
    let best = |side: &SideReview| format!("{} / {}", side.best, side.moves);
    row("", words.label("best-moves"), sides.each_ref().map(best));
    let count =
        |count: fn(&SideReview) -> u32| sides.each_ref().map(|side| count(side).to_string());
    row("inaccuracy", words.label("inaccuracies"), count(|side| side.inaccuracies));
    row("mistake", words.label("mistakes"), count(|side| side.mistakes));
    row("blunder", words.label("blunders"), count(|side| side.blunders));
    row("missed", words.label("missed-wins"), count(|side| side.missed_wins));
    table + "</tbody>\n</table>\n"
}
