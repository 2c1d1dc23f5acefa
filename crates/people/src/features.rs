//! What the model looks at: the board with its players, and every move.
//!
//! All of it is numbered switches. Those of the board are on for the whole position, those of a
//! move for that move; [`GROUPS`] names them, so that training can leave a group out and say what
//! it adds.

use crate::sight::{self, Glance, MATE};
use damier_chess::attacks::attacks;
use damier_chess::{Bitboard, Move, MoveKind, Position, Role, Side, Square, Wing};
use damier_core::Game;

/// Where and how fast a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The rating of the player to move, on lichess's scale.
    pub rating: i32,
    /// That of the opponent.
    pub opponent: i32,
    /// The rating pool.
    pub pool: Pool,
    /// Seconds that each player has at the start.
    pub seconds: u32,
}

impl Setting {
    /// A game of blitz or rapid on lichess between two players of one rating.
    pub fn like(rating: i32) -> Self {
        Self { rating, opponent: rating, pool: Pool::Lichess, seconds: 300 }
    }
}

/// Who keeps the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// lichess.org.
    Lichess,
    /// The Free Internet Chess Server.
    Fics,
}

/// The ratings between which the model is interpolated.
const LEAST_KNOT: i32 = 700;
const KNOT_STEP: i32 = 200;
const KNOTS: usize = 10;
/// A switch of the board that is fully on.
pub(crate) const ON: i16 = 16;

const PIECES: usize = 0;
const LAST_FROM: usize = PIECES + 768;
const LAST_TO: usize = LAST_FROM + 64;
const CASTLING: usize = LAST_TO + 64;
const CHECK: usize = CASTLING + 4;
const OWN_RATING: usize = CHECK + 1;
const OTHER_RATING: usize = OWN_RATING + KNOTS;
const POOL: usize = OTHER_RATING + KNOTS;
const SPEED: usize = POOL + 2;
const BIAS: usize = SPEED + 5;
const PHASE: usize = BIAS + 1;
const BALANCE: usize = PHASE + PHASES;
const DANGER: usize = BALANCE + 7;
/// How many switches the board has.
pub(crate) const BOARD_INPUTS: usize = DANGER + STEPS;

const PHASES: usize = 6;
/// How many steps a danger or a threat has.
const STEPS: usize = 6;
const DROPS: usize = 12;
const RANKS: usize = 7;

/// The groups of switches of a move: their names and how many they are.
pub const GROUPS: [(&str, usize); 24] = [
    ("kind", 36),
    ("target", 384),
    ("exchange", 16),
    ("recapture", 4),
    ("check", 3),
    ("flight", 13),
    ("habit", 7),
    ("shape", 22),
    ("special", 8),
    ("safety", 24),
    ("attack", 8),
    ("loss", 2 * DROPS),
    ("order", RANKS),
    ("threat", STEPS),
    ("mate", 1),
    ("parry", 2 * STEPS),
    ("king distance", 42),
    ("last move", 10),
    ("repetition", 3),
    ("phase", 6 * PHASES),
    ("pawn", 12),
    ("trade", 3),
    ("search", DROPS),
    ("search order", RANKS),
];

/// Where each group begins.
const STARTS: [usize; GROUPS.len()] = {
    let mut starts = [0; GROUPS.len()];
    let mut group = 1;
    while group < GROUPS.len() {
        starts[group] = starts[group - 1] + GROUPS[group - 1].1;
        group += 1;
    }
    starts
};

/// How many switches a move has.
pub(crate) const MOVE_INPUTS: usize = STARTS[GROUPS.len() - 1] + GROUPS[GROUPS.len() - 1].1;
const _: () = assert!(MOVE_INPUTS < 1 << 16, "numbers of switches have sixteen bits");

/// Names of groups as places in [`GROUPS`].
#[derive(Clone, Copy)]
enum Group {
    Kind,
    Target,
    Exchange,
    Recapture,
    Check,
    Flight,
    Habit,
    Shape,
    Special,
    Safety,
    Attack,
    Loss,
    Order,
    Threat,
    Mate,
    Parry,
    KingDistance,
    LastMove,
    Repetition,
    Phase,
    Pawn,
    Trade,
    Search,
    SearchOrder,
}

