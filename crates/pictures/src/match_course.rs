//! The course of a match.

use crate::axis::Axis;
use crate::numbers::signed;
use crate::svg::{EDGE, PANEL, PANEL_PITCH, Svg, WIDTH, thinned};
use std::fmt::Write;

/// Where the scale of Elo ends: beyond it all that shows is that one engine is much stronger.
const LARGEST_DIFFERENCE: f64 = 800.0;
/// Where the scale of likelihood ratios ends; sensible bounds are near 3.
const LARGEST_RATIO: f64 = 1000.0;
/// How a match stood after some games, for a [`course_chart`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Games so far.
    pub games: u64,
    /// The logarithm of the likelihood ratio, if there is a test.
    pub llr: Option<f64>,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
}

/// The course of a match. Above, if there are `bounds`, the logarithm of the likelihood ratio
/// between the bound that rejects and the one that accepts; below, the Elo difference with its 95 %
/// interval. Points come in the order of their games.
pub fn course_chart(title: &str, points: &[CoursePoint], bounds: Option<(f64, f64)>) -> String {
    let last = points.last();
    let games = last.map_or(0, |point| point.games);
    let points = thinned(points);
    let (left, right) = (EDGE + 48.0, WIDTH - EDGE);
    let across = Axis::of_games(games, [left, right]);
    let panels = if bounds.is_some() { 2.0 } else { 1.0 };
    let mut svg = Svg::new(title, &course_in_words(last, bounds), 58.0 + panels * PANEL_PITCH);
    let mut top = 84.0;

    if let Some((lower, upper)) = bounds {
        let ratios = points.iter().filter_map(|point| Some((point.games, point.llr?)));
        let ratios: Vec<(u64, f64)> = ratios.collect();
        let values = ratios.iter().map(|(_, ratio)| *ratio).chain([lower, upper]);
        let up = Axis::covering(values, LARGEST_RATIO, [top + PANEL, top]);
        let now = last.and_then(|point| point.llr).map(|ratio| signed(ratio, 2));
        svg.panel("Log-likelihood ratio", &now.unwrap_or_default(), "Games", &across, &up);
        // The words stand between the lines, at the side where the curve begins in the middle.
        for (bound, word, class, below) in
            [(upper, "accepts", "accept", 16.0), (lower, "rejects", "reject", -7.0)]
        {
            let y = up.place(bound);
            svg.line(class, [left, y], [right, y]);
            let words = format!("{word} at {}", signed(bound, 2));
            svg.text(&format!("{class}-text"), [left + 8.0, y + below], &words);
        }
        let place = |&(games, ratio): &(u64, f64)| [across.place(games as f64), up.place(ratio)];
        svg.curve(&ratios.iter().map(place).collect::<Vec<_>>());
        top += PANEL_PITCH;
    }

    // The first intervals are as wide as the scale; the later ones are what one wants to see.
    let later = points.iter().filter(|point| point.games >= games / 4);
    let ends = later.flat_map(|point| [point.elo_low, point.elo_high]).chain([-1.0, 1.0]);
    let up = Axis::covering(ends, LARGEST_DIFFERENCE, [top + PANEL, top]);
    let now = last.map_or(String::new(), elo_in_words);
    svg.panel("Elo with 95 % interval", &now, "Games", &across, &up);
    let place = |point: &CoursePoint, elo| [across.place(point.games as f64), up.place(elo)];
    let there = points.iter().map(|point| place(point, point.elo_high));
    let back = points.iter().rev().map(|point| place(point, point.elo_low));
    svg.band(&there.chain(back).collect::<Vec<_>>());
    svg.curve(&points.iter().map(|point| place(point, point.elo)).collect::<Vec<_>>());
    svg.finish()
}

fn elo_in_words(point: &CoursePoint) -> String {
    let [elo, low, high] = [point.elo, point.elo_low, point.elo_high].map(|elo| signed(elo, 1));
    format!("{elo} [{low}, {high}]")
}

