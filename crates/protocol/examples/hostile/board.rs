//! What a hostile engine knows of its game: enough to play legal moves.

/// The position on the board, which also says which protocol is spoken.
pub(crate) enum Board {
    Uci(damier_chess::Position),
    Hub(damier_draughts::Position),
}

impl Board {
    pub(crate) fn new(protocol: &str) -> Option<Self> {
        match protocol {
            "uci" => Some(Self::Uci(damier_chess::Position::start())),
            "hub" => Some(Self::Hub(damier_draughts::Position::start())),
            _ => None,
        }
    }

    pub(crate) fn protocol(&self) -> &'static str {
        match self {
            Self::Uci(_) => "uci",
            Self::Hub(_) => "hub",
        }
    }

    /// Reads `position …` or `pos …`; nothing if it makes no sense.
    pub(crate) fn read(&self, line: &str) -> Option<Self> {
        match self {
            Self::Uci(_) => {
                let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
                let start = start.strip_prefix("position ")?;
                let mut position = match start.strip_prefix("fen ") {
                    Some(fen) => damier_chess::Position::from_fen(fen).ok()?,
                    None => damier_chess::Position::start(),
                };
                for word in moves.split_whitespace() {
                    position.play_unchecked(position.read_uci(word).ok()?);
                }
                Some(Self::Uci(position))
            }
            Self::Hub(_) => {
                let (start, moves) = line.split_once(" moves=").unwrap_or((line, ""));
                let start = start.strip_prefix("pos pos=")?;
                let mut position = damier_draughts::Position::from_hub(start).ok()?;
                for word in moves.trim_matches('"').split_whitespace() {
                    position.play_unchecked(position.read_hub(word).ok()?);
                }
                Some(Self::Hub(position))
            }
        }
    }

    /// An answer with a legal move: the usual one, or the next in the list.
    pub(crate) fn answer(&self, next: u64) -> String {
        match self {
            Self::Uci(position) => {
                use damier_chess::CastlingStyle::{Chess960, Standard};
                let style = if position.is_chess960() { Chess960 } else { Standard };
                let moves = position.legal_moves();
                let chosen = choose(&moves, position.key().wrapping_add(next));
                let text = chosen.map(|&mv| position.write_uci(mv, style));
                format!("bestmove {}", text.unwrap_or_else(|| "(none)".to_owned()))
            }
            Self::Hub(position) => {
                let moves = position.legal_moves();
                let chosen = choose(&moves, position.key().wrapping_add(next));
                let text = chosen.map(ToString::to_string);
                format!("done move={}", text.unwrap_or_default())
            }
        }
    }
}

fn choose<M>(moves: &[M], number: u64) -> Option<&M> {
    let index = number.checked_rem(moves.len() as u64)?;
    moves.get(index as usize)
}
