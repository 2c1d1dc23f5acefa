//! A review written into the record of its game: evaluations, glyphs, better lines, reasons.

use crate::game::ReviewGame;
use crate::judging::Judgement;
use crate::review::{Evaluation, Mark, MoveReview, Review};
use crate::words::{Language, Words};
use damier_core::Rules;
use damier_records::{Command, Comment, Nag, NodeId, Record};

/// How many moves of a better line are written.
const LONGEST_LINE: usize = 10;

/// The record with what the review says. What people wrote stays; evaluations and glyphs of the
/// same kind that were there are replaced.
pub fn annotated<G: ReviewGame>(record: &Record<G>, review: &Review, words: Words) -> Record<G> {
    let mut record = record.clone();
    let line: Vec<NodeId> = record.tree().main_line().collect();
    for (&node, mv) in line.iter().zip(&review.moves) {
        clean(&mut record, node, mv);
        let tree = record.tree_mut();
        if let Some(nag) = nag_of(mv) {
            tree.add_nag(node, nag);
        }
        let evaluation = evaluation_text(mv.evaluation);
        let mut text = evaluation.into_iter().collect::<Vec<_>>();
        if mv.judgement.is_some() {
            text.push(words.explanation(mv));
        }
        if let Some(comment) = Comment::new(&text.join(" ")) {
            tree.add_comment(node, comment);
        }
        if mv.judgement.is_some() {
            add_better_line(&mut record, node, mv);
        }
    }
    record
}

/// Takes away what an earlier review may have written.
fn clean<G: Rules>(record: &mut Record<G>, node: NodeId, mv: &MoveReview) {
    // The same may have been said before, in any language.
    let explanations = Language::ALL.map(|language| Words::of(language).explanation(mv));
    let old = record.tree().node(node);
    let nags: Vec<Nag> = old.nags().to_vec();
    let comments: Vec<Comment> = old.comments().to_vec();
    let before: Vec<Comment> = old.comments_before().to_vec();
    let tree = record.tree_mut();
    tree.clear_annotations(node);
    let ours = [Nag::MISTAKE, Nag::BLUNDER, Nag::DUBIOUS, Nag::FORCED];
    nags.into_iter().filter(|nag| !ours.contains(nag)).for_each(|nag| tree.add_nag(node, nag));
    before.into_iter().for_each(|comment| tree.add_comment_before(node, comment));
    for comment in comments {
        let has_evaluation = comment.commands().any(|it| matches!(it, Command::Evaluation(_)));
        let kept = match has_evaluation {
            true => Comment::new(&without_evaluation(&comment, &explanations)),
            false => Some(comment).filter(|it| !explanations.iter().any(|said| said == it.text())),
        };
        kept.into_iter().for_each(|comment| tree.add_comment(node, comment));
    }
}

fn without_evaluation(comment: &Comment, explanations: &[String]) -> String {
    let others = comment.commands().filter(|it| !matches!(it, Command::Evaluation(_)));
    let mut words: Vec<String> = others.map(|command| command.to_string()).collect();
    words.push(comment.plain_text());
    words.retain(|text| !explanations.contains(text));
    words.join(" ")
}

fn nag_of(mv: &MoveReview) -> Option<Nag> {
    match mv.judgement {
        Some(Judgement::Inaccuracy) => Some(Nag::DUBIOUS),
        Some(Judgement::Mistake) => Some(Nag::MISTAKE),
        Some(Judgement::Blunder) => Some(Nag::BLUNDER),
        None => mv.marks.contains(&Mark::Only).then_some(Nag::FORCED),
    }
}

/// What programs read; `None` for what the format cannot say.
fn evaluation_text(evaluation: Evaluation) -> Option<String> {
    use damier_records::{EvalCommand, EvalValue};
    let value = match evaluation {
        Evaluation::Points(points) => EvalValue::Hundredths(points),
        // A game that is over needs no evaluation.
        Evaluation::Win { moves: 0, .. } | Evaluation::Table { .. } => return None,
        Evaluation::Win { side, moves } => EvalValue::Wins { side, moves },
    };
    Some(Command::Evaluation(EvalCommand { value, depth: None }).to_string())
}

/// The better line as a variation, unless one begins with the same move already.
fn add_better_line<G: ReviewGame>(record: &mut Record<G>, node: NodeId, mv: &MoveReview) {
    let Some(parent) = record.tree().node(node).parent() else { return };
    let mut position = record.position(parent);
    let mut moves = Vec::new();
    for text in mv.best_line.iter().take(LONGEST_LINE) {
        let Ok(mv) = position.read_move(text) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    let Some(&first) = moves.first() else { return };
    let tree = record.tree();
    let is_there = tree.children(parent).any(|child| tree.node(child).mv() == Some(first));
    if !is_there {
        // Each move was read in its position, so all are legal.
        let _ = record.add_line(parent, &moves);
    }
}
