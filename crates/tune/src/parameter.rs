//! What is tuned: numbers with a range and a step, taken from what an engine declares and from
//! what a person writes.
//!
//! The text is the line of a `tunables.rs`, `name: i32 = value, min..=max, step n;`. All but the
//! name may be missing; the engine's declaration then says it.

use damier_search::{OptionKind, Tunable};
use std::fmt;
use std::ops::RangeInclusive;

/// Without a step of its own a number has one so many times smaller than its range.
const STEPS_IN_A_RANGE: f64 = 20.0;

/// Larger numbers are not exact here.
const LARGEST: f64 = (1u64 << 53) as f64;

/// Whether values lie anywhere or are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// Whole numbers only.
    Whole,
    /// Any number: an option that takes text, and whose text is a number.
    Real,
}

/// A number to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name of the option.
    pub name: String,
    /// Which values it takes.
    pub kind: NumberKind,
    /// Where the tuning begins.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// How far from the middle both sides are at the end: about the smallest change that a few
    /// games can feel.
    pub step: f64,
}

/// What a person writes of a number to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// A name, or a pattern in which each `*` stands for any letters.
    pub name: String,
    /// Which values it takes, if that is said.
    pub kind: Option<NumberKind>,
    /// Where to begin, if that is said.
    pub start: Option<f64>,
    /// The range, if it is said.
    pub range: Option<RangeInclusive<f64>>,
    /// The step, if it is said.
    pub step: Option<f64>,
}

/// Numbers that cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// A text that says nothing of a number.
    #[error("{text:?} is no parameter: write it as name = 70, 0..=200, step 10, or the name alone")]
    Text {
        /// The text.
        text: String,
    },
    /// The same in a file.
    #[error("line {line}: {reason}")]
    Line {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong.
        reason: Box<ParameterError>,
    },
    /// The engine has nothing of that name.
    #[error("the engine has no numeric option {name:?}{}", did_you_mean(similar))]
    Unknown {
        /// The name.
        name: String,
        /// Options whose names are like it.
        similar: Vec<String>,
    },
    /// An option that takes words, or yes and no.
    #[error("{0} is no number to tune: its value is a word")]
    NotANumber(String),
    /// Neither the engine nor the request says how far the values go.
    #[error("the engine does not say which values {0} takes: write them as {0} = 1.5, 0..=3")]
    NoRange(String),
    /// A range without values, or beyond what can be computed with.
    #[error("{name} cannot be tuned from {min} to {max}: the range must have two ends")]
    EmptyRange {
        /// The number.
        name: String,
        /// Its lower end.
        min: f64,
        /// Its upper end.
        max: f64,
    },
    /// More than the engine takes.
    #[error("{name} cannot be tuned from {min} to {max}: the engine takes {least} to {most}")]
    RangeTooLarge {
        /// The number.
        name: String,
        /// The lower end that was asked for.
        min: f64,
        /// The upper end that was asked for.
        max: f64,
        /// What the engine takes at least.
        least: f64,
        /// What the engine takes at most.
        most: f64,
    },
    /// It begins where it cannot go.
    #[error("{name} cannot begin at {start}: its values go from {min} to {max}")]
    StartOutside {
        /// The number.
        name: String,
        /// Where it should begin.
        start: f64,
        /// Its least value.
        min: f64,
        /// Its largest value.
        max: f64,
    },
    /// A step that leads nowhere, or out of the range.
    #[error("{name} cannot have the step {step}: it must be above 0 and at most {most}")]
    Step {
        /// The number.
        name: String,
        /// The step.
        step: f64,
        /// The largest step that makes sense.
        most: f64,
    },
    /// A whole number that is none.
    #[error("{name} takes whole numbers, and {value} is none")]
    Fraction {
        /// The number.
        name: String,
        /// The value.
        value: f64,
    },
    /// One option asked for twice.
    #[error("{0} is named twice")]
    Twice(String),
    /// Nothing to tune.
    #[error("there is nothing to tune: name options of the engine")]
    Nothing,
}

