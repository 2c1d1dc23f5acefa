//! A table of ratings with error bars.

use crate::axis::Axis;
use crate::numbers::{percent, signed, unsigned};
use crate::svg::{EDGE, Svg, TEXT_SIZE, WIDTH};
use crate::text::{shortened, text_width};

/// The height of a row of the table.
const ROW: f64 = 28.0;
/// How much of a name is shown; all of it appears when one points at it.
const LONGEST_NAME: usize = 40;
/// The widest that a column of names becomes.
const WIDEST_NAME: f64 = 345.0;
/// Where the scale ends whatever the ratings are.
const LARGEST_RATING: f64 = 4000.0;

/// A player in a [`rating_chart`].
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// What the player is called.
    pub name: String,
    /// The rating; `None` if it is unknown.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The number of games.
    pub games: u64,
}

impl RatingRow {
    /// What is not a number is as good as unknown.
    fn rating(&self) -> Option<f64> {
        self.elo.filter(|elo| !elo.is_nan())
    }

    fn interval(&self) -> Option<[f64; 2]> {
        let elo = self.rating()?;
        // The smaller one of two numbers is the one that is a number.
        let margin = self.margin.abs().min(LARGEST_RATING);
        Some([elo - margin, elo + margin])
    }

    /// The rating in figures, or what stands for an unknown one.
    fn figures(&self, decimals: usize, unknown: &str) -> String {
        let Some(elo) = self.rating() else { return unknown.to_owned() };
        format!("{} ± {}", signed(elo, decimals), unsigned(self.margin, decimals))
    }
}

