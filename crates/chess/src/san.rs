//! Moves as text: SAN for people and records, UCI for programs.

use crate::attacks::attacks;
use crate::castling::Wing;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Rank, Square};
use damier_core::shortened;

/// How UCI text writes castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingStyle {
    /// The king's own squares: `e1g1`.
    Standard,
    /// The king takes its rook: `e1h1`. Needed for Chess960.
    Chess960,
}

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("{text:?} does not read as a move; write it like Nf3, exd5, e8=Q, O-O or g1f3")]
    Unreadable {
        /// The text, shortened if it is long.
        text: String,
    },
    /// The text has the form of a move but no legal move fits it.
    #[error("{text} is not legal in this position")]
    Illegal {
        /// The text.
        text: String,
    },
    /// Several legal moves fit the text.
    #[error("{text} can mean {}", choices.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it could mean, written in full.
        choices: Vec<String>,
    },
    /// A pawn reaches the last rank and the text does not say what it becomes.
    #[error("{text} must say what the pawn becomes, as in {text}{example}")]
    NoPromotion {
        /// The text.
        text: String,
        /// What could be added to the text.
        example: &'static str,
    },
}

/// What a SAN text says of a move; what it leaves open is `None`.
struct San {
    role: Role,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    says_capture: bool,
    promotion: Option<Role>,
}

impl Move {
    /// Where a move ends in a notation that names squares: of castling the king's square or, as
    /// Chess960 has it, the rook's.
    pub fn target(self, style: CastlingStyle) -> Square {
        match (self.kind(), style) {
            (MoveKind::Castle, CastlingStyle::Standard) => {
                let wing = Wing::of_rook(self.from(), self.to());
                self.from().with_file(wing.king_target())
            }
            _ => self.to(),
        }
    }

    /// The move as UCI writes it: origin, target, promotion letter.
    pub fn to_uci(self, style: CastlingStyle) -> String {
        let promotion = self.promotion().map(|role| role.letter().to_string()).unwrap_or_default();
        format!("{}{}{promotion}", self.from(), self.target(style))
    }
}

impl Position {
    /// Writes a legal move in standard algebraic notation, with `+` or `#`.
    ///
    /// ```
    /// use damier_chess::Position;
    ///
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")?;
    /// let mv = position.read_uci("e1e8")?;
    /// assert_eq!(position.write_san(mv), "Re8#");
    /// // The file is named only because the other rook could go there too.
    /// let mv = position.read_uci("a1d1")?;
    /// assert_eq!(position.write_san(mv), "Rad1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_san(&self, mv: Move) -> String {
        let mut text = self.san_without_suffix(mv);
        if self.gives_check(mv) {
            let mut after = self.clone();
            after.play_unchecked(mv);
            text.push(if after.count_legal_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        if mv.is_castle() {
            return match Wing::of_rook(mv.from(), mv.to()) {
                Wing::KingSide => "O-O".to_owned(),
                Wing::QueenSide => "O-O-O".to_owned(),
            };
        }
        let (from, to) = (mv.from(), mv.to());
        let role = self.role_at(from).expect("a legal move starts on a piece");
        let mut text = String::new();
        if role == Role::Pawn {
            if mv.is_capture() {
                text.push(from.file().letter());
            }
        } else {
            text.push(role.letter().to_ascii_uppercase());
            text.push_str(&self.disambiguation(role, from, to));
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(role) = mv.promotion() {
            text.push('=');
            text.push(role.letter().to_ascii_uppercase());
        }
        text
    }

    /// As little of the origin as tells the move from those of the same pieces to the same square:
    /// the file if that is enough, else the rank, else both.
    fn disambiguation(&self, role: Role, from: Square, to: Square) -> String {
        // Pieces that see the target; whether they may go there is asked only of those.
        let candidates = attacks(self.side_to_move, role, to, self.occupied())
            & self.pieces(self.side_to_move, role);
        if !candidates.has_several() {
            return String::new();
        }
        let rivals: Vec<Square> = self
            .legal_moves()
            .iter()
            .filter(|other| other.to() == to && other.from() != from && !other.is_castle())
            .map(|other| other.from())
            .filter(|&square| self.role_at(square) == Some(role))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            from.file().to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            from.rank().to_string()
        } else {
            from.to_string()
        }
    }

    /// Reads a legal move in standard algebraic notation. Check marks may be missing or wrong;
    /// annotations (`!`, `?`), zeros for castling and more of the origin than necessary are
    /// accepted, and the `x` of a capture may be missing. But `x` must not stand where nothing is
    /// taken, and a pawn that takes must be named by its file: `d5` is never a capture.
    ///
    /// ```
    /// use damier_chess::{MoveError, Position};
    ///
    /// let position = Position::start();
    /// assert_eq!(position.read_san("Ng1f3!")?, position.read_san("Nf3")?);
    /// assert!(matches!(position.read_san("Nf4"), Err(MoveError::Illegal { .. })));
    /// # Ok::<(), MoveError>(())
    /// ```
    pub fn read_san(&self, text: &str) -> Result<Move, MoveError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let illegal = || MoveError::Illegal { text: shortened(text) };
        let wing = match bare {
            "O-O" | "0-0" => Some(Wing::KingSide),
            "O-O-O" | "0-0-0" => Some(Wing::QueenSide),
            _ => None,
        };
        let moves = self.legal_moves();
        if let Some(wing) = wing {
            let castles = |mv: &Move| mv.is_castle() && Wing::of_rook(mv.from(), mv.to()) == wing;
            return moves.into_iter().find(castles).ok_or_else(illegal);
        }
        let san = San::read(bare).ok_or_else(|| MoveError::Unreadable { text: shortened(text) })?;
        let fitting: MoveList = moves.into_iter().filter(|&mv| self.fits(mv, &san)).collect();
        match *fitting {
            [] => Err(illegal()),
            [mv] => Ok(mv),
            // Promotions differ in the piece; if the text names none, all four fit.
            [mv, ..] if mv.promotion().is_some() && san.promotion.is_none() => {
                Err(MoveError::NoPromotion { text: shortened(bare), example: "=Q" })
            }
            _ => Err(MoveError::Ambiguous {
                text: shortened(text),
                choices: fitting.iter().map(|&mv| self.write_san(mv)).collect(),
            }),
        }
    }