fn did_you_mean(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

impl Request {
    /// Reads a line of a `tunables.rs`, or the beginning of one.
    pub fn read(text: &str) -> Result<Self, ParameterError> {
        let error = || ParameterError::Text { text: text.to_owned() };
        let line = text.trim().trim_end_matches(';');
        let mut parts = line.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let (first, start) = match first.split_once('=') {
            Some((first, value)) => (first, Some(number(value).ok_or_else(error)?)),
            None => (first, None),
        };
        let (name, kind) = match first.split_once(':') {
            Some((name, kind)) => (name, Some(number_kind(kind.trim()).ok_or_else(error)?)),
            None => (first, None),
        };
        let name = name.trim().to_owned();
        let mut request = Self { name, kind, start, range: None, step: None };
        for part in parts {
            if let Some(step) = part.strip_prefix("step ") {
                request.step = Some(number(step).ok_or_else(error)?);
            } else {
                let (min, max) = part.split_once("..=").ok_or_else(error)?;
                let (min, max) = number(min).zip(number(max)).ok_or_else(error)?;
                request.range = Some(min..=max);
            }
        }
        let is_pattern = request.name.contains('*');
        let has_values = start.is_some() || request.range.is_some();
        // No option is called so; it is a piece of a program.
        let is_code = request.name.contains(['{', '}', ';', '"']);
        if request.name.is_empty() || is_code || is_pattern && has_values {
            return Err(error());
        }
        Ok(request)
    }

    /// Reads a file of such lines. Comments, empty lines and the frame of a `tunables.rs` around
    /// them say nothing.
    pub fn read_file(text: &str) -> Result<Vec<Self>, ParameterError> {
        let mut requests = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.split("//").next().unwrap_or_default().trim();
            let is_frame = text.ends_with("tunables! {") || text == "}";
            if text.is_empty() || text.starts_with('#') || is_frame {
                continue;
            }
            let place = |reason| ParameterError::Line { line, reason: Box::new(reason) };
            requests.push(Self::read(text).map_err(place)?);
        }
        Ok(requests)
    }

    /// The numbers that this asks for, with all that it does not say taken from the engine's
    /// options. A number that looks like one of `tunables`, by name and range, has its step.
    fn resolve(
        &self,
        options: &[(String, OptionKind)],
        tunables: &[Tunable],
    ) -> Result<Vec<Parameter>, ParameterError> {
        if self.name.contains('*') {
            let found = options.iter().filter(|(name, kind)| {
                matches!(kind, OptionKind::Spin { .. }) && fits(&self.name, name)
            });
            let found: Vec<Parameter> = found
                .map(|(name, kind)| self.take(name, kind, tunables))
                .collect::<Result<_, _>>()?;
            return if found.is_empty() { Err(self.unknown(options)) } else { Ok(found) };
        }
        let exact = options.iter().find(|(name, _)| *name == self.name);
        let alike = || options.iter().find(|(name, _)| plain(name) == plain(&self.name));
        let (name, kind) = exact.or_else(alike).ok_or_else(|| self.unknown(options))?;
        Ok(vec![self.take(name, kind, tunables)?])
    }

    fn unknown(&self, options: &[(String, OptionKind)]) -> ParameterError {
        let wanted = plain(&self.name);
        let is_alike = |name: &str| {
            let name = plain(name);
            !wanted.is_empty() && (name.contains(&wanted) || wanted.contains(&name))
        };
        let spins = options.iter().filter(|(_, kind)| matches!(kind, OptionKind::Spin { .. }));
        let similar = spins.map(|(name, _)| name.clone()).filter(|name| is_alike(name));
        ParameterError::Unknown { name: self.name.clone(), similar: similar.take(3).collect() }
    }

    /// Joins what is said here with what the engine says.
    fn take(
        &self,
        name: &str,
        declared: &OptionKind,
        tunables: &[Tunable],
    ) -> Result<Parameter, ParameterError> {
        let whole = |number: i64| number as f64;
        let (kind, default, limits) = match declared {
            OptionKind::Spin { default, min, max } => {
                (NumberKind::Whole, whole(*default), Some((whole(*min), whole(*max))))
            }
            // Programs that know no real numbers write them as text.
            OptionKind::Text { default } => {
                let default = number(default).or(self.start);
                let default = default.ok_or(ParameterError::NotANumber(name.to_owned()))?;
                (self.kind.unwrap_or(NumberKind::Real), default, None)
            }
            OptionKind::Check { .. } | OptionKind::Combo { .. } | OptionKind::Button => {
                return Err(ParameterError::NotANumber(name.to_owned()));
            }
        };
        // A protocol in which ranges may be left out shows them as endless.
        let declared_range = limits.filter(|(min, max)| min.abs().max(max.abs()) <= LARGEST);
        let range = self.range.clone().map(RangeInclusive::into_inner).or(declared_range);
        let (min, max) = range.ok_or_else(|| ParameterError::NoRange(name.to_owned()))?;
        if let Some((least, most)) = limits.filter(|(least, most)| min < *least || max > *most) {
            let name = name.to_owned();
            return Err(ParameterError::RangeTooLarge { name, min, max, least, most });
        }
        let is_same = |tunable: &&Tunable| {
            plain(tunable.name) == plain(name)
                && (f64::from(tunable.min), f64::from(tunable.max)) == (min, max)
        };
        let known = tunables.iter().find(is_same).map(|tunable| f64::from(tunable.step));
        let usual = match kind {
            NumberKind::Whole => ((max - min) / STEPS_IN_A_RANGE).round().max(1.0),
            NumberKind::Real => (max - min) / STEPS_IN_A_RANGE,
        };
        let step = self.step.or(known).unwrap_or(usual);
        let start = self.start.unwrap_or(default);
        Parameter { name: name.to_owned(), kind, start, min, max, step }.checked()
    }
}

