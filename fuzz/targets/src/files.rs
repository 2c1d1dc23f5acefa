//! Files of bytes: networks, books, and those of the learner.

use crate::scratch;
use damier_chess::Position as Chess;
use damier_chess_engine::book::Book;
use damier_chess_engine::evaluation::network as chess;
use damier_core::Side;
use damier_draughts::Position as Draughts;
use damier_draughts_engine::evaluation::network as draughts;
use damier_files::checksum;
use damier_learn::checkpoint::Checkpoint;
use damier_learn::collection::{inspect, join};
use damier_learn::file::{GameReader, GameWriter};
use damier_learn::fit::Outcomes;
use damier_learn::lessons::{LessonMaterial, Lessons, Portions};
use damier_learn::samples::Foresight;
use damier_learn::transfer::{
    ImportSettings, PositionChoice, TextStyle, Transferred, export_text, import_records,
    import_text, import_viriformat,
};
use damier_learn::{LearnGame, PackedGame};
use damier_nnue::{FeatureSet, Kernel, Network, Orientation, PositionFacts, Shape, Stack, Token};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A Polyglot book. What it knows of a position is legal there.
pub(crate) fn book_files(bytes: &[u8]) {
    let Ok(book) = Book::from_bytes(bytes) else { return };
    assert_eq!(book.entries() * 16, bytes.len());
    let position = Chess::start();
    assert!(book.moves(&position).iter().all(|found| position.is_legal(found.mv)));
    let _ = book.pick(&position, 1);
}

/// A file of the learner; the first byte says which: games of chess, games of draughts, a
/// checkpoint. What is read is written back, and to the same bytes where there is one way to write
/// it.
pub(crate) fn learner_files(bytes: &[u8]) {
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
}

fn check_games<S: LearnGame>(bytes: &[u8]) {
    let [file, joined] = ["games", "joined"].map(|name| scratch("learner_files", name));
    fs::write(&file, bytes).expect("a temporary file can be written");
    let files = [&file];
    let contents = inspect::<S>(&file, &mut |_| ());
    let foresight = Some(Foresight { share: 0.5, scale: 150.0 });
    let material = LessonMaterial { games: vec![file.clone()], neighbours: 1, foresight };
    let folder = scratch("learner_files", "lessons");
    let _ = Lessons::remove(&folder);
    let lessons = Lessons::prepare::<S>(&material, &folder, Portions::default(), &mut |_| true);
    let lessons = lessons.map(|lessons| lessons.expect("nothing stops it"));
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
        assert_eq!(PackedGame::from_bytes(&record.to_bytes()), Some(record));
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

/// A file of another program; the first byte says which: viriformat, text of chess, text of
/// draughts, PGN, PDN. What is kept of it is sound, and comes back from what is written of it.
pub(crate) fn imports(bytes: &[u8]) {
    let Some((format, bytes)) = bytes.split_first() else { return };
    let [file, games] = ["import", "games"].map(|name| scratch("imports", name));
    fs::write(&file, bytes).expect("a temporary file can be written");
    let files = [file];
    let import = |settings: ImportSettings| {
        let _ = fs::remove_file(&games);
        match format % 5 {
            0 => import_viriformat(&files, &games, settings, &mut |_| true),
            1 => import_text::<Chess>(&files, &games, settings, &mut |_| true),
            2 => import_text::<Draughts>(&files, &games, settings, &mut |_| true),
            3 => import_records::<Chess>(&files, &games, settings, &mut |_| true),
            _ => import_records::<Draughts>(&files, &games, settings, &mut |_| true),
        }
    };
    let lenient = import(ImportSettings { factor: 1.5, skip_faults: true });
    let strict = import(ImportSettings::default());
    let Ok(done) = strict else { return };
    assert_eq!(lenient.ok(), Some(done), "nothing is wrong, so nothing is left out");
    match format % 5 {
        2 | 4 => check_export::<Draughts>(&games, done),
        _ => check_export::<Chess>(&games, done),
    }
}

fn check_export<G: LearnGame>(games: &Path, done: Transferred) {
    let contents = inspect::<G>(games, &mut |_| ()).expect("what was written can be read");
    assert_eq!((contents.games, contents.positions), (done.games, done.positions));
    assert_eq!((contents.torn_bytes, contents.repeated), (0, 0));
    let [text, again] = ["text", "again"].map(|name| scratch("imports", name));
    for old in [&text, &again] {
        let _ = fs::remove_file(old);
    }
    let style = TextStyle { choice: PositionChoice::All, with_moves: true };
    let written = export_text::<G>(&[games.to_owned()], &text, style, &mut |_| true);
    assert_eq!(written.expect("it can be written").positions, done.positions);
    let back = import_text::<G>(&[text], &again, ImportSettings::default(), &mut |_| true);
    match back {
        Ok(back) => assert_eq!(back.positions, done.positions),
        // A game without moves has no positions.
        Err(error) => assert!(done.positions == 0, "{error}"),
    }
}

/// One piece on one square: a checkpoint so short that fuzzers can work on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tiny;

impl FeatureSet for Tiny {
    const ALL: &'static [Self] = &[Self];
    const KINDS: usize = 1;
    const SQUARES: usize = 1;
    const BUCKETS: usize = 1;

    fn name(self) -> &'static str {
        "some"
    }

    fn regions(self) -> usize {
        1
    }

    fn input(_view: Side, _orientation: Orientation, token: Token) -> usize {
        token.into()
    }

    fn orientation(self, _view: Side, _tokens: &[Token]) -> Orientation {
        Orientation::default()
    }

    fn bucket(_pieces: usize) -> usize {
        0
    }
}