/// The group that a switch belongs to.
pub(crate) fn group_of(input: usize) -> usize {
    STARTS.partition_point(|&start| start <= input) - 1
}

/// A position as the model sees it.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Switches of the board, with how far each is on, of [`ON`].
    pub(crate) board: Vec<(u16, i16)>,
    /// The moves in the order of the rules.
    pub(crate) moves: Vec<MoveView>,
}

/// A move as the model sees it.
#[derive(Clone, Debug)]
pub(crate) struct MoveView {
    /// Origin and target, numbered among the pairs that a piece can go.
    pub(crate) path: u16,
    /// What moves, and where to.
    pub(crate) target: u16,
    pub(crate) inputs: Vec<u16>,
}

/// How many pairs of squares lie a leap or a line apart.
pub(crate) const PATHS: usize = 1792;

/// The number of each pair of squares that a piece can go.
static PATH_NUMBERS: std::sync::LazyLock<Vec<u16>> = std::sync::LazyLock::new(|| {
    let mut numbers = vec![u16::MAX; 64 * 64];
    let mut next = 0;
    for from in Square::all() {
        for to in Square::all() {
            let leaps = damier_chess::attacks::knight_attacks(from).contains(to);
            let slides = damier_chess::attacks::queen_attacks(from, Bitboard::EMPTY).contains(to);
            if leaps || slides {
                numbers[from.index() * 64 + to.index()] = next;
                next += 1;
            }
        }
    }
    assert_eq!(usize::from(next), PATHS, "paths on the board");
    numbers
});

/// In which of the steps that `bounds` separate a number lies.
fn step(bounds: &[i32], value: i32) -> usize {
    bounds.partition_point(|&bound| bound <= value)
}

const LOSSES: [i32; DROPS - 1] = [1, 12, 30, 60, 100, 150, 220, 310, 450, 650, 1000];
const THREATS: [i32; STEPS - 1] = [30, 100, 250, 400, 700];
const SWAPS: [i32; 7] = [-700, -400, -200, -50, 1, 200, 450];

fn knots(rating: i32) -> [(usize, i16); 2] {
    let last = (KNOTS - 1) as i32 * KNOT_STEP;
    let above = (rating - LEAST_KNOT).clamp(0, last - 1);
    let share = (above % KNOT_STEP * i32::from(ON) / KNOT_STEP) as i16;
    let knot = (above / KNOT_STEP) as usize;
    [(knot, ON - share), (knot + 1, share)]
}

fn phase(position: &Position) -> usize {
    let plies = 2 * i32::from(position.fullmove_number());
    step(&[8, 16, 30, 50, 80], plies)
}

fn distance(a: Square, b: Square) -> usize {
    let file = a.file().index().abs_diff(b.file().index());
    file.max(a.rank().index().abs_diff(b.rank().index()))
}

fn value(role: Role) -> i32 {
    role.exchange_value()
}

/// What is known of a position before its moves are looked at.
struct Scene<'a> {
    game: &'a Game<Position>,
    position: &'a Position,
    us: Side,
    /// Whether left and right are exchanged: without castling the board has no left and right, and
    /// what is learnt on one wing holds on the other.
    is_mirrored: bool,
    last: Option<(Position, Move)>,
    own_last: Option<Move>,
    enemy_king: Square,
    danger: i32,
    material: i32,
    phase: usize,
}

impl<'a> Scene<'a> {
    fn new(game: &'a Game<Position>) -> Self {
        let position = game.position();
        let us = position.side_to_move();
        let last = game.past_positions().last().cloned().zip(game.moves().last());
        Self {
            game,
            position,
            us,
            is_mirrored: position.castling().rooks().is_empty()
                && position.king(us).file() < damier_chess::File::E,
            last,
            own_last: game.moves().rev().nth(1),
            enemy_king: position.king(!us),
            danger: sight::danger(position),
            material: sight::material(position),
            phase: phase(position),
        }
    }