impl Parameter {
    fn checked(self) -> Result<Self, ParameterError> {
        let Self { kind, start, min, max, step, .. } = self;
        let name = || self.name.clone();
        if kind == NumberKind::Whole
            && let Some(value) = [start, min, max].into_iter().find(|value| value.fract() != 0.0)
        {
            return Err(ParameterError::Fraction { name: name(), value });
        }
        if !(min < max && min.abs().max(max.abs()) <= LARGEST) {
            return Err(ParameterError::EmptyRange { name: name(), min, max });
        }
        if !(min..=max).contains(&start) {
            return Err(ParameterError::StartOutside { name: name(), start, min, max });
        }
        let most = max - min;
        if !(step > 0.0 && step <= most) {
            return Err(ParameterError::Step { name: name(), step, most });
        }
        Ok(self)
    }

    /// A number as its text says it, without an engine to ask: the step must be there too.
    pub(crate) fn read(text: &str) -> Result<Self, ParameterError> {
        let request = Request::read(text)?;
        let wrong = || ParameterError::Text { text: text.to_owned() };
        let (min, max) = request.range.clone().ok_or_else(wrong)?.into_inner();
        let kind = request.kind.ok_or_else(wrong)?;
        let (start, step) = request.start.zip(request.step).ok_or_else(wrong)?;
        Self { name: request.name, kind, start, min, max, step }.checked()
    }

    /// A value as the engine is told it.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            NumberKind::Whole => format!("{value:.0}"),
            NumberKind::Real => {
                // A hundredth of a step is finer than games can tell.
                let decimals = (2.0 - self.step.log10()).ceil().clamp(0.0, 15.0) as usize;
                format!("{value:.decimals$}")
            }
        }
    }

    /// The line of a `tunables.rs` with another value, and the name as such a file writes it.
    pub fn tunable(&self, value: f64) -> String {
        let identifier: String = self.name.chars().map(identifier_letter).collect();
        self.line(&identifier, &self.write(value))
    }

    fn line(&self, name: &str, value: &str) -> String {
        let Self { min, max, step, .. } = self;
        let kind = match self.kind {
            NumberKind::Whole => "i32",
            NumberKind::Real => "f64",
        };
        format!("{name}: {kind} = {value}, {min}..={max}, step {step};")
    }
}

/// The line that declares it, with the name of the option.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.line(&self.name, &self.start.to_string()))
    }
}

