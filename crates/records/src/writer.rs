//! Writing games in the form that the standard gives for exported files.

use crate::comment::{Comment, is_blank};
use crate::doubt::LaterMove;
use crate::game::RecordGame;
use crate::number::MoveNumber;
use crate::record::Record;
use crate::tree::{Node, NodeId, TreeStep};
use crate::unread::Unread;
use damier_core::Side;
use std::fmt::{self, Write};

/// Lines of moves are not longer, unless a single word is.
const WIDTH: usize = 79;

/// Signs that mean something at the beginning of a line, to us or to other readers.
const BAD_BEGINNINGS: [char; 3] = ['[', '%', ';'];

/// The game as text, with an empty line behind it, so that games can be written one after the
/// other. What is written reads back as the same moves, variations, comments, glyphs and result,
/// and as the tags that [`Record::export_tags`] names.
impl<F: RecordGame> fmt::Display for Record<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.export_tags().iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut moves = Moves { text: Wrapped::new(&mut *f), record: self, needs_number: true };
        moves.write()?;
        f.write_str("\n\n")
    }
}

/// A line of moves that is open while the tree is walked through.
struct WrittenLine<'a, F> {
    position: F,
    /// The position before the last move, from which variations go.
    before: F,
    plies: u32,
    /// What follows the last move and the variations to it.
    tail: Option<&'a Unread>,
}

struct Moves<'a, F: RecordGame, W> {
    text: Wrapped<W>,
    record: &'a Record<F>,
    /// Whether Black's next move needs its number because something stands before it.
    needs_number: bool,
}

impl<F: RecordGame, W: Write> Moves<'_, F, W> {
    fn write(&mut self) -> fmt::Result {
        let record = self.record;
        let tree = record.tree();
        let root = tree.node(NodeId::ROOT);
        self.comments(root.comments())?;
        let start = record.start();
        let (position, before) = (start.clone(), start.clone());
        let mut lines = vec![WrittenLine { position, before, plies: 0, tail: None }];
        for step in tree.walk() {
            let line = lines.last_mut().expect("the game itself is never closed");
            match step {
                TreeStep::Open => {
                    let position = line.before.clone();
                    let before = position.clone();
                    let plies = line.plies - 1;
                    lines.push(WrittenLine { position, before, plies, tail: None });
                    self.text.prefix("(")?;
                    self.needs_number = true;
                }
                TreeStep::Close => {
                    if let Some(tail) = line.tail {
                        self.unread(tail)?;
                    }
                    lines.pop();
                    self.text.close();
                    self.needs_number |= F::REPEATS_NUMBERS;
                }
                TreeStep::Move(id) => {
                    let node = tree.node(id);
                    self.comments(node.comments_before())?;
                    self.mv(line, node)?;
                    self.nags(node)?;
                    self.comments(node.comments())?;
                    let Some(unread) = node.unread() else { continue };
                    line.tail = unread.tail.as_ref();
                    for variation in &unread.variations {
                        self.text.prefix("(")?;
                        self.needs_number = true;
                        self.unread(variation)?;
                        self.text.close();
                        self.needs_number |= F::REPEATS_NUMBERS;
                    }
                }
            }
        }
        let result = F::result_text(record.result);
        // 0-0 would be read as castling; the tag keeps that result.
        let is_clear = F::read_result(result) == Some(record.result);
        self.text.word(if is_clear { result } else { "*" })?;
        self.text.flush()
    }

    fn mv(&mut self, line: &mut WrittenLine<'_, F>, node: &Node<F::Move>) -> fmt::Result {
        let Some(mv) = node.mv() else { return Ok(()) };
        let number = MoveNumber::after(self.record.start(), line.plies);
        if number.side == Side::White || self.needs_number {
            self.text.word(&number.to_string())?;
        }
        self.text.word(&line.position.write_move(mv))?;
        self.needs_number = false;
        line.plies += 1;
        line.before = line.position.clone();
        line.position.play_unchecked(mv);
        Ok(())
    }

    /// A line that is known only as words. They are numbered as moves are.
    fn unread(&mut self, line: &Unread) -> fmt::Result {
        let mut plies = vec![line.plies];
        for item in &line.items {
            let last = plies.last_mut().expect("brackets come in pairs");
            match item {
                LaterMove::Word(word, _) => {
                    let number = MoveNumber::after(self.record.start(), *last);
                    if number.side == Side::White || self.needs_number {
                        self.text.word(&number.to_string())?;
                    }
                    self.text.word(word)?;
                    self.needs_number = false;
                    *last += 1;
                }
                LaterMove::Nag(nag) => self.text.word(&nag.to_string())?,
                LaterMove::Comment(comment) => self.comments(std::slice::from_ref(comment))?,
                LaterMove::Open(_) => {
                    let before = last.saturating_sub(1);
                    plies.push(before);
                    self.text.prefix("(")?;
                    self.needs_number = true;
                }
                LaterMove::Close(_) => {
                    plies.pop();
                    self.text.close();
                    self.needs_number |= F::REPEATS_NUMBERS;
                }
            }
        }
        Ok(())
    }

    fn nags(&mut self, node: &Node<F::Move>) -> fmt::Result {
        node.nags().iter().try_for_each(|nag| self.text.word(&nag.to_string()))
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments {
            self.text.comment(comment.text())?;
            self.needs_number |= F::REPEATS_NUMBERS;
        }
        Ok(())
    }
}

