//! What the model looks at: the board with its players, and every move.
//!
//! All of it is numbered switches. Those of the board are on for the whole position, those of a
//! move for that move; [`GROUPS`] names them, so that training can leave a group out and say what
//! it adds.

mod groups;
mod moves;
mod scene;

pub use self::groups::GROUPS;
pub(crate) use self::groups::{MOVE_INPUTS, PATHS};
pub(crate) use self::scene::{BOARD_INPUTS, ON};

use self::groups::{DROPS, Group, LOSSES, PATH_NUMBERS, STARTS, STEPS, THREATS, group_of, step};
use self::moves::landing;
use self::scene::Scene;
use crate::sight::{self, Glance, MATE};
use damier_chess::{Move, Position, Role};
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
            moves::switches(&scene, mv, glances[at], &mut on);
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
