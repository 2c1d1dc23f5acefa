//! A word that may be one of several moves, and what was read after it.
//!
//! Old files name the ends of a capture and not its way. Often only one of the captures lets the
//! following moves be played: then that one was meant. Until it is known everything that comes is
//! kept.

use crate::comment::Comment;
use crate::game::RecordGame;
use crate::lines::LinePlace;
use crate::nag::Nag;

/// A word in doubt.
pub(crate) struct CaptureDoubt<F: RecordGame> {
    /// The word.
    pub(crate) word: String,
    /// Where it stands.
    pub(crate) place: LinePlace,
    /// What has come since.
    pub(crate) later: Vec<LaterMove>,
    /// What it may stand for, with the position after all that was played since.
    readings: Vec<(F::Move, F)>,
    /// Brackets that are open since.
    depth: usize,
}

/// Something that comes after a word in doubt, or after a null move.
#[derive(Clone, Debug)]
pub(crate) enum LaterMove {
    Word(String, LinePlace),
    Nag(Nag),
    Comment(Comment),
    Open(LinePlace),
    Close(LinePlace),
}

/// What is known of a word.
pub(crate) enum Meaning<M> {
    /// Which move it is.
    Known(M),
    /// It may still be one of several.
    Open,
    /// It can be none of them, or nothing more will tell.
    Never,
}

impl<F: RecordGame> CaptureDoubt<F> {
    /// More is not kept: a game whose moves fit twice for so long is told by nothing.
    const MOST_LATER: usize = 1_000;
    /// Nor are more readings followed.
    const MOST_READINGS: usize = 64;

    /// A word that may be any of several moves.
    pub(crate) fn new(word: &str, place: LinePlace, before: &F, choices: Vec<F::Move>) -> Self {
        let read = |mv: F::Move| (mv, after(before, mv));
        let readings = choices.into_iter().map(read).collect();
        Self { word: word.to_owned(), place, later: Vec::new(), readings, depth: 0 }
    }

    /// Whether what comes next belongs to the same line.
    pub(crate) fn is_in_line(&self) -> bool {
        self.depth == 0
    }

    /// Keeps what came. A move of the same line may tell which move the word was.
    pub(crate) fn add(&mut self, later: LaterMove) -> Meaning<F::Move> {
        match &later {
            LaterMove::Open(_) => self.depth += 1,
            LaterMove::Close(_) => self.depth -= 1,
            LaterMove::Word(word, _) if self.depth == 0 => {
                let follow = |(first, position): &(F::Move, F)| {
                    let choices = position.read_choices(word).into_iter();
                    let first = *first;
                    choices.map(|mv| (first, after(position, mv))).collect::<Vec<_>>()
                };
                self.readings = self.readings.iter().flat_map(follow).collect();
            }
            LaterMove::Word(..) | LaterMove::Nag(_) | LaterMove::Comment(_) => {}
        }
        self.later.push(later);
        let is_too_much =
            self.later.len() > Self::MOST_LATER || self.readings.len() > Self::MOST_READINGS;
        match self.readings.first() {
            Some(&(mv, _)) if self.readings.iter().all(|&(other, _)| other == mv) => {
                Meaning::Known(mv)
            }
            Some(_) if !is_too_much => Meaning::Open,
            _ => Meaning::Never,
        }
    }
}

fn after<F: RecordGame>(position: &F, mv: F::Move) -> F {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}
