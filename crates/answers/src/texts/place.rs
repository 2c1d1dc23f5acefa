//! Positions: where they come from, and what the rules say about them.

use crate::errors::Problem;
use crate::game::{PageGame, view_node, view_position};
use crate::views::{NodeView, PositionView};
use damier_core::{Game, Rules};
use damier_games::{GameKind, with_game};
use serde::{Deserialize, Serialize};

/// A position, and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    pub(crate) game: GameKind,
    /// Where the game began; the usual position without it.
    #[serde(default)]
    pub(crate) fen: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// Longer games are neither played nor read: no game of people is, and a longer one would only be a
/// way to fill memory and disk.
const MOST_PLIES: usize = 2_000;

/// Whether a game of so many plies is taken.
pub(crate) fn is_short(plies: usize) -> bool {
    plies <= MOST_PLIES
}

/// Refuses a game of so many plies if they are too many.
pub(crate) fn must_be_short(plies: usize) -> Result<(), Problem> {
    if !is_short(plies) {
        let words = format!("the game is too long: there may be {MOST_PLIES} plies");
        return Err(Problem::Refused(words));
    }
    Ok(())
}

impl Place {
    pub(crate) fn game<G: PageGame>(&self) -> Result<Game<G>, Problem> {
        let mut game = Game::new(start::<G>(self.fen.as_deref())?);
        must_be_short(self.moves.len())?;
        for text in &self.moves {
            let mv = game.position().read_move(text);
            game.play_unchecked(mv.map_err(Problem::refused)?);
        }
        Ok(game)
    }
}

pub(super) fn start<G: Rules>(fen: Option<&str>) -> Result<G, Problem> {
    match fen.map(str::trim).filter(|fen| !fen.is_empty()) {
        Some(fen) => G::from_fen(fen).map_err(Problem::refused),
        None => Ok(G::start()),
    }
}

/// A position with the move that led to it.
#[derive(Serialize)]
pub(crate) struct Arrival {
    #[serde(flatten)]
    position: PositionView,
    last: Option<NodeView>,
}

/// What the rules say about a position.
pub(crate) fn position(place: &Place) -> Result<Arrival, Problem> {
    Ok(with_game!(place.game, G => arrival(&place.game::<G>()?)))
}

/// The position of a game, with its last move.
pub(crate) fn arrival<G: PageGame>(game: &Game<G>) -> Arrival {
    let plies = u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
    let last = game.past_positions().next_back().zip(game.moves().next_back());
    let last = last.map(|(before, mv)| view_node(game.start(), before, mv, plies - 1, None));
    Arrival { position: view_position(game), last }
}
