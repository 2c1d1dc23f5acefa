//! The switches of a move, but for those that compare it with others.

use super::groups::{GROUPS, Group, PHASES, STARTS, SWAPS, THREATS, step};
use super::scene::Scene;
use crate::sight::{self, Glance};
use damier_chess::attacks::attacks;
use damier_chess::{Move, MoveKind, Position, Role, Side, Square};
use std::cmp::Ordering;

/// A move on the board, and what it leaves.
struct Deed<'a> {
    scene: &'a Scene<'a>,
    mv: Move,
    glance: Glance,
    role: Role,
    /// Where what moves ends.
    lands: Square,
    captured: Option<Role>,
    next: Position,
    /// What the exchange on its square brings.
    exchange: i32,
    /// The switches that are on.
    on: &'a mut Vec<usize>,
}

/// Puts the numbers of the switches that a move turns on into a list.
pub(super) fn switches(scene: &Scene<'_>, mv: Move, glance: Glance, on: &mut Vec<usize>) {
    let position = scene.position;
    let mut next = position.clone();
    next.play_unchecked(mv);
    let mut deed = Deed {
        scene,
        mv,
        glance,
        role: position.role_at(mv.from()).unwrap_or(Role::Pawn),
        lands: landing(mv),
        captured: position.captured(mv).map(|(_, role)| role),
        next,
        exchange: position.see(mv),
        on,
    };
    deed.kind();
    deed.flight();
    deed.shape();
    deed.safety();
    deed.attack();
    deed.threat();
    deed.surroundings();
    deed.plan();
}

