//! The walk over the board that reports everything but what depends on pawns alone.
//!
//! Attack sets are found once, with the pieces, and then serve mobility, king safety, threats,
//! centre and space.

use super::features::*;
use super::pawns::PawnFacts;
use super::sets::{
    CORE_SQUARES, FILES_C_TO_F, RING_SQUARES, fill_ahead, forward, rank_of, relative, relative_rank,
};
use super::tally::TermTally;
use super::{Context, king, passed, threats};
use damier_chess::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use damier_chess::{Bitboard, File, Position, Role, Side, Square};

/// How many pieces there are, of what each walk reports.
pub(super) fn count_pieces<T: TermTally>(position: &Position, tally: &mut T) {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for side in Side::ALL {
        for (feature, role) in PIECES.zip(roles) {
            tally.count(feature, side, position.pieces(side, role).count() as i32);
        }
    }
}

/// What the pieces of both sides attack, and who looks at the kings.
pub(super) struct Attacks {
    /// By side and role. Sliders see through their own queen (rooks also through rooks).
    pub(super) by: [[Bitboard; 6]; 2],
    /// By side.
    pub(super) all: [Bitboard; 2],
    /// Attacked by two pieces or more, by side.
    pub(super) twice: [Bitboard; 2],
    /// Squares around the king of each side that its enemies aim at.
    pub(super) rings: [Bitboard; 2],
    /// Pieces that attack the ring of the *other* side's king, by attacking side.
    pub(super) attackers: [i32; 2],
    /// Their weights together.
    pub(super) weights: [i32; 2],
    /// Attacks on squares next to that king.
    pub(super) hits: [i32; 2],
}

impl Attacks {
    /// Kings and pawns, from which the others are measured.
    #[inline]
    fn begin(position: &Position, facts: &PawnFacts) -> Self {
        let mut attacks = Self {
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            rings: [Bitboard::EMPTY; 2],
            attackers: [0; 2],
            weights: [0; 2],
            hits: [0; 2],
        };
        for side in Side::ALL {
            let index = side.index();
            let near = king_attacks(position.king(side));
            let pawns = facts.attacks[index];
            attacks.by[index][Role::King.index()] = near;
            attacks.by[index][Role::Pawn.index()] = pawns;
            attacks.all[index] = near | pawns;
            attacks.twice[index] = near & pawns;
            attacks.rings[index] = near | forward(side, near) | position.king(side).into();
        }
        attacks
    }

    /// A piece sees these squares; near the enemy king it counts with a weight.
    #[inline(always)]
    fn note(&mut self, side: Side, role: Role, seen: Bitboard, weight: i32) {
        let (us, them) = (side.index(), (!side).index());
        self.by[us][role.index()] |= seen;
        self.twice[us] |= self.all[us] & seen;
        self.all[us] |= seen;
        if seen.intersects(self.rings[them]) {
            self.attackers[us] += 1;
            self.weights[us] += weight;
            let near = self.by[them][Role::King.index()];
            self.hits[us] += (seen & near).count() as i32;
        }
    }
}

/// Reports all features that need more than the pawns.
#[inline]
pub(super) fn survey<T: TermTally>(
    position: &Position,
    context: Context,
    facts: &PawnFacts,
    tally: &mut T,
) {
    let mut attacks = Attacks::begin(position, facts);
    pieces(position, Side::White, context, facts, &mut attacks, tally);
    pieces(position, Side::Black, context, facts, &mut attacks, tally);
    // Written out, so that each half is compiled for its side.
    others(position, Side::White, &attacks, tally);
    others(position, Side::Black, &attacks, tally);
    if !facts.passed.is_empty() {
        passed::survey(position, facts, &attacks, tally);
    }
    tally.count(TEMPO, position.side_to_move(), 1);
}

/// What builds on the attacks of both sides.
#[inline(always)]
fn others<T: TermTally>(position: &Position, side: Side, attacks: &Attacks, tally: &mut T) {
    king::survey(position, side, attacks, tally);
    threats::survey(position, side, attacks, tally);
    centre_and_space(position, side, attacks, tally);
}

/// Number of a square in a table whose two wings are alike: four files a rank.
#[inline]
fn folded(side: Side, square: Square) -> usize {
    let place = relative(side, square);
    let file = place & 7;
    (place >> 3) * 4 + file.min(7 - file)
}

