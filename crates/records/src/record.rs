//! A game with everything that a file says about it.

use crate::game::RecordGame;
use crate::number::MoveNumber;
use crate::result::GameResult;
use crate::tags::{Tags, named_start};
use crate::tree::{NodeId, Tree};
use damier_core::{Ending, Game, IllegalMove, Rules};

/// A game: tags, start position, moves with variations and annotations, result. Every move in it is
/// legal where it stands.
///
/// ```
/// use damier_chess::Position;
/// use damier_core::Game;
/// use damier_records::{NodeId, Record};
///
/// let mut game = Game::new(Position::start());
/// for text in ["e4", "e5", "Nf3"] {
///     let mv = game.position().read_san(text)?;
///     game.try_play(mv)?;
/// }
/// let mut record = Record::from_game(&game);
/// record.tags.set("White", "Ada");
/// let instead = record.start().read_san("d4")?;
/// record.add_line(NodeId::ROOT, &[instead])?;
/// assert!(record.to_string().contains("1. e4 (1. d4) 1... e5 2. Nf3 *"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<R: Rules> {
    /// The tags, in the order of the file. Those for the result and the start position are renewed
    /// when the record is written.
    pub tags: Tags,
    /// How the game ended.
    pub result: GameResult,
    start: R,
    tree: Tree<R::Move>,
}

impl<R: Rules> Default for Record<R> {
    fn default() -> Self {
        Self::new(R::start())
    }
}

impl<R: Rules> Record<R> {
    /// A game without moves that begins with `start` on the board.
    pub fn new(start: R) -> Self {
        Self::from_parts(Tags::default(), start, Tree::default(), GameResult::Unknown)
    }

    /// A game as it was played, with the result that its last position gives.
    pub fn from_game(game: &Game<R>) -> Self {
        let mut record = Self::new(game.start().clone());
        let mut last = NodeId::ROOT;
        for mv in game.moves() {
            last = record.tree.add(last, mv, None);
        }
        if let Some(ending) = game.ending() {
            record.result = ending.outcome().into();
        }
        record
    }

    pub(crate) fn from_parts(
        tags: Tags,
        start: R,
        tree: Tree<R::Move>,
        result: GameResult,
    ) -> Self {
        Self { tags, result, start, tree }
    }

    /// The position in which the game begins.
    pub fn start(&self) -> &R {
        &self.start
    }

    /// Moves, variations, comments and glyphs.
    pub fn tree(&self) -> &Tree<R::Move> {
        &self.tree
    }

    /// The tree, to annotate it. Moves are added with [`Record::add_line`].
    pub fn tree_mut(&mut self) -> &mut Tree<R::Move> {
        &mut self.tree
    }

    /// The position after a node.
    ///
    /// # Panics
    /// May panic if the number comes from another record.
    pub fn position(&self, id: NodeId) -> R {
        let mut position = self.start.clone();
        for mv in self.tree.moves_to(id) {
            position.play_unchecked(mv);
        }
        position
    }

    /// The main line as a game, with its history.
    pub fn to_game(&self) -> Game<R> {
        let mut game = Game::new(self.start.clone());
        for mv in self.tree.main_line().filter_map(|id| self.tree.node(id).mv()) {
            game.play_unchecked(mv);
        }
        game
    }

    /// Adds a move after a node, as its continuation if it has none and else as a variation. The
    /// caller knows the position there, so that the game need not be played through for each of
    /// many moves.
    ///
    /// # Panics
    /// May panic if the number comes from another record.
    pub fn add_move(
        &mut self,
        after: NodeId,
        position: &R,
        mv: R::Move,
    ) -> Result<NodeId, IllegalMove> {
        if !position.is_legal(mv) {
            return Err(IllegalMove);
        }
        Ok(self.tree.add(after, mv, None))
    }

    /// Adds moves after a node, as its continuation if it has none and else as a variation, and
    /// returns their nodes. If one is illegal nothing is added.
    ///
    /// # Panics
    /// May panic if the number comes from another record.
    pub fn add_line(
        &mut self,
        after: NodeId,
        moves: &[R::Move],
    ) -> Result<Vec<NodeId>, IllegalMove> {
        let mut position = self.position(after);
        for &mv in moves {
            if !position.is_legal(mv) {
                return Err(IllegalMove);
            }
            position.play_unchecked(mv);
        }
        let mut last = after;
        let nodes = moves.iter().map(|&mv| {
            last = self.tree.add(last, mv, None);
            last
        });
        Ok(nodes.collect())
    }
}

impl<F: RecordGame> Record<F> {
    /// The number of a move; `None` for the root, which has no move.
    ///
    /// # Panics
    /// May panic if the node comes from another record.
    pub fn move_number(&self, id: NodeId) -> Option<MoveNumber> {
        let plies = u32::try_from(self.tree.moves_to(id).len()).ok()?;
        Some(MoveNumber::after(&self.start, plies.checked_sub(1)?))
    }

    /// The tags as they are written: the roster first and complete, the result of the game, its
    /// type, and the start position if it is not the usual one. A tag that already says the right
    /// thing in its own words stays as it is.
    #[must_use]
    pub fn export_tags(&self) -> Tags {
        let mut tags = self.tags.in_export_order();
        tags.set("Result", F::result_text(self.result));
        if let Some((name, value)) = F::GAME_TYPE
            && (tags.get(name).is_none() || F::other_game(&tags).is_some())
        {
            tags.set(name, value);
        }
        let named_start = named_start(&tags).map(F::from_fen);
        let is_right = match &named_start {
            Some(named) => named.as_ref().is_ok_and(|named| *named == self.start),
            None => self.start == F::start(),
        };
        if named_start.is_some() || !is_right {
            tags.set("SetUp", "1");
            if !is_right {
                tags.set("FEN", &self.start.to_fen());
            }
            for (name, value) in self.start.start_tags() {
                if tags.get(name).is_none() {
                    tags.set(name, value);
                }
            }
        }
        tags
    }
}
