use super::*;
use damier_testkit::Random;

fn entry(depth: i32, score: Score, bound: Bound) -> TableEntry {
    TableEntry {
        hint: Some(MoveHint(77)),
        score,
        bound: Some(bound),
        evaluation: Some(Score::from_evaluation(-31)),
        depth: Depth::new(depth),
        was_pv: true,
    }
}

#[test]
fn what_is_stored_comes_back() {
    let table = Table::new(1).unwrap();
    for score in [Score::DRAW, Score::mate_in(Ply::new(9)), Score::mated_in(Ply::new(4))] {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            let entry = entry(12, score, bound);
            table.store(5, Ply::new(3), &entry);
            assert_eq!(table.probe(5, Ply::new(3)), Some(entry));
        }
    }
    assert_eq!(table.probe(6, Ply::ROOT), None);
    assert_eq!(table.probe(0, Ply::ROOT), None, "an empty slot is no position");
    let bare = TableEntry {
        hint: None,
        bound: None,
        evaluation: None,
        was_pv: false,
        ..entry(0, Score::DRAW, Bound::Exact)
    };
    table.store(7, Ply::ROOT, &bare);
    assert_eq!(table.probe(7, Ply::ROOT).unwrap().evaluation, None);
}

#[test]
fn a_hit_decides_only_with_enough_depth_and_the_right_bound() {
    let beta = Score::from_evaluation(10);
    let lower = entry(5, beta, Bound::Lower);
    assert!(lower.decides(beta, Depth::new(5)));
    assert!(!lower.decides(beta, Depth::new(6)));
    assert!(!lower.decides(beta + 1, Depth::new(5)));
    let upper = entry(5, beta - 1, Bound::Upper);
    assert!(upper.decides(beta, Depth::new(5)));
    assert!(!upper.decides(beta - 1, Depth::new(5)));
}

#[test]
fn a_new_entry_without_a_move_keeps_the_old_move() {
    let table = Table::new(1).unwrap();
    table.store(5, Ply::ROOT, &entry(3, Score::DRAW, Bound::Exact));
    table.store(5, Ply::ROOT, &TableEntry { hint: None, ..entry(4, Score::DRAW, Bound::Upper) });
    assert_eq!(table.probe(5, Ply::ROOT).unwrap().hint, Some(MoveHint(77)));
}

#[test]
fn old_and_shallow_entries_go_first() {
    let table = Table::new(1).unwrap();
    // Small keys share the first bucket.
    for key in 1..=4 {
        table.store(key, Ply::ROOT, &entry(10 + key as i32, Score::DRAW, Bound::Lower));
    }
    table.store(5, Ply::ROOT, &entry(1, Score::DRAW, Bound::Lower));
    assert!(table.probe(1, Ply::ROOT).is_none() && table.probe(2, Ply::ROOT).is_some());
    for _ in 0..4 {
        table.age();
    }
    table.store(6, Ply::ROOT, &entry(1, Score::DRAW, Bound::Lower));
    table.store(7, Ply::ROOT, &entry(2, Score::DRAW, Bound::Lower));
    assert!(table.probe(2, Ply::ROOT).is_none(), "age outweighs depth");
    assert!(table.probe(6, Ply::ROOT).is_some() && table.probe(7, Ply::ROOT).is_some());
}

#[test]
fn clearing_forgets_everything() {
    let table = Table::new(1).unwrap();
    let mut random = Random::new(1);
    let keys: Vec<u64> = (0..10_000).map(|_| random.next_bits()).collect();
    for &key in &keys {
        table.store(key, Ply::ROOT, &entry(1, Score::DRAW, Bound::Exact));
    }
    assert!(table.fill() > 50 && keys.iter().any(|&key| table.probe(key, Ply::ROOT).is_some()));
    table.clear(2);
    assert_eq!(table.fill(), 0);
    assert!(keys.iter().all(|&key| table.probe(key, Ply::ROOT).is_none()));
}

/// Each thread writes data that it can recognise as belonging to the key; no thread may
/// ever read something else.
#[test]
fn threads_never_see_a_mixture_of_two_entries() {
    let table = Table::new(1).unwrap();
    // Few keys in one bucket: as many collisions as possible. They are far apart, as real keys
    // are: the check knows a word of another entry by the bits of its key.
    let mut random = Random::new(9);
    let keys: [u64; 16] = std::array::from_fn(|_| random.next_bits() >> 20);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                let mut random = Random::new(thread);
                for _ in 0..200_000 {
                    let index = random.below(keys.len());
                    let (key, hint) = (keys[index], Some(MoveHint(index as u16 + 1)));
                    let mark = random.below(30_000) as i32;
                    if let Some(found) = table.probe(key, Ply::ROOT) {
                        let claimed = Score::from_evaluation(found.score.value());
                        assert_eq!(found.evaluation, Some(claimed), "a torn entry");
                        assert_eq!(found.hint, hint);
                    }
                    let score = Score::from_evaluation(mark);
                    let entry = TableEntry {
                        hint,
                        evaluation: Some(score),
                        ..entry(mark % 50, score, Bound::Exact)
                    };
                    table.store(key, Ply::ROOT, &entry);
                }
            });
        }
    });
}

