//! What a player sees at a glance: exchanges, threats and mates in one.
//!
//! A search of its own, a few plies of captures over a count of pieces and squares. It is kept
//! apart from the engines so that what was learnt from games stays true when the engines change.

use damier_chess::{Bitboard, Kind, Move, MoveList, Position, Role, Side, Square};

/// Captures are followed so far.
const CAPTURES: usize = 6;
/// More than any material.
pub const MATE: i32 = 10_000;

/// What a move looks like at a glance, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The balance after the captures that follow the move.
    pub value: i32,
    /// What the mover would win if the opponent passed.
    pub threat: i32,
    /// Whether the move mates.
    pub mates: bool,
    /// Whether the opponent can mate at once.
    pub allows_mate: bool,
}

const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// How near a square is to the middle, 0 to 3.
fn centrality(square: Square) -> i32 {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    (3 - (2 * file - 7).abs() / 2).min(3 - (2 * rank - 7).abs() / 2)
}

/// What a piece is worth where it stands; the square is seen from its owner.
fn worth(role: Role, square: Square) -> i32 {
    let rank = square.rank().index() as i32;
    let middle = centrality(square);
    let place = match role {
        Role::Pawn => [0, 0, 2, 8, 18, 40, 80, 0][rank as usize] + 4 * middle,
        Role::Knight => 14 * middle - if rank == 0 { 22 } else { 12 },
        Role::Bishop => 7 * middle - if rank == 0 { 14 } else { 4 },
        Role::Rook => match rank {
            6 => 18,
            _ => 2 * middle,
        },
        Role::Queen => 3 * middle,
        Role::King => 0,
    };
    VALUES[role.index()] + place
}

/// All of it, computed once.
static WORTH: std::sync::LazyLock<[[i32; 64]; 6]> = std::sync::LazyLock::new(|| {
    let mut table = [[0; 64]; 6];
    for role in Role::ALL {
        for square in Square::all() {
            table[role.index()][square.index()] = worth(role, square);
        }
    }
    table
});

/// The square as the player of a side sees it.
pub(crate) fn relative(side: Side, square: Square) -> usize {
    match side {
        Side::White => square.index(),
        Side::Black => square.index() ^ 56,
    }
}

/// The king is worth more at home as long as the other side has a queen.
fn shelter(position: &Position, side: Side) -> i32 {
    let has_queen = !position.pieces(!side, Role::Queen).is_empty();
    let king = relative(side, position.king(side));
    let (file, rank) = (king % 8, king / 8);
    match (has_queen, rank, file) {
        (true, 0, 0..=2 | 6..=7) => 30,
        (true, 0, _) => 0,
        (true, ..) => -25 * rank as i32,
        (false, ..) => 6 * centrality(position.king(side)),
    }
}

/// The balance of the side to move.
pub(crate) fn balance(position: &Position) -> i32 {
    let table = &*WORTH;
    let us = position.side_to_move();
    let mut sums = [0; 2];
    for side in Side::ALL {
        let sum = &mut sums[side.index()];
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in position.pieces(side, role) {
                *sum += table[role.index()][relative(side, square)];
            }
        }
        *sum += shelter(position, side);
    }
    sums[us.index()] - sums[(!us).index()]
}

/// The balance of material alone, of the side to move.
pub(crate) fn material(position: &Position) -> i32 {
    let us = position.side_to_move();
    let count = |side: Side, role: Role| position.pieces(side, role).into_iter().count() as i32;
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let of =
        |side| -> i32 { roles.iter().map(|&role| VALUES[role.index()] * count(side, role)).sum() };
    of(us) - of(!us)
}

/// An order of moves that is the same for both colours, so that both are looked at alike.
fn seen_order(position: &Position, mv: Move) -> (usize, usize, u16) {
    let us = position.side_to_move();
    (relative(us, mv.from()), relative(us, mv.to()), mv.to_bits() >> 12)
}

