//! Lines and reviews made by hand, for tests.

use crate::game::ReviewGame;
use crate::judging::{Curve, Judgement, move_accuracy};
use crate::review::{Evaluation, Mark, MoveReview, Opening, Review, SideReview};
use crate::terms::Comparison;
use damier_core::{Score, Side};
use damier_reasons::reason::{Piece, Placed, Reason, Stake};
use damier_records::Tags;

/// A move about which nothing is known but its text.
pub(crate) fn chess_move(number: &str, played: &str) -> MoveReview {
    MoveReview {
        number: number.into(),
        side: if number.ends_with("...") { Side::Black } else { Side::White },
        fen: damier_chess::START_FEN.into(),
        played: played.into(),
        evaluation: Evaluation::Points(0),
        best_evaluation: Evaluation::Points(0),
        win_before: 50.0,
        win_after: 50.0,
        accuracy: 100.0,
        judgement: None,
        marks: Vec::new(),
        phase: crate::review::Phase::Opening,
        line: vec![played.into()],
        best_line: Vec::new(),
        lines: Vec::new(),
        reasons: Vec::new(),
        comparison: None,
    }
}

/// Tags of a game.
pub(crate) fn tags(pairs: &[(&str, &str)]) -> Tags {
    let mut tags = Tags::default();
    for (name, value) in pairs {
        tags.set(name, value);
    }
    tags
}

/// A game of moves, each with the evaluation after it for White, in points of the usual curve.
fn game<G: ReviewGame>(moves: &[(&str, i32)]) -> Review {
    let curve = Curve { scale: 1.0, ..G::CURVE };
    let mut position = G::start();
    let mut before = Evaluation::Points(G::START_POINTS as i32);
    let mut reviews = Vec::new();
    for (ply, &(text, points)) in moves.iter().enumerate() {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let side = position.side_to_move();
        let sign = if side == Side::White { 1 } else { -1 };
        let after = match points {
            900_000.. => Evaluation::Win { side: Side::White, moves: (points - 900_000) as u32 },
            ..=-900_000 => Evaluation::Win { side: Side::Black, moves: (-points - 900_000) as u32 },
            _ => Evaluation::Points(points),
        };
        let chances = |evaluation: Evaluation| match side {
            Side::White => evaluation.win_percent(curve),
            Side::Black => 100.0 - evaluation.win_percent(curve),
        };
        let score = |evaluation: Evaluation| match evaluation {
            Evaluation::Points(points) => Score::from_evaluation(sign * points),
            Evaluation::Win { side: winner, .. } | Evaluation::Table { side: winner } => {
                Score::from_evaluation(if winner == side { 2000 } else { -2000 })
            }
        };
        let chances_after = chances(after);
        let drop = chances(before) - chances_after;
        let judgement = curve.judge(score(before), score(after)).filter(|_| drop > 0.0);
        let dots = if side == Side::White { "." } else { "..." };
        reviews.push(MoveReview {
            number: format!("{}{dots}", ply / 2 + 1),
            side,
            fen: position.to_fen(),
            played: position.write_move(mv),
            evaluation: after,
            best_evaluation: if judgement.is_some() { before } else { after },
            win_before: chances(before),
            win_after: chances_after,
            accuracy: move_accuracy(drop),
            judgement,
            marks: if drop <= 0.0 { vec![Mark::Best] } else { Vec::new() },
            phase: position.phase(ply),
            line: vec![position.write_move(mv)],
            best_line: Vec::new(),
            lines: Vec::new(),
            reasons: Vec::new(),
            comparison: None,
        });
        position.play_unchecked(mv);
        before = after;
    }
    let sides = [Side::White, Side::Black].map(|side| side_of(&reviews, side));
    Review { moves: reviews, sides, opening: None }
}