#[test]
fn too_large_a_table_is_refused() {
    let megabytes = usize::MAX >> 24;
    assert_eq!(Table::new(megabytes).err(), Some(OutOfMemory { megabytes }));
}

#[test]
fn a_table_score_replaces_the_evaluation_only_if_it_bounds_it_on_the_right_side() {
    let (low, high) = (Score::from_evaluation(-20), Score::from_evaluation(20));
    let refined = |evaluation, score, bound| refine(evaluation, Some(entry(3, score, bound)));
    assert_eq!(refine(low, None), low);
    assert_eq!(refined(low, high, Bound::Exact), high);
    assert_eq!((refined(low, high, Bound::Lower), refined(high, low, Bound::Lower)), (high, high));
    assert_eq!((refined(low, high, Bound::Upper), refined(high, low, Bound::Upper)), (low, low));
    let mate = Score::mate_in(Ply::new(3));
    assert_eq!(refined(low, mate, Bound::Exact), low, "a mate is no evaluation");
    assert_eq!(
        refine(low, Some(TableEntry { score: high, ..TableEntry::EMPTY })),
        low,
        "no score is known"
    );
}

#[test]
fn a_deep_result_of_this_search_is_kept_from_shallow_bounds() {
    let table = Table::new(1).unwrap();
    let depth = || table.probe(5, Ply::ROOT).unwrap().depth.plies();
    table.store(5, Ply::ROOT, &entry(12, Score::DRAW, Bound::Lower));
    table.store(5, Ply::ROOT, &entry(12 - KEPT_ABOVE - 1, Score::DRAW, Bound::Lower));
    assert_eq!(depth(), 12, "much deeper");
    table.store(5, Ply::ROOT, &entry(12 - KEPT_ABOVE, Score::DRAW, Bound::Lower));
    assert_eq!(depth(), 12 - KEPT_ABOVE, "hardly deeper");
    table.store(5, Ply::ROOT, &entry(12, Score::DRAW, Bound::Lower));
    table.store(5, Ply::ROOT, &entry(1, Score::DRAW, Bound::Exact));
    assert_eq!(depth(), 1, "an exact score is worth more than a bound");
    table.store(5, Ply::ROOT, &entry(12, Score::DRAW, Bound::Lower));
    table.age();
    table.store(5, Ply::ROOT, &entry(1, Score::DRAW, Bound::Lower));
    assert_eq!(depth(), 1, "the result of an earlier search is not kept");
}

/// All orders of some events.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = |order: Vec<usize>| {
        (0..count).map(move |place| {
            let mut order = order.clone();
            order.insert(place, count - 1);
            order
        })
    };
    orders(count - 1).into_iter().flat_map(longer).collect()
}

#[test]
fn whatever_order_two_writers_and_a_reader_come_in_an_entry_is_whole_or_missing() {
    // Relaxed words may be seen in any order, so every order of the six events is tried, those of
    // one thread included.
    let mut random = Random::new(8);
    let [keys, entries] = [(); 2].map(|()| [(); 2].map(|()| random.next_bits()));
    for order in orders(6) {
        let slot = Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) };
        let (mut check, mut data) = (0, 0);
        for event in order {
            let writer = event % 2;
            match event {
                0 | 1 => slot.check.store(keys[writer] ^ entries[writer], Ordering::Relaxed),
                2 | 3 => slot.data.store(entries[writer], Ordering::Relaxed),
                4 => check = slot.check.load(Ordering::Relaxed),
                _ => data = slot.data.load(Ordering::Relaxed),
            }
        }
        for (key, entry) in keys.into_iter().zip(entries) {
            assert!(check ^ data != key || data == entry, "a torn entry reads as whole");
        }
    }
}

/// What is not there when a search begins would be missed while a clock runs.
#[cfg(target_os = "linux")]
#[test]
fn a_new_table_has_all_its_memory_and_begins_a_large_page() {
    let resident_pages = || -> u64 {
        let numbers = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
        numbers.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("the second number")
    };
    let before = resident_pages();
    let table = Table::new(256).unwrap();
    let pages = resident_pages().saturating_sub(before);
    // Tests beside this one may have given some back meanwhile.
    assert!(pages > 200 * 256, "{pages} pages of 4 kB");
    let address = table.bucket(0).as_ptr().addr();
    assert!(address.is_multiple_of(LARGE_PAGE), "the first bucket begins a large page");
}
