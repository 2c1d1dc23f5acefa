//! Games to and from other formats: nothing is lost that the format can hold, and what is broken is
//! named with its place.

#[path = "../common/mod.rs"]
mod common;
mod viriformat;

use common::Folder;
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Outcome, Side};
use damier_draughts::Position as Draughts;
use damier_learn::file::{GameReader, GameWriter};
use damier_learn::transfer::{
    ImportSettings, PositionChoice, Step, TextStyle, TransferError, Transferred, export_text,
    export_viriformat, import_records, import_text, import_viriformat,
};
use damier_learn::{LearnGame, PackedGame};
use std::fs;
use std::path::{Path, PathBuf};

const OUTCOMES: [Outcome; 3] =
    [Outcome::Win(Side::White), Outcome::Draw, Outcome::Win(Side::Black)];
const EVERYTHING: TextStyle = TextStyle { choice: PositionChoice::All, with_moves: true };

/// A game of random moves; every score there is may be in it.
fn random_record<G: LearnGame>(start: G, random: &mut Random) -> PackedGame<G> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < 300 && position.ending(1).is_none() {
        let mv = *random.pick(&position.legal_moves());
        let limits = [i16::MAX, -i16::MAX, 32_000, -32_000, 30_000, 30_001, 0];
        let score = match random.below(4) {
            0 => *random.pick(&limits),
            _ => random.below(4000) as i16 - 2000,
        };
        moves.push((mv, score));
        position.play_unchecked(mv);
    }
    let opening = moves.drain(..random.below(9).min(moves.len())).map(|(mv, _)| mv).collect();
    PackedGame { id: random.next_bits(), start, opening, moves, outcome: OUTCOMES[random.below(3)] }
}

fn random_chess(count: usize) -> Vec<PackedGame<Chess>> {
    let mut random = Random::new(3);
    let mut records = Vec::new();
    for number in 0..count {
        let start = match number % 3 {
            0 => Chess::start(),
            1 => Chess::chess960_start(random.below(960) as u16).unwrap(),
            // Castling and promotions are near, for either side.
            _ => Chess::from_fen("1r2k1r1/P6P/8/8/8/8/p6p/1R2K1R1 w BGbg - 3 40").unwrap(),
        };
        records.push(random_record(start, &mut random));
    }
    records
}

fn random_draughts(count: usize) -> Vec<PackedGame<Draughts>> {
    let mut random = Random::new(4);
    (0..count).map(|_| random_record(Draughts::start(), &mut random)).collect()
}

fn write_games<G: LearnGame>(path: &Path, records: &[PackedGame<G>]) {
    let mut writer = GameWriter::open(path, &format!("{} test", G::NAME), &mut |_| ()).unwrap();
    records.iter().for_each(|record| writer.append(&record.to_bytes()).unwrap());
}

