//! What the engine says, as lines of text.

use crate::output::one_line;
use damier_chess::{CastlingStyle, Move, Position};
use damier_core::{Depth, Score};
use damier_search::{Answer, Bound, Event, OptionKind, Report, SearchProgress, expectation};
use std::fmt::Write;

/// What a win known from endgame tables is shown as, less a point for each ply until the tables
/// take over. Programs know no third kind of score; this one is far from any evaluation.
const TABLE_WIN_SHOWN: i32 = 20_000;

/// Evaluations are shown up to here, so that none looks like a win from endgame tables.
const EVALUATION_SHOWN: i32 = 19_000;

/// How a search is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How castling is written.
    pub castling: CastlingStyle,
    /// Whether scores come with wins, draws and losses.
    pub shows_expectation: bool,
}

/// An event of a search that began in `root`, as one line.
pub fn event(event: &Event<Move>, root: &Position, style: Style) -> String {
    match event {
        Event::Report(report) => self::report(report, root, style),
        Event::Progress(progress) => self::progress(progress, root, style.castling),
        Event::Remark(words) => remark(words),
    }
}

fn report(report: &Report<Move>, root: &Position, style: Style) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{} nodes {} nps {} hashfull {} tbhits \
        {} time {} pv{}",
        report.depth,
        report.selective_depth,
        report.rank,
        score(report.score),
        expectation_text(report.score, style),
        report.nodes,
        report.nodes_per_second(),
        report.table_fill,
        report.endgame_hits,
        report.time.as_millis(),
        line(&report.line, root, style.castling),
    )
}

fn progress(progress: &SearchProgress<Move>, root: &Position, castling: CastlingStyle) -> String {
    let turn = progress.turn.as_ref().map_or_else(String::new, |turn| {
        let mv = root.write_uci(turn.mv, castling);
        format!("depth {} currmove {mv} currmovenumber {} ", turn.depth, turn.number)
    });
    format!(
        "info {turn}nodes {} nps {} hashfull {} time {}",
        progress.nodes,
        progress.nodes_per_second(),
        progress.table_fill,
        progress.time.as_millis(),
    )
}

/// The report of a position without legal moves, which no line can describe.
pub fn verdict(position: &Position, style: Style) -> String {
    let value = if position.is_check() { -Score::MATE } else { Score::DRAW };
    let expectation = expectation_text(value, style);
    format!("info depth {} score {}{expectation}", Depth::ZERO, score(value))
}

/// `cp` or `mate` with its number. A mate is counted in moves of the side that gives it.
pub fn score(score: Score) -> String {
    let value = score.value();
    match score.plies_to_mate() {
        Some(plies) => format!("mate {}", (plies + plies.signum()) / 2),
        None if score.is_decisive() => {
            let plies = Score::TABLE_WIN.value() - value.abs();
            format!("cp {}", value.signum() * (TABLE_WIN_SHOWN - plies))
        }
        None => format!("cp {}", value.clamp(-EVALUATION_SHOWN, EVALUATION_SHOWN)),
    }
}

/// ` wdl …` if it is to be shown.
fn expectation_text(score: Score, style: Style) -> String {
    if !style.shows_expectation {
        return String::new();
    }
    let [win, draw, loss] = expectation(score);
    format!(" wdl {win} {draw} {loss}")
}

/// The moves of a line, a blank before each. A line that stops making sense is cut there: a wrong
/// move would lead programs to throw away all of it.
fn line(moves: &[Move], root: &Position, castling: CastlingStyle) -> String {
    let mut text = String::new();
    let mut position = root.clone();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        let _ = write!(text, " {}", position.write_uci(mv, castling));
        position.play_unchecked(mv);
    }
    text
}

/// `bestmove …`, with the reply to think about if there is one.
pub fn answer(answer: &Answer<Move>, root: &Position, castling: CastlingStyle) -> String {
    let Some(best) = answer.best else {
        return "bestmove (none)".to_owned();
    };
    // The reply is written as the second move of a line, and left out if it is none.
    let moves = line(
        &[Some(best), answer.ponder].into_iter().flatten().collect::<Vec<_>>(),
        root,
        castling,
    );
    let mut moves = moves.split_whitespace();
    match (moves.next(), moves.next()) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".to_owned(),
    }
}

