//! What is wrong with a game in a file, where, and what to do about it.

use crate::lines::LinePlace;
use crate::number::MoveNumber;
use std::error::Error;
use std::fmt;

/// Something in a file that could not be read. The game is kept as far as it could be.
#[derive(Debug)]
pub struct Fault {
    /// The game in the file, counted from 1.
    pub game: usize,
    /// Where in the file.
    pub place: LinePlace,
    /// The move that could not be read, or else the last one before this place; `None` before the
    /// first move.
    pub at: Option<MoveNumber>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The error of a position or a move, whichever game it belongs to.
pub(crate) type RulesError = Box<dyn Error + Send + Sync>;

/// What is wrong. Texts are shortened if they are long.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A word that is no legal move.
    #[error("{source}")]
    Move {
        /// The word.
        text: String,
        /// What the rules say.
        source: RulesError,
    },
    /// A move that is none: the player passes, which no rules allow.
    #[error("{text} is a null move, which the rules do not have")]
    NullMove {
        /// The word.
        text: String,
    },
    /// The start position cannot be read.
    #[error("the start position {text:?} cannot be set up: {source}")]
    StartPosition {
        /// The value of the tag.
        text: String,
        /// What the rules say.
        source: RulesError,
    },
    /// The tags speak of another game.
    #[error("this is a game of another kind: {found}, not {expected}")]
    OtherGame {
        /// What the tags say.
        found: String,
        /// The game that is read here.
        expected: &'static str,
    },
    /// A comment that begins here and never ends.
    #[error("the comment that begins here is never closed")]
    UnclosedComment,
    /// A comment longer than any that people write.
    #[error("the comment that begins here has more than {limit} bytes")]
    HugeComment {
        /// How many are kept.
        limit: usize,
    },
    /// A variation that begins here and never ends.
    #[error("the variation that begins here is never closed")]
    UnclosedVariation,
    /// A closing bracket without an opening one.
    #[error("{sign:?} closes nothing")]
    NothingToClose {
        /// The bracket.
        sign: char,
    },
    /// A variation before any move that it could replace.
    #[error("a variation begins here, but there is no move before it that it could replace")]
    NothingToReplace,
    /// More variations inside each other than are read.
    #[error("more than {limit} variations inside each other")]
    TooDeep {
        /// How many are read.
        limit: usize,
    },
    /// Something in square brackets that is no tag.
    #[error("{text:?} is no tag")]
    BadTag {
        /// What stands there.
        text: String,
    },
    /// A tag whose value does not end on its line.
    #[error("the tag {name} is never closed")]
    UnclosedTag {
        /// Its name.
        name: String,
    },
    /// A glyph that is no number from 0 to 255.
    #[error("{text} is no glyph")]
    BadNag {
        /// What stands there.
        text: String,
    },
    /// A result tag that is no result.
    #[error("{text:?} is no result")]
    BadResult {
        /// The value of the tag.
        text: String,
    },
    /// The tag and the end of the moves name different results.
    #[error("the tag says {tag}, but the moves end with {end}")]
    ResultsDisagree {
        /// The value of the tag.
        tag: String,
        /// What stands behind the moves.
        end: String,
    },
    /// The moves end without a result.
    #[error("the game ends without a result: it may have been cut off")]
    NoResult,
    /// The file is written in 16-bit characters.
    #[error("the file is written in UTF-16")]
    Utf16,
}

impl FaultKind {
    /// What was done about it, and what the owner of the file can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Move { .. } => "the line is kept up to the move before; correct the move",
            Self::NullMove { .. } => "the line is kept up to the move before; take the rest out",
            Self::StartPosition { .. } => "the moves are left out; correct the FEN tag",
            Self::OtherGame { .. } => "the moves are left out; read the file as that game",
            Self::UnclosedComment => "it is taken to end with the game; add the missing \"}\"",
            Self::HugeComment { .. } => "its beginning is kept; look for a missing \"}\"",
            Self::UnclosedVariation => "it is taken to end with the game; add the missing \")\"",
            Self::NothingToClose { .. } => "it is ignored; take it out or add its partner",
            Self::NothingToReplace => "it is left out; move it behind the move that it replaces",
            Self::TooDeep { .. } => "the innermost are left out; look for a missing \")\"",
            Self::BadTag { .. } => "it is ignored; write tags as [Name \"value\"]",
            Self::UnclosedTag { .. } => "its line is taken as the value; add the missing \"]",
            Self::BadNag { .. } => "it is ignored; glyphs are $0 to $255",
            Self::BadResult { .. } => "it is ignored; write 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1 or *",
            Self::ResultsDisagree { .. } => "the end of the moves counts; correct one of the two",
            Self::NoResult => "all that is there is kept; add the result, or * if it is not known",
            Self::Utf16 => "nothing can be read; save it as UTF-8",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LinePlace { line, column } = self.place;
        write!(f, "game {}, line {line}, column {column}", self.game)?;
        match (self.at, &self.kind) {
            (Some(number), FaultKind::Move { text, .. } | FaultKind::NullMove { text }) => {
                write!(f, ", move {number} {text}")?;
            }
            (Some(number), _) => write!(f, ", after move {number}")?,
            (None, _) => {}
        }
        write!(f, ": {} ({})", self.kind, self.kind.remedy())
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.source()
    }
}
