//! What lines do to the material.

use crate::game::{ReasonGame, worth};
use crate::reason::{Piece, Stake};
use crate::witness::{Witness, end_of};
use damier_core::{Ending, Outcome, Score};

/// No more kinds of pieces than this are listed in one sentence.
const MOST_KINDS: usize = 3;

/// A line with the captures that are still due at its end: a search may end before the last one is
/// made, and what a line proves must stand on the board. Long exchanges take several looks; each
/// takes pieces, so there is an end.
pub fn completed<G: ReasonGame>(start: &G, line: &[G::Move]) -> Vec<G::Move> {
    let mut whole = line.to_vec();
    loop {
        let due = end_of(start, &whole).due_captures();
        // A mate that only comes of such captures was not seen by the search, and proves nothing.
        let ending = || end_of(start, &[&whole[..], &due].concat()).ending(1);
        let is_mate = || matches!(ending().map(Ending::outcome), Some(Outcome::Win(_)));
        if due.is_empty() || is_mate() {
            return whole;
        }
        whole.extend(due);
    }
}

fn difference(left: &[i32], right: &[i32]) -> Vec<i32> {
    left.iter().zip(right).map(|(left, right)| left - right).collect()
}

/// What the mover has more than the opponent: now, and at the ends of both lines.
struct Ends {
    best: Vec<i32>,
    played: Vec<i32>,
}

impl Ends {
    fn of<G: ReasonGame>(witness: &Witness<G>) -> Self {
        let mover = witness.position.side_to_move();
        let at_end = |line: &[G::Move]| {
            end_of(witness.position, &completed(witness.position, line)).surplus(mover)
        };
        Self { best: at_end(&witness.best.line), played: at_end(&witness.played.line) }
    }
}

/// Material lost and material not won, by comparison of the quiet ends of two lines.
///
/// An exchange may be half done when the move is made, and a piece may be beyond rescue. So the
/// measure is what the mover had before the opponent's last move, or what the best line keeps of it
/// if that is less: below that lies what the move played has lost, above it what it has not won.
pub(crate) struct Balance {
    /// What the move played has lost, by kind of piece; negative for what it has won in return.
    pub(crate) lost: Vec<i32>,
    /// The same in all.
    pub(crate) lost_worth: i32,
    /// What the best line wins and the move played does not.
    pub(crate) missed_worth: i32,
}

impl Balance {
    pub(crate) fn of<G: ReasonGame>(witness: &Witness<G>) -> Self {
        let mover = witness.position.side_to_move();
        Self::since(witness, witness.earlier.unwrap_or(witness.position).surplus(mover))
    }

    /// The same with nothing but captures in view, before the move and after it: what it leaves to
    /// be taken.
    pub(crate) fn at_once<G: ReasonGame>(witness: &Witness<G>) -> Self {
        let mut witness = witness.clone();
        witness.best.line.clear();
        witness.played.line.truncate(1);
        Self::of(&witness)
    }

    /// The same by what stands on the board when the move is made, whatever the opponent has just
    /// taken.
    pub(crate) fn from_here<G: ReasonGame>(witness: &Witness<G>) -> Self {
        Self::since(witness, witness.position.surplus(witness.position.side_to_move()))
    }

    fn since<G: ReasonGame>(witness: &Witness<G>, before: Vec<i32>) -> Self {
        let Ends { best, played } = Ends::of(witness);
        let best_worth = worth::<G>(&best);
        let measure = if best_worth < worth::<G>(&before) { best } else { before };
        let lost = difference(&measure, &played);
        let lost_worth = worth::<G>(&lost);
        Self { lost, lost_worth, missed_worth: best_worth - worth::<G>(&measure) }
    }

    /// Whether the loss is at least so much and explains more of the blunder than what was missed.
    pub(crate) fn is_loss_of(&self, worth: i32) -> bool {
        self.lost_worth >= worth && self.lost_worth >= self.missed_worth
    }
}

/// The same in words that people can check against the board: measured from the position in which
/// the move was made.
pub(crate) struct Stakes {
    /// What goes in the line of the move played, if that is enough to speak of.
    pub(crate) lost: Option<Stake>,
    /// What the better line wins.
    pub(crate) missed: Option<Stake>,
}

impl Stakes {
    /// What both the lines and the search that counts pieces bear out, whichever is less. Nothing,
    /// where the better line is a draw: what lies on the board at the end of it is no matter then.
    pub(crate) fn of<G: ReasonGame>(witness: &Witness<G>) -> Self {
        if witness.best.score == Score::DRAW && witness.counted.is_some() {
            return Self { lost: None, missed: None };
        }
        let by_lines = Self::between(witness);
        let Some(counted) = &witness.counted else { return by_lines };
        // A mate that the counter sees is worth more than pieces.
        if counted.played.score.is_loss() || counted.best.score.is_win() {
            return by_lines;
        }
        let by_pieces = Self::counted(witness);
        // A pawn that becomes a piece makes the pieces at the end no list of what was lost.
        let is_changed = [&counted.best, &counted.played]
            .into_iter()
            .any(|verdict| witness.position.has_promotion(&verdict.line));
        let borne_out = |by_lines: Option<Stake>, by_pieces: Option<Stake>| match is_changed {
            true => by_lines.filter(|lines| by_pieces.is_some_and(|it| it.worth >= lines.worth)),
            false => smaller(by_lines, by_pieces),
        };
        let lost = borne_out(by_lines.lost, by_pieces.lost);
        let missed = borne_out(by_lines.missed, by_pieces.missed);
        // A person names what matters more.
        let is_lesser = match (&lost, &missed) {
            (Some(lost), Some(missed)) => missed.worth <= lost.worth,
            _ => false,
        };
        Self { lost, missed: missed.filter(|_| !is_lesser) }
    }