fn course_in_words(last: Option<&CoursePoint>, bounds: Option<(f64, f64)>) -> String {
    let Some(last) = last else { return "No pair of games is finished yet.".into() };
    let mut words = format!("After {} games: Elo {}", last.games, elo_in_words(last));
    if let (Some(ratio), Some((lower, upper))) = (last.llr, bounds) {
        let [ratio, lower, upper] = [ratio, lower, upper].map(|ratio| signed(ratio, 2));
        let _ = write!(words, ", log-likelihood ratio {ratio} between {lower} and {upper}");
    }
    words + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{ODD_NUMBERS, description, elements, of_class};
    use crate::svg::MOST_POINTS;

    fn point(games: u64, llr: f64, elo: f64, margin: f64) -> CoursePoint {
        let (elo_low, elo_high) = (elo - margin, elo + margin);
        CoursePoint { games, llr: Some(llr), elo, elo_low, elo_high }
    }

    #[test]
    fn a_ratio_at_its_bound_lies_on_the_line() {
        for (llr, class) in [(2.94, "accept"), (-2.94, "reject")] {
            let points = [point(2, 0.0, 0.0, 90.0), point(50, llr, 9.0, 30.0)];
            let svg = course_chart("course", &points, Some((-2.94, 2.94)));
            let line = of_class(&svg, class)[0].number("y1");
            assert_eq!(of_class(&svg, "point")[0].number("cy"), line);
            assert_eq!(of_class(&svg, "point")[0].number("cx"), WIDTH - EDGE);
        }
    }

    #[test]
    fn without_a_test_only_the_elo_is_shown() {
        let points = [point(2, 0.0, 0.0, 90.0), point(50, 1.0, 9.0, 30.0)];
        let svg = course_chart("course", &points, None);
        assert_eq!((of_class(&svg, "curve").len(), of_class(&svg, "band").len()), (1, 1));
        assert!(of_class(&svg, "accept").is_empty());
        let with_test = course_chart("course", &points, Some((-2.94, 2.94)));
        assert_eq!(
            (of_class(&with_test, "curve").len(), of_class(&with_test, "band").len()),
            (2, 1)
        );
    }

    #[test]
    fn the_band_holds_the_curve_and_shows_what_came_late() {
        let points: Vec<_> =
            (1..=200).map(|pair| point(2 * pair, 0.0, 10.0, 2000.0 / pair as f64)).collect();
        let svg = course_chart("course", &points, None);
        let band = of_class(&svg, "band")[0].numbers("points");
        let curve = of_class(&svg, "curve")[0].numbers("points");
        let last = curve[curve.len() - 1];
        // The last upper end is followed by the last lower end; y grows downwards.
        let middle = band.len() / 2;
        let (upper, lower) = (band[middle - 1], band[middle + 1]);
        assert!((upper + lower - 2.0 * last).abs() < 0.3, "{upper} {last} {lower}");
        // The first interval is 200 times as wide. Were it in the picture, this one could not be
        // seen.
        assert!(lower - upper > 20.0, "{upper} {lower}");
    }

    #[test]
    fn a_long_match_is_thinned_out_but_ends_where_it_ends() {
        let points: Vec<_> = (1..=30_001).map(|pair| point(2 * pair, 1.0, 1.0, 9.0)).collect();
        let svg = course_chart("course", &points, Some((-2.94, 2.94)));
        for curve in of_class(&svg, "curve") {
            let places = curve.numbers("points");
            assert!((400..=2 * MOST_POINTS).contains(&places.len()), "{}", places.len());
            assert_eq!(places[places.len() - 2], WIDTH - EDGE);
        }
    }

    #[test]
    fn infinite_values_and_such_that_are_no_numbers_stay_within_the_picture() {
        for one in ODD_NUMBERS {
            for other in ODD_NUMBERS {
                let (llr, elo) = (Some(one), other);
                let odd_point = CoursePoint { games: 9, llr, elo, elo_low: one, elo_high: other };
                let points = [point(2, 0.1, 0.0, 50.0), odd_point];
                elements(&course_chart("course", &points, Some((-2.9, 2.9))));
                elements(&course_chart("course", &points, Some((one, other))));
            }
        }
    }

    #[test]
    fn the_course_tells_its_content_in_words() {
        let bounds = Some((-2.94, 2.94));
        let course = course_chart("Course", &[point(2, 0.5, 9.0, 30.0)], bounds);
        assert_eq!(
            description(&course),
            "After 2 games: Elo +9.0 [−21.0, +39.0], \
             log-likelihood ratio +0.50 between −2.94 and +2.94."
        );
        let empty = course_chart("Empty", &[], bounds);
        assert_eq!(description(&empty), "No pair of games is finished yet.");
    }
}