/// The numbers that are asked for, those of later requests in the place of the same of earlier
/// patterns.
pub fn resolve(
    requests: &[Request],
    options: &[(String, OptionKind)],
    tunables: &[Tunable],
) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut by_pattern: Vec<String> = Vec::new();
    for request in requests {
        let is_pattern = request.name.contains('*');
        for parameter in request.resolve(options, tunables)? {
            let place = parameters.iter().position(|other| other.name == parameter.name);
            match place {
                Some(_) if is_pattern => {}
                Some(place) if by_pattern.contains(&parameter.name) => {
                    by_pattern.retain(|name| *name != parameter.name);
                    parameters[place] = parameter;
                }
                Some(_) => return Err(ParameterError::Twice(parameter.name)),
                None => {
                    by_pattern.extend(is_pattern.then(|| parameter.name.clone()));
                    parameters.push(parameter);
                }
            }
        }
    }
    if parameters.is_empty() { Err(ParameterError::Nothing) } else { Ok(parameters) }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn number_kind(text: &str) -> Option<NumberKind> {
    match text {
        "i32" | "i64" => Some(NumberKind::Whole),
        "f32" | "f64" => Some(NumberKind::Real),
        _ => None,
    }
}

fn identifier_letter(letter: char) -> char {
    if letter.is_alphanumeric() { letter } else { '_' }
}

/// A name without the differences between protocols: `reduction-base` of Hub is `reduction_base`
/// of UCI.
fn plain(name: &str) -> String {
    name.trim().chars().flat_map(char::to_lowercase).map(identifier_letter).collect()
}

