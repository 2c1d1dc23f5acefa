//! The generator counts what other generators count.

use damier_chess::{MoveKind, Position, START_FEN};
use damier_core::perft::{Perft, PerftTable, count};
use damier_testkit::chess::{KIWIPETE, PERFT};
use std::num::NonZeroUsize;
use std::sync::Mutex;

#[test]
fn every_position_of_the_table_has_its_counts() {
    for case in PERFT.iter() {
        let position = Position::from_fen(case.fen).unwrap();
        assert!(!case.counts.is_empty(), "{}", case.name);
        for (depth, &expected) in (1..).zip(&case.counts) {
            // Assertions make the last plies slow.
            if cfg!(debug_assertions) && expected > 200_000 {
                continue;
            }
            assert_eq!(count(&position, depth), expected, "{} at depth {depth}", case.name);
        }
    }
}

#[test]
fn the_table_holds_every_kind_of_move() {
    let moves =
        || PERFT.iter().flat_map(|case| Position::from_fen(case.fen).unwrap().legal_moves());
    for kind in MoveKind::ALL {
        assert!(moves().any(|mv| mv.kind() == kind), "{kind:?}");
    }
}

#[test]
fn attackers_on_the_rim_bar_castling_and_king_moves() {
    let fen = "1r2k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PPP/R2BK2R w KQk - 2 2";
    let position = Position::from_fen(fen).unwrap();
    let king = position.king(position.side_to_move());
    assert!(position.legal_moves().iter().all(|mv| mv.from() != king));
}

/// One thread or several, with a table or without: the same division.
#[test]
fn threads_and_table_change_nothing() {
    let position = Position::from_fen(KIWIPETE).unwrap();
    let divide = |threads: usize, table| {
        let job = Perft { depth: 4, threads: NonZeroUsize::new(threads).unwrap(), table };
        job.divide(&position, &|_| {}).unwrap()
    };
    let plain = divide(1, None);
    assert_eq!(plain.total, 4_085_603);
    assert_eq!(plain.moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), 4_085_603);
    let table = || PerftTable::new(NonZeroUsize::MIN);
    assert_eq!(divide(1, table()), plain);
    assert_eq!(divide(3, None), plain);
    assert_eq!(divide(3, table()), plain);
}

#[test]
fn progress_runs_forward_to_the_total() {
    let reports = Mutex::new(Vec::new());
    let job = Perft { depth: 3, threads: NonZeroUsize::new(2).unwrap(), table: None };
    job.divide(&Position::start(), &|progress| {
        reports.lock().unwrap().push((progress.done, progress.total, progress.nodes));
    })
    .unwrap();
    let reports = reports.into_inner().unwrap();
    assert!(reports.is_sorted());
    assert_eq!(reports.last(), Some(&(400, 400, 8902)));
}

#[test]
fn shallow_depths_are_counted_too() {
    let position = Position::from_fen(START_FEN).unwrap();
    let divide = |depth| {
        let job = Perft { depth, threads: NonZeroUsize::MIN, table: None };
        job.divide(&position, &|_| {}).unwrap()
    };
    assert_eq!(count(&position, 0), 1);
    assert_eq!((divide(0).moves.len(), divide(0).total), (0, 1));
    assert!(divide(1).moves.iter().all(|&(_, nodes)| nodes == 1));
    assert!(divide(2).moves.iter().all(|&(_, nodes)| nodes == 20));
}