/// A table of players, the best one first, with a point and an error bar each.
pub fn rating_chart(title: &str, rows: &[RatingRow]) -> String {
    let mut rows: Vec<&RatingRow> = rows.iter().collect();
    let order = |row: &RatingRow| row.rating().map_or(f64::NEG_INFINITY, |elo| elo.max(f64::MIN));
    rows.sort_by(|one, other| order(other).total_cmp(&order(one)));

    let names = rows.iter().map(|row| text_width(&shortened(&row.name, LONGEST_NAME), TEXT_SIZE));
    let chart_left = EDGE + names.fold(60.0, f64::max).min(WIDEST_NAME) + 28.0;
    let (elo_right, score_right, games_right) = (WIDTH - 158.0, WIDTH - 86.0, WIDTH - EDGE);
    let chart_right = elo_right - 130.0;
    // Zero, the average, is always in the picture, and so is some room on both sides of it.
    let ends = rows.iter().filter_map(|row| row.interval()).flatten().chain([-10.0, 10.0]);
    let axis = Axis::covering(ends, LARGEST_RATING, [chart_left, chart_right]);

    // Tenths that are lost in all the error bars are left out.
    let is_fine = |row: &&RatingRow| row.rating().is_some() && row.margin.abs() < 10.0;
    let decimals = usize::from(rows.iter().any(is_fine));

    let top = 74.0;
    let bottom = top + ROW * rows.len() as f64;
    let in_words = rows.iter().zip(1..).map(|(row, rank)| {
        let RatingRow { name, score, games, .. } = row;
        let figures = row.figures(decimals, "not rated");
        format!("{rank}. {name}: {figures}, {}, {games} games", percent(*score))
    });
    let mut svg = Svg::new(title, &in_words.collect::<Vec<_>>().join("; "), bottom + 38.0);
    for (right, heading) in [(elo_right, "Elo"), (score_right, "Score"), (games_right, "Games")] {
        svg.text("label end", [right, top - 10.0], heading);
    }
    for index in (1..rows.len()).step_by(2) {
        let corner = [EDGE - 8.0, top + ROW * index as f64];
        svg.rectangle("stripe", corner, [WIDTH - 2.0 * corner[0], ROW]);
    }
    for value in axis.ticks() {
        let x = axis.place(value);
        svg.line(if value == 0.0 { "zero" } else { "grid" }, [x, top], [x, bottom]);
        svg.text("label middle", [x, bottom + 20.0], &signed(value, axis.decimals()));
    }
    for (index, row) in rows.iter().enumerate() {
        let middle = top + ROW * (index as f64 + 0.5);
        let baseline = middle + 4.5;
        svg.open_group(&row.name);
        let name = shortened(&row.name, LONGEST_NAME);
        svg.fitted_text("name", [EDGE, baseline], &name, TEXT_SIZE, WIDEST_NAME);
        if let (Some(elo), Some(interval)) = (row.rating(), row.interval()) {
            let [low, high] = interval.map(|end| axis.place(end));
            svg.line("bar", [low, middle], [high, middle]);
            for end in [low, high] {
                svg.line("bar", [end, middle - 5.0], [end, middle + 5.0]);
            }
            svg.circle("point", [axis.place(elo), middle]);
        }
        svg.text("strong end", [elo_right, baseline], &row.figures(decimals, "–"));
        svg.text("end", [score_right, baseline], &percent(row.score));
        svg.text("end", [games_right, baseline], &row.games.to_string());
        svg.close_group();
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{ODD_NUMBERS, description, elements, of_class, texts};

    fn row(name: &str, elo: Option<f64>, margin: f64) -> RatingRow {
        RatingRow { name: name.into(), elo, margin, score: 0.5, games: 100 }
    }

    #[test]
    fn the_best_player_comes_first_and_the_unrated_one_last() {
        let rows = [
            row("unknown", None, 0.0),
            row("swept", Some(f64::NEG_INFINITY), 10.0),
            row("second", Some(-20.0), 10.0),
            row("first", Some(30.0), 10.0),
            row("no number", Some(f64::NAN), 0.0),
        ];
        let svg = rating_chart("all", &rows);
        assert_eq!(texts(&svg, "name"), ["first", "second", "swept", "unknown", "no number"]);
        assert_eq!(texts(&svg, "strong end"), ["+30 ± 10", "−20 ± 10", "−∞ ± 10", "–", "–"]);
        assert_eq!(of_class(&svg, "point").len(), 3);
    }

    #[test]
    fn an_error_bar_is_as_long_as_its_margin() {
        let svg = rating_chart("two", &[row("a", Some(50.0), 20.0), row("b", Some(-50.0), 40.0)]);
        let bars = of_class(&svg, "bar");
        let length = |index: usize| bars[index].number("x2") - bars[index].number("x1");
        // Each bar is followed by its two ends.
        assert!((length(3) - 2.0 * length(0)).abs() < 0.2, "{bars:?}");
        let points: Vec<f64> =
            of_class(&svg, "point").iter().map(|point| point.number("cx")).collect();
        // From one to the other it is 100 Elo, and the first bar is 40 long.
        assert!((points[0] - points[1] - 2.5 * length(0)).abs() < 0.3, "{points:?} {}", length(0));
    }

    #[test]
    fn no_players_one_player_and_twenty_have_a_row_each() {
        for count in [0, 1, 20] {
            let rows: Vec<_> = (0..count)
                .map(|index| row(&format!("p{index}"), Some(f64::from(index)), 5.0))
                .collect();
            let svg = rating_chart("all", &rows);
            let lines: Vec<f64> =
                of_class(&svg, "name").iter().map(|name| name.number("y")).collect();
            assert_eq!(lines.len(), rows.len());
            assert!(lines.windows(2).all(|two| two[1] - two[0] >= 20.0), "{lines:?}");
        }
    }

    #[test]
    fn long_names_do_not_reach_into_the_chart() {
        for letter in ["W", "i", "局"] {
            let rows = [row(&letter.repeat(40), Some(500.0), 50.0), row("b", Some(-500.0), 50.0)];
            let svg = rating_chart("long", &rows);
            let names = of_class(&svg, "name");
            let width = match names[0].numbers("textLength").as_slice() {
                [] => text_width(names[0].text, TEXT_SIZE),
                fitted => fitted[0],
            };
            let bars = of_class(&svg, "bar");
            let chart = bars.iter().flat_map(|bar| bar.numbers("x1")).fold(WIDTH, f64::min);
            assert!(names[0].number("x") + width + 10.0 < chart, "{letter}: {width} {chart}");
        }
        let svg = rating_chart("longer", &[row(&"x".repeat(41), None, 0.0)]);
        assert_eq!(texts(&svg, "name"), ["x".repeat(39) + "…"]);
        assert!(svg.contains(&"x".repeat(41)), "the whole name is in the file");
    }

    #[test]
    fn numbers_on_the_scale_do_not_touch() {
        for margin in [0.3, 7.0, 33.0, 180.0, 950.0, 3900.0] {
            let name = "n".repeat(40);
            let svg = rating_chart("all", &[row(&name, Some(margin / 3.0), margin)]);
            let labels = of_class(&svg, "label middle");
            assert!(
                labels.iter().any(|label| label.text == "0" || label.text == "0.0"),
                "{labels:?}"
            );
            for two in labels.windows(2) {
                let distance = two[1].number("x") - two[0].number("x");
                let width = (text_width(two[0].text, 12.0) + text_width(two[1].text, 12.0)) / 2.0;
                assert!(distance > width, "{margin}: {two:?}");
            }
        }
    }

    #[test]
    fn tenths_are_shown_where_they_mean_something() {
        let svg = rating_chart("fine", &[row("a", Some(1.26), 2.51), row("b", Some(-0.01), 12.0)]);
        assert_eq!(texts(&svg, "strong end"), ["+1.3 ± 2.5", "0.0 ± 12.0"]);
    }

    #[test]
    fn names_and_titles_may_contain_anything() {
        let name = "a <b> & \"c\" 'd'\u{0}\n\u{ffff} ]]>";
        let svg = rating_chart(name, &[row(name, Some(1.0), 2.0)]);
        let safe = "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{fffd} \u{fffd} ]]&gt;";
        assert_eq!(texts(&svg, "name"), [safe]);
        assert_eq!(texts(&svg, "headline"), [safe]);
    }

    #[test]
    fn infinite_values_and_such_that_are_no_numbers_stay_within_the_picture() {
        for one in ODD_NUMBERS {
            for other in ODD_NUMBERS {
                let rows = [row("odd", Some(one), other), row("usual", Some(3.0), 5.0)];
                let score = RatingRow { score: one, ..row("odd score", Some(0.0), other) };
                elements(&rating_chart("ratings", &rows));
                elements(&rating_chart("ratings", &[score]));
            }
        }
        // One infinite rating does not push the others together.
        let rows = [row("swept", Some(f64::INFINITY), 9.0), row("a", Some(9.0), 9.0)];
        assert!(texts(&rating_chart("all", &rows), "label middle").contains(&"+10"));
    }

    #[test]
    fn the_table_tells_its_content_in_words() {
        let svg = rating_chart("Ratings", &[row("a", Some(30.0), 10.0), row("b", None, 0.0)]);
        assert_eq!(
            description(&svg),
            "1. a: +30 ± 10, 50.0 %, 100 games; 2. b: not rated, 50.0 %, 100 games"
        );
    }
}
