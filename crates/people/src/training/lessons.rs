//! Positions with what people played in them, packed for training.

use crate::features::View;
use crate::games::HumanGame;
use damier_core::Game;
use std::thread;

/// Positions with what was played in them, packed.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Switches of boards, one position after the other.
    board: Vec<(u16, i16)>,
    moves: Vec<PackedMove>,
    inputs: Vec<u16>,
    pub(super) positions: Vec<Lesson>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PackedMove {
    pub(super) path: u16,
    pub(super) target: u16,
    inputs: u32,
    count: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    board: u32,
    boards: u8,
    moves: u32,
    count: u8,
    pub(super) played: u8,
}

impl Lessons {
    /// Looks at all positions of games in which there was a choice.
    pub fn of(games: &[HumanGame], groups: u32, threads: usize) -> Self {
        let part = games.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Self> = thread::scope(|scope| {
            let workers: Vec<_> = games
                .chunks(part)
                .map(|games| {
                    scope.spawn(move || {
                        let mut lessons = Self::default();
                        games.iter().for_each(|game| lessons.add(game, groups));
                        lessons
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
        });
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.append(part));
        all
    }

    fn append(&mut self, mut other: Self) {
        let (board, moves, inputs) =
            (self.board.len() as u32, self.moves.len() as u32, self.inputs.len() as u32);
        self.board.append(&mut other.board);
        self.inputs.append(&mut other.inputs);
        self.moves
            .extend(other.moves.iter().map(|mv| PackedMove { inputs: mv.inputs + inputs, ..*mv }));
        self.positions.extend(other.positions.iter().map(|lesson| Lesson {
            board: lesson.board + board,
            moves: lesson.moves + moves,
            ..*lesson
        }));
    }

    fn add(&mut self, human: &HumanGame, groups: u32) {
        let mut game = Game::new(human.start.clone());
        for &played in &human.moves {
            let setting = human.setting(game.position().side_to_move());
            if game.position().count_legal_moves() > 1 {
                let (view, moves) = View::of(&game, setting, groups);
                if let Some(place) = moves.iter().position(|&mv| mv == played) {
                    self.add_view(&view, place);
                }
            }
            game.play_unchecked(played);
        }
    }

    fn add_view(&mut self, view: &View, played: usize) {
        self.positions.push(Lesson {
            board: self.board.len() as u32,
            boards: view.board.len() as u8,
            moves: self.moves.len() as u32,
            count: view.moves.len() as u8,
            played: played as u8,
        });
        self.board.extend_from_slice(&view.board);
        for mv in &view.moves {
            self.moves.push(PackedMove {
                path: mv.path,
                target: mv.target,
                inputs: self.inputs.len() as u32,
                count: mv.inputs.len() as u8,
            });
            self.inputs.extend_from_slice(&mv.inputs);
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    pub(super) fn board(&self, lesson: Lesson) -> &[(u16, i16)] {
        &self.board[lesson.board as usize..][..usize::from(lesson.boards)]
    }

    pub(super) fn moves(&self, lesson: Lesson) -> &[PackedMove] {
        &self.moves[lesson.moves as usize..][..usize::from(lesson.count)]
    }

    pub(super) fn inputs(&self, mv: PackedMove) -> &[u16] {
        &self.inputs[mv.inputs as usize..][..usize::from(mv.count)]
    }
}
