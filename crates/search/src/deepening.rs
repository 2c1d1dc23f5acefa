//! Iterative deepening: the loop around the node search of a game.

use crate::clock::Progress;
use crate::control::{Control, Shared};
use crate::event::{Bound, Event, Report, RootTurn};
use crate::roots::{RootMove, Roots};
use crate::tunables as tune;
use damier_core::{Depth, Game, Rules, Score, Window};
use std::time::Duration;

/// What the deepening loop asks of a game. Called once per iteration and thread, never per node.
pub trait NodeSearch: Send + 'static {
    /// The game.
    type Rules: Rules;

    /// Forgets what was learnt in earlier games.
    fn forget(&mut self);

    /// A search of this game's current position begins.
    fn begin(&mut self, game: &Game<Self::Rules>, control: Control);

    /// The control that the search was given.
    fn control(&mut self) -> &mut Control;

    /// What the position is worth as it stands, if there was no time for more.
    fn standing_score(&mut self) -> Score;

    /// Searches the open root moves to a depth and fills in what it finds about each. `on_move` is
    /// told whose turn it is, with its number from 1. `None` if it was broken off.
    fn iterate(
        &mut self,
        roots: &mut Roots<<Self::Rules as Rules>::Move>,
        window: Window,
        depth: Depth,
        on_move: &mut dyn FnMut(<Self::Rules as Rules>::Move, usize),
    ) -> Option<Score>;
}

/// What a search is to find.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The last iteration.
    pub depth: Depth,
    /// How many lines.
    pub lines: usize,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// No iteration begins after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Only whether the score reaches this one.
    pub reaching: Option<Score>,
    /// The move is known before the search and is wanted in some time: a short look is enough.
    pub is_forced: bool,
}

/// What is not final yet is shown only in searches that people watch.
pub(crate) const SHOW_UNDER_WAY_AFTER: Duration = Duration::from_secs(3);

/// No search of fewer nodes takes so long.
const LONG_SEARCH: u64 = 250_000;

/// Deepens without an audience, until stopped or done: what the helpers do.
///
/// Every other one is a ply ahead: what it leaves in the table is then deep enough to spare the
/// lead work, where in step it would mostly do the same again.
pub(crate) fn help<W: NodeSearch>(
    worker: &mut W,
    roots: &mut Roots<MoveOf<W>>,
    goal: Goal,
    index: usize,
) {
    let ahead = (index % 2) as i32;
    let last = (goal.depth.plies() + ahead).min(Depth::MAX.plies());
    for depth in 1 + ahead..=last {
        if iterate_lines(worker, roots, Depth::new(depth), goal, &mut |_| ()).is_none() {
            return;
        }
    }
}

/// Deepens, tells what it finds, and decides when it is enough.
pub(crate) fn lead<W: NodeSearch>(
    worker: &mut W,
    roots: &mut Roots<MoveOf<W>>,
    goal: Goal,
    shared: &Shared,
    on_event: &mut dyn FnMut(Event<MoveOf<W>>),
) {
    let mut judge = DepthJudge { best: None, stable_iterations: 0, usual_score: None };
    let mut last_shown = None;
    for depth in (1..=goal.depth.plies()).map(Depth::new) {
        let is_late = || shared.elapsed() >= SHOW_UNDER_WAY_AFTER;
        let began_late = is_late();
        let mut watch = |news: UnderWay<MoveOf<W>>| {
            // Moves are many, and most searches are short: the clock is not asked for each.
            let may_be_late = match news {
                UnderWay::Bound(..) => true,
                UnderWay::Move(..) => began_late || shared.nodes() >= LONG_SEARCH,
            };
            if !may_be_late || !is_late() {
                return;
            }
            match news {
                UnderWay::Bound(rank, root, bound) => {
                    last_shown = None;
                    let selective_depth = root.selective_depth;
                    on_event(Event::Report(Report {
                        bound,
                        ..report(shared, rank, depth, root.score, selective_depth, &root.line)
                    }));
                }
                UnderWay::Move(mv, number) => {
                    let turn = RootTurn { depth, mv, number };
                    on_event(Event::Progress(shared.progress(Some(turn))));
                }
            }
        };
        let finished = iterate_lines(worker, roots, depth, goal, &mut watch).is_some();
        worker.control().publish();
        if !finished {
            roots.settle_unsearched(worker.standing_score());
        }
        if show_lines(shared, roots, goal.lines, depth, finished, on_event) {
            let last = roots.len().min(goal.lines) - 1;
            last_shown = Some((last, roots.all()[last].mv));
        }
        if !finished {
            break;
        }
        worker.control().note_iteration();
        let is_enough = is_enough(worker, roots, goal, depth, shared, &mut judge);
        // In the opponent's time there is always more to find out.
        let ponders = shared.signals().is_pondering();
        shared.note_enough(is_enough && ponders);
        if is_enough && !ponders {
            break;
        }
    }
    // The last word is the line that will be played, whatever was shown before.
    if let Some(best) = roots.best()
        && last_shown != Some((0, best.mv))
    {
        show(shared, 1, best, on_event);
    }
}