/// `info string …`: words for people, on one line and not too many.
pub fn remark(words: &str) -> String {
    format!("info string {}", one_line(words))
}

/// The declaration of an option.
pub fn option(name: &str, kind: &OptionKind) -> String {
    let mut text = format!("option name {name} type ");
    let _ = match kind {
        OptionKind::Check { default } => write!(text, "check default {default}"),
        OptionKind::Spin { default, min, max } => {
            write!(text, "spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let variants: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            write!(text, "combo default {default}{variants}")
        }
        OptionKind::Button => write!(text, "button"),
        OptionKind::Text { default } if default.is_empty() => {
            write!(text, "string default <empty>")
        }
        OptionKind::Text { default } => write!(text, "string default {default}"),
    };
    text
}

/// The board and what belongs to it.
pub fn diagram(position: &Position) -> String {
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| square.to_string()).collect();
    format!(
        "{}\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
        position.to_diagram(),
        position.to_fen(),
        position.key(),
        checkers.join(" ")
    )
}

/// What `help` prints.
pub const HELP: &str = "\
Damier speaks UCI, the language between chess programs and engines. For example:
  position startpos moves e2e4   set up a position; also: position fen <FEN> [moves …]
  go movetime 1000               search for a second; also: depth, nodes, wtime and btime, infinite
  stop                           end the search
  setoption name Hash value 256  set an option; uci lists them
  d                              draw the board
  eval                           show what the evaluation sees
  go perft 5                     count move paths
  bench                          do a fixed piece of work
  quit                           leave
