//! Damier and `shakmaty` must agree about every position of random walks.
//!
//! Both play the same moves from the same start, each on its own board. The walks start from the
//! usual position, from random Chess960 ones, from the perft table and from short endings, so that
//! every kind of move and ending occurs; the test fails if one of them never did.

use damier_chess::{CastlingStyle, Ending, Kind, MoveKind, MoveList, Position, Square};
use damier_core::{Game, perft};
use damier_testkit::chess::{PERFT, SHORT_ENDINGS, chess960_fen};
use damier_testkit::{Random, walk};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::collections::{BTreeSet, HashMap};

/// What a walk must have met for its silence to mean anything.
#[derive(Default)]
struct Seen {
    positions: usize,
    checkmates: usize,
    stalemates: usize,
    insufficient: usize,
    double_checks: usize,
    pins: usize,
    en_passant: usize,
    castlings: usize,
    promotions: usize,
    repetitions: usize,
    keys: Keys,
    pawn_keys: Keys,
    material_keys: Keys,
}

/// Keys met so far with what they stand for, both ways: a key must be equal exactly if that is.
#[derive(Default)]
struct Keys {
    meaning: HashMap<u64, String>,
    key: HashMap<String, u64>,
}

impl Keys {
    fn check(&mut self, key: u64, meaning: &str) {
        let known = self.key.entry(meaning.to_owned()).or_insert(key);
        assert_eq!(*known, key, "{meaning} has two keys");
        let known = self.meaning.entry(key).or_insert_with(|| meaning.to_owned());
        assert_eq!(*known, meaning, "two things share a key");
    }
}

fn shakmaty_position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("shakmaty reads what we write");
    fen.into_position(CastlingMode::Chess960).expect("shakmaty accepts our starts")
}

fn walk_and_compare(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    while seen.positions < positions {
        let fen = match random.below(8) {
            0 => damier_chess::START_FEN.to_owned(),
            1 => chess960_fen(&mut random),
            2 => (*random.pick(SHORT_ENDINGS)).to_owned(),
            _ => random.pick(&PERFT).fen.to_owned(),
        };
        let mut theirs = shakmaty_position(&fen);
        let mut identities: Vec<String> = Vec::new();
        walk(Position::from_fen(&fen).unwrap(), 300, &mut random, |game| {
            if let (Some(mv), Some(before)) = (game.moves().last(), game.past_positions().last()) {
                let text = before.write_uci(mv, CastlingStyle::Chess960);
                let mv = text.parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
                theirs.play_unchecked(mv);
            }
            seen.positions += 1;
            compare_moves(game.position(), &theirs, &mut seen);
            compare_state(game.position(), &theirs, &mut seen);
            compare_identity(game, &theirs, &mut identities, &mut seen);
            compare_with_own_text(game.position());
        });
    }
    let met = [
        ("checkmate", seen.checkmates),
        ("stalemate", seen.stalemates),
        ("insufficient material", seen.insufficient),
        ("double check", seen.double_checks),
        ("pins", seen.pins),
        ("en passant", seen.en_passant),
        ("castling", seen.castlings),
        ("promotion", seen.promotions),
        ("repetition within a game", seen.repetitions),
    ];
    println!("{} positions; {met:?}", seen.positions);
    for (what, times) in met {
        assert!(times > 0, "the walks never met {what}");
    }
}

/// Everything that a FEN says, as each board has it; and what the repetition rule makes of it.
fn compare_identity(
    game: &Game<Position>,
    theirs: &Chess,
    identities: &mut Vec<String>,
    seen: &mut Seen,
) {
    let ours = game.position();
    let their_fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    assert_eq!(ours.to_fen(), their_fen);

    // The repetition rule compares all but the clocks.
    let identity = their_fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
    seen.keys.check(ours.key(), &identity);
    let board = theirs.board();
    let pawns = [board.white(), board.black()].map(|side| u64::from(side & board.pawns()));
    seen.pawn_keys.check(ours.pawn_key(), &format!("{pawns:x?}"));
    seen.material_keys.check(ours.material().key(), &format!("{:?}", board.material()));

    identities.push(identity);
    let occurrences = identities.iter().filter(|earlier| *earlier == identities.last().unwrap());
    assert_eq!(game.occurrences(), occurrences.count(), "{their_fen}");
    seen.repetitions += usize::from(game.occurrences() > 1);
}

