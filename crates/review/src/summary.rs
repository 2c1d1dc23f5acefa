//! A reviewed game as text for a terminal: a table of both sides, then every error with its reason.
//!
//! No colours and no width to ask for: lines have at most [`WIDTH`] columns, and what comes out may
//! as well go into a file. Start at [`Summary::to_text`].

use crate::headline::{Headline, readable_result};
use crate::review::{MoveReview, Phase, Review, SideReview};
use crate::words::{Language, Words, glyph};
use damier_core::Side;
use damier_records::Tags;

/// The longest that a line becomes, unless a single word is longer.
pub const WIDTH: usize = 100;

/// The width of a column of the table; names are cut to it.
const COLUMN: usize = 24;

/// What is written about a game.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// The language to write in.
    pub language: Language,
    /// Players, event and so on.
    pub tags: &'a Tags,
    /// What is thought of the game.
    pub review: &'a Review,
    /// How it ended, as game records write it.
    pub result: &'a str,
}

impl Summary<'_> {
    /// The text, which ends with a line break.
    pub fn to_text(&self) -> String {
        let words = Words::of(self.language);
        let headline = Headline::of(self.tags, words);
        let mut text = heading(words, &headline, self.review, self.result);
        if self.review.moves.is_empty() {
            return text + words.label("no-moves") + "\n";
        }
        text.push('\n');
        text += &table(words, &headline, &self.review.sides);
        text.push('\n');
        let errors: Vec<&MoveReview> =
            self.review.moves.iter().filter(|mv| mv.judgement.is_some()).collect();
        if errors.is_empty() {
            return text + words.label("no-errors-found") + "\n";
        }
        text += words.label("errors");
        text.push('\n');
        for mv in errors {
            text += &error(words, mv);
        }
        text
    }
}

fn heading(words: Words, headline: &Headline, review: &Review, result: &str) -> String {
    let [white, black] =
        [Side::White, Side::Black].map(|side| printable(&headline.player_with_rating(side)));
    let mut text = wrapped("", &format!("{white} – {black}  {}", readable_result(result)));
    let facts = [headline.event.as_deref(), headline.date.as_deref()];
    let facts: Vec<String> = facts.into_iter().flatten().map(printable).collect();
    if !facts.is_empty() {
        text += &wrapped("", &facts.join(", "));
    }
    if let Some(opening) = &review.opening {
        let name = format!("{} {}", opening.code, opening.name);
        let label = words.label("opening");
        text += &wrapped("", &format!("{label}{}{}", words.colon(), printable(name.trim())));
    }
    text
}

fn table(words: Words, headline: &Headline, sides: &[SideReview; 2]) -> String {
    let share = |share: Option<f64>| share.map_or("–".to_owned(), |share| words.percent(share));
    let count =
        |count: fn(&SideReview) -> u32| sides.each_ref().map(|side| count(side).to_string());
    let mut rows = vec![
        (String::new(), headline.players.each_ref().map(|name| cut(&printable(name)))),
        (words.label("accuracy").to_owned(), sides.each_ref().map(|side| share(side.accuracy))),
    ];
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        if sides.iter().any(|side| side.by_phase[index].is_some()) {
            let cells = sides.each_ref().map(|side| share(side.by_phase[index]));
            rows.push((format!("  {}", words.phase(phase)), cells));
        }
    }
    let loss = |side: &SideReview| side.average_loss.map_or("–".to_owned(), |it| words.loss(it));
    rows.push((words.label("average-loss").to_owned(), sides.each_ref().map(loss)));
    let best = sides.each_ref().map(|side| format!("{} / {}", side.best, side.moves));
    rows.push((words.label("best-moves").to_owned(), best));
    for (name, cells) in [
        ("inaccuracies", count(|side| side.inaccuracies)),
        ("mistakes", count(|side| side.mistakes)),
        ("blunders", count(|side| side.blunders)),
        ("missed-wins", count(|side| side.missed_wins)),
    ] {
        rows.push((words.label(name).to_owned(), cells));
    }
    let width = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let names = width(&mut rows.iter().map(|(name, _)| name));
    let [white, black] = [0, 1].map(|side| width(&mut rows.iter().map(|(_, cells)| &cells[side])));
    let line = |(name, [left, right]): &(String, [String; 2])| {
        format!("{name:<names$}  {left:>white$}  {right:>black$}\n")
    };
    rows.iter().map(line).collect()
}