/// What the pieces of one side are counted with.
struct Army<'a> {
    position: &'a Position,
    side: Side,
    facts: &'a PawnFacts,
    own_pawns: Bitboard,
    /// Squares that do not count for mobility.
    unreachable: Bitboard,
    /// Squares that no enemy pawn can ever attack.
    outposts: Bitboard,
}

impl<'a> Army<'a> {
    #[inline(always)]
    fn new(position: &'a Position, side: Side, facts: &'a PawnFacts) -> Self {
        let own_pawns = position.pieces(side, Role::Pawn);
        let home = rank_of(side, 2) | rank_of(side, 3);
        let blocked = own_pawns & (forward(!side, position.occupied()) | home);
        let enemy = (!side).index();
        let unreachable = facts.attacks[enemy] | blocked | position.king(side).into();
        let ranks = rank_of(side, 4) | rank_of(side, 5) | rank_of(side, 6);
        let outposts = ranks - facts.spans[enemy];
        Self { position, side, facts, own_pawns, unreachable, outposts }
    }

    #[inline(always)]
    fn pieces(&self, role: Role) -> Bitboard {
        self.position.pieces(self.side, role)
    }

    /// Pawns above five: with more of them knights are worth more and rooks less.
    #[inline(always)]
    fn spare_pawns(&self) -> i32 {
        self.own_pawns.count() as i32 - 5
    }

    /// How many squares a piece reaches.
    #[inline(always)]
    fn reach(&self, seen: Bitboard) -> usize {
        (seen - self.unreachable).count()
    }

    /// Counts a knight or bishop that no pawn can chase: alone, or held by a pawn.
    #[inline(always)]
    fn outpost<T: TermTally>(&self, feature: usize, square: Square, tally: &mut T) {
        if self.outposts.contains(square) {
            let is_held = self.facts.attacks[self.side.index()].contains(square);
            tally.count(feature + usize::from(is_held), self.side, 1);
        }
    }
}

/// Knights, bishops, rooks and queens of one side, and where its king stands.
#[inline(always)]
fn pieces<T: TermTally>(
    position: &Position,
    side: Side,
    context: Context,
    facts: &PawnFacts,
    attacks: &mut Attacks,
    tally: &mut T,
) {
    let army = Army::new(position, side, facts);
    knights(&army, attacks, tally);
    bishops(&army, attacks, tally);
    minors(&army, context, tally);
    rooks(&army, attacks, tally);
    queens(&army, attacks, tally);
    tally.count(KING_SQUARES + relative(side, position.king(side)), side, 1);
}

#[inline(always)]
fn knights<T: TermTally>(army: &Army, attacks: &mut Attacks, tally: &mut T) {
    let (side, knights) = (army.side, army.pieces(Role::Knight));
    tally.count(MATERIAL + 1, side, knights.count() as i32);
    tally.count(KNIGHT_PAWNS, side, knights.count() as i32 * army.spare_pawns());
    for square in knights {
        tally.count(KNIGHT_SQUARES + folded(side, square), side, 1);
        let seen = knight_attacks(square);
        attacks.note(side, Role::Knight, seen, king::KNIGHT_WEIGHT);
        tally.count(KNIGHT_MOBILITY + army.reach(seen), side, 1);
        army.outpost(KNIGHT_OUTPOST, square, tally);
    }
}

