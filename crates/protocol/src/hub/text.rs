//! What the engine says, as lines of text.
//!
//! pydraughts takes lines apart in its own way: every argument of `info` must be `name=value` with
//! one `=`, `info` must have an argument, and in `done` the move comes first and the expected reply
//! second.

use super::syntax::Value;
use crate::output::one_line;
use damier_core::{Ply, Score};
use damier_draughts::{Move, Position};
use damier_search::{Answer, Bound, Event, Report};

/// What is played when there is nothing to play.
pub const NO_MOVE: &str = "none";

/// A game won on the spot, in hundredths of a man; each ply until then takes one off.
const WIN_SHOWN: i32 = 10_000;

/// What a win known from endgame tables is shown as, less one for each ply until the tables take
/// over. Not more, or pydraughts reads it as the end of the game.
const TABLE_WIN_SHOWN: i32 = 9_000;

/// Evaluations are shown up to here, so that none looks like a win from endgame tables.
const EVALUATION_SHOWN: i32 = 8_000;

const _: () = assert!(
    TABLE_WIN_SHOWN - Ply::MAX.index() as i32 > EVALUATION_SHOWN
        && WIN_SHOWN - Ply::MAX.index() as i32 > TABLE_WIN_SHOWN,
    "the three kinds of score do not overlap"
);

/// `id …`. A last word that begins with a digit is taken for the version.
pub fn identity(name: &str) -> String {
    let author = Value("the Damier developers");
    match name.rsplit_once(' ') {
        Some((name, version)) if version.starts_with(|letter: char| letter.is_ascii_digit()) => {
            format!("id name={} version={} author={author}", Value(name), Value(version))
        }
        _ => format!("id name={} author={author}", Value(name)),
    }
}

/// An event of a search that began in `root`, as one line.
pub fn event(event: &Event<Move>, root: &Position) -> Option<String> {
    match event {
        Event::Report(report) => Some(self::report(report, root)),
        // The protocol has no words for it, and programs expect a line of moves in every `info`.
        Event::Progress(_) => None,
        // Not more than one `=`.
        Event::Remark(words) => {
            let words = one_line(words).replace('"', "'").replace('=', ":");
            Some(format!("info message=\"{words}\""))
        }
    }
}

fn report(report: &Report<Move>, root: &Position) -> String {
    let rank = if report.rank > 1 { format!(" multi-pv={}", report.rank) } else { String::new() };
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " bound=lower",
        Bound::Upper => " bound=upper",
    };
    let mean = match report.mean_depth {
        Some(tenths) => format!(" mean-depth={}.{}", tenths / 10, tenths % 10),
        None => String::new(),
    };
    format!(
        "info depth={}{mean} sel-depth={}{rank} score={}{bound} nodes={} time={:.3} nps={:.3} \
         pv=\"{}\"",
        report.depth,
        report.selective_depth,
        score(report.score),
        report.nodes,
        report.time.as_secs_f64(),
        report.nodes_per_second() as f64 / 1e6,
        line(&report.line, root),
    )
}

/// A score in men for the side to move: near 100 the end of the game in (100 − score) × 100 plies,
/// near 90 a win known from endgame tables.
pub fn score(score: Score) -> String {
    let value = score.value();
    let shown = match score.plies_to_mate() {
        Some(plies) => value.signum() * (WIN_SHOWN - plies.abs()),
        None if score.is_decisive() => {
            value.signum() * (TABLE_WIN_SHOWN - (Score::TABLE_WIN.value() - value.abs()))
        }
        None => value.clamp(-EVALUATION_SHOWN, EVALUATION_SHOWN),
    };
    let sign = if shown < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", shown.abs() / 100, shown.abs() % 100)
}

/// The opposite of [`score`], for what other engines say.
pub fn read_score(text: &str) -> Option<Score> {
    let men: f64 = text.parse().ok().filter(|men: &f64| men.is_finite())?;
    let shown = (men * 100.0).round().clamp(-1e6, 1e6) as i32;
    let ply = |plies: i32| Ply::new(plies.clamp(0, Ply::MAX.index() as i32) as u16);
    let won = match shown.abs() {
        size if size > TABLE_WIN_SHOWN => Score::mate_in(ply(WIN_SHOWN - size)),
        size if size > EVALUATION_SHOWN => Score::table_win_in(ply(TABLE_WIN_SHOWN - size)),
        _ => return Some(Score::from_evaluation(shown)),
    };
    Some(if shown > 0 { won } else { -won })
}

/// The moves of a line, a blank between them. A line that stops making sense is cut there: a wrong
/// move would lead programs to throw away all of it.
fn line(moves: &[Move], root: &Position) -> String {
    let mut position = root.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if position.try_play(mv).is_err() {
            break;
        }
        words.push(mv.to_string());
    }
    words.join(" ")
}

