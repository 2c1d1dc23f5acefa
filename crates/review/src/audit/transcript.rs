//! Games to be judged.

use damier_core::{Rules, Side};
use damier_games::EngineGame;
use damier_records::{Fault, MoveNumber, Reader, Record, RecordReading};
use std::io::{self, BufRead};

/// What an audit needs of a game: who played which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript<G: Rules> {
    /// Which game of its file, counted from 1.
    pub number: usize,
    /// The names of the players, White first; `?` if unknown.
    pub players: [String; 2],
    /// Whose moves are judged, White first.
    pub is_judged: [bool; 2],
    /// The position in which the game begins.
    pub start: G,
    /// The moves of the game itself, without variations. All are legal.
    pub moves: Vec<G::Move>,
}

/// Reads all games of a file that have moves. Faults are shown as they are met; what could be read
/// of such a game is kept.
pub fn transcripts<G: EngineGame>(
    input: impl BufRead,
    on_fault: &mut dyn FnMut(&Fault),
) -> io::Result<Vec<Transcript<G>>> {
    let mut games = Vec::new();
    for reading in Reader::<G, _>::new(input) {
        let RecordReading { number, record, faults, .. } = reading?;
        faults.iter().for_each(&mut *on_fault);
        let game = Transcript::new(number, &record);
        if !game.moves.is_empty() {
            games.push(game);
        }
    }
    Ok(games)
}

impl<G: EngineGame> Transcript<G> {
    /// The main line of a record.
    pub fn new(number: usize, record: &Record<G>) -> Self {
        let player = |tag| record.tags.get(tag).unwrap_or("?").to_owned();
        let tree = record.tree();
        Self {
            number,
            players: [player("White"), player("Black")],
            is_judged: [true; 2],
            start: record.start().clone(),
            moves: tree.main_line().filter_map(|id| tree.node(id).mv()).collect(),
        }
    }

    /// Lets only the moves of one player be judged, and says whether there are any. Capital and
    /// small letters are the same.
    pub fn judge_only(&mut self, player: &str) -> bool {
        let player = player.to_lowercase();
        for side in Side::ALL {
            self.is_judged[side.index()] &= self.players[side.index()].to_lowercase() == player;
        }
        self.count_judged() > 0
    }

    /// How many moves are to be looked at.
    pub fn count_judged(&self) -> usize {
        let first = self.start.side_to_move();
        let sides = [first, !first].into_iter().cycle().take(self.moves.len());
        sides.filter(|side| self.is_judged[side.index()]).count()
    }

    /// The number of the move after so many plies.
    pub(super) fn move_number(&self, plies: usize) -> MoveNumber {
        let half_moves = plies + self.start.side_to_move().index();
        let moves = u32::try_from(half_moves / 2).unwrap_or(u32::MAX);
        MoveNumber {
            number: self.start.move_number().saturating_add(moves),
            side: Side::ALL[half_moves % 2],
        }
    }
}