fn check_checkpoint(bytes: &[u8]) {
    let Ok(checkpoint) = Checkpoint::<Tiny>::from_bytes(bytes) else { return };
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

const NEURONS: Range<usize> = 16..20;
const NOTE_LENGTH: Range<usize> = 32..36;
const NAME: Range<usize> = 48..64;
/// The last of the header.
const SUM: Range<usize> = 64..72;
const LONGEST_NOTE: usize = 4096;

/// A network of either game, as it is and filled up to its length. What is read is written back to
/// the same bytes, and both kernels find the same in it.
pub(crate) fn network_files(bytes: &[u8]) {
    check_network::<chess::Features>(bytes);
    check_network::<draughts::Features>(bytes);
}

fn check_network<F: FeatureSet>(bytes: &[u8]) {
    let _ = Network::<F>::from_bytes(bytes);
    // What the fuzzer finds is short, and it cannot guess a checksum.
    let Some(whole) = completed::<F>(bytes) else { return };
    let Ok(network) = Network::<F>::from_bytes(&whole) else { return };
    assert!(network.to_bytes() == whole, "{:?}", network.origin());
    let plain = network.clone().with_kernel(Kernel::PORTABLE);
    let orientations = [Orientation::default(); 2];
    for pieces in 0..F::SQUARES as Token {
        let [fast, plain] = [&network, &plain].map(|network| {
            let mut stack = Stack::new(network.shape(), 0);
            let tokens = (0..pieces).map(|square| square * (F::KINDS as Token - 1));
            let (side_to_move, pieces) = (Side::White, pieces.into());
            // No board has so many formations that their sum would be larger.
            let formations = i32::from(i16::MAX) * 1000;
            let facts = PositionFacts { side_to_move, orientations, pieces, formations };
            stack.score(network, facts, &tokens)
        });
        assert_eq!(fast, plain);
    }
}

/// As long as a network with this header is, the bytes repeated for weights, with the right
/// checksum.
fn completed<F: FeatureSet>(bytes: &[u8]) -> Option<Vec<u8>> {
    let name = std::str::from_utf8(bytes.get(NAME)?).ok()?.trim_end_matches('\0');
    let word =
        |at: Range<usize>| Some(u32::from_le_bytes(bytes.get(at)?.try_into().ok()?) as usize);
    let shape = Shape::new(F::named(name)?, word(NEURONS)?).ok()?;
    let note = word(NOTE_LENGTH)?;
    let weights = 2 * shape.parameters() + 2 * F::BUCKETS;
    let length = SUM.end + note.min(LONGEST_NOTE) + weights;
    let mut whole: Vec<u8> = bytes.iter().copied().cycle().take(length.max(bytes.len())).collect();
    let (before, after) = (&whole[..SUM.start], &whole[SUM.end..]);
    let sum = checksum(before.iter().chain(after).copied());
    whole[SUM].copy_from_slice(&sum.to_le_bytes());
    Some(whole)
}
