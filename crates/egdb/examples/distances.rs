//! How long the endings last, and how many wins the draw rules leave:
//!
//! ```sh
//! cargo run --release -p damier-egdb --example distances -- 4
//! ```

use damier_egdb::{Class, Distances, DrawRules, Outlook, verify};
use std::num::NonZeroUsize;

fn main() {
    let pieces = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(3);
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let classes: Vec<Class> = (2..=pieces).flat_map(Class::all).collect();
    let count = |rules| Distances::of_classes(&classes, rules, threads, &|_, _| {});
    let (free, ruled) = (count(DrawRules::None), count(DrawRules::LoneKing));

    println!("class       won  in time  share  longest  in time  position of the longest");
    for &class in &classes {
        let (mut won, mut in_time) = (0u64, 0u64);
        for position in verify::positions(class) {
            let is_win =
                |distances: &Distances| matches!(distances.probe(&position), Some(Outlook::Win(_)));
            won += u64::from(is_win(&free));
            in_time += u64::from(is_win(&ruled));
        }
        let share = 100.0 * in_time as f64 / won.max(1) as f64;
        let longest = free.longest(class);
        let longest_in_time = ruled.longest(class).map_or(0, |(plies, _)| plies);
        let (plies, fen) = longest.map_or((0, String::new()), |(plies, p)| (plies, p.to_fen()));
        println!(
            "{class:<6} {won:>8} {in_time:>8} {share:>6.1} {plies:>8} {longest_in_time:>8}  {fen}"
        );
    }
}
