//! The kit of every chart: its style, its sizes, and the elements it is made of.

use crate::axis::Axis;
use crate::escape::escape;
use crate::numbers::{signed, unsigned};
use crate::text::{shortened, text_width};
use std::fmt::{Display, Write};

/// The width of every picture.
pub(crate) const WIDTH: f64 = 960.0;
/// The distance of everything from the edge.
pub(crate) const EDGE: f64 = 24.0;
/// The height of a panel.
pub(crate) const PANEL: f64 = 190.0;
/// The distance from one panel to the next.
pub(crate) const PANEL_PITCH: f64 = PANEL + 72.0;
/// The size of most letters, as in the style below.
pub(crate) const TEXT_SIZE: f64 = 13.0;
/// The size of the letters of the headline.
const HEADLINE_SIZE: f64 = 17.0;
/// More points than this in a line are finer than the pixels.
pub(crate) const MOST_POINTS: usize = 800;
/// How much of a headline is shown.
const LONGEST_TITLE: usize = 90;

/// Colours are given twice rather than through variables, which not every viewer knows.
const STYLE: &str = "\
.damier-chart text { font: 13px system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; \
font-variant-numeric: tabular-nums; fill: #22262b; }
.damier-chart .headline { font-size: 17px; font-weight: 600; }
.damier-chart .label { font-size: 12px; fill: #5c6570; }
.damier-chart .strong { font-weight: 600; }
.damier-chart .middle { text-anchor: middle; }
.damier-chart .end { text-anchor: end; }
.damier-chart .paper { fill: #ffffff; }
.damier-chart .stripe { fill: #f4f6f8; }
.damier-chart .grid { stroke: #dde2e7; }
.damier-chart .zero { stroke: #98a2ad; }
.damier-chart .bar { stroke: #1c6dd0; stroke-width: 2; }
.damier-chart .point { fill: #1c6dd0; }
.damier-chart .curve { fill: none; stroke: #1c6dd0; stroke-width: 2; stroke-linejoin: round; }
.damier-chart .band { fill: #1c6dd0; fill-opacity: 0.18; }
.damier-chart .accept { stroke: #1a7f4b; stroke-width: 1.5; stroke-dasharray: 6 4; }
.damier-chart .reject { stroke: #c2362b; stroke-width: 1.5; stroke-dasharray: 6 4; }
.damier-chart .accept-text { font-size: 12px; fill: #1a7f4b; }
.damier-chart .reject-text { font-size: 12px; fill: #c2362b; }
@media (prefers-color-scheme: dark) {
.damier-chart text { fill: #e4e8ec; }
.damier-chart .label { fill: #9aa5b1; }
.damier-chart .paper { fill: #14181d; }
.damier-chart .stripe { fill: #1b2027; }
.damier-chart .grid { stroke: #2e353e; }
.damier-chart .zero { stroke: #66717d; }
.damier-chart .bar { stroke: #5aa2f5; }
.damier-chart .point { fill: #5aa2f5; }
.damier-chart .curve { stroke: #5aa2f5; }
.damier-chart .band { fill: #5aa2f5; fill-opacity: 0.22; }
.damier-chart .accept { stroke: #4cc38a; }
.damier-chart .reject { stroke: #f47067; }
.damier-chart .accept-text { fill: #4cc38a; }
.damier-chart .reject-text { fill: #f47067; }
}
";

/// A picture being written.
pub(crate) struct Svg(String);

impl Svg {
    pub(crate) fn new(title: &str, description: &str, height: f64) -> Self {
        let mut svg = Self(String::new());
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"damier-chart\" role=\"img\" \
             width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\">"
        ));
        svg.put(format_args!("<title>{}</title>", escape(title)));
        svg.put(format_args!("<desc>{}</desc>", escape(description)));
        svg.put(format_args!("<style>\n{STYLE}</style>"));
        svg.rectangle("paper", [0.0, 0.0], [WIDTH, height]);
        let headline = shortened(title, LONGEST_TITLE);
        svg.fitted_text("headline", [EDGE, 36.0], &headline, HEADLINE_SIZE, WIDTH - 2.0 * EDGE);
        svg
    }

    fn put(&mut self, line: impl Display) {
        let _ = writeln!(self.0, "{line}");
    }

    pub(crate) fn rectangle(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" \
             width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    pub(crate) fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.put(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    pub(crate) fn circle(&mut self, class: &str, [x, y]: [f64; 2]) {
        self.put(format_args!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"));
    }

    pub(crate) fn text(&mut self, class: &str, at: [f64; 2], text: &str) {
        self.fitted_text(class, at, text, TEXT_SIZE, f64::INFINITY);
    }

    /// A text of this size that is squeezed if it might be wider than there is room.
    pub(crate) fn fitted_text(
        &mut self,
        class: &str,
        [x, y]: [f64; 2],
        text: &str,
        size: f64,
        room: f64,
    ) {
        let squeeze = match text_width(text, size) > room {
            true => format!(" textLength=\"{room:.1}\" lengthAdjust=\"spacingAndGlyphs\""),
            false => String::new(),
        };
        let text = escape(text);
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{squeeze}>{text}</text>"
        ));
    }

    /// Begins a group with a name that appears when one points at it.
    pub(crate) fn open_group(&mut self, name: &str) {
        self.put(format_args!("<g><title>{}</title>", escape(name)));
    }

    pub(crate) fn close_group(&mut self) {
        self.put("</g>");
    }

    /// The frame of a panel: what it shows, how that stands now, and the grid.
    pub(crate) fn panel(&mut self, heading: &str, now: &str, unit: &str, across: &Axis, up: &Axis) {
        let (left, right, bottom, top) = (across.start, across.end, up.start, up.end);
        self.text("strong", [EDGE, top - 14.0], heading);
        self.text("end", [right, top - 14.0], now);
        for value in up.ticks() {
            let y = up.place(value);
            self.line(if value == 0.0 { "zero" } else { "grid" }, [left, y], [right, y]);
            // Where nothing is below zero a sign says nothing.
            let write = if up.from < 0.0 { signed } else { unsigned };
            self.text("label end", [left - 8.0, y + 4.0], &write(value, up.decimals()));
        }
        self.text("label end", [left - 8.0, bottom + 20.0], unit);
        for value in across.ticks() {
            let x = across.place(value);
            self.line("grid", [x, bottom], [x, bottom + 5.0]);
            self.text("label middle", [x, bottom + 20.0], &value.to_string());
        }
    }

    /// A line through these places, with a point at its end.
    pub(crate) fn curve(&mut self, places: &[[f64; 2]]) {
        self.put(format_args!("<polyline class=\"curve\" points=\"{}\"/>", coordinates(places)));
        if let Some(&last) = places.last() {
            self.circle("point", last);
        }
    }

    /// A line through these places that is told from a curve by its gaps.
    pub(crate) fn broken_line(&mut self, places: &[[f64; 2]]) {
        let places = coordinates(places);
        self.put(format_args!("<polyline class=\"accept\" fill=\"none\" points=\"{places}\"/>"));
    }

    /// The area between these places.
    pub(crate) fn band(&mut self, places: &[[f64; 2]]) {
        self.put(format_args!("<polygon class=\"band\" points=\"{}\"/>", coordinates(places)));
    }

    pub(crate) fn finish(mut self) -> String {
        self.put("</svg>");
        self.0
    }
}

fn coordinates(places: &[[f64; 2]]) -> String {
    let pair = |[x, y]: &[f64; 2]| format!("{x:.1},{y:.1}");
    places.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// As many points as there is room for, always with the last one.
pub(crate) fn thinned<T>(points: &[T]) -> Vec<&T> {
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    // From the end, since that is the one that must not be missing.
    let mut kept: Vec<&T> = points.iter().rev().step_by(stride).collect();
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{elements, texts};

    #[test]
    fn a_picture_has_a_title_for_every_reader_and_knows_the_dark() {
        let svg = Svg::new("a <b>", "what it shows", 100.0).finish();
        let elements = elements(&svg);
        assert!(elements[0].attributes.contains(&("role", "img")));
        assert_eq!((elements[1].name, elements[1].text), ("title", "a &lt;b&gt;"));
        assert_eq!((elements[2].name, elements[2].text), ("desc", "what it shows"));
        assert_eq!(texts(&svg, "headline"), ["a &lt;b&gt;"]);
        assert!(svg.contains("@media (prefers-color-scheme: dark)"));
    }
}
