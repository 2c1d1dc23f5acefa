//! The course of a training.

use crate::axis::Axis;
use crate::svg::{EDGE, PANEL, PANEL_PITCH, Svg, WIDTH};

/// The course of a training: after every lap the loss on what is learnt from, a broken line, and
/// on what it is examined with.
pub fn loss_chart(title: &str, laps: &[[f64; 2]]) -> String {
    let last = laps.last().copied().unwrap_or_default();
    let words = format!("learning {:.5}, examined {:.5}", last[0], last[1]);
    let described = format!("After {} laps: {words}.", laps.len());
    let mut svg = Svg::new(title, &described, 58.0 + PANEL_PITCH);
    let across = Axis::of_games(laps.len() as u64, [EDGE + 58.0, WIDTH - EDGE]);
    // The first laps are far above: what one wants to see is where the curves part.
    let limit = 2.0 * last[0].max(last[1]).max(1e-6);
    let losses = laps.iter().flatten().copied().chain([limit / 2.0]);
    let up = Axis::covering(losses, limit, [84.0 + PANEL, 84.0]);
    svg.panel("Loss", &words, "Laps", &across, &up);
    let curve = |which: usize| -> Vec<[f64; 2]> {
        let places = (1..).zip(laps);
        places.map(|(lap, loss)| [across.place(f64::from(lap)), up.place(loss[which])]).collect()
    };
    svg.broken_line(&curve(0));
    svg.curve(&curve(1));
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Element, elements, of_class, texts};

    #[test]
    fn a_training_has_two_curves_on_one_scale() {
        let svg = loss_chart("training", &[[0.9, 0.5], [0.04, 0.06], [0.02, 0.05]]);
        let (learning, examined) = (of_class(&svg, "accept"), of_class(&svg, "curve"));
        let height = |curve: &[Element], lap: usize| curve[0].numbers("points")[2 * lap + 1];
        assert!(height(&learning, 2) > height(&examined, 2), "lower is farther down");
        assert!(height(&learning, 1) < height(&learning, 2));
        assert!(texts(&svg, "label end").contains(&"0.05"), "no signs");
        elements(&loss_chart("none", &[]));
        elements(&loss_chart("odd", &[[f64::NAN, f64::INFINITY], [0.0, 0.0]]));
    }
}
