//! Pictures of results as SVG: a table of ratings with error bars, the course of a match, the
//! course of a training.
//!
//! Each function returns one file that needs nothing else: no fonts, no scripts. It follows the
//! reader's choice of light or dark and tells its content in words to those who cannot see it.
//! Plain numbers in, text out; nothing here computes a statistic. Start at [`rating_chart`] and
//! [`course_chart`].

use crate::markup::escape;
use std::fmt::{Display, Write};

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

/// The width of every picture.
const WIDTH: f64 = 960.0;
/// The distance of everything from the edge.
const EDGE: f64 = 24.0;
/// The height of a row of the table.
const ROW: f64 = 28.0;
/// The height of a panel of the course.
const PANEL: f64 = 190.0;
/// The distance from one panel to the next.
const PANEL_PITCH: f64 = PANEL + 72.0;
/// About the least distance between two numbers on a scale.
const LEAST_TICK_DISTANCE: f64 = 50.0;
/// The size of most letters, as in the style below.
const TEXT_SIZE: f64 = 13.0;
/// The size of the letters of the headline.
const HEADLINE_SIZE: f64 = 17.0;
/// How much of a headline is shown.
const LONGEST_TITLE: usize = 90;
/// How much of a name is shown; all of it appears when one points at it.
const LONGEST_NAME: usize = 40;
/// The widest that a column of names becomes.
const WIDEST_NAME: f64 = 345.0;
/// Where the scale of a rating chart ends whatever the ratings are.
const LARGEST_RATING: f64 = 4000.0;
/// Where the scale of a match ends: beyond it all that shows is that one engine is much stronger.
const LARGEST_DIFFERENCE: f64 = 800.0;
/// Where the scale of likelihood ratios ends; sensible bounds are near 3.
const LARGEST_RATIO: f64 = 1000.0;
/// More points than this in a line are finer than the pixels.
const MOST_POINTS: usize = 800;

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