/// The moves of the game that a worker plays.
pub(crate) type MoveOf<W> = <<W as NodeSearch>::Rules as Rules>::Move;

/// What happens within an iteration.
enum UnderWay<'a, M> {
    /// The line of this rank was found to be better or worse than expected.
    Bound(usize, &'a RootMove<M>, Bound),
    /// A move is about to be searched, with its number.
    Move(M, usize),
}

/// One iteration: each line asked for, in a window that is widened until it holds the score.
fn iterate_lines<W: NodeSearch>(
    worker: &mut W,
    roots: &mut Roots<MoveOf<W>>,
    depth: Depth,
    goal: Goal,
    watch: &mut impl FnMut(UnderWay<MoveOf<W>>),
) -> Option<()> {
    if let Some(score) = goal.reaching {
        // One window says it all, and what it finds is the answer, whichever side of it the score
        // is on.
        roots.begin_search();
        worker.iterate(roots, Window::reaching(score), depth, &mut |_, _| ())?;
        roots.sort_open();
        roots.settle(depth);
        return Some(());
    }
    let lines = goal.lines.clamp(1, roots.len());
    // With one line there is nothing to keep in order.
    let before: Vec<MoveOf<W>> = match lines {
        1 => Vec::new(),
        lines => roots.all()[..lines].iter().map(|root| root.mv).collect(),
    };
    for index in 0..lines {
        roots.turn_to(index);
        if aspire(worker, roots, depth, index + 1, &before, watch).is_none() {
            roots.close_ranks(depth, &before);
            return None;
        }
    }
    roots.turn_to(0);
    roots.sort_lines(lines);
    Some(())
}

/// Searches the open moves in a narrow window around the score expected: most of the time it is
/// there, and a narrow window cuts more. If it is not, the window grows on that side. The line has
/// this `rank`; `rivals` are the other lines that are shown.
fn aspire<W: NodeSearch>(
    worker: &mut W,
    roots: &mut Roots<MoveOf<W>>,
    depth: Depth,
    rank: usize,
    rivals: &[MoveOf<W>],
    watch: &mut impl FnMut(UnderWay<MoveOf<W>>),
) -> Option<()> {
    let best_before = roots.open()[0].mv;
    let mut fallback = best_before;
    let expected = roots.open()[0].settled.as_ref().map(|settled| settled.score);
    let mut margin = tune::aspiration_margin();
    let mut window = match expected {
        Some(score) if depth >= tune::aspiration_depth() && !score.is_decisive() => {
            around(score, margin)
        }
        _ => Window::FULL,
    };
    loop {
        roots.begin_search();
        // Later lines search the moves that are left.
        let mut on_move = |mv, number| watch(UnderWay::Move(mv, rank - 1 + number));
        let Some(score) = worker.iterate(roots, window, depth, &mut on_move) else {
            roots.salvage(window, depth, fallback, rivals);
            return None;
        };
        roots.sort_open();
        margin = grown(margin);
        if window.fails_low(score) {
            watch(UnderWay::Bound(rank, &roots.open()[0], Bound::Upper));
            let middle =
                Score::from_evaluation((window.alpha().value() + window.beta().value()) / 2);
            window = Window::new(around(score, margin).alpha(), middle.max(score + 1));
            fallback = best_before;
        } else if window.fails_high(score) {
            watch(UnderWay::Bound(rank, &roots.open()[0], Bound::Lower));
            // Another move is proved to be better: it is played even if its true score is never
            // found out. What is proved stands for the score until then.
            if roots.open()[0].mv != best_before {
                roots.settle_at_least(depth, score);
                fallback = roots.open()[0].mv;
            }
            window = Window::new(window.alpha(), around(score, margin).beta());
        } else {
            roots.settle(depth);
            return Some(());
        }
    }
}

/// The margin of the next window, after one that missed.
fn grown(margin: i32) -> i32 {
    margin + margin * tune::aspiration_growth() / 100 + tune::aspiration_step()
}

