//! What is tuned: numbers with a range and a step, taken from what an engine declares and from
//! what a person writes.
//!
//! The text is the line of a `tunables.rs`, `name: i32 = value, min..=max, step n;`. All but the
//! name may be missing; the engine's declaration then says it.

mod error;

pub use error::ParameterError;

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
mod tests;
