//! Games of chess in viriformat, beside the crate of that name.

use super::*;
use ::viriformat::chess::board::Board;
use ::viriformat::dataformat::{Game as ViriGame, WDL};
use damier_chess::MoveKind;

fn board_of(position: &Chess) -> Board {
    let mut board = Board::new();
    board.set_from_fen(&position.to_shredder_fen(), true).unwrap();
    board
}

#[test]
fn viriformat_holds_all_games_and_its_own_crate_reads_them() {
    let folder = Folder::new("transfer-viriformat");
    let [games, file, back] = ["games", "file.vf", "back"].map(|name| folder.file(name));
    let mut records = random_chess(60);
    // A game without moves, and one that begins with a pawn to be taken in passing.
    records.push(PackedGame { moves: Vec::new(), ..records[0].clone() });
    let passed = Chess::from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9").unwrap();
    let taking = passed.read_move("exd3").unwrap();
    let (id, moves) = (1, vec![(taking, -7)]);
    records.push(PackedGame { id, start: passed, opening: vec![], moves, outcome: Outcome::Draw });
    write_games(&games, &records);
    let done = export_viriformat(&paths(&games), &file, &mut |_| true).unwrap();
    assert_eq!(done.games, 62);

    let bytes = fs::read(&file).unwrap();
    let mut reader = bytes.as_slice();
    let mut kinds = Vec::new();
    for record in &records {
        let game = ViriGame::deserialise_from(&mut reader, Vec::new()).unwrap();
        let expected = match record.outcome {
            Outcome::Win(Side::White) => WDL::Win,
            Outcome::Draw => WDL::Draw,
            Outcome::Win(Side::Black) => WDL::Loss,
        };
        assert_eq!((game.outcome(), game.len()), (expected, record.moves.len()));
        let first = board_of(&record.after_opening());
        assert_eq!(game.initial_position().to_string(), first.to_string());
        let mut board = game.initial_position();
        let entries = game.moves.iter().zip(record.positions());
        for ((mv, score), (position, ours, own)) in entries {
            let same = board_of(&position);
            assert!(board.castling_rights() == same.castling_rights());
            assert_eq!(board.to_string().split(' ').next(), same.to_string().split(' ').next());
            let legal = board.legal_moves();
            assert_eq!(legal.len(), position.legal_moves().len());
            assert!(legal.contains(mv), "{mv:?} in {}", position.to_fen());
            let white = if position.side_to_move() == Side::White { own } else { -own };
            assert_eq!(score.get(), white);
            board.make_move_simple(*mv);
            kinds.push(ours.kind());
        }
    }
    assert!(reader.is_empty(), "nothing is left");
    for kind in MoveKind::ALL {
        assert!(kinds.contains(&kind), "the games have no {kind:?}");
    }

    let done =
        import_viriformat(&paths(&file), &back, ImportSettings::default(), &mut |_| true).unwrap();
    let found = read_games::<Chess>(&back);
    assert_eq!((done.games, found.len()), (62, 62));
    assert_eq!(done.positions, seen(&records).len() as u64);
    for (found, record) in found.iter().zip(&records) {
        assert_eq!(found.start, record.after_opening());
        assert_eq!((&found.moves, found.outcome), (&record.moves, record.outcome));
    }
    // Read again, the games have the same numbers; no two are the same.
    let again = folder.file("again");
    import_viriformat(&paths(&file), &again, ImportSettings::default(), &mut |_| true).unwrap();
    assert_eq!(fs::read(&back).unwrap(), fs::read(&again).unwrap());
    let ids: std::collections::HashSet<u64> = found.iter().map(|game| game.id).collect();
    assert_eq!(ids.len(), 62);
}

#[test]
fn the_lowest_score_of_all_has_no_opposite_and_loses_a_point() {
    let folder = Folder::new("transfer-lowest");
    let [games, file, back] = ["games", "file.vf", "back"].map(|name| folder.file(name));
    let mut record = random_chess(1).remove(0);
    record.moves.truncate(2);
    record.moves.iter_mut().for_each(|(_, score)| *score = i16::MIN);
    write_games(&games, &[record]);
    export_viriformat(&paths(&games), &file, &mut |_| true).unwrap();
    import_viriformat(&paths(&file), &back, ImportSettings::default(), &mut |_| true).unwrap();
    let mut scores: Vec<i16> =
        read_games::<Chess>(&back)[0].moves.iter().map(|&(_, score)| score).collect();
    scores.sort_unstable();
    assert_eq!(scores, [i16::MIN, -i16::MAX]);
}

#[test]
fn viriformat_may_be_cut_off_or_spoilt_anywhere() {
    let folder = Folder::new("transfer-spoilt");
    let [games, file] = ["games", "good.vf"].map(|name| folder.file(name));
    let mut records = random_chess(3);
    records.iter_mut().for_each(|record| record.moves.truncate(6));
    write_games(&games, &records);
    export_viriformat(&paths(&games), &file, &mut |_| true).unwrap();
    let good = fs::read(&file).unwrap();
    let game = good.len() / 3;
    for length in 1..good.len() {
        let (done, found, _) = import::<Chess>(&folder, "file.vf", &good[..length], SKIP);
        let whole = length / game;
        assert_eq!(found.len(), whole, "{length}");
        assert_eq!(done.is_ok(), whole > 0);
        if !length.is_multiple_of(game) {
            let settings = ImportSettings::default();
            let (done, _, _) = import::<Chess>(&folder, "file.vf", &good[..length], settings);
            let words =
                format!("the game at byte {}: the file is cut off at byte {length}", whole * game);
            assert!(done.unwrap_err().to_string().ends_with(&words));
        }
    }
    let mut random = Random::new(5);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..500 {
        let mut bytes = good.clone();
        for _ in 0..1 + random.below(3) {
            let place = random.below(bytes.len());
            bytes[place] = random.next_bits() as u8;
        }
        let settings = ImportSettings::default();
        match import::<Chess>(&folder, "file.vf", &bytes, settings).0 {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(error.to_string().contains("file.vf: the game at byte "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && read > 20, "{refused} {read}");
}

#[test]
fn an_endless_game_is_no_game() {
    let folder = Folder::new("transfer-endless");
    let [games, file] = ["games", "good.vf"].map(|name| folder.file(name));
    let mut position = Chess::start();
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].map(|text| {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(mv);
        (mv, 1)
    });
    let (start, outcome) = (Chess::start(), Outcome::Draw);
    let record = PackedGame { id: 1, start, opening: vec![], moves: moves.to_vec(), outcome };
    write_games(&games, &[record]);
    export_viriformat(&paths(&games), &file, &mut |_| true).unwrap();
    let good = fs::read(&file).unwrap();
    let (board, rest) = good.split_at(32);
    let around = &rest[..16];
    let long = |times| [board, &around.repeat(times), &[0; 4][..], &good].concat();
    let (_, found, faults) = import::<Chess>(&folder, "file.vf", &long(25_000), SKIP);
    assert_eq!((found.len(), found[0].moves.len(), faults.len()), (2, 100_000, 0));
    let (_, found, faults) = import::<Chess>(&folder, "file.vf", &long(25_001), SKIP);
    assert_eq!((found.len(), found[0].moves.len()), (1, 4));
    assert_eq!(faults, ["the game at byte 0: more than 100000 moves"]);
    let text = format!("{}*\n\n1. e4 {{+0.20/5}} 1-0\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(25_001));
    let (_, found, faults) = import::<Chess>(&folder, "file.pgn", text.as_bytes(), SKIP);
    assert_eq!((found.len(), faults), (1, vec!["game 1: more than 100000 moves".to_owned()]));
}