fn side_of(moves: &[MoveReview], side: Side) -> SideReview {
    let own: Vec<&MoveReview> = moves.iter().filter(|mv| mv.side == side).collect();
    let mean = |moves: &[&MoveReview]| {
        let sum: f64 = moves.iter().map(|mv| mv.accuracy).sum();
        (!moves.is_empty()).then(|| sum / moves.len() as f64)
    };
    let count = |judgement| own.iter().filter(|mv| mv.judgement == Some(judgement)).count() as u32;
    SideReview {
        accuracy: mean(&own),
        average_loss: (!own.is_empty()).then_some(0.25),
        by_phase: crate::review::Phase::ALL.map(|phase| {
            mean(&own.iter().copied().filter(|mv| mv.phase == phase).collect::<Vec<_>>())
        }),
        moves: own.len() as u32,
        best: own.iter().filter(|mv| mv.marks.contains(&Mark::Best)).count() as u32,
        inaccuracies: count(Judgement::Inaccuracy),
        mistakes: count(Judgement::Mistake),
        blunders: count(Judgement::Blunder),
        missed_wins: u32::from(own.iter().any(|mv| mv.marks.contains(&Mark::MissedWin))),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn at(piece: Piece, square: &str) -> Placed {
    Placed { piece, square: square.into() }
}

fn compared(terms: &[(&str, i32)], gap: i32) -> Option<Comparison> {
    let terms: Vec<_> = terms.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let explained: i32 = terms.iter().map(|(_, value)| value).sum();
    Some(Comparison { terms, remainder: gap - explained, gap })
}

/// A short game of chess with errors of all kinds.
pub(crate) fn chess() -> Review {
    let mut review = game::<damier_chess::Position>(&[
        ("e4", 20),
        ("e5", 22),
        ("Nf3", 20),
        ("Nc6", 25),
        ("Bc4", 15),
        ("Nf6", 18),
        ("Ng5", 12),
        ("d5", 20),
        ("exd5", 15),
        ("Nxd5", 130),
        ("Nxf7", 60),
        ("Kxf7", 62),
        ("Qf3+", 55),
        ("Ke8", 420),
        ("Bxd5", 415),
        ("Nd4", 430),
        ("Qf7#", 900_000),
    ]);
    review.opening =
        Some(Opening { code: "C57".into(), name: "Two Knights Defence".into(), plies: 9 });
    let knight_takes = &mut review.moves[9];
    knight_takes.best_line = words("Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4");
    knight_takes.line = words("Nxd5 d4 exd4 O-O Be7 Nxf7 Kxf7 Qh5+ g6 Bxd5+ Kg7 Bxc6 bxc6 Qe5+");
    knight_takes.comparison = compared(
        &[("king-safety", 74), ("development", 31), ("material", -100), ("mobility", 12)],
        110,
    );
    let sacrifice = &mut review.moves[10];
    sacrifice.best_line = words("d4 Nxd4 c3");
    let retreat = &mut review.moves[13];
    retreat.line = words("Ke8 Bxd5 Qf6 Bxc6+ bxc6 Qxc6+");
    retreat.best_line = words("Ke6 Nc3 Nb4 O-O c6 d4");
    retreat.reasons = vec![
        Reason::LosesMaterial(Stake {
            lost: vec![Piece::Knight],
            gained: vec![Piece::Pawn],
            worth: 220,
        }),
        Reason::Fork {
            by: at(Piece::Queen, "f3"),
            targets: vec![at(Piece::King, "f7"), at(Piece::Knight, "d5")],
        },
    ];
    retreat.comparison = compared(
        &[
            ("material", 320),
            ("king-safety", -85),
            ("hanging-pieces", 62),
            ("mobility", 28),
            ("piece-squares", -17),
            ("tempo", 2),
        ],
        365,
    );
    let knight = &mut review.moves[15];
    knight.judgement = Some(Judgement::Blunder);
    knight.evaluation = Evaluation::Win { side: Side::White, moves: 1 };
    knight.best_line = words("Qe7 Bxc6+ bxc6 O-O");
    knight.line = words("Nd4 Qf7#");
    knight.reasons = vec![Reason::AllowsMate { moves: 1 }];
    review.moves[11].marks = vec![Mark::Best, Mark::Only];
    for mv in &mut review.moves[12..] {
        mv.phase = crate::review::Phase::Middlegame;
    }
    review.sides[1].blunders += 1;
    review
}

/// A game of chess without a single error.
pub(crate) fn clean_chess() -> Review {
    game::<damier_chess::Position>(&[("d4", 15), ("d5", 20), ("c4", 18), ("e6", 22), ("Nc3", 20)])
}

/// A few moves of draughts, one of which allows a shot.
pub(crate) fn draughts() -> Review {
    let mut review = game::<damier_draughts::Position>(&[
        ("32-28", 0),
        ("19-23", -4),
        ("28x19", -3),
        ("14x23", -2),
        ("33-28", -180),
        ("23x32", -175),
        ("37x28", -170),
        ("16-21", -30),
        ("31-26", -35),
        ("11-16", -40),
        ("41-37", -38),
        ("7-11", -35),
        ("37-32", -30),
        ("20-24", 12),
    ]);
    let first = &mut review.moves[4];
    first.judgement = Some(Judgement::Blunder);
    first.best_line = words("37-32 10-14 41-37 14-19");
    first.line = words("33-28 23x32 37x28 16-21");
    first.reasons = vec![Reason::AllowsShot { given: 1, taken: 2, name: None }];
    first.comparison =
        compared(&[("material", 100), ("back-row", 24), ("balance", -8), ("tempo", 3)], 178);
    let second = &mut review.moves[7];
    second.judgement = Some(Judgement::Mistake);
    second.best_line = words("17-22 28x17 11x22");
    second.marks.push(Mark::MissedWin);
    review.sides[0].blunders = 1;
    review.sides[1].mistakes = 1;
    review.sides[1].missed_wins = 1;
    review
}