fn read_games<G: LearnGame>(path: &Path) -> Vec<PackedGame<G>> {
    let mut reader = GameReader::open(path).unwrap();
    reader.expect_game::<G>().unwrap();
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

/// What a trainer sees of a game: everything but where it came from.
fn seen<G: LearnGame>(records: &[PackedGame<G>]) -> Vec<(G, G::Move, i16, Outcome)> {
    let mut all = Vec::new();
    for record in records {
        let positions = record.positions();
        all.extend(positions.map(|(position, mv, score)| (position, mv, score, record.outcome)));
    }
    all
}

fn paths(path: &Path) -> Vec<PathBuf> {
    vec![path.to_owned()]
}

fn text_holds_all_positions<G: LearnGame>(name: &str, records: &[PackedGame<G>]) {
    let folder = Folder::new(name);
    let [games, file, back] = ["games", "file.txt", "back"].map(|name| folder.file(name));
    write_games(&games, records);
    let all = seen(records);
    let done = export_text::<G>(&paths(&games), &file, EVERYTHING, &mut |_| true).unwrap();
    assert_eq!(done.positions, all.len() as u64);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), all.len());
    import_text::<G>(&paths(&file), &back, ImportSettings::default(), &mut |_| true).unwrap();
    assert!(seen(&read_games::<G>(&back)) == all);

    // Without moves, and only what a trainer looks at.
    let [file, back] = ["quiet.txt", "quiet"].map(|name| folder.file(name));
    let style = TextStyle { choice: PositionChoice::Quiet, with_moves: false };
    let done = export_text::<G>(&paths(&games), &file, style, &mut |_| true).unwrap();
    let is_quiet = |(position, mv, score, _): &(G, G::Move, i16, Outcome)| {
        position.is_quiet(*mv) && i32::from(*score).abs() < 30_000
    };
    let quiet: Vec<_> = all.iter().filter(|it| is_quiet(it)).collect();
    assert!(!quiet.is_empty() && quiet.len() < all.len());
    assert_eq!(done.positions, quiet.len() as u64);
    import_text::<G>(&paths(&file), &back, ImportSettings::default(), &mut |_| true).unwrap();
    let found = seen(&read_games::<G>(&back));
    assert_eq!(found.len(), quiet.len());
    for (found, quiet) in found.iter().zip(quiet) {
        assert!((&found.0, found.2, found.3) == (&quiet.0, quiet.2, quiet.3));
    }
}

#[test]
fn text_holds_all_positions_of_both_games() {
    text_holds_all_positions("transfer-text-chess", &random_chess(30));
    text_holds_all_positions("transfer-text-draughts", &random_draughts(30));
}

#[test]
fn a_line_says_what_white_thinks_of_a_position() {
    let folder = Folder::new("transfer-line");
    let [games, file] = ["games", "file.txt"].map(|name| folder.file(name));
    let mut position = Chess::start();
    let moves = ["e4", "e5"].map(|text| {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(mv);
        (mv, 25)
    });
    let (start, moves, outcome) = (Chess::start(), moves.to_vec(), Outcome::Win(Side::Black));
    write_games(&games, &[PackedGame { id: 1, start, opening: vec![], moves, outcome }]);
    export_text::<Chess>(&paths(&games), &file, EVERYTHING, &mut |_| true).unwrap();
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 25 | 0.0 | e4\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | -25 | 0.0 | e5\n"
    );
}