    /// A square as the player sees it, after mirroring.
    fn seen(&self, square: Square) -> usize {
        sight::relative(self.us, square) ^ if self.is_mirrored { 7 } else { 0 }
    }

    fn board(&self, setting: Setting) -> Vec<(u16, i16)> {
        let mut inputs: Vec<(usize, i16)> = Vec::with_capacity(56);
        for side in Side::ALL {
            for role in Role::ALL {
                for square in self.position.pieces(side, role) {
                    let kind = usize::from(side != self.us) * 6 + role.index();
                    inputs.push((PIECES + kind * 64 + self.seen(square), ON));
                }
            }
        }
        if let Some((_, last)) = &self.last {
            inputs.push((LAST_FROM + self.seen(last.from()), ON));
            inputs.push((LAST_TO + self.seen(last.to()), ON));
        }
        let wings = [Wing::KingSide, Wing::QueenSide];
        let rights =
            [self.us, !self.us].into_iter().flat_map(|side| wings.map(|wing| (side, wing)));
        for (place, (side, wing)) in rights.enumerate() {
            if self.position.castling_rook(side, wing).is_some() {
                inputs.push((CASTLING + place, ON));
            }
        }
        if self.position.is_check() {
            inputs.push((CHECK, ON));
        }
        inputs.extend(knots(setting.rating).map(|(knot, on)| (OWN_RATING + knot, on)));
        inputs.extend(knots(setting.opponent).map(|(knot, on)| (OTHER_RATING + knot, on)));
        inputs.push((POOL + usize::from(setting.pool == Pool::Fics), ON));
        inputs.push((SPEED + step(&[61, 180, 480, 1200], setting.seconds as i32), ON));
        inputs.push((BIAS, ON));
        inputs.push((PHASE + self.phase, ON));
        inputs.push((BALANCE + step(&[-800, -350, -80, 81, 351, 801], self.material), ON));
        inputs.push((DANGER + step(&THREATS, self.danger), ON));
        inputs.into_iter().map(|(input, on)| (input as u16, on)).collect()
    }

    fn occurs_again(&self, next: &Position) -> bool {
        let reach = usize::from(next.halfmove_clock());
        self.game.past_positions().rev().take(reach).any(|past| past.key() == next.key())
    }