/// The window around a score; a decisive one opens the side it lies on for good.
fn around(score: Score, margin: i32) -> Window {
    let is_far = score.is_decisive() || margin > tune::aspiration_limit();
    let alpha = if is_far { Score::LOWEST } else { score - margin };
    let beta = if is_far { Score::INFINITE } else { score + margin };
    Window::new(alpha, beta)
}

/// What the loop remembers from one iteration to the next to judge the time.
struct DepthJudge<M> {
    best: Option<M>,
    stable_iterations: u32,
    usual_score: Option<i32>,
}

fn is_enough<W: NodeSearch>(
    worker: &mut W,
    roots: &Roots<MoveOf<W>>,
    goal: Goal,
    depth: Depth,
    shared: &Shared,
    judge: &mut DepthJudge<MoveOf<W>>,
) -> bool {
    let Some((best, settled)) = roots.best().and_then(|best| Some((best, best.settled.as_ref()?)))
    else {
        return true;
    };
    let stable = judge.best == Some(best.mv);
    judge.stable_iterations = if stable { judge.stable_iterations + 1 } else { 0 };
    judge.best = Some(best.mv);
    let score = settled.score.value();
    let usual = judge.usual_score.unwrap_or(score);
    let memory = tune::drop_memory();
    judge.usual_score = Some((memory * usual + score) / (memory + 1));

    let mate = settled.score.plies_to_mate();
    if goal
        .mate
        .is_some_and(|moves| mate.is_some_and(|plies| plies > 0 && plies as u32 / 2 < moves))
    {
        return true;
    }
    if goal.soft_nodes.is_some_and(|nodes| shared.nodes() >= nodes) {
        return true;
    }
    let has_looked = roots.len() == 1 && depth >= tune::forced_move_depth();
    if goal.is_forced && has_looked {
        return true;
    }
    let Some(soft) = shared.budget.soft else { return false };
    // On a clock a mate that a whole deeper iteration could not shorten is good enough, and a
    // forced move needs no thought.
    if mate.is_some_and(|plies| depth > plies.abs() + 1) {
        return true;
    }
    if has_looked {
        return true;
    }
    let nodes = worker.control().statistics.nodes.max(1);
    let progress = Progress {
        stable_iterations: judge.stable_iterations,
        score_drop: usual - score,
        best_move_share: best.nodes as f64 / nodes as f64,
    };
    let factor = if shared.budget.is_flexible { progress.factor() } else { 1.0 };
    shared.elapsed() >= soft.mul_f64(factor)
}

/// Tells the lines as they stand after an iteration; says whether the last of them was told.
///
/// After one that was broken off, the later ones are still those of the iteration before; they are
/// told again because a line before them may have taken their move or their place. One that used to
/// score more than the line in front of it has been shown to be no better.
fn show_lines<M: Copy + PartialEq>(
    shared: &Shared,
    roots: &Roots<M>,
    lines: usize,
    depth: Depth,
    is_finished: bool,
    on_event: &mut dyn FnMut(Event<M>),
) -> bool {
    let mut ceiling = Score::INFINITE;
    let mut is_last_told = false;
    for (index, root) in roots.all().iter().take(lines).enumerate() {
        is_last_told = false;
        let Some(settled) = &root.settled else { continue };
        if !is_finished && lines == 1 && settled.depth != depth {
            continue;
        }
        if settled.score > ceiling {
            let (selective, line) = (settled.selective_depth, &settled.line);
            on_event(Event::Report(Report {
                bound: Bound::Upper,
                ..report(shared, index + 1, depth, ceiling, selective, line)
            }));
        } else {
            ceiling = settled.score;
            show(shared, index + 1, root, on_event);
        }
        is_last_told = true;
    }
    is_last_told
}

fn show<M: Copy>(
    shared: &Shared,
    rank: usize,
    root: &RootMove<M>,
    on_event: &mut dyn FnMut(Event<M>),
) {
    let Some(settled) = &root.settled else { return };
    let (depth, selective) = (settled.depth, settled.selective_depth);
    on_event(Event::Report(report(shared, rank, depth, settled.score, selective, &settled.line)));
}

fn report<M: Copy>(
    shared: &Shared,
    rank: usize,
    depth: Depth,
    score: Score,
    selective_depth: usize,
    line: &[M],
) -> Report<M> {
    Report {
        depth,
        selective_depth,
        mean_depth: shared.mean_depth(),
        rank,
        score,
        bound: Bound::Exact,
        nodes: shared.nodes(),
        time: shared.elapsed(),
        table_fill: shared.table().fill(),
        endgame_hits: shared.endgame_hits(),
        line: line.to_vec(),
    }
}

#[cfg(test)]
mod tests;
