//! Commands inside comments, as `[%eval 0.25]`: what programs tell each other.

use damier_core::Side;
use std::fmt;
use std::time::Duration;

/// A command that a comment holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `eval`: how the position after the move is judged.
    Evaluation(EvalCommand),
    /// `clk`: what the mover's clock shows after the move.
    Clock(Duration),
    /// `emt`: the time that the move took.
    TimeSpent(Duration),
    /// Any other, and those whose value cannot be read.
    Other {
        /// The word behind the percent sign.
        name: &'a str,
        /// What follows, without blanks around.
        arguments: &'a str,
    },
}

/// A judgement, as White sees it, with the depth of the search behind it if that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalCommand {
    /// The judgement itself.
    pub value: EvalValue,
    /// The depth of the search.
    pub depth: Option<u32>,
}

/// Who is better, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalValue {
    /// White's advantage in hundredths of a pawn or a man.
    Hundredths(i32),
    /// A side wins by force.
    Wins {
        /// The winner.
        side: Side,
        /// In so many moves of its own.
        moves: u32,
    },
}

impl<'a> Command<'a> {
    /// The first command of a text, with what stands before and behind it.
    pub(crate) fn find(text: &'a str) -> Option<(&'a str, Self, &'a str)> {
        let mut from = 0;
        loop {
            let start = from + text[from..].find("[%")?;
            let inside = &text[start + 2..];
            let end = inside.find(']')?;
            let inner = &inside[..end];
            let name_end = inner.find(|c: char| !c.is_alphanumeric()).unwrap_or(inner.len());
            let (name, arguments) = inner.split_at(name_end);
            if !name.is_empty() {
                let command = Self::from_words(name, arguments.trim());
                return Some((&text[..start], command, &inside[end + 1..]));
            }
            from = start + 2;
        }
    }

    fn from_words(name: &'a str, arguments: &'a str) -> Self {
        let known = match name {
            "eval" => EvalCommand::from_text(arguments).map(Self::Evaluation),
            "clk" => time_from(arguments).map(Self::Clock),
            "emt" => time_from(arguments).map(Self::TimeSpent),
            _ => None,
        };
        known.unwrap_or(Self::Other { name, arguments })
    }
}

/// The text that a comment holds, brackets included.
impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Evaluation(evaluation) => write!(f, "[%eval {evaluation}]"),
            Self::Clock(time) => write!(f, "[%clk {}]", time_text(*time)),
            Self::TimeSpent(time) => write!(f, "[%emt {}]", time_text(*time)),
            Self::Other { name, arguments: "" } => write!(f, "[%{name}]"),
            Self::Other { name, arguments } => write!(f, "[%{name} {arguments}]"),
        }
    }
}

impl EvalCommand {
    /// Reads `0.25`, `#3` or `#-3`, each perhaps with a comma and a depth behind.
    fn from_text(text: &str) -> Option<Self> {
        let (value, depth) = match text.split_once(',') {
            Some((value, depth)) => (value.trim(), Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let value = if let Some(moves) = value.strip_prefix('#') {
            let (side, moves) = match moves.strip_prefix('-') {
                Some(moves) => (Side::Black, moves),
                None => (Side::White, moves.strip_prefix('+').unwrap_or(moves)),
            };
            EvalValue::Wins { side, moves: whole_number(moves)? }
        } else {
            let (sign, digits) = match value.strip_prefix('-') {
                Some(digits) => (-1.0, digits),
                None => (1.0, value.strip_prefix('+').unwrap_or(value)),
            };
            if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                return None;
            }
            let value: f64 = digits.parse().ok()?;
            EvalValue::Hundredths((sign * value * 100.0).round() as i32)
        };
        Some(Self { value, depth })
    }
}

impl fmt::Display for EvalCommand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.value {
            EvalValue::Hundredths(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let size = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
            EvalValue::Wins { side: Side::White, moves } => write!(f, "#{moves}")?,
            EvalValue::Wins { side: Side::Black, moves } => write!(f, "#-{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

/// Digits only: the parser of the library takes signs as well.
fn whole_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Reads `1:02:03.5`; hours may be missing, and minutes too.
fn time_from(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0u64;
    let mut fields = 0;
    for field in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(u64::from(whole_number(field)?))?;
        fields += 1;
    }
    if fields > 3 || fraction.len() > 9 {
        return None;
    }
    let nanoseconds = match fraction {
        "" => 0,
        digits => whole_number(digits)? * 10u32.pow(9 - digits.len() as u32),
    };
    Some(Duration::new(seconds, nanoseconds))
}

fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Command<'_> {
        let (before, command, after) = Command::find(text).expect("there is a command");
        assert_eq!((before, after), ("", ""));
        command
    }

    #[test]
    fn values_are_written_as_they_are_read() {
        let texts = [
            "[%eval 0.25]",
            "[%eval -0.05,22]",
            "[%eval 12.00]",
            "[%eval #3]",
            "[%eval #-12,30]",
            "[%clk 0:05:00]",
            "[%clk 10:00:59.25]",
            "[%emt 0:00:01]",
            "[%csl Ra1,Gb2]",
            "[%x]",
        ];
        for text in texts {
            assert_eq!(only(text).to_string(), text);
        }
    }

    #[test]
    fn odd_ways_to_write_values_are_read() {
        let evaluation = |value| Command::Evaluation(EvalCommand { value, depth: None });
        assert_eq!(only("[%eval +.5]"), evaluation(EvalValue::Hundredths(50)));
        assert_eq!(only("[%eval 1e9]"), evaluation(EvalValue::Hundredths(i32::MAX)));
        assert_eq!(only("[%clk 5:00]"), Command::Clock(Duration::from_secs(300)));
        assert_eq!(only("[%emt 7]"), Command::TimeSpent(Duration::from_secs(7)));
    }

    #[test]
    fn what_cannot_be_read_is_kept_as_text() {
        for text in [
            "[%eval good]",
            "[%eval #x]",
            "[%eval -inf]",
            "[%clk 1:2:3:4]",
            "[%clk 99999999999]",
            "[%emt -1]",
            "[%clk 0:00:+5]",
        ] {
            assert!(matches!(only(text), Command::Other { .. }), "{text}");
            assert_eq!(only(text).to_string(), text);
        }
    }
}