#[inline(always)]
fn bishops<T: TermTally>(army: &Army, attacks: &mut Attacks, tally: &mut T) {
    let (side, bishops) = (army.side, army.pieces(Role::Bishop));
    let occupied = army.position.occupied();
    tally.count(MATERIAL + 2, side, bishops.count() as i32);
    for square in bishops {
        tally.count(BISHOP_SQUARES + folded(side, square), side, 1);
        let seen = bishop_attacks(square, occupied - army.pieces(Role::Queen));
        attacks.note(side, Role::Bishop, seen, king::BISHOP_WEIGHT);
        tally.count(BISHOP_MOBILITY + army.reach(seen), side, 1);
        army.outpost(BISHOP_OUTPOST, square, tally);
        let colour =
            if Bitboard::LIGHT.contains(square) { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        let same_colour = army.own_pawns & colour;
        let stuck = same_colour & forward(!side, occupied) & FILES_C_TO_F;
        tally.count(BAD_BISHOP, side, same_colour.count() as i32);
        tally.count(BLOCKED_BISHOP, side, stuck.count() as i32);
    }
    if bishops.intersects(Bitboard::LIGHT) && !(bishops - Bitboard::LIGHT).is_empty() {
        tally.count(BISHOP_PAIR, side, 1);
    }
}

/// Knights and bishops together: behind pawns, and still at home.
#[inline(always)]
fn minors<T: TermTally>(army: &Army, context: Context, tally: &mut T) {
    let side = army.side;
    let minors = army.pieces(Role::Knight) | army.pieces(Role::Bishop);
    let behind_pawns = forward(!side, army.position.role(Role::Pawn));
    tally.count(BEHIND_PAWN, side, (minors & behind_pawns).count() as i32);
    let at_home = (minors & rank_of(side, 1)).count() as i32;
    tally.count(UNDEVELOPED, side, at_home);
    if context.root_move_number > 10 {
        tally.count(LATE_UNDEVELOPED, side, at_home);
    }
}

#[inline(always)]
fn rooks<T: TermTally>(army: &Army, attacks: &mut Attacks, tally: &mut T) {
    let (side, position, facts) = (army.side, army.position, army.facts);
    let rooks = army.pieces(Role::Rook);
    tally.count(MATERIAL + 3, side, rooks.count() as i32);
    tally.count(ROOK_PAWNS, side, rooks.count() as i32 * army.spare_pawns());
    let (own_files, enemy_files) = (facts.files[side.index()], facts.files[(!side).index()]);
    for square in rooks {
        tally.count(ROOK_SQUARES + folded(side, square), side, 1);
        let seen = rook_attacks(square, position.occupied() - army.pieces(Role::Queen) - rooks);
        attacks.note(side, Role::Rook, seen, king::ROOK_WEIGHT);
        let reach = army.reach(seen);
        tally.count(ROOK_MOBILITY + reach, side, 1);
        let file = square.file();
        if own_files >> file.index() & 1 == 0 {
            let is_open = enemy_files >> file.index() & 1 == 0;
            tally.count(if is_open { ROOK_OPEN_FILE } else { ROOK_HALF_OPEN_FILE }, side, 1);
        } else if reach <= 3 && is_shut_in(position, side, square, position.king(side)) {
            tally.count(ROOK_TRAPPED, side, 1);
        }
        if relative_rank(side, square) == 6 {
            let enemy_pawns = position.role(Role::Pawn) - army.own_pawns;
            let prey = enemy_pawns & Bitboard::from_rank(square.rank());
            if !prey.is_empty() || relative_rank(side, position.king(!side)) == 7 {
                tally.count(ROOK_SEVENTH, side, 1);
            }
        }
    }
}

#[inline(always)]
fn queens<T: TermTally>(army: &Army, attacks: &mut Attacks, tally: &mut T) {
    let (side, queens) = (army.side, army.pieces(Role::Queen));
    let occupied = army.position.occupied();
    tally.count(MATERIAL + 4, side, queens.count() as i32);
    for square in queens {
        tally.count(QUEEN_SQUARES + folded(side, square), side, 1);
        let seen = bishop_attacks(square, occupied) | rook_attacks(square, occupied);
        attacks.note(side, Role::Queen, seen, king::QUEEN_WEIGHT);
        tally.count(QUEEN_MOBILITY + army.reach(seen).min(27), side, 1);
    }
}

/// Whether a rook stands between its king, which cannot castle any more, and the edge.
#[inline]
fn is_shut_in(position: &Position, side: Side, rook: Square, king: Square) -> bool {
    let is_beside =
        if king.file() >= File::E { rook.file() > king.file() } else { rook.file() < king.file() };
    is_beside
        && relative_rank(side, king) == 0
        && rook.rank() == king.rank()
        && position.castling().rooks_of(side).is_empty()
}

/// Control of the centre, and room behind the pawns.
#[inline(always)]
fn centre_and_space<T: TermTally>(
    position: &Position,
    side: Side,
    attacks: &Attacks,
    tally: &mut T,
) {
    let seen = attacks.all[side.index()];
    tally.count(CENTRE_CORE, side, (seen & CORE_SQUARES).count() as i32);
    tally.count(CENTRE_RING, side, (seen & RING_SQUARES).count() as i32);
    let pawns = position.pieces(side, Role::Pawn);
    let ranks = rank_of(side, 2) | rank_of(side, 3) | rank_of(side, 4);
    let enemy = attacks.by[(!side).index()][Role::Pawn.index()];
    let safe = (FILES_C_TO_F & ranks) - pawns - enemy;
    let behind = safe & fill_ahead(!side, pawns);
    tally.count(SPACE, side, safe.count() as i32);
    tally.count(SPACE_BEHIND, side, (behind - attacks.all[(!side).index()]).count() as i32);
}
