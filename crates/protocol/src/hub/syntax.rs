//! `command name=value name="a value" flag`: lines to words and back. Blanks around `=` are
//! allowed; there is no way to write a quote inside quotes.

use std::fmt;

/// A line in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine<'a> {
    /// The first word.
    pub command: &'a str,
    /// What follows it.
    pub arguments: Vec<Argument<'a>>,
}

/// `name=value`, or `name` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// What stands before `=`.
    pub name: &'a str,
    /// What stands behind it, without quotes; `None` if there is no `=`.
    pub value: Option<&'a str>,
}

/// Why a line cannot be taken apart. Columns are counted in letters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// A quote that nothing closes.
    #[error("column {column}: this quote is never closed; put another after the value")]
    UnclosedQuote {
        /// Where it opens.
        column: usize,
    },
    /// `=` with nothing before it.
    #[error("column {column}: = needs a name before it, as in depth=12")]
    NoName {
        /// The column of the sign.
        column: usize,
    },
    /// `=` with nothing behind it.
    #[error("column {column}: = needs a value after it; write \"\" for an empty one")]
    NoValue {
        /// The column of the sign.
        column: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum HubToken<'a> {
    Text(&'a str),
    Equals,
}

/// The tokens of a line, each with the place where it begins.
struct HubTokens<'a> {
    line: &'a str,
    place: usize,
}

impl<'a> HubTokens<'a> {
    fn column(&self, place: usize) -> usize {
        self.line[..place].chars().count() + 1
    }

    fn next(&mut self) -> Result<Option<(usize, HubToken<'a>)>, SyntaxError> {
        let rest = &self.line[self.place..];
        let blank = rest.len() - rest.trim_start().len();
        let start = self.place + blank;
        let rest = &self.line[start..];
        let (token, length) = match rest.chars().next() {
            None => return Ok(None),
            Some('=') => (HubToken::Equals, 1),
            Some('"') => {
                let inside = &rest[1..];
                let end = inside
                    .find('"')
                    .ok_or_else(|| SyntaxError::UnclosedQuote { column: self.column(start) })?;
                (HubToken::Text(&inside[..end]), end + 2)
            }
            Some(_) => {
                let ends = |letter: char| letter.is_whitespace() || letter == '=' || letter == '"';
                let end = rest.find(ends).unwrap_or(rest.len());
                (HubToken::Text(&rest[..end]), end)
            }
        };
        self.place = start + length;
        Ok(Some((start, token)))
    }
}

impl<'a> HubLine<'a> {
    /// Takes a line apart; `None` if there is nothing on it.
    pub fn read(line: &'a str) -> Result<Option<Self>, SyntaxError> {
        let mut tokens = HubTokens { line, place: 0 };
        let command = match tokens.next()? {
            None => return Ok(None),
            Some((_, HubToken::Text(command))) => command,
            Some((start, HubToken::Equals)) => {
                return Err(SyntaxError::NoName { column: tokens.column(start) });
            }
        };
        let mut arguments: Vec<Argument> = Vec::new();
        while let Some((start, token)) = tokens.next()? {
            let column = tokens.column(start);
            match token {
                HubToken::Text(name) => arguments.push(Argument { name, value: None }),
                HubToken::Equals => {
                    let argument = arguments
                        .last_mut()
                        .filter(|argument| argument.value.is_none())
                        .ok_or(SyntaxError::NoName { column })?;
                    let Some((_, HubToken::Text(value))) = tokens.next()? else {
                        return Err(SyntaxError::NoValue { column });
                    };
                    argument.value = Some(value);
                }
            }
        }
        Ok(Some(Self { command, arguments }))
    }

    /// The value of an argument; the last one if it is given several times.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().rev().find(|argument| argument.name == name)?.value
    }

    /// Whether an argument is there, with a value or without.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|argument| argument.name == name)
    }
}

/// Writes a value, in quotes if it needs them. A quote inside becomes an apostrophe and what would
/// end the line a blank: there is no way to write them.
pub struct Value<'a>(pub &'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text: String = self
            .0
            .chars()
            .map(|letter| match letter {
                '"' => '\'',
                letter if letter.is_control() => ' ',
                letter => letter,
            })
            .collect();
        if text.is_empty() || text.contains([' ', '=']) || text.contains(char::is_whitespace) {
            write!(f, "\"{text}\"")
        } else {
            f.write_str(&text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> HubLine<'_> {
        HubLine::read(text).expect("the line is well formed").expect("there is something on it")
    }

    #[test]
    fn a_line_falls_into_a_command_and_arguments() {
        let line = read("pos  pos=Wbe moves = \"32-28 19-23\"  start\r\n");
        assert_eq!(line.command, "pos");
        assert_eq!(line.value("pos"), Some("Wbe"));
        assert_eq!(line.value("moves"), Some("32-28 19-23"));
        assert!(line.has("start") && line.value("start").is_none() && !line.has("depth"));
        assert_eq!(read("a b=\"\"").value("b"), Some(""));
        assert_eq!(read("a b=1 b=2").value("b"), Some("2"));
        assert_eq!(read("id name=\"a=b c\"version=1").arguments.len(), 2);
        assert_eq!(HubLine::read(" \t\r\n"), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let cases = [
            ("go \"think", SyntaxError::UnclosedQuote { column: 4 }),
            ("é =", SyntaxError::NoName { column: 3 }),
            ("= 3", SyntaxError::NoName { column: 1 }),
            ("level depth=3=4", SyntaxError::NoName { column: 14 }),
            ("level depth=", SyntaxError::NoValue { column: 12 }),
            ("level depth = =", SyntaxError::NoValue { column: 13 }),
        ];
        for (text, error) in cases {
            assert_eq!(HubLine::read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn values_survive_writing_and_reading() {
        for value in ["", "normal", "two words", "a=b", "é ü", "/path/to file", "C:\\x"] {
            let text = format!("param value={}", Value(value));
            assert_eq!(read(&text).value("value"), Some(value), "{text}");
        }
        assert_eq!(Value("say \"hi\"\nnow").to_string(), "\"say 'hi' now\"");
    }
}