/// The course of a training: after every epoch the loss on what is learnt from, a broken line, and
/// on what it is examined with.
pub fn loss_chart(title: &str, epochs: &[[f64; 2]]) -> String {
    let last = epochs.last().copied().unwrap_or_default();
    let words = format!("learning {:.5}, examined {:.5}", last[0], last[1]);
    let described = format!("After {} epochs: {words}.", epochs.len());
    let mut svg = Svg::new(title, &described, 58.0 + PANEL_PITCH);
    let across = Axis::of_games(epochs.len() as u64, [EDGE + 58.0, WIDTH - EDGE]);
    // The first epochs are far above: what one wants to see is where the curves part.
    let limit = 2.0 * last[0].max(last[1]).max(1e-6);
    let losses = epochs.iter().flatten().copied().chain([limit / 2.0]);
    let up = Axis::covering(losses, limit, [84.0 + PANEL, 84.0]);
    svg.panel("Loss", &words, "Epochs", &across, &up);
    let curve = |which: usize| -> Vec<[f64; 2]> {
        let places = (1..).zip(epochs);
        places
            .map(|(epoch, loss)| [across.place(f64::from(epoch)), up.place(loss[which])])
            .collect()
    };
    let learning = coordinates(&curve(0));
    svg.put(format_args!("<polyline class=\"accept\" fill=\"none\" points=\"{learning}\"/>"));
    svg.curve(&curve(1));
    svg.finish()
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

/// As many points as there is room for, always with the last one.
fn thinned(points: &[CoursePoint]) -> Vec<&CoursePoint> {
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    // From the end, since that is the one that must not be missing.
    let mut kept: Vec<&CoursePoint> = points.iter().rev().step_by(stride).collect();
    kept.reverse();
    kept
}

/// A scale with round numbers, and where it lies in the picture.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// An axis on which zero and the values lie, as far as they are within the limit. Infinite ones
    /// do not count: they lie at the end of any axis.
    fn covering(values: impl Iterator<Item = f64>, limit: f64, at: [f64; 2]) -> Self {
        let values = values.filter(|value| value.is_finite());
        let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| {
            let value = value.clamp(-limit, limit);
            (low.min(value), high.max(value))
        });
        let parts = (at[1] - at[0]).abs() / LEAST_TICK_DISTANCE;
        let step = round_step((high - low) / parts);
        let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { from, to, step, start: at[0], end: at[1] }
    }

    /// An axis that ends with the last game.
    fn of_games(games: u64, at: [f64; 2]) -> Self {
        let to = games.max(1) as f64;
        Self { from: 0.0, to, step: round_step(to / 8.0).max(1.0), start: at[0], end: at[1] }
    }

    /// Where a value lies. What is too large or too small lies at the end, what is no number at the
    /// start: a picture has no place for it.
    fn place(&self, value: f64) -> f64 {
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        let share = if share.is_nan() { 0.0 } else { share };
        self.start + share * (self.end - self.start)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let step = self.step;
        let first = (self.from / step).round() as i64;
        // A little more, lest rounding hide the last one.
        let last = (self.to / step + 1e-6).floor() as i64;
        (first..=last).map(move |tick| tick as f64 * step)
    }

    /// The digits that the ticks need after the point.
    fn decimals(&self) -> usize {
        if self.step < 1.0 { (-self.step.log10()).ceil() as usize } else { 0 }
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`, or a decimal fraction of that.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= least);
    digit.unwrap_or(10.0) * power
}

/// A number with its sign, unless it shows as zero.
fn signed(value: f64, decimals: usize) -> String {
    let digits = unsigned(value, decimals);
    let is_zero = !digits.contains(|letter: char| ('1'..='9').contains(&letter) || letter == '∞');
    match value {
        _ if is_zero => digits,
        _ if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// A number without its sign.
fn unsigned(value: f64, decimals: usize) -> String {
    match value.abs() {
        value if value.is_nan() => "?".into(),
        f64::INFINITY => "∞".into(),
        value => format!("{value:.decimals$}"),
    }
}

fn percent(share: f64) -> String {
    format!("{} %", unsigned(100.0 * share, 1))
}

fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// About how wide a text is, rather too wide than too narrow: the reader's font is not known.
fn text_width(text: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'A'..='Z' => 0.72,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'.. => 1.1,
        _ => 0.62,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A picture being written.
struct Svg(String);

impl Svg {
    fn new(title: &str, description: &str, height: f64) -> Self {
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

    fn rectangle(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        self.put(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    fn circle(&mut self, class: &str, [x, y]: [f64; 2]) {
        self.put(format_args!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"));
    }

    fn text(&mut self, class: &str, at: [f64; 2], text: &str) {
        self.fitted_text(class, at, text, TEXT_SIZE, f64::INFINITY);
    }

    /// A text of this size that is squeezed if it might be wider than there is room.
    fn fitted_text(&mut self, class: &str, [x, y]: [f64; 2], text: &str, size: f64, room: f64) {
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
    fn open_group(&mut self, name: &str) {
        self.put(format_args!("<g><title>{}</title>", escape(name)));
    }

    fn close_group(&mut self) {
        self.put("</g>");
    }

    /// The frame of a panel: what it shows, how that stands now, and the grid.
    fn panel(&mut self, heading: &str, now: &str, unit: &str, across: &Axis, up: &Axis) {
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
    fn curve(&mut self, places: &[[f64; 2]]) {
        self.put(format_args!("<polyline class=\"curve\" points=\"{}\"/>", coordinates(places)));
        if let Some(&last) = places.last() {
            self.circle("point", last);
        }
    }

    fn band(&mut self, places: &[[f64; 2]]) {
        self.put(format_args!("<polygon class=\"band\" points=\"{}\"/>", coordinates(places)));
    }

    fn finish(mut self) -> String {
        self.put("</svg>");
        self.0
    }
}

fn coordinates(places: &[[f64; 2]]) -> String {
    let pair = |[x, y]: &[f64; 2]| format!("{x:.1},{y:.1}");
    places.iter().map(pair).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, elo: Option<f64>, margin: f64) -> RatingRow {
        RatingRow { name: name.into(), elo, margin, score: 0.5, games: 100 }
    }

    fn point(games: u64, llr: f64, elo: f64, margin: f64) -> CoursePoint {
        let (elo_low, elo_high) = (elo - margin, elo + margin);
        CoursePoint { games, llr: Some(llr), elo, elo_low, elo_high }
    }

    #[derive(Debug)]
    struct Element<'a> {
        name: &'a str,
        attributes: Vec<(&'a str, &'a str)>,
        /// What stands right after its tag.
        text: &'a str,
    }

    impl Element<'_> {
        /// The numbers in an attribute; none if there is no such attribute.
        fn numbers(&self, key: &str) -> Vec<f64> {
            let values = self.attributes.iter().filter(|(name, _)| *name == key);
            let parts = values.flat_map(|(_, value)| value.split([' ', ',']));
            parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
        }

        /// The only number in an attribute.
        fn number(&self, key: &str) -> f64 {
            let [number] = self.numbers(key)[..] else { panic!("{key} of {self:?}") };
            number
        }
    }

    /// The elements of a picture. Fails if tags are not balanced, something is not escaped, or a
    /// coordinate is no number inside the picture.
    fn elements(svg: &str) -> Vec<Element<'_>> {
        let (mut open, mut found) = (Vec::new(), Vec::new());
        let mut pieces = svg.split('<');
        assert_eq!(pieces.next(), Some(""), "something stands before the picture");
        for piece in pieces {
            let (tag, text) = piece.split_once('>').expect("a tag ends");
            assert!(!text.contains('>'), "{text}");
            for (index, _) in text.match_indices('&') {
                let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
                assert!(entities.iter().any(|entity| text[index..].starts_with(entity)), "{text}");
            }
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "closed in the wrong order");
                assert!(!open.is_empty() || text.trim().is_empty(), "{text}");
                continue;
            }
            let is_closed = tag.ends_with('/');
            let (name, mut rest) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
            let mut attributes = Vec::new();
            while let Some((key, quoted)) = rest.split_once("=\"") {
                let (value, after) = quoted.split_once('"').expect("a value ends");
                attributes.push((key.trim(), value));
                rest = after;
            }
            assert_eq!(rest.trim(), "", "in {tag}");
            if !is_closed {
                open.push(name);
            }
            found.push(Element { name, attributes, text });
        }
        assert!(open.is_empty(), "left open: {open:?}");
        let view = found[0].numbers("viewBox");
        for element in &found {
            for (keys, most) in
                [(["x", "x1", "x2", "cx"], view[2]), (["y", "y1", "y2", "cy"], view[3])]
            {
                for value in keys.iter().flat_map(|key| element.numbers(key)) {
                    assert!((0.0..=most).contains(&value), "{element:?}");
                }
            }
            for pair in element.numbers("points").chunks(2) {
                assert!((0.0..=view[2]).contains(&pair[0]), "{element:?}");
                assert!((0.0..=view[3]).contains(&pair[1]), "{element:?}");
            }
        }
        found
    }

    /// Those elements that are drawn in a certain style.
    fn of_class<'a>(svg: &'a str, class: &str) -> Vec<Element<'a>> {
        let mut found = elements(svg);
        found.retain(|element| element.attributes.contains(&("class", class)));
        found
    }

    /// The texts of the elements in a certain style.
    fn texts<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
        of_class(svg, class).iter().map(|element| element.text).collect()
    }

    #[test]
    fn names_and_titles_may_contain_anything() {
        let name = "a <b> & \"c\" 'd'\u{0}\n\u{ffff} ]]>";
        let svg = rating_chart(name, &[row(name, Some(1.0), 2.0)]);
        let safe = "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{fffd} \u{fffd} ]]&gt;";
        assert_eq!(texts(&svg, "name"), [safe]);
        assert_eq!(texts(&svg, "headline"), [safe]);
        assert_eq!(texts(&course_chart(name, &[], None), "headline"), [safe]);
    }

    #[test]
    fn a_training_has_two_curves_on_one_scale() {
        let svg = loss_chart("training", &[[0.9, 0.5], [0.04, 0.06], [0.02, 0.05]]);
        let (learning, examined) = (of_class(&svg, "accept"), of_class(&svg, "curve"));
        let height = |curve: &[Element], epoch: usize| curve[0].numbers("points")[2 * epoch + 1];
        assert!(height(&learning, 2) > height(&examined, 2), "lower is farther down");
        assert!(height(&learning, 1) < height(&learning, 2));
        assert!(texts(&svg, "label end").contains(&"0.05"), "no signs");
        elements(&loss_chart("none", &[]));
        elements(&loss_chart("odd", &[[f64::NAN, f64::INFINITY], [0.0, 0.0]]));
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
    fn infinite_values_and_such_that_are_no_numbers_stay_within_the_picture() {
        let odd = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 0.0, 1e-300];
        for one in odd {
            for other in odd {
                let rows = [row("odd", Some(one), other), row("usual", Some(3.0), 5.0)];
                let score = RatingRow { score: one, ..row("odd score", Some(0.0), other) };
                elements(&rating_chart("ratings", &rows));
                elements(&rating_chart("ratings", &[score]));
                let odd_point = CoursePoint {
                    games: 9,
                    llr: Some(one),
                    elo: other,
                    elo_low: one,
                    elo_high: other,
                };
                let points = [point(2, 0.1, 0.0, 50.0), odd_point];
                elements(&course_chart("course", &points, Some((-2.9, 2.9))));
                elements(&course_chart("course", &points, Some((one, other))));
            }
        }
        // One infinite rating does not push the others together.
        let rows = [row("swept", Some(f64::INFINITY), 9.0), row("a", Some(9.0), 9.0)];
        assert!(texts(&rating_chart("all", &rows), "label middle").contains(&"+10"));
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
    fn numbers_on_a_scale_are_round_and_do_not_touch() {
        for (least, step) in [(0.9, 1.0), (1.1, 2.0), (3.0, 5.0), (51.0, 100.0), (0.012, 0.02)] {
            assert!((round_step(least) - step).abs() < 1e-9, "{least} {}", round_step(least));
        }
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
    fn the_pictures_tell_their_content_in_words_and_know_the_dark() {
        let ratings = rating_chart("Ratings", &[row("a", Some(30.0), 10.0), row("b", None, 0.0)]);
        let course = course_chart("Course", &[point(2, 0.5, 9.0, 30.0)], Some((-2.94, 2.94)));
        let empty = course_chart("Empty", &[], Some((-2.94, 2.94)));
        let words = |svg| {
            elements(svg).iter().find(|element| element.name == "desc").unwrap().text.to_owned()
        };
        assert_eq!(
            words(&ratings),
            "1. a: +30 ± 10, 50.0 %, 100 games; 2. b: not rated, 50.0 %, 100 games"
        );
        assert_eq!(
            words(&course),
            "After 2 games: Elo +9.0 [−21.0, +39.0], log-likelihood ratio +0.50 between −2.94 and +2.94."
        );
        assert_eq!(words(&empty), "No pair of games is finished yet.");
        for svg in [ratings, course, empty] {
            assert!(elements(&svg)[0].attributes.contains(&("role", "img")));
            assert_eq!(elements(&svg)[1].name, "title");
            assert!(svg.contains("@media (prefers-color-scheme: dark)"));
        }
    }
}
