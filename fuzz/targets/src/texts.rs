//! Positions, moves, game records and profiles as text.

#[path = "../../../crates/chess/tests/all/exercise.rs"]
mod exercise;

use damier_chess::{Epd, Position as Chess};
use damier_draughts::Position as Draughts;
use damier_profiles::{OpponentGame, Profile, game_of};
use damier_records::{FaultKind, Reader, RecordGame, RecordReading};

/// A first line as FEN and as EPD, further lines as moves. Whatever is accepted must behave as a
/// position.
pub(crate) fn chess_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if let Ok(epd) = Epd::from_line(first) {
        let written = epd.to_string();
        let again = Epd::from_line(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.position, epd.position);
        assert!(again.operations.ends_with(&epd.operations));
    }
    let Ok(mut position) = Chess::from_fen(first) else { return };
    exercise::exercise(&position);
    for line in lines {
        if let Ok(mv) = position.read_move(line) {
            position.play(mv);
            exercise::exercise(&position);
        }
    }
}

/// A first line as FEN, Hub or DXP position, further lines as moves.
pub(crate) fn draughts_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let read = Draughts::from_fen(first).ok();
    let read = read.or_else(|| Draughts::from_hub(first).ok());
    let Some(mut position) = read.or_else(|| Draughts::from_dxp(first).ok()) else { return };
    damier_testkit::exercise(&position);
    for line in lines {
        let _ = position.read_hub(line);
        if let Ok(mv) = position.read_move(line) {
            position.play(mv);
            damier_testkit::exercise(&position);
        }
    }
}

/// Games of chess.
pub(crate) fn pgn(bytes: &[u8]) {
    records::<Chess>(bytes);
}

/// Games of draughts.
pub(crate) fn pdn(bytes: &[u8]) {
    records::<Draughts>(bytes);
}

/// What is read can be written, and read again to the same.
fn records<G: RecordGame>(bytes: &[u8]) {
    for game in read::<G>(bytes) {
        for fault in &game.faults {
            assert!(fault.game == game.number && fault.place >= game.place, "{fault}");
        }
        // Of another game only the tags are kept, and they still say so.
        if game.faults.iter().any(|fault| matches!(fault.kind, FaultKind::OtherGame { .. })) {
            continue;
        }
        let text = game.record.to_string();
        let again = read::<G>(text.as_bytes());
        assert_eq!(again.len(), 1, "{text}");
        let RecordReading { record, faults, .. } = &again[0];
        assert!(faults.is_empty(), "{text}\n{}", faults[0]);
        assert_eq!((record.start(), record.result), (game.record.start(), game.record.result));
        assert!(record.tree() == game.record.tree(), "{text}\n{record}");
        assert_eq!(record.to_string(), text);
    }
}

fn read<G: RecordGame>(bytes: &[u8]) -> Vec<RecordReading<G>> {
    Reader::new(bytes).map(|game| game.expect("memory does not fail")).collect()
}

/// A profile of either game. What is read is written so that it reads the same.
pub(crate) fn profiles(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = game_of(&text);
    profile::<Chess>(&text);
    profile::<Draughts>(&text);
}

fn profile<G: OpponentGame>(text: &str) {
    match Profile::from_toml::<G>(text, "some") {
        Ok(profile) => {
            let written = profile.to_toml::<G>();
            let again = Profile::from_toml::<G>(&written, "some");
            assert_eq!(again.as_ref(), Ok(&profile), "{written}");
        }
        Err(mistakes) => assert!(mistakes.iter().all(|mistake| !mistake.to_string().is_empty())),
    }
}