/// Words in lines of bounded length.
struct Wrapped<W> {
    output: W,
    /// Characters on the current line, the held word not counted.
    column: usize,
    /// The last word, kept back because a bracket may still be put to it.
    held: String,
    /// Whether the next word continues the held one.
    is_glued: bool,
}

impl<W: Write> Wrapped<W> {
    fn new(output: W) -> Self {
        Self { output, column: 0, held: String::new(), is_glued: false }
    }

    /// Writes the word that was held back.
    fn flush(&mut self) -> fmt::Result {
        if self.held.is_empty() {
            return Ok(());
        }
        let length = self.held.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.output.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.output.write_char(' ')?;
            self.column += 1;
        }
        self.output.write_str(&self.held)?;
        self.column += length;
        self.held.clear();
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !std::mem::take(&mut self.is_glued) {
            self.flush()?;
        }
        self.held.push_str(word);
        Ok(())
    }

    /// Writes the beginning of a word.
    fn prefix(&mut self, prefix: &str) -> fmt::Result {
        self.word(prefix)?;
        self.is_glued = true;
        Ok(())
    }

    fn close(&mut self) {
        self.held.push(')');
    }

    fn new_line(&mut self) -> fmt::Result {
        self.flush()?;
        if self.column > 0 {
            self.output.write_char('\n')?;
            self.column = 0;
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) -> fmt::Result {
        // Braces cannot hold their own end. Such a comment has a line of its own instead.
        if text.contains('}') {
            self.prefix("; ")?;
            self.word(text)?;
            return self.new_line();
        }
        self.prefix("{")?;
        for (index, paragraph) in text.split('\n').enumerate() {
            if index > 0 {
                self.new_line()?;
                self.output.write_char('\n')?;
                // At the beginning of a line this could be the tag of another game.
                if paragraph.starts_with(BAD_BEGINNINGS) {
                    self.prefix(" ")?;
                }
            }
            words(paragraph).try_for_each(|word| self.word(word))?;
        }
        self.held.push('}');
        Ok(())
    }
}

/// Pieces of a comment between which a line may end. A line break is read as one blank, so it can
/// stand only for one. Commands stay in one piece, and no line begins with a sign that means
/// something there.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut is_in_command = false;
        let mut previous = ' ';
        let mut characters = text.char_indices().peekable();
        while let Some((index, character)) = characters.next() {
            let next = characters.peek().map_or(' ', |&(_, next)| next);
            match character {
                '[' => is_in_command = next == '%',
                ']' => is_in_command = false,
                ' ' => {
                    let stands_alone = !is_blank(previous) && !is_blank(next);
                    if stands_alone && !is_in_command && !BAD_BEGINNINGS.contains(&next) {
                        rest = Some(&text[index + 1..]);
                        return Some(&text[..index]);
                    }
                }
                _ => {}
            }
            previous = character;
        }
        rest = None;
        Some(text)
    })
}
