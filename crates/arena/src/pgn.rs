//! Finished games as PGN, for people and other programs to replay.

use crate::record::{Cause, Entrant, GameRecord};
use damier_chess::{MoveError, Position};
use damier_core::{Game, Outcome, Side};
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Lines of moves are not longer.
const WIDTH: usize = 79;

/// Writes a game. `names` are those of A and B; `control` describes the pace.
pub fn write(record: &GameRecord, names: [&str; 2], control: &str) -> Result<String, MoveError> {
    let white = names[record.white.index()];
    let black = names[record.white.other().index()];
    let result = Outcome::from(record.result);
    let termination = match record.cause {
        Cause::Rules => "normal",
        Cause::TooLong | Cause::Resignation | Cause::DrawAgreed => "adjudication",
        Cause::IllegalMove => "rules infraction",
        Cause::TimeLoss => "time forfeit",
        Cause::Crash | Cause::Stall => "abandoned",
    };
    let round = format!("{}.{}", record.pair + 1, if record.white == Entrant::A { 1 } else { 2 });
    let tags = [
        ("Event", "Damier arena"),
        ("Site", "?"),
        ("Date", &today()),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Result", result.as_str()),
        ("FEN", &record.opening),
        ("SetUp", "1"),
        ("TimeControl", control),
        ("Termination", termination),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');

    // The opening was written by ourselves; a journal edited by hand is met with the usual start.
    let start = Position::from_fen(&record.opening).unwrap_or_else(|_| Position::start());
    let mut game = Game::new(start);
    let mut words = Vec::new();
    for word in record.moves.split_whitespace() {
        let position = game.position();
        let mv = position.read_uci(word)?;
        let number = position.fullmove_number();
        match position.side_to_move() {
            Side::White => words.push(format!("{number}.")),
            Side::Black if words.is_empty() => words.push(format!("{number}...")),
            Side::Black => {}
        }
        words.push(position.write_san(mv));
        game.play_unchecked(mv);
    }
    let reason = record.detail.replace(['{', '}'], "|");
    words.extend(format!("{{{reason}}}").split_whitespace().map(str::to_owned));
    words.push(result.to_string());
    let mut column = 0;
    for word in &words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push_str("\n\n");
    Ok(text)
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after the first of January 1970. Years are counted from March, so that the
/// odd day of leap years comes last; 400 of them have 146,097 days.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day_of_month:02}", 400 * era + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [
            (0, "1970.01.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (19_722, "2023.12.31"),
        ];
        for (day, text) in days {
            assert_eq!(date(day), text);
        }
    }

    #[test]
    fn a_game_that_black_begins_is_written_in_san() {
        let record = GameRecord {
            pair: 4,
            white: Entrant::B,
            opening: "rnbqkbnr/pppppppp/8/8/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2".to_owned(),
            moves: "e7e5 a2a3 d8h4".to_owned(),
            result: GameResult::Black,
            cause: Cause::Rules,
            detail: "Black wins by checkmate".to_owned(),
            clocks: [None; 2],
            efforts: Default::default(),
            late_faults: Vec::new(),
        };
        let text = write(&record, ["new \"x\"", "old"], "4+0.04").unwrap();
        assert!(text.contains("[White \"old\"]\n[Black \"new \\\"x\\\"\"]\n"), "{text}");
        assert!(text.contains("[Round \"5.2\"]"), "{text}");
        let moves = "\n\n2... e5 3. a3 Qh4# {Black wins by checkmate} 0-1\n\n";
        assert!(text.ends_with(moves), "{text}");
    }
}
