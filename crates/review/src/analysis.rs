//! Going through a game, backwards, and judging every move of it.
//!
//! One engine with one table looks at all positions of a game, the last one first: what it has
//! found out about the end it knows when it comes to the beginning, and a mate that was on the
//! board two moves later cannot be overlooked. The move played and the best move are scored in one
//! search. Before each game everything is forgotten, so a review depends on the game and the
//! settings and on nothing else, unless the budget is a time.

mod sides;

use crate::game::ReviewGame;
use crate::judging::{Judgement, move_accuracy};
use crate::review::{Evaluation, Mark, MoveReview, Opening, Review, Variation};
use crate::terms::Comparison;
use crate::verify::Verifier;
use damier_core::{Ending, Game, Outcome, Rules, Score, Side};
use damier_games::FileError;
use damier_reasons::completed;
use damier_reasons::{Counted, Counter, Examiner, last_lines, scored_line};
use damier_reasons::{ScoredLine, Witness, one_ply_earlier, one_ply_later, write_line};
use damier_reasons::{makes_unsafe, reasons};
use damier_records::{MoveNumber, Record};
use damier_search::{Limits, Signals};
use sides::sides;
use std::sync::Arc;
use std::time::Duration;

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Positions: the same review on every machine.
    Nodes(u64),
    /// Time: reviews differ a little from run to run.
    Time(Duration),
}

impl Budget {
    /// So many hundredths of it, as limits of a search.
    fn share(self, hundredths: u32) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits::to_nodes((nodes * u64::from(hundredths) / 100).max(1)),
            Self::Time(time) => Limits::to_time(time * hundredths / 100),
        }
    }
}

/// How games are reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// For each move.
    pub budget: Budget,
    /// How many of the best lines are kept for each position; 1 for the best alone.
    pub lines: usize,
    /// A folder of endgame tables.
    pub tables: Option<String>,
}

/// Megabytes for the table: enough for the positions of a whole game at some hundred thousand nodes
/// each.
const HASH_MEGABYTES: usize = 32;
/// Hundredths of the budget for finding the best move; the rest is for comparing.
const FIRST_SHARE: u32 = 60;
const SECOND_SHARE: u32 = 100 - FIRST_SHARE;
/// A game is as good as won with such chances, and not any more with such.
const WON: f64 = 85.0;
const NOT_WON: f64 = 65.0;

/// From this loss on, in hundredths of a pawn or a man, a move is explained even if the chances
/// hardly change because the game is decided.
const PLAIN_LOSS: i32 = 120;

/// Judges moves and games.
pub struct Analyst<G: ReviewGame> {
    examiner: Examiner<G>,
    verifier: Verifier<G>,
    /// `None` if the system refuses it its small table.
    counter: Option<Counter<G>>,
    settings: Settings,
    signals: Arc<Signals>,
}

/// What was found out about a position and the move that was played in it.
struct Findings<M> {
    best: ScoredLine<M>,
    played: ScoredLine<M>,
    /// The score of the best of the other moves, if the best one was played.
    second: Option<Score>,
    lines: Vec<ScoredLine<M>>,
    is_forced: bool,
}

impl<G: ReviewGame> Analyst<G> {
    /// Megabytes of its two tables.
    pub const MEGABYTES: usize = HASH_MEGABYTES + crate::verify::HASH_MEGABYTES;

    /// Opens what the settings name.
    pub fn new(settings: Settings) -> Result<Self, FileError> {
        let mut examiner = Examiner::new(HASH_MEGABYTES);
        if let Some(folder) = &settings.tables {
            examiner.use_tables(folder)?;
        }
        let verifier = Verifier::new(settings.tables.as_deref())?;
        let counter = Counter::new().ok();
        Ok(Self { examiner, verifier, counter, settings, signals: Arc::default() })
    }

    /// Spends so much on each move from now on.
    pub fn spend(&mut self, budget: Budget) {
        self.settings.budget = budget;
    }