impl Deed<'_> {
    fn put(&mut self, group: Group, place: usize) {
        debug_assert!(place < GROUPS[group as usize].1, "a place in its group");
        self.on.push(STARTS[group as usize] + place);
    }

    /// What moves and takes what, with which result.
    fn kind(&mut self) {
        let (role, captured, exchange) = (self.role.index(), self.captured, self.exchange);
        self.put(Group::Kind, role * 6 + captured.map_or(0, |role| 1 + role.index()));
        self.put(Group::Target, role * 64 + self.scene.seen(self.lands));
        self.put(Group::Exchange, step(&SWAPS, exchange) + if captured.is_some() { 8 } else { 0 });
        if let (Some((before, last)), Some(_)) = (&self.scene.last, captured)
            && last.to() == self.mv.to()
        {
            let answers = before.captured(*last).is_some();
            self.put(Group::Recapture, usize::from(exchange >= 0) + 2 * usize::from(answers));
        }
        if self.glance.mates {
            self.put(Group::Check, 2);
        } else if self.next.is_check() {
            self.put(Group::Check, usize::from(exchange >= 0));
        }
    }

    /// From what it flees, and whether the same piece moves again.
    fn flight(&mut self) {
        let Scene { position, us, last, own_last, .. } = self.scene;
        let (role, from) = (self.role, self.mv.from());
        let attackers = position.attackers(!*us, from);
        if role != Role::King && !attackers.is_empty() {
            let least = attackers.into_iter().filter_map(|square| position.role_at(square)).min();
            if least.is_some_and(|least| value(least) < value(role)) {
                self.put(Group::Flight, role.index());
            } else if position.attackers(*us, from).is_empty() {
                self.put(Group::Flight, 6 + role.index());
            }
            if last.as_ref().is_some_and(|(_, last)| attackers.contains(last.to())) {
                self.put(Group::Flight, 12);
            }
        }
        if let Some(own) = own_last
            && landing(*own) == from
        {
            self.put(Group::Habit, role.index());
            if own.from() == self.mv.to() {
                self.put(Group::Habit, 6);
            }
        }
    }

    /// The rank of a square as the player sees it.
    fn rank(&self, square: Square) -> usize {
        sight::relative(self.scene.us, square) / 8
    }

    /// Which way it goes and how far.
    fn shape(&mut self) {
        let (from, to) = (self.mv.from(), self.mv.to());
        let direction = match self.rank(self.lands).cmp(&self.rank(from)) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => 2,
        };
        self.put(Group::Shape, self.role.index() * 3 + direction);
        self.put(Group::Shape, 18 + distance(from, self.lands).clamp(1, 4) - 1);
        match self.mv.kind() {
            MoveKind::Castle => self.put(Group::Special, usize::from(to.index() < from.index())),
            MoveKind::Promotion(into) | MoveKind::CapturePromotion(into) => {
                self.put(Group::Special, 1 + into.index());
            }
            MoveKind::EnPassant => self.put(Group::Special, 6),
            MoveKind::DoublePush => self.put(Group::Special, 7),
            MoveKind::Quiet | MoveKind::Capture => {}
        }
    }

    /// By what it can be taken where it ends.
    fn safety(&mut self) {
        if self.mv.is_castle() {
            return;
        }
        let (us, to, next) = (self.scene.us, self.mv.to(), &self.next);
        let enemies = next.attackers(!us, to);
        let least = enemies.into_iter().filter_map(|square| next.role_at(square)).min();
        let place = match least {
            None => 3,
            Some(Role::Pawn) => 0,
            Some(least) if value(least) < value(self.role) => 1,
            Some(_) if next.attackers(us, to).is_empty() => 2,
            Some(_) => 3,
        };
        self.put(Group::Safety, self.role.index() * 4 + place);
    }

    /// What it attacks.
    fn attack(&mut self) {
        let (us, next) = (self.scene.us, &self.next);
        let now = next.role_at(self.lands).unwrap_or(self.role);
        let reached = attacks(us, now, self.lands, next.occupied());
        let nears_king = reached.intersects(sight::around(next, !us));
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
        (0..6).filter(|&place| seen[place]).for_each(|place| self.put(Group::Attack, place));
        if worthy >= 2 {
            self.put(Group::Attack, 6);
        }
        if nears_king {
            self.put(Group::Attack, 7);
        }
    }

    /// What it threatens, and the mate that it allows.
    fn threat(&mut self) {
        self.put(Group::Threat, step(&THREATS, self.glance.threat));
        if self.glance.allows_mate {
            self.put(Group::Mate, 0);
        }
    }

    /// How near it is to the other king and to the last move.
    fn surroundings(&mut self) {
        let (role, lands) = (self.role, self.lands);
        let far = distance(lands, self.scene.enemy_king).clamp(1, 7);
        self.put(Group::KingDistance, role.index() * 7 + far - 1);
        let Some((_, last)) = &self.scene.last else { return };
        self.put(Group::LastMove, distance(lands, landing(*last)).min(7));
        if lands == last.from() {
            self.put(Group::LastMove, 8);
        }
        let is_beside = self.mv.from().index().abs_diff(last.to().index()) == 8;
        if is_beside && role == Role::Pawn {
            self.put(Group::LastMove, 9);
        }
    }

    /// What it means for the game: repetition, phase, pawns, trades.
    fn plan(&mut self) {
        let scene = self.scene;
        let favour = step(&[-150, 151], scene.material);
        if scene.occurs_again(&self.next) {
            self.put(Group::Repetition, favour);
        }
        self.put(Group::Phase, self.role.index() * PHASES + scene.phase);
        if self.role == Role::Pawn {
            let is_passed = is_passed(&self.next, scene.us, self.lands);
            let rank = self.rank(self.lands).clamp(2, 7);
            self.put(Group::Pawn, 2 * (rank - 2) + usize::from(is_passed));
        }
        if self.captured.is_some_and(|role| role != Role::Pawn) && self.exchange.abs() < 50 {
            self.put(Group::Trade, favour);
        }
    }
}

/// The square where what moves ends: castling is written as taking the own rook.
pub(super) fn landing(mv: Move) -> Square {
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

fn distance(a: Square, b: Square) -> usize {
    let file = a.file().index().abs_diff(b.file().index());
    file.max(a.rank().index().abs_diff(b.rank().index()))
}

fn value(role: Role) -> i32 {
    role.exchange_value()
}
