//! Solves the two views of one material together, backwards from what is decided.
//!
//! Moves within the material lead from one view to the other and back, so both are solved at once.
//! First every board is looked at once, forwards: captures and promotions lead to classes solved
//! before, and the other moves are only counted. Then, level by level in plies to the end, each
//! decided board tells the boards before it: a loss makes them wins, a win takes one off their
//! count of moves, and a board whose moves are all used up is lost. Every quiet move is thus looked
//! at twice in all, whatever the depth of the ending.
//!
//! A board has two bytes, and levels are found by scanning them, so a solution needs no queues and
//! two bytes a position.

use crate::board::TurnedBoard;
use crate::class::Class;
use crate::index::PositionIndex;
use crate::wdl::Outlook;
use damier_draughts::{Bitboard, Direction, Position, Side};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};

/// What is known of positions outside the material that is being solved.
pub(crate) trait OutsideValues: Sync {
    /// The value of a position with fewer pieces or more kings than those being solved. A source
    /// that knows no plies says 0: only their order within one class then loses its meaning.
    fn outlook(&self, position: &Position) -> Outlook;
}

/// What is known of one board, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardValue(u16);

impl BoardValue {
    /// Not decided: the payload is the number of moves not known to lose.
    const OPEN: u16 = 0;
    const DRAW: u16 = 1 << 14;
    const LOSS: u16 = 2 << 14;
    const WIN: u16 = 3 << 14;
    const KIND: u16 = 3 << 14;
    /// A capture is compulsory, so no quiet move may be taken back to this board.
    const CAPTURES: u16 = 1 << 13;
    const PAYLOAD: u16 = Self::CAPTURES - 1;

    fn decided(outlook: Outlook) -> Self {
        match outlook {
            Outlook::Draw => Self(Self::DRAW),
            Outlook::Loss(plies) => Self(Self::LOSS | Self::plies(plies)),
            Outlook::Win(plies) => Self(Self::WIN | Self::plies(plies)),
        }
    }

    fn plies(plies: u16) -> u16 {
        assert!(plies <= Self::PAYLOAD, "no ending of so few pieces is that long");
        plies
    }

    /// What is left open when nothing more follows is a draw.
    pub(crate) fn outlook(self) -> Outlook {
        let plies = self.0 & Self::PAYLOAD;
        match self.0 & Self::KIND {
            Self::LOSS => Outlook::Loss(plies),
            Self::WIN => Outlook::Win(plies),
            _ => Outlook::Draw,
        }
    }

    pub(crate) fn must_capture(self) -> bool {
        self.0 & Self::CAPTURES != 0
    }

    /// Draws what takes longer than a draw rule allows.
    fn limited(self, limit: u16) -> Self {
        match self.outlook().plies() {
            Some(plies) if plies > limit => Self(Self::DRAW | self.0 & Self::CAPTURES),
            _ => self,
        }
    }
}

/// How a solution is made.
#[derive(Clone, Copy)]
pub(crate) struct SolvingMethod {
    pub(crate) threads: NonZeroUsize,
    /// What is not over after so many plies is drawn.
    pub(crate) limit: Option<u16>,
}

/// The states of one class, by the numbers of its boards.
pub(crate) struct Solution {
    pub(crate) index: PositionIndex,
    pub(crate) states: Vec<BoardValue>,
}

