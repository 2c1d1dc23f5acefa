//! What annotators write between moves, and the commands that programs hide in it.

use crate::command::Command;
use std::fmt;

/// The text of a comment. Never empty, and always something that a file can hold, so that writing
/// and reading it gives the same text.
///
/// A line break in a file is a blank here, since programs break lines where they like; an empty
/// line is a paragraph of its own and becomes one `\n`. Nothing else is changed.
///
/// ```
/// use damier_records::{Command, Comment};
/// use std::time::Duration;
///
/// let comment = Comment::new("a quiet move [%clk 0:01:30]").unwrap();
/// assert_eq!(comment.plain_text(), "a quiet move");
/// assert_eq!(comment.commands().next(), Some(Command::Clock(Duration::from_secs(90))));
/// assert_eq!(Comment::new("  "), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text; `None` if there is nothing in it but blanks.
    pub fn new(text: &str) -> Option<Self> {
        if !text.contains(['\n', '\r']) {
            let line = text.trim_matches(is_blank);
            return (!line.is_empty()).then(|| Self(line.to_owned()));
        }
        let mut clean = String::with_capacity(text.len());
        let mut is_new_paragraph = false;
        for line in text.replace("\r\n", "\n").split(['\n', '\r']) {
            let line = line.trim_matches(is_blank);
            if line.is_empty() {
                is_new_paragraph = true;
                continue;
            }
            if !clean.is_empty() {
                clean.push(if is_new_paragraph { '\n' } else { ' ' });
            }
            clean.push_str(line);
            is_new_paragraph = false;
        }
        // Such a text fits only into a comment that ends with its line.
        if clean.contains('}') {
            clean = clean.replace('\n', " ");
        }
        (!clean.is_empty()).then_some(Self(clean))
    }

    /// The whole text, commands included.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text without commands, as people want to read it.
    pub fn plain_text(&self) -> String {
        let mut plain = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, _, after)) = Command::find(rest) {
            push_apart(&mut plain, before);
            rest = after;
        }
        push_apart(&mut plain, rest);
        plain
    }

    /// The commands in the text, in their order.
    pub fn commands(&self) -> impl Iterator<Item = Command<'_>> {
        let mut rest = self.0.as_str();
        std::iter::from_fn(move || {
            let (_, command, after) = Command::find(rest)?;
            rest = after;
            Some(command)
        })
    }
}

/// Adds text with one blank between.
fn push_apart(text: &mut String, more: &str) {
    let more = more.trim();
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

pub(crate) fn is_blank(character: char) -> bool {
    character == ' ' || character == '\t'
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{EvalCommand, EvalValue};
    use std::time::Duration;

    #[test]
    fn line_breaks_are_blanks_and_empty_lines_are_paragraphs() {
        let text = |text| Comment::new(text).map(|comment| comment.text().to_owned());
        assert_eq!(text(" one\r\n two  three\n").as_deref(), Some("one two  three"));
        assert_eq!(text("\n\none\n\n\ntwo\n").as_deref(), Some("one\ntwo"));
        assert_eq!(text("a } b\n\nc").as_deref(), Some("a } b c"));
        assert_eq!(text(" \n\t"), None);
    }

    #[test]
    fn commands_are_values_and_the_rest_is_for_people() {
        let comment = Comment::new("[%eval -1.25,18] A slip. [%clk 1:02:03.5] Better was d4.");
        let comment = comment.unwrap();
        let commands: Vec<Command> = comment.commands().collect();
        let evaluation = EvalCommand { value: EvalValue::Hundredths(-125), depth: Some(18) };
        assert_eq!(
            commands,
            [Command::Evaluation(evaluation), Command::Clock(Duration::from_millis(3_723_500))]
        );
        assert_eq!(comment.plain_text(), "A slip. Better was d4.");
    }

    #[test]
    fn what_only_looks_like_a_command_is_text() {
        let comment = Comment::new("[%] [% x [eval 1]").unwrap();
        assert_eq!(comment.commands().count(), 0);
        assert_eq!(comment.plain_text(), comment.text());
    }
}
