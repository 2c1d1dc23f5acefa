//! Files of the learner from anywhere; the first byte says which: games of chess, games of
//! draughts, a checkpoint.
//!
//! No reader may panic; what is read is written back, and to the same bytes where
//! there is one way to write it.

#![no_main]

use damier_chess::Position as Chess;
use damier_files::checksum;
use damier_draughts::Position as Draughts;
use damier_learn::checkpoint::Checkpoint;
use damier_learn::collection::{inspect, join};
use damier_learn::file::{GameReader, GameWriter};
use damier_learn::fit::Outcomes;
use damier_learn::samples::{Foresight, Lessons};
use damier_learn::{LearnGame, Record};
use libfuzzer_sys::fuzz_target;
use std::fs;

fuzz_target!(|bytes: &[u8]| {
    let Some((format, bytes)) = bytes.split_first() else { return };
    // As they are, and with the checksums that the fuzzer cannot guess.
    let mut mended = bytes.to_vec();
    match format % 3 {
        0 | 1 => mend_games(&mut mended),
        _ => mend_checkpoint(&mut mended),
    };
    for bytes in [bytes, &mended] {
        match format % 3 {
            0 => check_games::<Chess>(bytes),
            1 => check_games::<Draughts>(bytes),
            _ => check_checkpoint(bytes),
        }
    }
});

fn check_games<S: LearnGame>(bytes: &[u8]) {
    let folder = std::env::temp_dir();
    let [file, joined] = ["games", "joined"]
        .map(|name| folder.join(format!("damier-fuzz-{}.{name}", std::process::id())));
    fs::write(&file, bytes).expect("a temporary file can be written");
    let files = [&file];
    let contents = inspect::<S>(&file, &mut |_| ());
    let foresight = Some(Foresight { share: 0.5, scale: 150.0 });
    let lessons = Lessons::read::<S>(&files, 1, foresight, &mut |_| true);
    assert_eq!(contents.is_ok(), lessons.is_ok());
    assert_eq!(contents.is_ok(), Outcomes::read::<S>(&files).is_ok());
    let Ok(contents) = contents else {
        // Joining does not look into the games.
        let _ = join::<S>(&files, &joined, Some(1));
        return;
    };
    assert_eq!(lessons.map(|lessons| lessons.games).ok(), Some(contents.games));
    let whole = &bytes[..contents.bytes as usize];
    assert_eq!(bytes.len() - whole.len(), contents.torn_bytes as usize);

    let mut reader = GameReader::open(&file).expect("it was read");
    while let Ok(Some(record)) = reader.next_game::<S>() {
        assert_eq!(record.positions().count(), record.moves.len());
        assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
    }
    let join = join::<S>(&files, &joined, None).expect("what is read can be joined");
    assert_eq!(
        (join.games, join.repeated),
        (contents.games - contents.repeated, contents.repeated)
    );
    if join.repeated == 0 {
        assert!(fs::read(&joined).expect("it was written") == whole);
    }
    let mut games = 0;
    GameWriter::open(&file, &contents.recipe, &mut |_| games += 1).expect("it can be gone on with");
    assert_eq!(games, contents.games);
    assert!(fs::read(&file).expect("it is there") == whole, "only what was torn is cut off");
}

fn check_checkpoint(bytes: &[u8]) {
    let Ok(checkpoint) = Checkpoint::from_bytes(bytes, "some", 3) else { return };
    let has_moments = bytes[12] == 1;
    let written = checkpoint.to_bytes(has_moments);
    // Without moments the steps begin anew.
    let steps = 40..48;
    if has_moments {
        assert_eq!(written, bytes);
    } else {
        let end = bytes.len() - 8;
        assert_eq!(written[..steps.start], bytes[..steps.start]);
        assert_eq!(written[steps.end..end], bytes[steps.end..end]);
    }
}

fn mend_checkpoint(bytes: &mut [u8]) -> Option<()> {
    let (body, sum) = bytes.split_last_chunk_mut()?;
    *sum = checksum(body.iter().copied()).to_le_bytes();
    Some(())
}

/// Ends with `None` where the file does, or where its lengths lead beyond.
fn mend_games(bytes: &mut [u8]) -> Option<()> {
    let word = |bytes: &[u8], at: usize| {
        Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize)
    };
    let recipe = 16 + word(bytes, 12)?;
    let sum = checksum(bytes.get(..recipe)?.iter().copied());
    *bytes[recipe..].first_chunk_mut()? = sum.to_le_bytes();
    let mut game = recipe + 8;
    loop {
        let begin = game + 8;
        let end = begin + word(bytes, game)?;
        let sum = checksum(bytes.get(begin..end)?.iter().copied()) as u32;
        *bytes[game + 4..].first_chunk_mut()? = sum.to_le_bytes();
        game = end;
    }
}