#[test]
fn a_move_that_is_not_named_says_whether_something_is_taken() {
    let quiet = |fen: &str| {
        let position = Chess::from_fen(fen).unwrap();
        position.is_quiet(position.likely_best().unwrap())
    };
    assert!(quiet("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1"), "the pawn is defended");
    assert!(!quiet("4k3/8/3p4/8/8/8/8/3RK3 w - - 0 1"), "the pawn hangs");
    assert!(!quiet("7k/P7/8/8/8/8/8/4K3 w - - 0 1"), "a pawn becomes a queen");
    assert!(!quiet("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), "White is in check");
    assert_eq!(Chess::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap().likely_best(), None);
}

/// Reads one text, and what became of it.
fn import<G: LearnGame>(
    folder: &Folder,
    name: &str,
    contents: &[u8],
    settings: ImportSettings,
) -> (Result<Transferred, TransferError>, Vec<PackedGame<G>>, Vec<String>) {
    let (file, out) = (folder.file(name), folder.file("out"));
    fs::write(&file, contents).unwrap();
    let _ = fs::remove_file(&out);
    let mut faults = Vec::new();
    let mut watch = |step: Step| {
        if let Step::Fault(fault) = step {
            faults.push(fault.words.clone());
        }
        true
    };
    let done = match name {
        "file.vf" => import_viriformat(&paths(&file), &out, settings, &mut watch),
        "file.txt" => import_text::<G>(&paths(&file), &out, settings, &mut watch),
        _ => import_records::<G>(&paths(&file), &out, settings, &mut watch),
    };
    // What failed leaves nothing behind.
    assert_eq!(done.is_ok(), out.exists());
    let parts = fs::read_dir(out.parent().unwrap()).unwrap();
    assert!(
        parts.map(|it| it.unwrap().path()).all(|it| it.extension().is_none_or(|e| e != "part"))
    );
    let records = if done.is_ok() { read_games::<G>(&out) } else { Vec::new() };
    (done, records, faults)
}

const SKIP: ImportSettings = ImportSettings { factor: 1.0, skip_faults: true };

fn scores<G: LearnGame>(records: &[PackedGame<G>]) -> Vec<Vec<i16>> {
    records.iter().map(|it| it.moves.iter().map(|&(_, score)| score).collect()).collect()
}

#[test]
fn broken_lines_are_named_and_can_be_left_out() {
    let folder = Folder::new("transfer-lines");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let cases = [
        (format!("{start} | 12"), "a line is FEN | score | result, perhaps with | move"),
        (format!("{start} | 1.5 | 1.0"), "\"1.5\" is no whole number"),
        (format!("{start} | 40000 | 1.0"), "40000 is larger than any score"),
        (format!("{start} | -32769 | 1.0"), "-32769 is larger than any score"),
        (format!("{start} | {} | 1.0", i32::MIN), "-2147483648 is larger than any score"),
        (format!("{start} | 12 | 0.7"), "\"0.7\" is no result"),
        (format!("{start} | 12 | *"), "\"*\" is no result"),
        (format!("{start} | 12 | 1-0 | e5"), "e5 is not legal in this position"),
        ("nonsense w | 12 | 1.0".to_owned(), "the board needs 8 ranks"),
        ("x".repeat(5000), "a line of more than 2048 bytes is no position"),
    ];
    for (line, words) in cases {
        let text = format!("# a remark\n\n{start} | 7 | 0.5\r\n{line}\n{start} | -7 | 1-0\n");
        let (done, _, _) =
            import::<Chess>(&folder, "file.txt", text.as_bytes(), ImportSettings::default());
        let error = done.unwrap_err().to_string();
        assert!(error.contains("file.txt: line 4: ") && error.contains(words), "{error}");
        let (done, records, faults) = import::<Chess>(&folder, "file.txt", text.as_bytes(), SKIP);
        assert_eq!(done.unwrap().left_out.faults, 1);
        assert_eq!(scores(&records), [[7], [-7]]);
        assert!(faults.len() == 1 && faults[0].starts_with("line 4: "), "{faults:?}");
    }
    let (done, _, _) =
        import::<Chess>(&folder, "file.txt", b"\xff\xfe\n", ImportSettings::default());
    assert!(done.unwrap_err().to_string().ends_with("line 1: this is no text in UTF-8"));
    let (done, _, _) = import::<Chess>(&folder, "file.txt", b"\n", ImportSettings::default());
    assert!(done.unwrap_err().to_string().ends_with("nothing to keep"));
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1 | 32000 | 1.0\n";
    let (done, _, _) = import::<Chess>(&folder, "file.txt", mate.as_bytes(), SKIP);
    assert!(done.unwrap_err().to_string().ends_with("nothing to keep (1 with the game over)"));
}

#[test]
fn a_factor_changes_scores_but_no_proof() {
    let folder = Folder::new("transfer-factor");
    let line = |score| format!("W:W31-50:B1-20 | {score} | 1.0\n");
    let text: String = [100, -33, 29_999, 30_001, -32_000].map(line).concat();
    let settings = ImportSettings { factor: 1.5, skip_faults: false };
    let (_, records, _) = import::<Draughts>(&folder, "file.txt", text.as_bytes(), settings);
    assert_eq!(scores(&records).concat(), [150, -50, 30_000, 30_001, -32_000]);
}

#[test]
fn scores_of_engines_belong_to_the_position_before_the_move() {
    let folder = Folder::new("transfer-engines");
    let text = "1. e4 {book} e5 {+0.31/12 0.05s} 2. Nf3 {0.25/9} Nc6 {(-0.10/7 3)} \
                3. Bb5 {d=25, sd=30, wv=0.40, tb=null} a6 {d=25, wv=-0.50,} 1-0\n";
    let (done, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!((done.unwrap().positions, found.len()), (5, 1));
    assert_eq!(found[0].opening.len(), 1);
    assert_eq!(scores(&found), [[31, 25, -10, 40, 50]]);
    let text = "1. e4 {+M5/12 1s} e5 {-M4/12} 2. Nf3 {+#3/9} Nc6 {1/2 offered} *\n\n\
                1. e4 {+M7/12} e5 {+999999999.5/1} 1/2-1/2\n";
    let (done, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!(done.unwrap().left_out.without_result, 1);
    assert_eq!(scores(&found), [[31_993, 30_000]]);
    let text = text.replace('*', "0-1");
    let (_, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!(scores(&found)[0], [31_995, -31_996, 31_995]);
}

#[test]
fn judgements_belong_to_the_position_after_the_move() {
    let folder = Folder::new("transfer-judgements");
    let text = "1. e4 {[%eval 0.25] [%clk 0:01:00]} e5 {[%eval 0.20,30]} 2. f3 {[%eval -0.75]} \
                Nc6 {[%eval #4]} 3. Bb5 {[%eval #-3]} a6 {[%eval -1e300]} 4. a3 1-0\n";
    let (_, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!(found[0].opening.len(), 1);
    assert_eq!(scores(&found), [[-25, 20, 75, 31_993, 31_995, -30_000]]);
    // Before the first move, and none behind the last.
    let text = "{[%eval 0.1]} 1. 32-28 {[%eval 0.2]} 19-23 {[%eval 0.0]} 2. 28x19 14x23 2-0";
    let (_, found, _) =
        import::<Draughts>(&folder, "file.pdn", text.as_bytes(), ImportSettings::default());
    assert_eq!(scores(&found), [[10, -20, 0]]);
}

#[test]
fn where_scores_are_missing_a_game_becomes_several() {
    let folder = Folder::new("transfer-parts");
    let text = "1. e4 e5 {+0.10/5} 2. Nf3 {+0.20/5} Nc6 3. Bb5 {+0.30/5} a6 4. Ba4 Nf6 {-0.40/5} \
                5. O-O 0-1\n";
    let (done, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!((done.unwrap().games, found.len()), (3, 3));
    assert_eq!(scores(&found), [vec![10, 20], vec![30], vec![-40]]);
    assert!(found.iter().all(|game| game.outcome == Outcome::Win(Side::Black)));
    assert_eq!(found[0].opening.len(), 1);
    assert!(found[1].start.to_fen().ends_with(" w KQkq - 2 3"), "{}", found[1].start.to_fen());
}

#[test]
fn games_that_cannot_be_trusted_are_left_out() {
    let folder = Folder::new("transfer-faults");
    let good = "1. e4 {+0.10/5} e5 {+0.20/5} 1-0\n\n";
    let cases = [
        ("1. e4 {+0.10/5} e6 {+0.20/5} 2. e6 1-0\n\n", "line 3, column 33: e6 is not legal"),
        ("[FEN \"nonsense\"]\n\n1. e4 {+0.10/5} 1-0\n\n", "cannot be set up"),
        ("[Variant \"Atomic\"]\n\n1. e4 {+0.10/5} 1-0\n\n", "another kind"),
        ("1. e4 {+0.10/5} e5 {+0.20/", "never closed"),
        ("1. e4 {+0.10/5} e5 {+0.20/5} 2. N", "game 2, line 3"),
        ("1. e4 {+0.10/5} e5 {+0.20/5}", "it may have been cut off"),
    ];
    for (bad, words) in cases {
        let text = format!("{good}{bad}");
        let (done, _, _) =
            import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
        let error = done.unwrap_err().to_string();
        assert!(error.contains("file.pgn: game 2, ") && error.contains(words), "{error}");
        let (done, found, _) = import::<Chess>(&folder, "file.pgn", text.as_bytes(), SKIP);
        assert_eq!((done.unwrap().left_out.faults, found.len()), (1, 1), "{bad}");
    }
    // A result that the board tells, and a slip that does not matter.
    let text = "1. f3 {+0.10/5} e5 2. g4 $999 Qh4# *\n";
    let (done, found, _) =
        import::<Chess>(&folder, "file.pgn", text.as_bytes(), ImportSettings::default());
    assert_eq!((done.unwrap().games, found[0].outcome), (1, Outcome::Win(Side::Black)));
    let (done, _, _) = import::<Chess>(&folder, "file.pgn", b"1. e4 e5 1-0\n\n1. d4 *\n", SKIP);
    let words = "nothing to keep (1 without a result, 1 without scores)";
    assert!(done.unwrap_err().to_string().ends_with(words));
    let (done, _, _) =
        import::<Chess>(&folder, "file.pgn", &[0x93; 4000], ImportSettings::default());
    assert!(done.unwrap_err().to_string().contains("file.pgn: game 1, line 1"));
}

#[test]
fn no_file_is_replaced_and_a_full_disk_is_told() {
    let folder = Folder::new("transfer-places");
    let [games, file] = ["games", "file.vf"].map(|name| folder.file(name));
    write_games(&games, &random_chess(3));
    let contents = fs::read(&games).unwrap();
    let error = export_viriformat(&paths(&games), &games, &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("there is such a file already"), "{error}");
    export_viriformat(&paths(&games), &file, &mut |_| true).unwrap();
    let settings = ImportSettings::default();
    let again = import_viriformat(&paths(&file), &games, settings, &mut |_| true);
    assert!(matches!(again, Err(TransferError::Exists { .. })));
    assert!(fs::read(&games).unwrap() == contents);
    let nowhere = folder.file("none").join("file");
    let error = export_viriformat(&paths(&games), &nowhere, &mut |_| true).unwrap_err();
    assert!(matches!(error, TransferError::System { .. }));
    // The other game, and no game at all.
    let error = export_text::<Draughts>(&paths(&games), &nowhere, EVERYTHING, &mut |_| true);
    assert!(error.unwrap_err().to_string().contains("games of chess, not of draughts"));
    let error = export_viriformat(&paths(&file), &nowhere, &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("this is no file of games"));
    #[cfg(target_os = "linux")]
    {
        let full = Path::new("/dev/full");
        let exports = export_text::<Chess>(&paths(&games), full, EVERYTHING, &mut |_| true);
        let imports = import_viriformat(&paths(&file), full, settings, &mut |_| true);
        for result in [exports, imports] {
            let error = result.unwrap_err().to_string();
            assert!(error.starts_with("/dev/full: No space left on device"), "{error}");
        }
    }
}

#[test]
fn work_that_is_stopped_leaves_nothing_behind() {
    let folder = Folder::new("transfer-stop");
    let [games, file, out] = ["games", "file.txt", "out"].map(|name| folder.file(name));
    write_games(&games, &random_draughts(5));
    let mut reads = Vec::new();
    let mut watch = |step: Step| {
        let Step::Progress { read, length, so_far } = step else { return true };
        assert!(read <= length);
        reads.push(read);
        so_far.games < 3
    };
    let stopped = export_text::<Draughts>(&paths(&games), &file, EVERYTHING, &mut watch);
    assert!(matches!(stopped, Err(TransferError::Stopped)));
    assert!(reads.len() == 3 && reads.is_sorted());
    export_text::<Draughts>(&paths(&games), &file, EVERYTHING, &mut |_| true).unwrap();
    let mut steps = 0;
    let mut watch = |_: Step| {
        steps += 1;
        steps < 40
    };
    let settings = ImportSettings::default();
    let stopped = import_text::<Draughts>(&paths(&file), &out, settings, &mut watch);
    assert!(matches!(stopped, Err(TransferError::Stopped)));
    let mut names: Vec<_> =
        fs::read_dir(games.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["file.txt", "games"]);
}
