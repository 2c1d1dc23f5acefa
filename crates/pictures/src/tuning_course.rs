//! The course of a tuning.

use crate::axis::Axis;
use crate::svg::{EDGE, Svg, WIDTH, thinned};

/// The height of a panel: there may be many.
const LOW_PANEL: f64 = 100.0;
/// The distance from one panel to the next.
const LOW_PANEL_PITCH: f64 = LOW_PANEL + 72.0;
/// Where the scale of changes ends, in steps: no number wanders as far unless it is lost.
const MOST_STEPS: f64 = 1000.0;

/// A number that is tuned, for a [`tuning_chart`].
#[derive(Clone, Debug, PartialEq)]
pub struct TunedNumber {
    /// Its name.
    pub name: String,
    /// How far games are expected to move it at least, if it matters.
    pub step: f64,
    /// Its value at the start and after each iteration.
    pub values: Vec<f64>,
    /// The first and the last of them in words.
    pub ends: [String; 2],
}

/// The course of a tuning: a panel for each number with its distance from the start, in its own
/// units. The scale shows a step at least, so that small changes look small.
pub fn tuning_chart(title: &str, numbers: &[TunedNumber]) -> String {
    let iterations = |number: &TunedNumber| number.values.len().saturating_sub(1) as u64;
    let longest = numbers.iter().map(iterations).max().unwrap_or(0);
    let words =
        |number: &TunedNumber| format!("{} {} → {}", number.name, number.ends[0], number.ends[1]);
    let all: Vec<String> = numbers.iter().map(words).collect();
    let described = format!("After {longest} iterations: {}.", all.join(", "));
    let height = 58.0 + LOW_PANEL_PITCH * numbers.len().max(1) as f64;
    let mut svg = Svg::new(title, &described, height);
    let across = Axis::of_games(longest, [EDGE + 58.0, WIDTH - EDGE]);
    let mut top = 84.0;
    for number in numbers {
        let TunedNumber { name, step, values, ends } = number;
        let start = values.first().copied().unwrap_or_default();
        let changes: Vec<(usize, f64)> =
            values.iter().map(|value| value - start).enumerate().collect();
        let step = if step.is_finite() { step.abs().clamp(1e-9, 1e12) } else { 1.0 };
        let scale = changes.iter().map(|(_, change)| *change).chain([-step, step]);
        let up = Axis::covering(scale, MOST_STEPS * step, [top + LOW_PANEL, top]);
        let now = format!("{} → {}", ends[0], ends[1]);
        svg.panel(name, &now, "Iterations", &across, &up);
        let place = |(iteration, change): &(usize, f64)| {
            [across.place(*iteration as f64), up.place(*change)]
        };
        svg.curve(&thinned(&changes).into_iter().map(place).collect::<Vec<_>>());
        top += LOW_PANEL_PITCH;
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{ODD_NUMBERS, description, elements, of_class};

    fn number(name: &str, step: f64, values: &[f64]) -> TunedNumber {
        let end = |value: Option<&f64>| value.map_or(String::new(), f64::to_string);
        let ends = [end(values.first()), end(values.last())];
        TunedNumber { name: name.to_owned(), step, values: values.to_vec(), ends }
    }

    #[test]
    fn every_number_has_a_curve_from_its_start() {
        let up = number("up", 10.0, &[70.0, 80.0, 100.0]);
        let down = number("down", 100.0, &[8200.0, 8190.0, 8180.0]);
        let svg = tuning_chart("tuning", &[up, down]);
        let curves = of_class(&svg, "curve");
        let [rise, fall] = [0, 1].map(|place| curves[place].numbers("points"));
        // The y of the start and of the end; y grows downwards.
        assert!(rise[1] - rise[5] > 30.0, "{rise:?}");
        assert!((0.1..20.0).contains(&(fall[5] - fall[1])), "a fifth of a step: {fall:?}");
        assert_eq!(description(&svg), "After 2 iterations: up 70 → 100, down 8200 → 8180.");
    }

    #[test]
    fn odd_numbers_and_nothing_at_all_stay_within_the_picture() {
        elements(&tuning_chart("none", &[]));
        elements(&tuning_chart("empty", &[number("x", 1.0, &[])]));
        for one in ODD_NUMBERS {
            for other in ODD_NUMBERS {
                elements(&tuning_chart("odd", &[number("x", one, &[0.0, other, one])]));
                elements(&tuning_chart("odd", &[number("<x>", other, &[one, 5.0])]));
            }
        }
    }

    #[test]
    fn a_long_tuning_ends_at_the_edge() {
        let values: Vec<f64> = (0..30_001).map(f64::from).collect();
        let svg = tuning_chart("long", &[number("x", 1.0, &values)]);
        let places = of_class(&svg, "curve")[0].numbers("points");
        assert!(places.len() < 1700 && places[places.len() - 2] == WIDTH - EDGE);
    }
}