/// Whether a name is one that the pattern means.
fn fits(pattern: &str, name: &str) -> bool {
    let name = plain(name);
    let mut parts = pattern.split('*').map(plain);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first.as_str()) else { return false };
    let mut parts: Vec<String> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.find(&part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(&last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<(String, OptionKind)> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let text = |default: &str| OptionKind::Text { default: default.to_owned() };
        let options = [
            ("reduction-base", spin(60, 0, 200)),
            ("reduction-divisor", spin(200, 100, 400)),
            ("Endless", spin(5, i64::MIN, i64::MAX)),
            ("CPuct", text("1.745")),
            ("EvalFile", text("<built-in>")),
            ("OwnBook", OptionKind::Check { default: true }),
        ];
        options.map(|(name, kind)| (name.to_owned(), kind)).to_vec()
    }

    const TUNABLES: &[Tunable] = &[
        Tunable { name: "reduction_base", default: 60, min: 0, max: 200, step: 7 },
        Tunable { name: "reduction_divisor", default: 200, min: 0, max: 400, step: 9 },
    ];

    fn found(texts: &[&str]) -> Result<Vec<Parameter>, ParameterError> {
        let requests: Result<Vec<Request>, _> =
            texts.iter().map(|text| Request::read(text)).collect();
        resolve(&requests?, &options(), TUNABLES)
    }

    fn lines(texts: &[&str]) -> Vec<String> {
        found(texts).unwrap().iter().map(Parameter::to_string).collect()
    }

    #[test]
    fn the_engine_says_what_a_request_leaves_out() {
        assert_eq!(lines(&["Reduction_Base"]), ["reduction-base: i32 = 60, 0..=200, step 7;"]);
        // The range is not that of the tunable, so its step may mean something else.
        let usual = "reduction-divisor: i32 = 200, 100..=400, step 15;";
        assert_eq!(lines(&["reduction_divisor"]), [usual]);
        let said = ["reduction_base: i32 = 20, 10..=100, step 3;", "CPuct = 2, 0.5..=4"];
        let expected =
            ["reduction-base: i32 = 20, 10..=100, step 3;", "CPuct: f64 = 2, 0.5..=4, step 0.175;"];
        assert_eq!(lines(&said), expected);
        assert_eq!(lines(&["Endless, -9..=9, step 1"]), ["Endless: i32 = 5, -9..=9, step 1;"]);
    }

    #[test]
    fn patterns_take_all_numbers_and_a_name_says_more_of_one() {
        let both = found(&["reduction*", "reduction-base = 20"]).unwrap();
        let starts: Vec<(&str, f64)> =
            both.iter().map(|one| (one.name.as_str(), one.start)).collect();
        assert_eq!(starts, [("reduction-base", 20.0), ("reduction-divisor", 200.0)]);
        assert_eq!(
            found(&["*-divisor", "*"]).unwrap_err(),
            ParameterError::NoRange("Endless".into())
        );
        assert_eq!(lines(&["re*tion*sor"]).len(), 1);
    }

    #[test]
    fn what_cannot_be_tuned_is_told_with_the_reason() {
        let cases: [(&[&str], &str); 14] = [
            (
                &["reduction_bas"],
                "no numeric option \"reduction_bas\"; did you mean reduction-base?",
            ),
            (&["elephant"], "the engine has no numeric option \"elephant\""),
            (&["x*"], "no numeric option \"x*\""),
            (&["OwnBook"], "OwnBook is no number to tune"),
            (&["EvalFile"], "EvalFile is no number to tune"),
            (&["Endless"], "does not say which values Endless takes"),
            (&["reduction_base = 201"], "cannot begin at 201: its values go from 0 to 200"),
            (&["reduction_base = 60, 0..=300"], "from 0 to 300: the engine takes 0 to 200"),
            (&["reduction_base, 100..=50"], "from 100 to 50: the range must have two ends"),
            (&["reduction_base, step 0"], "cannot have the step 0"),
            (&["reduction_base, step 201"], "above 0 and at most 200"),
            (&["reduction_base = 1.5"], "takes whole numbers, and 1.5 is none"),
            (&["reduction_base", "reduction-base"], "reduction-base is named twice"),
            (&[], "there is nothing to tune"),
        ];
        for (texts, words) in cases {
            let error = found(texts).unwrap_err().to_string();
            assert!(error.contains(words), "{texts:?}: {error}");
        }
        for text in ["", "= 5", "a = b", "a = 5, 6", "a, step x", "a: bool", "a = 1e999", "a* = 3"]
        {
            assert!(matches!(Request::read(text), Err(ParameterError::Text { .. })), "{text}");
        }
    }

    #[test]
    fn a_file_of_tunables_is_read_as_it_stands() {
        let text = "//! Numbers.\n\ndamier_search::tunables! {\n    /// What it does.\n    \
                    one: i32 = 5, 0..=9, step 1;\n# by hand\n    two = -3 // less\n}\n";
        let names: Vec<(String, Option<f64>)> = Request::read_file(text)
            .unwrap()
            .into_iter()
            .map(|one| (one.name, one.start))
            .collect();
        assert_eq!(names, [("one".to_owned(), Some(5.0)), ("two".to_owned(), Some(-3.0))]);
        let error = Request::read_file("a = 1\n\nfn main() {}\n").unwrap_err();
        assert!(
            error.to_string().starts_with("line 3: \"fn main() {}\" is no parameter"),
            "{error}"
        );
    }

    #[test]
    fn no_text_breaks_the_reader_and_what_it_takes_can_be_tuned() {
        let pieces =
            ["a", "*", ":", "i32", "=", ",", "..=", "step ", "-", "7", "1e308", "é", ";", " "];
        let names = ["reduction-base", "CPuct", "Endless"];
        let mut random = damier_core::random::Random::new(3);
        let mut taken = 0;
        for _ in 0..50_000 {
            let mut text = if random.below(2) == 0 { *random.pick(&names) } else { "" }.to_owned();
            (0..random.below(9)).for_each(|_| text += *random.pick(&pieces));
            for Parameter { start, min, max, step, .. } in found(&[&text]).unwrap_or_default() {
                taken += 1;
                assert!(min <= start && start <= max && step > 0.0 && step <= max - min, "{text}");
            }
        }
        assert!(taken > 1000, "{taken}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["a b: i32 = -5, -10..=10, step 2;", "c: f64 = 0.25, 0..=1, step 0.05;"] {
            assert_eq!(Parameter::read(text).unwrap().to_string(), text);
        }
        let [number] = &found(&["reduction_base"]).unwrap()[..] else { panic!("one number") };
        assert_eq!(number.tunable(62.6), "reduction_base: i32 = 63, 0..=200, step 7;");
        let [real] = &found(&["CPuct, 0..=4, step 0.1"]).unwrap()[..] else { panic!("one number") };
        assert_eq!(real.tunable(1.23456), "CPuct: f64 = 1.235, 0..=4, step 0.1;");
        assert!(Parameter::read("a = 5, 0..=9").is_err(), "no step, no kind");
    }
}