    /// Ends whatever it does from now on if these signals say so.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.examiner.obey(signals);
        self.verifier.obey(signals);
        if let Some(counter) = &mut self.counter {
            counter.obey(signals);
        }
        self.signals = Arc::clone(signals);
    }

    /// Reviews the moves of a game, and tells after each how many are done; `None` if a signal
    /// ended it.
    pub fn review(&mut self, record: &Record<G>, on_move: &mut dyn FnMut(usize)) -> Option<Review> {
        self.forget();
        let mut game = record.to_game();
        let moves: Vec<G::Move> = game.moves().collect();
        let opening = G::opening(game.start(), &moves);
        let mut reviews = Vec::with_capacity(moves.len());
        let mut after: Option<ScoredLine<G::Move>> = None;
        while let Some(mv) = game.undo() {
            let findings = self.examine(&game, mv, after.as_ref());
            if self.signals.is_stopped() {
                return None;
            }
            let number = MoveNumber::after(game.start(), game.moves().len() as u32);
            reviews.push(self.judge_findings(&game, number, &findings, opening.as_ref()));
            after = Some(findings.best);
            on_move(reviews.len());
        }
        reviews.reverse();
        let is_usual = *record.start() == G::start();
        Some(Review { sides: sides::<G>(&reviews, is_usual), moves: reviews, opening })
    }

    /// Forgets what it has found so far: what it says next depends on nothing before.
    pub fn forget(&mut self) {
        self.examiner.forget();
    }

    /// Judges one legal move in a game, as soon as it is played; `None` if a signal ended it.
    pub fn judge(&mut self, game: &Game<G>, mv: G::Move) -> Option<MoveReview> {
        let findings = self.examine(game, mv, None);
        let number = MoveNumber::after(game.start(), game.moves().len() as u32);
        let review = self.judge_findings(game, number, &findings, None);
        (!self.signals.is_stopped()).then_some(review)
    }

    /// All that is known of a legal move in a game, before anything is said about it.
    pub fn witness<'a>(&mut self, game: &'a Game<G>, mv: G::Move) -> Witness<'a, G> {
        let findings = self.examine(game, mv, None);
        self.witness_of(game, &findings)
    }

    fn witness_of<'a>(
        &mut self,
        game: &'a Game<G>,
        findings: &Findings<G::Move>,
    ) -> Witness<'a, G> {
        Witness {
            earlier: game.past_positions().next_back(),
            position: game.position(),
            best: findings.best.clone(),
            played: findings.played.clone(),
            counted: self.counted(game, findings),
        }
    }

    /// The best lines of a position, as many as the settings say; `None` if a signal ended it.
    pub fn lines(&mut self, game: &Game<G>) -> Option<Vec<Variation>> {
        let (position, budget) = (game.position(), self.settings.budget);
        let lines = self.settings.lines.min(position.count_legal_moves());
        let (_, reports) = self.examiner.search(game, Vec::new(), lines, &budget.share(100));
        let mut found = Vec::new();
        for verdict in last_lines(&reports) {
            let limits = budget.share(SECOND_SHARE);
            let verdict = self.verifier.verified(&mut self.examiner, game, verdict, &limits);
            found.push(variation(position, &verdict));
        }
        (!self.signals.is_stopped()).then_some(found)
    }

    /// Looks at a position: which move is best, and what is the one played beside it? `after` is
    /// what is known of the position after the move played.
    fn examine(
        &mut self,
        game: &Game<G>,
        mv: G::Move,
        after: Option<&ScoredLine<G::Move>>,
    ) -> Findings<G::Move> {
        let legal = game.position().count_legal_moves();
        if legal == 1 {
            let played = self.only_move(game, mv, after);
            let (best, second, lines) = (played.clone(), None, vec![played.clone()]);
            return Findings { best, played, second, lines, is_forced: true };
        }
        let budget = self.settings.budget;
        let lines = self.settings.lines.min(legal);
        let (_, reports) =
            self.examiner.search(game, Vec::new(), lines, &budget.share(FIRST_SHARE));
        let found = last_lines(&reports);
        let alone = |mv| ScoredLine { score: Score::DRAW, line: vec![mv] };
        let best = reports.iter().rev().find(|report| report.rank == 1).map(scored_line);
        let best = best.unwrap_or_else(|| alone(mv));
        let limits = budget.share(SECOND_SHARE);
        let (best, played, second) = if best.line.first() == Some(&mv) && after.is_none() {
            self.doubted(game, &best)
        } else if best.line.first() == Some(&mv) {
            let (_, reports) = self.examiner.search(game, Vec::new(), 2, &limits);
            let pair = last_lines(&reports);
            let second = match &pair[..] {
                [first, second] if first.line.first() == Some(&mv) => Some(second.score),
                _ => None,
            };
            (best.clone(), best, second)
        } else {
            let first = best.line[0];
            let pair = self.examiner.compare(game, first, mv, &limits);
            let [best, played] = pair.unwrap_or_else(|| {
                // Tables that know the position do not let the search look at a move that loses its
                // value.
                let played = self.examiner.best(game, vec![mv], &limits);
                [best, played.unwrap_or_else(|| alone(mv))]
            });
            (best, played, None)
        };
        let best = self.verifier.verified(&mut self.examiner, game, best, &limits);
        let played = match played.line == best.line {
            true => best.clone(),
            false => self.verifier.verified(&mut self.examiner, game, played, &limits),
        };
        let lines = if lines > 1 { found } else { Vec::new() };
        // The move played may look better at close quarters than the one that the search preferred.
        let best = if played.score > best.score { played.clone() } else { best };
        Findings { best, played, second, lines, is_forced: false }
    }

    /// The move played looks best, and nothing is known of what comes after it: so the position
    /// there gets a budget of its own, as the next one of a game has, and if the move is worse than
    /// it seemed, so do all others. Returns the best move, the one played, and the second's score.
    fn doubted(
        &mut self,
        game: &Game<G>,
        seemed: &ScoredLine<G::Move>,
    ) -> (ScoredLine<G::Move>, ScoredLine<G::Move>, Option<Score>) {
        let mv = seemed.line[0];
        let limits = self.settings.budget.share(100);
        let played = self.examiner.best(game, vec![mv], &limits).unwrap_or_else(|| seemed.clone());
        let legal = game.position().legal_moves();
        let others = legal.iter().copied().filter(|&other| other != mv).collect();
        let is_worse = G::CURVE.judge(seemed.score, played.score).is_some();
        let limits = self.settings.budget.share(SECOND_SHARE);
        match self.examiner.best(game, others, &limits) {
            Some(other) if other.score > played.score && is_worse => (other, played, None),
            other => (played.clone(), played, other.map(|other| other.score)),
        }
    }

    /// What is known of a move to which there is no other: what is known of the position after it.
    fn only_move(
        &mut self,
        game: &Game<G>,
        mv: G::Move,
        after: Option<&ScoredLine<G::Move>>,
    ) -> ScoredLine<G::Move> {
        let known = after.cloned().or_else(|| {
            let mut next = game.clone();
            next.play_unchecked(mv);
            final_score(&next).map(|score| ScoredLine { score, line: Vec::new() })
        });
        match known {
            Some(known) => {
                let line = [mv].into_iter().chain(known.line).collect();
                ScoredLine { score: one_ply_earlier(known.score), line }
            }
            None => {
                let limits = self.settings.budget.share(FIRST_SHARE);
                let found = self.examiner.best(game, vec![mv], &limits);
                let found = found.unwrap_or(ScoredLine { score: Score::DRAW, line: vec![mv] });
                self.verifier.verified(&mut self.examiner, game, found, &limits)
            }
        }
    }

    /// What a search that counts nothing but pieces says of both moves, if the one played may be
    /// wrong: so much worse that somebody will ask why.
    fn counted(
        &mut self,
        game: &Game<G>,
        findings: &Findings<G::Move>,
    ) -> Option<Counted<G::Move>> {
        let Findings { best, played, is_forced, .. } = findings;
        let is_error = G::CURVE.judge(best.score, played.score).is_some();
        let is_plain_loss = best.score.value() - played.score.value() >= PLAIN_LOSS;
        let is_asked = !is_forced && (is_error || is_plain_loss);
        let counter = self.counter.as_mut().filter(|_| is_asked)?;
        Some(counter.count(game, *best.line.first()?, *played.line.first()?))
    }

    fn judge_findings(
        &mut self,
        game: &Game<G>,
        number: MoveNumber,
        findings: &Findings<G::Move>,
        opening: Option<&Opening>,
    ) -> MoveReview {
        let (position, side) = (game.position(), game.position().side_to_move());
        let Findings { best, played, second, lines, is_forced } = findings;
        let chances = |found: &ScoredLine<G::Move>| rounded(G::CURVE.chances(found.score));
        let [win_before, win_after] = [best, played].map(chances);
        let is_best = played.score >= best.score;
        let judgement = G::CURVE.judge(best.score, played.score).filter(|_| !is_forced);
        let plies = game.moves().len();
        let mut marks = Vec::new();
        if opening.is_some_and(|opening| plies < opening.plies) {
            marks.push(Mark::Opening);
        }
        if *is_forced {
            marks.push(Mark::Forced);
        } else if is_best {
            let others = second.and_then(|second| G::CURVE.judge(best.score, second));
            let is_only = others >= Some(Judgement::Mistake);
            marks.push(if is_only { Mark::Only } else { Mark::Best });
        }
        if judgement.is_some() && win_before >= WON && win_after < NOT_WON {
            marks.push(Mark::MissedWin);
        }
        let witness = self.witness_of(game, findings);
        // What is lost is lost, also where the game was decided before and the chances stay.
        let found = reasons(&witness);
        let is_plain_loss = best.score.value() - played.score.value() >= PLAIN_LOSS;
        let is_wrong = judgement.is_some() || is_plain_loss && makes_unsafe(&found);
        let comparison = judgement.and_then(|_| Comparison::of(&witness));
        let mut found = if is_wrong { found } else { Vec::new() };
        if found.is_empty() {
            found.extend(comparison.as_ref().and_then(Comparison::reason));
        }
        MoveReview {
            number: number.to_string(),
            side,
            fen: position.to_fen(),
            played: position.write_move(played.line[0]),
            evaluation: evaluation_after(side, played),
            best_evaluation: Evaluation::of(best.score, side),
            win_before,
            win_after,
            accuracy: rounded(move_accuracy(win_before - win_after)),
            judgement,
            marks,
            phase: position.phase(plies),
            line: whole_line(position, played),
            best_line: if is_best { Vec::new() } else { whole_line(position, best) },
            lines: lines.iter().map(|found| variation(position, found)).collect(),
            reasons: found,
            comparison,
        }
    }
}

/// A line with the captures that are due at its end, in words.
fn whole_line<G: ReviewGame>(position: &G, verdict: &ScoredLine<G::Move>) -> Vec<String> {
    write_line(position, &completed(position, &verdict.line))
}

/// How the position stands after the first move of a line, for White.
fn evaluation_after<M>(mover: Side, verdict: &ScoredLine<M>) -> Evaluation {
    Evaluation::of(one_ply_later(verdict.score), !mover)
}

fn variation<G: ReviewGame>(position: &G, verdict: &ScoredLine<G::Move>) -> Variation {
    Variation {
        evaluation: Evaluation::of(verdict.score, position.side_to_move()),
        line: whole_line(position, verdict),
    }
}

/// To ten thousandths: more is not meant, and such numbers survive being written and read.
fn rounded(percent: f64) -> f64 {
    (percent * 1e4).round() / 1e4
}

/// The score of a position in which the game is over, for the side to move.
fn final_score<G: Rules>(game: &Game<G>) -> Option<Score> {
    let side = game.position().side_to_move();
    game.ending().map(|ending| match ending.outcome() {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if winner == side => Score::MATE,
        Outcome::Win(_) => -Score::MATE,
    })
}
