//! What Hub calls a parameter and our engines an option.
//!
//! | parameter | option | |
//! |---|---|---|
//! | `variant` | none | `normal`, which is international draughts, and nothing else |
//! | `tt-size` | `Hash` | binary logarithm of a number of entries of 16 bytes, not megabytes |
//! | `book` | `OwnBook` | |
//! | `bb-size` | `EndgameProbeLimit` | pieces on the board up to which endgame tables are asked |
//! | `threads`, `level`, … | `Threads`, `Level`, … | all others, as follows |
//!
//! Every other option has its name in small letters with the words joined by hyphens: `Move
//! Overhead` is `move-overhead`, `EndgamePath` is `endgame-path`.
//!
//! The names in the first lines and `threads` and `ponder` are those of Scan, which programs know.
//! An option that the engine does not declare has no parameter. Buttons have none either, as Hub
//! has no such thing; and whether a position is analysed is told by `go analyze`, which sets
//! [`ANALYSIS_OPTION`].

use super::syntax::Value;
use damier_search::{OptionError, OptionKind};

/// The option that is set before a search according to what the search is for, if it is declared.
pub const ANALYSIS_OPTION: &str = "UCI_AnalyseMode";

/// The only value of `variant`.
pub const NORMAL: &str = "normal";

/// Names that do not follow the rule.
const RENAMED: [(&str, &str); 3] =
    [("tt-size", "Hash"), ("book", "OwnBook"), ("bb-size", "EndgameProbeLimit")];

/// A megabyte holds 2^16 entries of 16 bytes.
const LOG_ENTRIES_PER_MEGABYTE: i64 = 16;

/// The parameters of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubParameters {
    options: Vec<(String, OptionKind)>,
}

impl HubParameters {
    /// The parameters of an engine with these options.
    pub fn new(options: Vec<(String, OptionKind)>) -> Self {
        Self { options }
    }

    /// Whether `go analyze` has something to set.
    pub fn tells_analysis(&self) -> bool {
        self.options.iter().any(|(name, _)| name == ANALYSIS_OPTION)
    }

    /// The lines that declare them, `variant` first.
    pub fn declarations(&self) -> Vec<String> {
        let variant =
            OptionKind::Combo { default: NORMAL.to_owned(), choices: vec![NORMAL.to_owned()] };
        let others = self
            .options
            .iter()
            .filter(|(name, _)| name != ANALYSIS_OPTION)
            .filter_map(|(option, kind)| declaration(&parameter_name(option), option, kind));
        declaration("variant", "variant", &variant).into_iter().chain(others).collect()
    }

    /// The option that a parameter stands for and its value there, or why it cannot be set. `None`
    /// if there is nothing to do.
    pub fn translate(
        &self,
        parameter: &str,
        value: &str,
    ) -> Result<Option<(String, String)>, OptionError> {
        let bad = |expected: String| OptionError::BadValue {
            name: parameter.to_owned(),
            expected,
            value: value.to_owned(),
        };
        if parameter == "variant" {
            let is_ours = [NORMAL, "international", "standard"].contains(&value);
            return if is_ours { Ok(None) } else { Err(bad(format!("{NORMAL} only"))) };
        }
        let known = |(name, kind): &&(String, OptionKind)| {
            parameter_name(name) == parameter
                && name != ANALYSIS_OPTION
                && *kind != OptionKind::Button
        };
        let (option, kind) = self
            .options
            .iter()
            .find(known)
            .ok_or_else(|| OptionError::Unknown(parameter.to_owned()))?;
        if !is_logarithmic(option) {
            return Ok(Some((option.clone(), kind.check(parameter, value)?)));
        }
        let OptionKind::Spin { min, max, .. } = logarithmic(kind) else {
            return Err(OptionError::Unknown(parameter.to_owned()));
        };
        let logarithm: i64 = value
            .trim()
            .parse()
            .ok()
            .filter(|logarithm| (min..=max).contains(logarithm))
            .ok_or_else(|| bad(format!("a number from {min} to {max}")))?;
        let megabytes = 1_i64 << (logarithm - LOG_ENTRIES_PER_MEGABYTE);
        Ok(Some((option.clone(), megabytes.to_string())))
    }
}

fn is_logarithmic(option: &str) -> bool {
    option == "Hash"
}

/// A range in megabytes as one in logarithms of entries, each bound rounded inwards.
fn logarithmic(kind: &OptionKind) -> OptionKind {
    match *kind {
        OptionKind::Spin { default, min, max } => {
            let floor = |megabytes: i64| i64::from(megabytes.max(1).ilog2());
            let least = floor(min) + i64::from(!min.max(1).unsigned_abs().is_power_of_two());
            let entries = |logarithm: i64| logarithm + LOG_ENTRIES_PER_MEGABYTE;
            OptionKind::Spin {
                default: entries(floor(default)),
                min: entries(least),
                max: entries(floor(max)),
            }
        }
        ref other => other.clone(),
    }
}