    /// The switches of a move, but for those that compare it with others.
    fn move_inputs(&self, mv: Move, glance: Glance, on: &mut Vec<usize>) {
        let mut put = |group: Group, place: usize| {
            debug_assert!(place < GROUPS[group as usize].1, "a place in its group");
            on.push(STARTS[group as usize] + place);
        };
        let (position, us) = (self.position, self.us);
        let (from, to) = (mv.from(), mv.to());
        let role = position.role_at(from).unwrap_or(Role::Pawn);
        let lands = landing(mv);
        let captured = position.captured(mv).map(|(_, role)| role);
        let mut next = position.clone();
        next.play_unchecked(mv);
        let exchange = position.see(mv);

        put(Group::Kind, role.index() * 6 + captured.map_or(0, |role| 1 + role.index()));
        put(Group::Target, role.index() * 64 + self.seen(lands));
        put(Group::Exchange, step(&SWAPS, exchange) + if captured.is_some() { 8 } else { 0 });
        if let (Some((before, last)), Some(_)) = (&self.last, captured)
            && last.to() == to
        {
            let answers = before.captured(*last).is_some();
            put(Group::Recapture, usize::from(exchange >= 0) + 2 * usize::from(answers));
        }
        if glance.mates {
            put(Group::Check, 2);
        } else if next.is_check() {
            put(Group::Check, usize::from(exchange >= 0));
        }

        let attackers = position.attackers(!us, from);
        if role != Role::King && !attackers.is_empty() {
            let least = attackers.into_iter().filter_map(|square| position.role_at(square)).min();
            let is_lesser = least.is_some_and(|least| value(least) < value(role));
            let defenders = position.attackers(us, from);
            if is_lesser {
                put(Group::Flight, role.index());
            } else if defenders.is_empty() {
                put(Group::Flight, 6 + role.index());
            }
            if self.last.as_ref().is_some_and(|(_, last)| attackers.contains(last.to())) {
                put(Group::Flight, 12);
            }
        }
        if let Some(own) = self.own_last
            && landing(own) == from
        {
            put(Group::Habit, role.index());
            if own.from() == to {
                put(Group::Habit, 6);
            }
        }
        let (rank_from, rank_to) = (sight::relative(us, from) / 8, sight::relative(us, lands) / 8);
        let direction = match rank_to.cmp(&rank_from) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        put(Group::Shape, role.index() * 3 + direction);
        put(Group::Shape, 18 + distance(from, lands).clamp(1, 4) - 1);
        match mv.kind() {
            MoveKind::Castle => put(Group::Special, usize::from(to.index() < from.index())),
            MoveKind::Promotion(into) | MoveKind::CapturePromotion(into) => {
                put(Group::Special, 1 + into.index());
            }
            MoveKind::EnPassant => put(Group::Special, 6),
            MoveKind::DoublePush => put(Group::Special, 7),
            MoveKind::Quiet | MoveKind::Capture => {}
        }

        if !mv.is_castle() {
            let enemies = next.attackers(!us, to);
            let least = enemies.into_iter().filter_map(|square| next.role_at(square)).min();
            let place = match least {
                None => 3,
                Some(Role::Pawn) => 0,
                Some(least) if value(least) < value(role) => 1,
                Some(_) if next.attackers(us, to).is_empty() => 2,
                Some(_) => 3,
            };
            put(Group::Safety, role.index() * 4 + place);
        }
        let now = next.role_at(lands).unwrap_or(role);
        let reached = attacks(us, now, lands, next.occupied());
        let mut worthy = 0;
        let mut seen = [false; 6];
        for square in reached & next.side(!us) {
            let Some(target) = next.role_at(square) else { continue };
            let is_free = next.attackers(!us, square).is_empty();
            let place = match target {
                Role::Pawn => usize::from(is_free),
                Role::Knight | Role::Bishop => 2 + usize::from(is_free),
                Role::Rook => 4,
                Role::Queen => 5,
                Role::King => continue,
            };
            worthy += usize::from(is_free || value(target) > value(now));
            seen[place] = true;
        }
        (0..6).filter(|&place| seen[place]).for_each(|place| put(Group::Attack, place));
        if worthy >= 2 {
            put(Group::Attack, 6);
        }
        if reached.intersects(sight::around(&next, !us)) {
            put(Group::Attack, 7);
        }

        put(Group::Threat, step(&THREATS, glance.threat));
        if glance.allows_mate {
            put(Group::Mate, 0);
        }
        put(
            Group::KingDistance,
            role.index() * 7 + distance(lands, self.enemy_king).clamp(1, 7) - 1,
        );
        if let Some((_, last)) = &self.last {
            put(Group::LastMove, distance(lands, landing(*last)).min(7));
            if lands == last.from() {
                put(Group::LastMove, 8);
            }
            if from.index().abs_diff(last.to().index()) == 8 && role == Role::Pawn {
                put(Group::LastMove, 9);
            }
        }
        let favour = step(&[-150, 151], self.material);
        if self.occurs_again(&next) {
            put(Group::Repetition, favour);
        }
        put(Group::Phase, role.index() * PHASES + self.phase);
        if role == Role::Pawn {
            let is_passed = is_passed(&next, us, lands);
            put(Group::Pawn, 2 * (rank_to.clamp(2, 7) - 2) + usize::from(is_passed));
        }
        if captured.is_some_and(|role| role != Role::Pawn) && exchange.abs() < 50 {
            put(Group::Trade, favour);
        }
    }
}

/// The square where what moves ends: castling is written as taking the own rook.
fn landing(mv: Move) -> Square {
    if !mv.is_castle() {
        return mv.to();
    }
    let towards_h = mv.to().index() > mv.from().index();
    mv.from().with_file(if towards_h { damier_chess::File::G } else { damier_chess::File::C })
}

