use super::*;

#[test]
fn the_first_positions_are_where_they_belong() {
    let chess = Sort::Chess.board(damier_chess::START_FEN).unwrap();
    let empty = ".".repeat(32);
    assert_eq!(chess.letters(), format!("rnbqkbnrpppppppp{empty}PPPPPPPPRNBQKBNR"));
    let draughts = Sort::Draughts.board(damier_draughts::START_FEN).unwrap().letters();
    assert_eq!(draughts.len(), 100);
    assert!(draughts.starts_with(".m.m.m.m.mm.m.m.m.m."), "{draughts}");
    assert!(draughts.ends_with(".M.M.M.M.MM.M.M.M.M."), "{draughts}");
}

#[test]
fn kings_of_draughts_are_not_men() {
    let board = Sort::Draughts.board("W:WK5:B41,K45").unwrap();
    let letters = board.letters();
    assert_eq!(
        (letters.find('D'), letters.find('m'), letters.find('d')),
        (Some(9), Some(81), Some(89))
    );
    let text = board.description(Words::of("it".parse().unwrap()), "Prova");
    assert_eq!(text, "Prova. Bianco: dama 5. Nero: dama 45, pedina 41.");
}

#[test]
fn a_move_has_two_ends_and_castling_those_of_the_king() {
    assert_eq!(Sort::Chess.ends(damier_chess::START_FEN, "e4"), Some([52, 36]));
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(Sort::Chess.ends(castling, "O-O"), Some([60, 62]));
    assert_eq!(Sort::Chess.ends(castling, "O-O-O"), Some([60, 58]));
    assert_eq!(Sort::Draughts.ends(damier_draughts::START_FEN, "32-28"), Some([63, 54]));
}

#[test]
fn what_cannot_be_read_is_not_drawn() {
    for sort in [Sort::Chess, Sort::Draughts] {
        assert_eq!(sort.board("nonsense"), None);
        assert_eq!(sort.ends("nonsense", "e4"), None);
    }
    assert_eq!(Sort::Chess.ends(damier_chess::START_FEN, "e5"), None);
    assert_eq!(Sort::Chess.board_after(damier_chess::START_FEN, ""), None);
}

#[test]
fn a_board_is_told_in_words() {
    let board = Sort::Chess.board("4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1").unwrap();
    assert_eq!(
        board.description(Words::of("fr".parse().unwrap()), "Avant 1. a4"),
        "Avant 1. a4. Blancs\u{a0}: roi e1, tour a1, pions a2 b2. Noirs\u{a0}: roi e8."
    );
    let svg = board.to_svg("a \"quoted\" text", None, &[]);
    assert!(svg.contains("aria-label=\"a &quot;quoted&quot; text\""), "{svg}");
    assert_eq!(svg.matches("<use class=").count(), 5);
}

#[test]
fn every_piece_is_drawn() {
    for (sort, letters) in [(Sort::Chess, "pnbrqk"), (Sort::Draughts, "md")] {
        for letter in letters.chars() {
            assert!(sort.pieces().contains(&format!("<symbol id=\"piece-{letter}\"")), "{letter}");
        }
    }
    assert_eq!(empty_board(Sort::Draughts).matches("<text").count(), 50);
    assert!(empty_board(Sort::Draughts).contains(">50</text>"));
    assert_eq!(empty_board(Sort::Chess).matches("<text").count(), 16);
}