/// Text and back: everything, the incremental parts recomputed on the way.
fn compare_with_own_text(ours: &Position) {
    for text in [ours.to_fen(), ours.to_shredder_fen()] {
        let again = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&again, ours, "{text}");
        assert_eq!(again.key(), ours.key(), "{text}");
        assert_eq!(again.pawn_key(), ours.pawn_key(), "{text}");
        assert_eq!(again.material(), ours.material(), "{text}");
        assert_eq!(again.checkers(), ours.checkers(), "{text}");
        assert_eq!(again.pinned(), ours.pinned(), "{text}");
        assert!(Square::all().all(|square| again.piece_at(square) == ours.piece_at(square)));
    }
}

fn compare_moves(ours: &Position, theirs: &Chess, seen: &mut Seen) {
    let fen = ours.to_fen();
    let moves = ours.legal_moves();
    let uci = |mv| ours.write_uci(mv, CastlingStyle::Chess960);
    let our_moves: BTreeSet<String> = moves.iter().map(|&mv| uci(mv)).collect();
    let their_moves = theirs.legal_moves();
    let their_texts: BTreeSet<String> =
        their_moves.iter().map(|mv| UciMove::from_chess960(*mv).to_string()).collect();
    assert_eq!(our_moves, their_texts, "{fen}");
    assert_eq!(our_moves.len(), moves.len(), "no move twice: {fen}");
    assert_eq!(ours.count_legal_moves(), moves.len(), "{fen}");

    // The kinds are a partition of the whole.
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    ours.legal_moves_of(Kind::Noisy, &mut noisy);
    ours.legal_moves_of(Kind::Quiet, &mut quiet);
    assert!(noisy.iter().all(|mv| !mv.is_quiet()) && quiet.iter().all(|mv| mv.is_quiet()));
    let parts: BTreeSet<String> = noisy.iter().chain(&quiet).map(|&mv| uci(mv)).collect();
    assert_eq!(parts, our_moves, "{fen}");
    assert_eq!(noisy.len() + quiet.len(), moves.len(), "{fen}");

    for &mv in &moves {
        let text = uci(mv);
        let their_move = text.parse::<UciMove>().unwrap().to_move(theirs).unwrap();
        let san = ours.write_san(mv);
        assert_eq!(san, SanPlus::from_move(theirs.clone(), their_move).to_string(), "{fen}");
        assert_eq!(ours.read_san(&san), Ok(mv), "{san} in {fen}");
        assert_eq!(ours.read_uci(&text), Ok(mv), "{text} in {fen}");
        let mut after = ours.clone();
        after.play_unchecked(mv);
        assert_eq!(ours.gives_check(mv), after.is_check(), "{text} in {fen}");
        seen.en_passant += usize::from(mv.kind() == MoveKind::EnPassant);
        seen.castlings += usize::from(mv.is_castle());
        seen.promotions += usize::from(mv.promotion().is_some());
    }
}

fn compare_state(ours: &Position, theirs: &Chess, seen: &mut Seen) {
    let fen = ours.to_fen();
    assert_eq!(ours.checkers().0, u64::from(theirs.checkers()), "{fen}");
    assert_eq!(ours.is_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.has_insufficient_material(), theirs.is_insufficient_material(), "{fen}");
    let is_mate = matches!(ours.ending(1), Some(Ending::Checkmate { .. }));
    let is_stalemate = ours.ending(1) == Some(Ending::Stalemate);
    assert_eq!(is_mate, theirs.is_checkmate(), "{fen}");
    assert_eq!(is_stalemate, theirs.is_stalemate(), "{fen}");
    seen.checkmates += usize::from(is_mate);
    seen.stalemates += usize::from(is_stalemate);
    seen.insufficient += usize::from(ours.has_insufficient_material());
    seen.double_checks += usize::from(ours.checkers().has_several());
    seen.pins += usize::from(!ours.pinned().is_empty());
}

#[test]
fn damier_and_shakmaty_agree_on_random_walks() {
    walk_and_compare(20_000, 1);
}

#[test]
#[ignore = "a million positions take some minutes"]
fn damier_and_shakmaty_agree_on_a_million_positions() {
    walk_and_compare(1_000_000, 2);
}

/// The counts of our own table are not only ours.
#[test]
fn shakmaty_counts_the_same_paths() {
    for case in PERFT.iter() {
        let theirs = shakmaty_position(case.fen);
        let ours = Position::from_fen(case.fen).unwrap();
        for (depth, &listed) in (1..).zip(&case.counts) {
            // Assertions make the last plies slow.
            if !cfg!(debug_assertions) || listed < 200_000 {
                assert_eq!(shakmaty::perft(&theirs, depth), listed, "{}", case.name);
                assert_eq!(perft::count(&ours, depth), listed, "{}", case.name);
            }
        }
    }
}