/// The balance when all captures that win something have been made.
fn quiet_value(position: &Position, mut alpha: i32, beta: i32, plies: usize) -> i32 {
    let standing = balance(position);
    if standing >= beta || plies == 0 {
        return standing;
    }
    let mut best = standing;
    alpha = alpha.max(standing);
    let mut moves = MoveList::new();
    position.legal_moves_of(Kind::Noisy, &mut moves);
    let gain = |mv: Move| {
        let taken = position.captured(mv).map_or(0, |(_, role)| VALUES[role.index()]);
        taken + mv.promotion().map_or(0, |role| VALUES[role.index()] - 100)
    };
    let mut gains: Vec<(i32, Move)> =
        moves.iter().map(|&mv| (gain(mv), mv)).filter(|&(gain, _)| gain > 0).collect();
    gains.sort_by_key(|&(gain, mv)| (-gain, seen_order(position, mv)));
    for (gain, mv) in gains {
        // Not even for nothing would it be enough.
        if standing + gain + 150 <= alpha || !position.see_at_least(mv, 0) {
            continue;
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let value = -quiet_value(&next, -beta, -alpha, plies - 1);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Whether some move mates.
pub fn can_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| is_mate(position, mv))
}

/// Whether a legal move mates.
pub fn is_mate(position: &Position, mv: Move) -> bool {
    if !position.gives_check(mv) {
        return false;
    }
    let mut next = position.clone();
    next.play_unchecked(mv);
    !next.has_legal_move()
}

/// What the side to move would win if the other passed; 0 in check.
fn threat_of_waiting(position: &Position, standing: i32) -> i32 {
    if position.is_check() {
        return 0;
    }
    let mut waiting = position.clone();
    waiting.pass();
    (quiet_value(&waiting, -MATE, MATE, CAPTURES) + standing).max(0)
}

/// What the opponent would win if the side to move passed.
pub(crate) fn danger(position: &Position) -> i32 {
    threat_of_waiting(position, balance(position))
}

/// Looks at a legal move.
pub fn glance(position: &Position, mv: Move) -> Glance {
    let mut next = position.clone();
    next.play_unchecked(mv);
    if !next.has_legal_move() {
        let mates = next.is_check();
        let value = if mates { MATE } else { 0 };
        return Glance { value, threat: 0, mates, allows_mate: false };
    }
    let standing = balance(&next);
    let value = -quiet_value(&next, -MATE, MATE, CAPTURES);
    let threat = threat_of_waiting(&next, standing);
    Glance { value, threat, mates: false, allows_mate: can_mate(&next) }
}

/// The value of every move when the opponent has answered and captures are over: what a player who
/// looks three plies ahead makes of them. Moves that lose more than `window` against the best are
/// only known to lose so much.
pub(crate) fn deeper(
    position: &Position,
    moves: &[Move],
    glances: &[Glance],
    window: i32,
) -> Vec<i32> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&at| (-glances[at].value, seen_order(position, moves[at])));
    let mut values = vec![0; moves.len()];
    let mut best = -MATE;
    for at in order {
        let glance = glances[at];
        values[at] = if glance.mates {
            MATE
        } else if glance.allows_mate {
            -MATE
        } else {
            let mut next = position.clone();
            next.play_unchecked(moves[at]);
            answered(&next, (best - window).max(-MATE))
        };
        best = best.max(values[at]);
    }
    values
}

/// The value for the player who has just moved, if the opponent answers as well as three plies
/// show.
fn answered(position: &Position, alpha: i32) -> i32 {
    let mut replies: Vec<(i32, Move)> = position
        .legal_moves()
        .iter()
        .map(|&mv| {
            let taken = position.captured(mv).map_or(0, |(_, role)| VALUES[role.index()]);
            (taken, mv)
        })
        .collect();
    if replies.is_empty() {
        return if position.is_check() { MATE } else { 0 };
    }
    replies.sort_by_key(|&(taken, mv)| (-taken, seen_order(position, mv)));
    let mut worst = MATE;
    for (_, mv) in replies {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let value = if next.is_check() && !next.has_legal_move() {
            -MATE
        } else {
            quiet_value(&next, alpha, worst, 3)
        };
        worst = worst.min(value);
        if worst <= alpha {
            break;
        }
    }
    worst
}

/// The squares beside a king.
pub(crate) fn around(position: &Position, side: Side) -> Bitboard {
    damier_chess::attacks::king_attacks(position.king(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(fen: &str, san: &str) -> Glance {
        let position = Position::from_fen(fen).unwrap();
        glance(&position, position.read_san(san).unwrap())
    }

    #[test]
    fn a_glance_sees_what_is_taken_and_what_is_threatened() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        let calm = look(fen, "Bc4");
        // A queen that goes where a knight takes it.
        let lost = look(fen, "Qf6");
        assert!(calm.value - lost.value > 700, "{} {}", calm.value, lost.value);
        // The mate on f7 is not counted, the pawn is.
        assert!(calm.threat > 50, "{}", calm.threat);
        assert!(!calm.mates && !calm.allows_mate);
    }

    #[test]
    fn mates_in_one_are_seen_on_both_sides() {
        let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        assert!(look(mate, "Qxf7#").mates);
        let before = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
        assert!(look(before, "Nf6").allows_mate && !look(before, "Qe7").allows_mate);
    }

    #[test]
    fn a_piece_that_is_not_taken_is_a_loss() {
        let fen = "6k1/8/8/8/6n1/8/8/3Q2K1 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves().to_vec();
        let losses = crate::losses(&position, &moves);
        let loss = |san: &str| {
            let mv = position.read_san(san).unwrap();
            losses[moves.iter().position(|&known| known == mv).unwrap()]
        };
        assert_eq!(loss("Qxg4+"), 0);
        assert!(loss("Kh1") >= 300);
    }
}