    /// What the search that counts pieces says alone.
    pub(crate) fn counted<G: ReasonGame>(witness: &Witness<G>) -> Self {
        let none = Self { lost: None, missed: None };
        let Some(counted) = witness.counted.clone() else { return none };
        if witness.best.score == Score::DRAW || counted.played.score.is_decisive() {
            return none;
        }
        let (best, played) = (counted.best, counted.played);
        Self::between(&Witness { best, played, counted: None, ..witness.clone() })
    }

    fn between<G: ReasonGame>(witness: &Witness<G>) -> Self {
        let now = witness.position.surplus(witness.position.side_to_move());
        let Ends { best, played } = Ends::of(witness);
        // What the best line does not keep is not lost by the move; a knight for a bishop it keeps.
        let falls = worth::<G>(&now) - worth::<G>(&best) >= G::LEAST_MATERIAL;
        let measure = if falls { &best } else { &now };
        Self {
            lost: stake::<G>(&difference(measure, &played)),
            missed: stake::<G>(&difference(&best, measure)),
        }
    }
}

/// The smaller of two losses; nothing if one of them is none.
fn smaller(left: Option<Stake>, right: Option<Stake>) -> Option<Stake> {
    let (left, right) = (left?, right?);
    Some(if left.worth <= right.worth { left } else { right })
}

/// A loss in the words of people: a bishop for a knight is no loss, and what is longer than a few
/// pieces on both sides is no sentence.
fn net<G: ReasonGame>(change: &[i32]) -> Vec<i32> {
    let mut net = change.to_vec();
    let place = |piece: Piece| G::PIECES.iter().position(|&known| known == piece);
    if let (Some(knight), Some(bishop)) = (place(Piece::Knight), place(Piece::Bishop)) {
        while net[knight] * net[bishop] < 0 {
            let step = net[knight].signum();
            net[knight] -= step;
            net[bishop] += step;
        }
    }
    net
}

fn stake<G: ReasonGame>(change: &[i32]) -> Option<Stake> {
    let change = &net::<G>(change);
    let pieces = |sign: i32| -> Vec<Piece> {
        let counted = G::PIECES.iter().zip(change).rev();
        counted
            .flat_map(|(&piece, &count)| {
                std::iter::repeat_n(piece, usize::try_from(sign * count).unwrap_or(0))
            })
            .collect()
    };
    let worth = worth::<G>(change);
    let kinds = change.iter().filter(|&&count| count != 0).count();
    (worth >= G::LEAST_MATERIAL && kinds <= MOST_KINDS).then(|| Stake {
        lost: pieces(1),
        gained: pieces(-1),
        worth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{read_line, verdict};
    use damier_chess::Position;

    /// Wherever a line is cut, what completes it ends where nothing is due, and a long exchange is
    /// not broken off before the capture that makes it bad: Black does not lose a rook here.
    #[test]
    fn a_line_is_completed_to_its_quiet_end() {
        let fen = "rnbqk2r/ppp1ppbp/3p1np1/1N6/3PPB2/8/PPP2PPP/R2QKBNR b KQkq - 0 5";
        let position = Position::from_fen(fen).unwrap();
        let moves =
            "O-O Nc3 Nbd7 Nf3 e5 dxe5 dxe5 Bg3 Nc5 Bxe5 Nfxe4 Qxd8 Rxd8 Bxc7 Bxc3+ bxc3 Nxc3";
        let line = read_line(&position, moves);
        for plies in 0..=line.len() {
            let whole = completed(&position, &line[..plies]);
            assert_eq!(completed(&position, &whole), whole, "cut after {plies}");
        }
        assert_eq!(completed(&position, &line[..9]), line[..10]);
    }

    /// A bishop for a knight in the better line does not make a knight of a lost queen's price.
    #[test]
    fn what_is_lost_is_told_as_it_goes_in_the_line() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        let position = Position::from_fen(fen).unwrap();
        let witness = Witness {
            earlier: None,
            position: &position,
            best: verdict(&position, "Bc4 g6 Qd1 Na5 d3 Nxc4 dxc4"),
            played: verdict(&position, "Qxe5+ Nxe5"),
            counted: None,
        };
        let Stakes { lost, missed } = Stakes::of(&witness);
        let lost = lost.unwrap();
        assert_eq!((lost.lost, lost.gained), (vec![Piece::Queen], vec![Piece::Pawn]));
        assert_eq!(missed, None);
    }
}