/// `done …`, with the reply to think about if there is one.
pub fn answer(answer: &Answer<Move>, root: &Position) -> String {
    let moves: Vec<Move> = [answer.best, answer.ponder].into_iter().map_while(|mv| mv).collect();
    let moves = line(&moves, root);
    match moves.split_once(' ') {
        Some((best, ponder)) => format!("done move={best} ponder={ponder}"),
        None if moves.is_empty() => format!("done move={NO_MOVE}"),
        None => format!("done move={moves}"),
    }
}

/// `error message="…"`: what was wrong, on one line and not too long.
pub fn error(words: &str) -> String {
    format!("error message=\"{}\"", one_line(words).replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Depth;
    use std::time::Duration;

    fn moves(root: &Position, texts: &str) -> Vec<Move> {
        let mut position = root.clone();
        let mut moves = Vec::new();
        for text in texts.split_whitespace() {
            let mv = position.read_move(text).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        moves
    }

    fn sample(root: &Position, texts: &str) -> Report<Move> {
        Report {
            depth: Depth::new(21),
            selective_depth: 33,
            mean_depth: Some(174),
            rank: 1,
            score: Score::from_evaluation(-1),
            bound: Bound::Exact,
            nodes: 31_261_613,
            time: Duration::from_micros(3_906_400),
            table_fill: 31,
            endgame_hits: 4,
            line: moves(root, texts),
        }
    }

    #[test]
    fn a_report_has_one_equals_sign_an_argument() {
        let root = Position::start();
        let report = sample(&root, "32-28 19-23 28x19");
        let text = event(&Event::Report(report.clone()), &root).unwrap();
        assert_eq!(
            text,
            "info depth=21 mean-depth=17.4 sel-depth=33 score=-0.01 nodes=31261613 time=3.906 \
             nps=8.003 pv=\"32-28 19-23 28x19x23\""
        );
        let second = Report { rank: 2, bound: Bound::Upper, ..report };
        let text = event(&Event::Report(second), &root).unwrap();
        assert!(text.contains(" multi-pv=2 score=-0.01 bound=upper nodes="), "{text}");
        let forced = Report { mean_depth: None, ..sample(&root, "32-28") };
        let text = event(&Event::Report(forced), &root).unwrap();
        assert!(text.contains("info depth=21 sel-depth=33 "), "nothing was counted: {text}");
        let remark = event(&Event::Remark("a = \"b\"\nc".to_owned()), &root).unwrap();
        assert_eq!(remark, "info message=\"a : 'b' c\"");
    }

    #[test]
    fn a_line_is_cut_before_a_move_that_cannot_be_played() {
        let root = Position::start();
        let mut line = moves(&root, "32-28 19-23 28x19");
        line.remove(1);
        assert_eq!(self::line(&line, &root), "32-28");
    }

    #[test]
    fn scores_tell_evaluations_tables_and_ends_apart() {
        for (score, text) in [
            (Score::from_evaluation(-123), "-1.23"),
            (Score::from_evaluation(-5), "-0.05"),
            (Score::DRAW, "0.00"),
            (Score::EVALUATION_LIMIT, "80.00"),
            (Score::mate_in(Ply::new(3)), "99.97"),
            (Score::mated_in(Ply::new(4)), "-99.96"),
            (Score::mated_in(Ply::ROOT), "-100.00"),
            (Score::table_win_in(Ply::new(2)), "89.98"),
            (-Score::table_win_in(Ply::ROOT), "-90.00"),
        ] {
            assert_eq!(self::score(score), text);
            let back = read_score(text).unwrap();
            assert!(back == score || score == Score::EVALUATION_LIMIT, "{text}: {back}");
        }
        for text in ["", "x", "nan", "inf"] {
            assert_eq!(read_score(text), None, "{text}");
        }
        assert_eq!(read_score("-1e30"), Some(Score::mated_in(Ply::ROOT)));
    }

    #[test]
    fn an_answer_names_the_reply_only_if_it_is_one() {
        let root = Position::start();
        let line = moves(&root, "32-28 19-23");
        let answer = |best, ponder| super::answer(&Answer { best, ponder }, &root);
        assert_eq!(answer(Some(line[0]), Some(line[1])), "done move=32-28 ponder=19-23");
        assert_eq!(answer(Some(line[0]), None), "done move=32-28");
        assert_eq!(answer(Some(line[0]), Some(line[0])), "done move=32-28");
        assert_eq!(answer(None, Some(line[1])), "done move=none");
    }

    #[test]
    fn a_name_is_split_from_its_version() {
        let author = "author=\"the Damier developers\"";
        assert_eq!(identity("Damier 0.1.0"), format!("id name=Damier version=0.1.0 {author}"));
        assert_eq!(identity("Some Engine"), format!("id name=\"Some Engine\" {author}"));
    }

    #[test]
    fn errors_are_one_line_without_quotes() {
        assert_eq!(error("no \"x\"\nhere"), "error message=\"no 'x' here\"");
        assert!(error(&"é".repeat(10_000)).chars().count() < 600);
    }
}