/// Solves a class together with its other view, which is `None` if it is the same.
///
/// `progress` is told how many boards more have been looked at.
pub(crate) fn solve(
    (class, other): (Class, Option<Class>),
    known: &impl OutsideValues,
    method: SolvingMethod,
    progress: &(dyn Fn(usize) + Sync),
) -> Vec<Solution> {
    let views: Vec<SolverView> = std::iter::once(class).chain(other).map(SolverView::new).collect();
    let last_level = AtomicU16::new(0);
    for view in &views {
        in_chunks(view.index.len(), method.threads, |numbers| {
            let count = numbers.len();
            for number in numbers {
                let state = first_look(&view.index.board(number), known);
                if let Some(plies) = state.outlook().plies() {
                    last_level.fetch_max(plies, Relaxed);
                }
                view.states[number].store(state.0, Relaxed);
            }
            progress(count);
        });
    }
    let mut level = 0;
    while level <= last_level.load(Relaxed).min(method.limit.unwrap_or(u16::MAX)) {
        for (place, view) in views.iter().enumerate() {
            let before = &views[(place + 1) % views.len()];
            in_chunks(view.index.len(), method.threads, |numbers| {
                for number in numbers {
                    let state = BoardValue(view.states[number].load(Relaxed));
                    if state.outlook().plies() == Some(level) {
                        let deepest = before.learn(view.index.board(number), state, known);
                        last_level.fetch_max(deepest, Relaxed);
                    }
                }
            });
        }
        level += 1;
    }
    let finish = |view: SolverView| {
        let states = view.states.into_iter().map(|state| BoardValue(state.into_inner()));
        let states = match method.limit {
            Some(limit) => states.map(|state| state.limited(limit)).collect(),
            None => states.collect(),
        };
        Solution { index: view.index, states }
    };
    views.into_iter().map(finish).collect()
}

/// One of the two views while it is being solved.
struct SolverView {
    index: PositionIndex,
    states: Vec<AtomicU16>,
}

impl SolverView {
    fn new(class: Class) -> Self {
        let index = PositionIndex::new(class);
        let states = (0..index.len()).map(|_| AtomicU16::new(BoardValue::OPEN)).collect();
        Self { index, states }
    }

    /// Tells every board from which a quiet move leads to `board`, in the other view, what has been
    /// found out about `board`. Returns the greatest number of plies given to any.
    fn learn(&self, board: TurnedBoard, found: BoardValue, known: &impl OutsideValues) -> u16 {
        let Some(plies) = found.outlook().plies().map(|plies| plies + 1) else {
            return 0;
        };
        let is_loss = found.0 & BoardValue::KIND == BoardValue::LOSS;
        let position = board.to_position();
        let empty = position.empty();
        let mut deepest = 0;
        let mut tell = |before: TurnedBoard| {
            let before = before.passed();
            let cell = &self.states[self.index.number(&before)];
            deepest = deepest.max(if is_loss {
                note_win(cell, plies)
            } else {
                note_lost_move(cell, plies, &before, known)
            });
        };
        for square in board.other_kings {
            for from in position.king_targets(square) {
                let moved = Bitboard::from(square) | from.into();
                tell(TurnedBoard { other_kings: board.other_kings ^ moved, ..board });
            }
        }
        for back in [Direction::UpLeft, Direction::UpRight] {
            // The other side's men move down, so they came from above.
            for from in board.other_men.shifted(back) & empty {
                let to = Bitboard::from(from).shifted(back.opposite());
                let moved = to | from.into();
                tell(TurnedBoard { other_men: board.other_men ^ moved, ..board });
            }
        }
        deepest
    }
}

/// A move to a lost board wins, unless a capture is compulsory or a shorter win is known.
fn note_win(cell: &AtomicU16, plies: u16) -> u16 {
    let win = BoardValue::decided(Outlook::Win(plies));
    let noted = cell.fetch_update(Relaxed, Relaxed, |bits| {
        let state = BoardValue(bits);
        let is_better = !matches!(state.outlook(), Outlook::Win(known) if known <= plies);
        (is_better && !state.must_capture()).then_some(win.0)
    });
    if noted.is_ok() { plies } else { 0 }
}

/// A move to a won board loses; if it was the last that might not, the board is lost.
fn note_lost_move(
    cell: &AtomicU16,
    plies: u16,
    board: &TurnedBoard,
    known: &impl OutsideValues,
) -> u16 {
    let mut longest = 0;
    let noted = cell.fetch_update(Relaxed, Relaxed, |bits| {
        if bits & BoardValue::KIND != BoardValue::OPEN {
            return None;
        }
        if bits > 1 {
            longest = 0;
            return Some(bits - 1);
        }
        // Levels ascend, so this move holds out longest of those within the class; a promotion may
        // hold out longer.
        longest = plies.max(promotions(&board.to_position(), known).longest + 1);
        Some(BoardValue::decided(Outlook::Loss(longest)).0)
    });
    if noted.is_ok() { longest } else { 0 }
}