For commands that are not part of UCI, leave and run: damier --help
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::MAX_REMARK;
    use damier_core::Ply;
    use damier_search::RootTurn;
    use std::time::Duration;

    const PLAIN: Style = Style { castling: CastlingStyle::Standard, shows_expectation: false };

    fn moves(root: &Position, texts: &str) -> Vec<Move> {
        let mut position = root.clone();
        let mut moves = Vec::new();
        for text in texts.split_whitespace() {
            let mv = position.read_uci(text).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        moves
    }

    fn sample(root: &Position, texts: &str) -> Report<Move> {
        Report {
            depth: Depth::new(7),
            selective_depth: 12,
            mean_depth: None,
            rank: 2,
            score: Score::from_evaluation(-35),
            bound: Bound::Exact,
            nodes: 5000,
            time: Duration::from_micros(250_900),
            table_fill: 31,
            endgame_hits: 4,
            line: moves(root, texts),
        }
    }

    #[test]
    fn a_report_has_whole_numbers_in_the_usual_order() {
        let root = Position::start();
        let report = sample(&root, "e2e4 e7e5");
        let start = "info depth 7 seldepth 12 multipv 2 score cp -35";
        let end = "nodes 5000 nps 19928 hashfull 31 tbhits 4 time 250 pv e2e4 e7e5";
        let text =
            |report: &Report<Move>, style| event(&Event::Report(report.clone()), &root, style);
        assert_eq!(text(&report, PLAIN), format!("{start} {end}"));
        let lower = Report { bound: Bound::Lower, ..report.clone() };
        assert_eq!(text(&lower, PLAIN), format!("{start} lowerbound {end}"));
        let with_expectation = text(&lower, Style { shows_expectation: true, ..PLAIN });
        let [win, draw, loss] = expectation(report.score);
        assert!(
            with_expectation.contains(&format!(" lowerbound wdl {win} {draw} {loss} nodes ")),
            "{with_expectation}"
        );
    }

    #[test]
    fn the_move_under_way_is_told_with_what_was_spent() {
        let root = Position::from_fen("4k2r/8/8/8/8/8/5P2/4K2R w Kk - 0 1").unwrap();
        let turn = RootTurn { depth: Depth::new(20), mv: moves(&root, "e1g1")[0], number: 3 };
        let progress = SearchProgress {
            turn: Some(turn),
            nodes: 5000,
            time: Duration::from_millis(250),
            table_fill: 31,
        };
        assert_eq!(
            event(&Event::Progress(progress), &root, PLAIN),
            "info depth 20 currmove e1g1 currmovenumber 3 nodes 5000 nps 20000 hashfull 31 time 250"
        );
        assert_eq!(
            event(&Event::Progress(SearchProgress { turn: None, ..progress }), &root, PLAIN),
            "info nodes 5000 nps 20000 hashfull 31 time 250"
        );
    }

    #[test]
    fn castling_is_written_from_the_position_in_which_it_happens() {
        let root = Position::from_fen("4k2r/8/8/8/8/8/5P2/4K2R w Kk - 0 1").unwrap();
        let report = sample(&root, "e1g1 e8g8");
        let line = |castling| self::line(&report.line, &root, castling);
        assert_eq!(line(CastlingStyle::Standard), " e1g1 e8g8");
        assert_eq!(line(CastlingStyle::Chess960), " e1h1 e8h8");
    }

    #[test]
    fn a_line_is_cut_before_a_move_that_cannot_be_played() {
        let root = Position::start();
        let mut line = moves(&root, "e2e4 e7e5 g1f3");
        line.remove(1);
        assert_eq!(self::line(&line, &root, CastlingStyle::Standard), " e2e4");
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
            assert_eq!(score(Score::mate_in(Ply::new(plies))), format!("mate {moves}"));
            assert_eq!(score(Score::mated_in(Ply::new(plies))), format!("mate -{moves}"));
        }
        assert_eq!(score(Score::mated_in(Ply::ROOT)), "mate 0");
    }

    #[test]
    fn table_wins_lie_beyond_evaluations() {
        assert_eq!(score(Score::table_win_in(Ply::new(4))), "cp 19996");
        assert_eq!(score(-Score::table_win_in(Ply::new(4))), "cp -19996");
        assert_eq!(score(Score::EVALUATION_LIMIT), "cp 19000");
        assert_eq!(score(Score::from_evaluation(-123)), "cp -123");
    }

    #[test]
    fn an_answer_names_the_reply_only_if_it_is_one() {
        let root = Position::from_fen("4k2r/8/8/8/8/8/5P2/4K2R w Kk - 0 1").unwrap();
        let line = moves(&root, "e1g1 e8g8");
        let answer =
            |best, ponder| super::answer(&Answer { best, ponder }, &root, CastlingStyle::Standard);
        assert_eq!(answer(Some(line[0]), Some(line[1])), "bestmove e1g1 ponder e8g8");
        assert_eq!(answer(Some(line[0]), None), "bestmove e1g1");
        assert_eq!(answer(Some(line[0]), Some(line[0])), "bestmove e1g1");
        assert_eq!(answer(None, None), "bestmove (none)");
    }

    #[test]
    fn every_kind_of_option_is_declared() {
        let words = |text: &str| text.to_owned();
        let cases = [
            (OptionKind::Check { default: true }, "check default true"),
            (OptionKind::Spin { default: 1, min: 0, max: 9 }, "spin default 1 min 0 max 9"),
            (
                OptionKind::Combo { default: words("a"), choices: vec![words("a"), words("b")] },
                "combo default a var a var b",
            ),
            (OptionKind::Button, "button"),
            (OptionKind::Text { default: words("") }, "string default <empty>"),
            (OptionKind::Text { default: words("x y") }, "string default x y"),
        ];
        for (kind, text) in cases {
            assert_eq!(option("Some Name", &kind), format!("option name Some Name type {text}"));
        }
    }

    #[test]
    fn remarks_are_one_line_of_bearable_length() {
        assert_eq!(remark(" two\nlines\0 "), "info string two lines ");
        assert_eq!(remark(&"é".repeat(10_000)).chars().count(), 12 + MAX_REMARK + 1);
    }

    #[test]
    fn the_end_of_the_game_has_a_verdict() {
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(verdict(&mated, PLAIN), "info depth 0 score mate 0");
        let stalemated = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        let style = Style { shows_expectation: true, ..PLAIN };
        let [win, draw, loss] = expectation(Score::DRAW);
        assert_eq!(
            verdict(&stalemated, style),
            format!("info depth 0 score cp 0 wdl {win} {draw} {loss}")
        );
    }
}
