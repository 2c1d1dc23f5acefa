//! `damier puzzles` as a composer or a trainer uses it.

use crate::common::{Folder, answer, complaint, damier};
use std::fs::write;

/// Black lets himself be mated, and White does not see it.
const GAME: &str = "[White \"a\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3 *\n";
const TABLE: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl\n\
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,\
f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1913,75,95,7074,crushing hangingPiece long,https://example.org\n";

#[test]
fn puzzles_come_out_of_a_game_once() {
    let folder = Folder::new("puzzles");
    let (game, out) = (folder.file("game.pgn"), folder.file("out.txt"));
    write(&game, GAME).unwrap();
    let make = ["puzzles", "make", &game, "--out", &out, "--nodes", "3000", "--quiet"];
    let with_mates = [&make[..], &["--mates-in-one", "100"]].concat();
    answer(&make);
    assert!(!folder.text("out.txt").contains(';'), "no puzzle, but a mate in one");
    std::fs::remove_file(&out).unwrap();
    answer(&with_mates);
    let text = folder.text("out.txt");
    assert!(text.contains(";Qxf7#;") && text.contains("mate"), "{text}");
    assert!(answer(&with_mates).contains("1 puzzle in"), "what is there is not made again");
    assert_eq!(folder.text("out.txt"), text);
    let list = answer(&["puzzles", "list", &out]);
    assert!(list.contains(": 1 puzzle\n") && list.contains("theme mate"), "{list}");
    let other = complaint(&["puzzles", "make", "--game", "draughts", "--out", &out]);
    assert!(other.contains("puzzles of the other game"), "{other}");
}

#[test]
fn the_table_of_lichess_is_read_and_written_as_ours() {
    let folder = Folder::new("puzzle-table");
    let (table, out) = (folder.file("table.csv"), folder.file("out.txt"));
    write(&table, format!("{TABLE}broken,8/8\n")).unwrap();
    let output = damier(&["puzzles", "list", &table, "--theme", "hanging", "--out", &out]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("line 3") && output.status.success(), "{errors}");
    let text = folder.text("out.txt");
    assert!(text.ends_with(";Rxe7 Qb1+ Nc1 Qxc1+ Qxc1;1913;hanging\n"), "{text}");
    assert_eq!(answer(&["puzzles", "list", &out, "--limit", "5"]), text);
    assert_eq!(answer(&["puzzles", "list", &out, "--rating", "100-200"]), "");
    assert!(complaint(&["puzzles", "list", &out, "--theme", "forks"]).contains("no theme"));
}

#[test]
fn a_composer_is_told_of_duals_and_of_men_too_many() {
    let check = |fen: &str| {
        let output = damier(&["puzzles", "check", fen, "--nodes", "20000"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = check("6k1/5ppp/8/8/8/7P/8/R5K1 w - - 0 1");
    assert!(code == Some(1) && text.contains("sound: Ra8#"), "{text}");
    assert!(text.contains("for nothing: Ph3"), "{text}");
    let (code, text) = check("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
    assert!(code == Some(1) && text.contains("dual at move 1: "), "{text}");
    assert!(complaint(&["puzzles", "check", "8/8"]).contains("8/8"));
}
