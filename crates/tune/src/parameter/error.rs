//! What is wrong with numbers that cannot be tuned.

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
