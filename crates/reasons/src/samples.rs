//! Lines made by hand, for tests.

use crate::witness::ScoredLine;
use damier_core::{Rules, Score};

/// A line as its players write it.
pub(crate) fn read_line<R: Rules>(start: &R, line: &str) -> Vec<R::Move> {
    let mut position = start.clone();
    let read = |text: &str| {
        let mv =
            position.read_move(text).unwrap_or_else(|error| panic!("{text} in {line}: {error}"));
        position.play_unchecked(mv);
        mv
    };
    line.split_whitespace().map(read).collect()
}

/// A line as a verdict, where the score plays no part.
pub(crate) fn verdict<R: Rules>(start: &R, line: &str) -> ScoredLine<R::Move> {
    ScoredLine { score: Score::DRAW, line: read_line(start, line) }
}
