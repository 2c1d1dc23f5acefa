//! Polyglot books, built byte by byte as the format describes them.

use damier_chess::{CastlingStyle, Position};
use damier_chess_engine::book::{Book, BookError, BookFlaw, polyglot_key};
use damier_testkit::Random;

/// The examples of the format's description: moves from the start, and the key after them.
const DOCUMENTED_KEYS: [(&str, u64); 9] = [
    ("", 0x463b_9618_1691_fc9c),
    ("e2e4", 0x823c_9b50_fd11_4196),
    ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
    ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
];

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        position.play(position.read_uci(text).unwrap());
    }
    position
}

/// A move as Polyglot packs it: squares as in `e7e8`, promotions from 1 for a knight to 4.
fn packed(squares: &str, promotion: u16) -> u16 {
    let text = squares.as_bytes();
    let square =
        |place: usize| u16::from(text[place] - b'a') + 8 * u16::from(text[place + 1] - b'1');
    square(2) | square(0) << 6 | promotion << 12
}

/// A book of entries: position, packed move, weight.
fn book(entries: &[(&Position, u16, u16)]) -> Vec<u8> {
    let mut entries: Vec<_> = entries
        .iter()
        .map(|&(position, mv, weight)| (polyglot_key(position).unwrap(), mv, weight))
        .collect();
    entries.sort_by_key(|&(key, ..)| key);
    let mut bytes = Vec::new();
    for (key, mv, weight) in entries {
        bytes.extend(key.to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes
}

/// The moves that a book knows, as king-takes-rook text with their weights.
fn known(book: &Book, position: &Position) -> Vec<(String, u16)> {
    let moves = book.moves(position).into_iter();
    moves.map(|k| (position.write_uci(k.mv, CastlingStyle::Chess960), k.weight)).collect()
}

#[test]
fn keys_are_those_of_the_description() {
    for (moves, key) in DOCUMENTED_KEYS {
        assert_eq!(polyglot_key(&after(moves)), Some(key), "after {moves:?}");
    }
}

#[test]
fn moves_are_found_with_their_weights() {
    let (start, reply) = (after(""), after("e2e4"));
    let entries = [
        (&start, packed("e2e4", 0), 30),
        (&start, packed("d2d4", 0), 10),
        (&reply, packed("c7c5", 0), 7),
    ];
    let book = Book::from_bytes(&book(&entries)).unwrap();
    assert_eq!(book.entries(), 3);
    assert_eq!(known(&book, &start), [("e2e4".to_owned(), 30), ("d2d4".to_owned(), 10)]);
    assert_eq!(known(&book, &reply), [("c7c5".to_owned(), 7)]);
    assert_eq!(known(&book, &after("d2d4")), []);
    assert_eq!(book.pick(&after("d2d4"), 5), None);
}

#[test]
fn castling_and_promotions_are_understood_and_nonsense_is_passed_over() {
    let castling = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
    let promoting = Position::from_fen("7k/P7/8/8/8/8/8/7K w - - 0 1").unwrap();
    let entries = [
        (&castling, packed("e8h8", 0), 1),
        (&castling, packed("e8a8", 0), 2),
        (&castling, packed("e8e6", 0), 3),
        (&castling, packed("a1a2", 0), 4),
        (&promoting, packed("a7a8", 4), 5),
        (&promoting, packed("a7a8", 1), 6),
        (&promoting, packed("a7a8", 0), 7),
        (&promoting, packed("a7a8", 7), 8),
    ];
    let book = Book::from_bytes(&book(&entries)).unwrap();
    assert_eq!(known(&book, &castling), [("e8h8".to_owned(), 1), ("e8a8".to_owned(), 2)]);
    assert_eq!(known(&book, &promoting), [("a7a8q".to_owned(), 5), ("a7a8n".to_owned(), 6)]);
    assert!(book.moves(&castling).iter().all(|known| known.mv.is_castle()));
}

#[test]
fn a_move_is_picked_as_often_as_its_weight_asks() {
    let start = after("");
    let entries = [
        (&start, packed("e2e4", 0), 60_000),
        (&start, packed("a2a3", 0), 0),
        (&start, packed("d2d4", 0), 20_000),
    ];
    let book = Book::from_bytes(&book(&entries)).unwrap();
    let mut random = Random::new(3);
    let (mut kings_pawn, mut queens_pawn) = (0, 0);
    for _ in 0..4000 {
        let bits = random.next_bits();
        let mv = book.pick(&start, bits).unwrap();
        assert_eq!(book.pick(&start, bits), Some(mv), "the same bits, the same move");
        match start.write_san(mv).as_str() {
            "e4" => kings_pawn += 1,
            "d4" => queens_pawn += 1,
            other => panic!("{other} has weight 0"),
        }
    }
    assert!((2900..3100).contains(&kings_pawn), "{kings_pawn} to {queens_pawn}");
    assert_eq!(book.pick(&start, 0), book.moves(&start).first().map(|known| known.mv));
    assert_eq!(book.pick(&start, u64::MAX), book.moves(&start).last().map(|known| known.mv));
}

#[test]
fn moves_that_are_never_wanted_are_never_picked() {
    let start = after("");
    let book = Book::from_bytes(&book(&[(&start, packed("e2e4", 0), 0)])).unwrap();
    assert_eq!(book.moves(&start).len(), 1);
    assert_eq!(book.pick(&start, 12345), None);
}

#[test]
fn files_that_are_no_books_are_refused() {
    let (start, reply) = (after(""), after("e2e4"));
    let good = book(&[(&start, packed("e2e4", 0), 1), (&reply, packed("e7e5", 0), 1)]);
    let flaw = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err();
    assert_eq!(flaw(&[]), BookFlaw::Empty);
    assert_eq!(flaw(&good[..31]), BookFlaw::Size { size: 31 });
    let swapped = [&good[16..], &good[..16]].concat();
    assert_eq!(flaw(&swapped), BookFlaw::Unsorted { entry: 2 });

    let file = std::env::temp_dir().join(format!("damier-{}-book.bin", std::process::id()));
    std::fs::write(&file, &good).unwrap();
    let opened = Book::open(&file);
    std::fs::write(&file, &swapped).unwrap();
    let refused = Book::open(&file).unwrap_err();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(opened.unwrap().entries(), 2);
    let text = refused.to_string();
    assert!(
        text.ends_with("is no Polyglot book: entry 2 has a smaller key than the one before it")
    );
    assert!(matches!(Book::open(&file), Err(BookError::Unreadable { .. })));
}