/// What can be said of a board before anything is known about its class.
fn first_look(board: &TurnedBoard, known: &impl OutsideValues) -> BoardValue {
    let position = board.to_position();
    if position.can_capture(Side::White) {
        let mut replies = Replies::default();
        for mv in &position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(*mv);
            replies.add(known.outlook(&after));
        }
        let decided = match replies {
            Replies { quickest_win: Some(plies), .. } => Outlook::Win(plies + 1),
            Replies { has_draw: true, .. } => Outlook::Draw,
            Replies { longest, .. } => Outlook::Loss(longest + 1),
        };
        return BoardValue(BoardValue::decided(decided).0 | BoardValue::CAPTURES);
    }
    let promotions = promotions(&position, known);
    let king_moves: usize =
        board.own_kings.into_iter().map(|king| position.king_targets(king).count()).sum();
    let man_moves: usize = [Direction::UpLeft, Direction::UpRight]
        .map(|way| (board.own_men.shifted(way) & position.empty()).count())
        .iter()
        .sum();
    // With promotions among the moves of men, those within the class are the rest.
    let within = (king_moves + man_moves - promotions.count) as u16;
    match promotions {
        Replies { quickest_win: Some(plies), .. } => BoardValue::decided(Outlook::Win(plies + 1)),
        // One more than can be used up: such a board is never lost.
        Replies { has_draw: true, .. } => BoardValue(BoardValue::OPEN | (within + 1)),
        Replies { count: 0, .. } if within == 0 => BoardValue::decided(Outlook::Loss(0)),
        Replies { longest, .. } if within == 0 => BoardValue::decided(Outlook::Loss(longest + 1)),
        _ => BoardValue(BoardValue::OPEN | within),
    }
}

/// What moves that leave the class lead to, in the words of the side that replies.
#[derive(Clone, Copy, Default)]
struct Replies {
    count: usize,
    /// Plies of the quickest loss for the side that replies.
    quickest_win: Option<u16>,
    /// Plies of the slowest win for the side that replies.
    longest: u16,
    has_draw: bool,
}

impl Replies {
    fn add(&mut self, outlook: Outlook) {
        self.count += 1;
        match outlook {
            Outlook::Loss(plies) => {
                self.quickest_win = Some(self.quickest_win.map_or(plies, |best| best.min(plies)));
            }
            Outlook::Draw => self.has_draw = true,
            Outlook::Win(plies) => self.longest = self.longest.max(plies),
        }
    }
}

/// Where the moves that make a king lead to, if no capture is due.
fn promotions(position: &Position, known: &impl OutsideValues) -> Replies {
    let mut replies = Replies::default();
    let men = position.men(Side::White) & Bitboard::from_row(1);
    if !men.is_empty() {
        for mv in position.legal_moves().iter().filter(|&&mv| position.promotes(mv)) {
            let mut after = position.clone();
            after.play_unchecked(*mv);
            replies.add(known.outlook(&after));
        }
    }
    replies
}

/// Shares numbers below `len` out among threads, in chunks that are small enough to end together.
fn in_chunks(len: usize, threads: NonZeroUsize, work: impl Fn(Range<usize>) + Sync) {
    const CHUNK: usize = 1 << 14;
    let next = AtomicUsize::new(0);
    let take = || {
        loop {
            let start = next.fetch_add(CHUNK, Relaxed);
            if start >= len {
                return;
            }
            work(start..len.min(start + CHUNK));
        }
    };
    let helpers = (threads.get() - 1).min(len / CHUNK);
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(take);
        }
        take();
    });
}