fn declaration(parameter: &str, option: &str, kind: &OptionKind) -> Option<String> {
    let kind = if is_logarithmic(option) { logarithmic(kind) } else { kind.clone() };
    let rest = match kind {
        OptionKind::Check { default } => format!("value={default} type=bool"),
        OptionKind::Spin { default, min, max } => {
            format!("value={default} type=int min={min} max={max}")
        }
        // A word with a blank would look like two.
        OptionKind::Combo { default, choices }
            if choices.iter().all(|choice| !choice.contains(char::is_whitespace)) =>
        {
            let values = choices.join(" ");
            // In quotes even if there is one alone: a list is a list.
            format!("value={} type=enum values=\"{values}\"", Value(&default))
        }
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
            format!("value={} type=string", Value(&default))
        }
        OptionKind::Button => return None,
    };
    Some(format!("param name={parameter} {rest}"))
}

/// What Hub calls an option.
fn parameter_name(option: &str) -> String {
    if let Some((parameter, _)) = RENAMED.iter().find(|(_, renamed)| *renamed == option) {
        return (*parameter).to_owned();
    }
    let mut name = String::new();
    let mut was_small = false;
    for letter in option.chars() {
        if letter.is_alphanumeric() {
            if letter.is_uppercase() && was_small {
                name.push('-');
            }
            name.extend(letter.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        was_small = letter.is_lowercase() || letter.is_ascii_digit();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> HubParameters {
        let text = |words: &str| words.to_owned();
        HubParameters::new(vec![
            (text("Hash"), OptionKind::Spin { default: 48, min: 1, max: 3000 }),
            (text("Clear Hash"), OptionKind::Button),
            (text("Threads"), OptionKind::Spin { default: 1, min: 1, max: 16 }),
            (text("Ponder"), OptionKind::Check { default: false }),
            (text("OwnBook"), OptionKind::Check { default: true }),
            (text("EndgamePath"), OptionKind::Text { default: text("") }),
            (text("EndgameProbeLimit"), OptionKind::Spin { default: 4, min: 0, max: 7 }),
            (
                text("Profile"),
                OptionKind::Combo {
                    default: text("Calm"),
                    choices: vec![text("Calm"), text("Wild")],
                },
            ),
            (
                text("Move Style"),
                OptionKind::Combo { default: text("a b"), choices: vec![text("a b")] },
            ),
            (text(ANALYSIS_OPTION), OptionKind::Check { default: false }),
        ])
    }

    #[test]
    fn every_kind_is_declared() {
        let expected = [
            "param name=variant value=normal type=enum values=\"normal\"",
            "param name=tt-size value=21 type=int min=16 max=27",
            "param name=threads value=1 type=int min=1 max=16",
            "param name=ponder value=false type=bool",
            "param name=book value=true type=bool",
            "param name=endgame-path value=\"\" type=string",
            "param name=bb-size value=4 type=int min=0 max=7",
            "param name=profile value=Calm type=enum values=\"Calm Wild\"",
            "param name=move-style value=\"a b\" type=string",
        ];
        assert_eq!(parameters().declarations(), expected);
    }

    #[test]
    fn parameters_become_options() {
        let set = |name, value| parameters().translate(name, value).unwrap();
        let option = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
        assert_eq!(set("tt-size", "16"), option("Hash", "1"));
        assert_eq!(set("tt-size", "24"), option("Hash", "256"));
        assert_eq!(set("threads", "2"), option("Threads", "2"));
        assert_eq!(set("book", "false"), option("OwnBook", "false"));
        assert_eq!(set("bb-size", "0"), option("EndgameProbeLimit", "0"));
        assert_eq!(set("endgame-path", "/x y"), option("EndgamePath", "/x y"));
        assert_eq!(set("profile", "wild"), option("Profile", "Wild"));
        assert_eq!(set("variant", "normal"), None);
    }

    #[test]
    fn what_cannot_be_set_is_said() {
        for (name, value, words) in [
            ("variant", "frisian", "option variant takes normal only, not \"frisian\""),
            ("tt-size", "15", "option tt-size takes a number from 16 to 27, not \"15\""),
            ("tt-size", "x", "option tt-size takes a number from 16 to 27, not \"x\""),
            ("threads", "0", "option threads takes a number from 1 to 16, not \"0\""),
            ("clear-hash", "1", "there is no option \"clear-hash\""),
            ("uci-analyse-mode", "true", "there is no option \"uci-analyse-mode\""),
            ("Hash", "1", "there is no option \"Hash\""),
        ] {
            let error = parameters().translate(name, value).unwrap_err();
            assert_eq!(error.to_string(), words);
        }
    }

    #[test]
    fn names_are_small_words_with_hyphens() {
        for (option, name) in [
            ("MultiPV", "multi-pv"),
            ("Move Overhead", "move-overhead"),
            ("UCI_Elo", "uci-elo"),
            ("BookFile", "book-file"),
            ("rfp_margin", "rfp-margin"),
            ("Seed", "seed"),
        ] {
            assert_eq!(parameter_name(option), name);
        }
    }
}