/// Whether no pawn of the other side stands in the way of a pawn or beside it.
fn is_passed(position: &Position, us: Side, square: Square) -> bool {
    let file = square.file().index();
    let rank = sight::relative(us, square) / 8;
    position.pieces(!us, Role::Pawn).into_iter().all(|other| {
        other.file().index().abs_diff(file) > 1 || sight::relative(us, other) / 8 <= rank
    })
}

/// The place of each value when the largest comes first; equal ones share a place.
fn places(values: &[i32]) -> Vec<usize> {
    values.iter().map(|&value| values.iter().filter(|&&other| other > value).count()).collect()
}

fn place_step(place: usize) -> usize {
    step(&[1, 2, 3, 5, 8, 14], place as i32)
}

impl View {
    /// Looks at a position of a game. `wants` says which groups of switches are used.
    pub(crate) fn of(game: &Game<Position>, setting: Setting, wants: u32) -> (Self, Vec<Move>) {
        let scene = Scene::new(game);
        let position = scene.position;
        let moves = position.legal_moves().to_vec();
        let glances: Vec<Glance> = moves.iter().map(|&mv| sight::glance(position, mv)).collect();
        let values: Vec<i32> = glances.iter().map(seen_value).collect();
        let best = values.iter().copied().max().unwrap_or(0);
        let order = places(&values);
        let is_wanted = |group: Group| wants >> group as usize & 1 == 1;
        let searched = if is_wanted(Group::Search) || is_wanted(Group::SearchOrder) {
            sight::deeper(position, &moves, &glances, 300)
        } else {
            vec![0; moves.len()]
        };
        let best_searched = searched.iter().copied().max().unwrap_or(0);
        let search_order = places(&searched);
        let mut views = Vec::with_capacity(moves.len());
        let mut on = Vec::new();
        for (at, &mv) in moves.iter().enumerate() {
            on.clear();
            scene.move_inputs(mv, glances[at], &mut on);
            let start = |group: Group| STARTS[group as usize];
            let loss = best - values[at];
            let captures = usize::from(mv.is_capture());
            on.push(start(Group::Loss) + captures * DROPS + step(&LOSSES, loss));
            on.push(start(Group::Order) + place_step(order[at]));
            let danger = step(&THREATS, scene.danger);
            on.push(start(Group::Parry) + danger + if loss < 60 { STEPS } else { 0 });
            on.push(start(Group::Search) + step(&LOSSES, best_searched - searched[at]));
            on.push(start(Group::SearchOrder) + place_step(search_order[at]));
            let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
            let [from, to] = [mv.from(), landing(mv)].map(|square| scene.seen(square));
            let path = PATH_NUMBERS[from * 64 + to];
            views.push(MoveView {
                // A king that castles in Chess960 may stay or go further than any piece.
                path: if path == u16::MAX { 0 } else { path },
                target: (role.index() * 64 + to) as u16,
                inputs: on
                    .iter()
                    .filter(|&&input| wants >> group_of(input) & 1 == 1)
                    .map(|&input| input as u16)
                    .collect(),
            });
        }
        (Self { board: scene.board(setting), moves: views }, moves)
    }
}

impl View {
    /// Has the same position played by others.
    pub(crate) fn set(&mut self, game: &Game<Position>, setting: Setting) {
        self.board = Scene::new(game).board(setting);
    }
}

/// How good a move seems at a glance.
fn seen_value(glance: &Glance) -> i32 {
    if glance.allows_mate { -MATE } else { glance.value }
}

/// How much each move loses against the best, as three plies show; in hundredths of a pawn.
pub fn losses(position: &Position, moves: &[Move]) -> Vec<i32> {
    let glances: Vec<Glance> = moves.iter().map(|&mv| sight::glance(position, mv)).collect();
    let values = sight::deeper(position, moves, &glances, 1000);
    let best = values.iter().copied().max().unwrap_or(0);
    values.iter().map(|value| best - value).collect()
}
