//! A small player of draughts for tests of protocols: sees two plies and counts pieces.

use crate::fake_engine::{Fake, FakePlayer};
use damier_core::random::Random;
use damier_draughts::{Move, Position};
use damier_search::{OptionKind, Query};

/// Plays the first of the best moves.
#[derive(Default)]
pub(crate) struct PieceCounter {
    /// Decides between moves that are equally good.
    lots: Option<Random>,
}

pub(crate) type Puppet = Fake<PieceCounter>;

impl Puppet {
    /// One that answers at once, and plays another game with another seed.
    pub(crate) fn hasty(seed: u64) -> Self {
        let player = PieceCounter { lots: Some(Random::new(seed)) };
        Self { is_hasty: true, player, ..Self::default() }
    }
}

impl FakePlayer for PieceCounter {
    type Rules = Position;

    const NAME: &'static str = "Puppet 1.0";
    const DEPTH: i32 = 2;

    fn options() -> Vec<(String, OptionKind)> {
        let text = |words: &str| words.to_owned();
        vec![
            (text("Hash"), OptionKind::Spin { default: 16, min: 1, max: 64 }),
            (text("Threads"), OptionKind::Spin { default: 1, min: 1, max: 4 }),
            (text("Ponder"), OptionKind::Check { default: false }),
            (text("Level"), OptionKind::Spin { default: 10, min: 1, max: 10 }),
            (text("UCI_AnalyseMode"), OptionKind::Check { default: false }),
        ]
    }

    fn choose(&mut self, query: &Query<Position>) -> Option<(Move, i32)> {
        let position = query.game.position();
        let mut best: Option<(Move, i32)> = None;
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let lot = self.lots.as_mut().map_or(0, |random| random.below(8) as i32);
            let worth = -8 * value(&after, 1) + lot;
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((mv, worth));
            }
        }
        best.map(|(mv, worth)| (mv, 100 * worth / 8))
    }
}

/// Pieces of the side to move less those of the other, after so many plies.
fn value(position: &Position, depth: u32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -1000;
    }
    if depth == 0 && !moves[0].is_capture() {
        let side = position.side_to_move();
        let count = |side| (position.men(side).count() + 3 * position.kings(side).count()) as i32;
        return count(side) - count(!side);
    }
    let after = |&mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        -value(&after, depth.saturating_sub(1))
    };
    moves.iter().map(after).max().unwrap_or(0)
}