    fn fits(&self, mv: Move, san: &San) -> bool {
        !mv.is_castle()
            && mv.to() == san.to
            && (mv.is_capture() || !san.says_capture)
            && (!mv.is_capture() || san.role != Role::Pawn || san.from_file.is_some())
            && self.role_at(mv.from()) == Some(san.role)
            && san.from_file.is_none_or(|file| file == mv.from().file())
            && san.from_rank.is_none_or(|rank| rank == mv.from().rank())
            && (san.promotion.is_none() || san.promotion == mv.promotion())
    }

    /// How a program that was told nothing else has to write castling from here on.
    pub fn castling_style(&self) -> CastlingStyle {
        if self.is_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }

    /// Writes a move as UCI does: origin, target, promotion letter.
    pub fn write_uci(&self, mv: Move, style: CastlingStyle) -> String {
        mv.to_uci(style)
    }

    /// Reads a legal move as UCI writes it. Castling may be written either way; where a king's step
    /// to the castling target is a move of its own, the text means that step.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        let (from, to, promotion) =
            split_uci(text).ok_or_else(|| MoveError::Unreadable { text: shortened(text) })?;
        let moves = self.legal_moves();
        let fits = |mv: &Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
        let castles_to = |mv: &Move| {
            mv.is_castle()
                && promotion.is_none()
                && mv.from() == from
                && mv.target(CastlingStyle::Standard) == to
        };
        let mut by_squares = moves.iter().filter(|mv| mv.from() == from && mv.to() == to);
        let found = moves.iter().copied().find(fits);
        found.or_else(|| moves.iter().copied().find(castles_to)).ok_or_else(|| {
            let text = text.to_owned();
            if promotion.is_none() && by_squares.next().is_some() {
                MoveError::NoPromotion { text, example: "q" }
            } else {
                MoveError::Illegal { text }
            }
        })
    }

    /// Reads a legal move written either way, as people type it.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        if split_uci(text).is_some() { self.read_uci(text) } else { self.read_san(text) }
    }
}

impl San {
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let role = match rest.chars().next()? {
            letter @ ('N' | 'B' | 'R' | 'Q' | 'K') => {
                rest = &rest[1..];
                Role::from_letter(letter)?
            }
            'P' => {
                rest = &rest[1..];
                Role::Pawn
            }
            _ => Role::Pawn,
        };
        let mut promotion = None;
        if let Some(letter @ ('N' | 'B' | 'R' | 'Q')) = rest.chars().last() {
            promotion = Role::from_letter(letter);
            rest = &rest[..rest.len() - 1];
            rest = rest.strip_suffix('=').unwrap_or(rest);
        }
        // All that remains is ASCII, or no move: then cutting between bytes is safe.
        if !rest.is_ascii() || rest.len() < 2 {
            return None;
        }
        let (origin, target) = rest.split_at(rest.len() - 2);
        let to = Square::from_name(target)?;
        let says_capture = origin.ends_with(['x', ':']);
        let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
        let mut from_file = None;
        let mut from_rank = None;
        for letter in origin.chars() {
            if let Some(file) = File::from_letter(letter)
                && from_file.is_none()
                && from_rank.is_none()
            {
                from_file = Some(file);
            } else if let Some(rank) = Rank::from_digit(letter)
                && from_rank.is_none()
            {
                from_rank = Some(rank);
            } else {
                return None;
            }
        }
        Some(Self { role, from_file, from_rank, to, says_capture, promotion })
    }
}

fn split_uci(text: &str) -> Option<(Square, Square, Option<Role>)> {
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return None;
    }
    let promotion = match text.as_bytes().get(4) {
        None => None,
        Some(&letter) => match Role::from_letter(char::from(letter)) {
            Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) => Some(role),
            _ => return None,
        },
    };
    Some((Square::from_name(&text[0..2])?, Square::from_name(&text[2..4])?, promotion))
}