/// One error: the move and what became of the evaluation, then why, indented.
fn error(words: Words, mv: &MoveReview) -> String {
    let judgement = mv.judgement.map_or("", |judgement| words.judgement(judgement));
    let name = format!("{}{}", words.numbered(mv), glyph(mv));
    let explanation = words.explanation(mv);
    let [before, after] = [mv.best_evaluation, mv.evaluation].map(|value| words.evaluation(value));
    let text = format!("{name:<14} {before:>6} -> {after:<6}  {judgement}. {explanation}");
    wrapped("  ", text.trim_end())
}

/// Text from a game record without signs that a terminal would act on.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A name that fits into its column.
fn cut(name: &str) -> String {
    if name.chars().count() <= COLUMN {
        return name.to_owned();
    }
    name.chars().take(COLUMN - 1).chain(['…']).collect()
}

/// Text in lines of at most [`WIDTH`] columns; the lines after the first are set in more.
fn wrapped(indent: &str, text: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    let mut is_fresh = true;
    // Not at every space: some must not be broken at.
    for word in text.split(' ') {
        if !is_fresh && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += line.trim_end();
            lines.push('\n');
            line = format!("{indent}    ");
            is_fresh = true;
        }
        if !is_fresh {
            line.push(' ');
        }
        line.push_str(word);
        is_fresh = false;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn summary(language: Language, tags: &[(&str, &str)], review: &Review) -> String {
        Summary { language, tags: &samples::tags(tags), review, result: "1-0" }.to_text()
    }

    #[test]
    fn a_game_is_summed_up() {
        let tags = [
            ("White", "Ada"),
            ("Black", "Boris"),
            ("WhiteElo", "1850"),
            ("Event", "Club"),
            ("Date", "2024.05.??"),
        ];
        let text = summary(Language::ENGLISH, &tags, &samples::chess());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..3],
            ["Ada (1850) – Boris  1–0", "Club, 2024-05", "Opening: C57 Two Knights Defence"]
        );
        assert_eq!(lines[4].split_whitespace().collect::<Vec<_>>(), ["Ada", "Boris"]);
        let row = |name: &str| {
            let row = lines.iter().find(|line| line.starts_with(name)).unwrap();
            row[name.len()..].split_whitespace().collect::<Vec<_>>()
        };
        assert_eq!(row("Blunders"), ["0", "2"]);
        assert_eq!(row("Mistakes"), ["0", "1"]);
        assert!(row("Accuracy").iter().all(|cell| cell.ends_with('%')));
        assert!(
            text.contains(
                "  7... Ke8??      +0.55 -> +4.20   Blunder. This loses a knight for a pawn. The \
                queen on f3 forks\n      \
             the king on f7 and the knight on d5. Better was"
            ),
            "{text}"
        );
        assert!(
            text.contains(
                "  5... Nxd5?      +0.15 -> +1.30   Mistake. No short tactic decides; the"
            ),
            "{text}"
        );
    }

    #[test]
    fn no_line_is_too_long_and_nothing_acts_on_the_terminal() {
        let name = "a \u{1b}[31mvery\u{7} ".repeat(30);
        for language in Language::ALL {
            for review in [samples::chess(), samples::draughts()] {
                let text = summary(language, &[("White", &name), ("Event", &name)], &review);
                assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
                assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()));
                assert!(text.lines().all(|line| line.trim_end() == line), "{text}");
            }
        }
    }

    #[test]
    fn a_game_without_errors_or_without_moves_says_so() {
        let text = summary("fr".parse().unwrap(), &[], &samples::clean_chess());
        assert!(text.starts_with("Blancs – Noirs  1–0\n"), "{text}");
        assert!(text.ends_with("\nAucune faute n'a été trouvée.\n"), "{text}");
        let empty = Review { moves: Vec::new(), sides: Default::default(), opening: None };
        let text = summary("it".parse().unwrap(), &[], &empty);
        assert_eq!(text, "Bianco – Nero  1–0\nQuesta partita non ha mosse.\n");
    }
}
