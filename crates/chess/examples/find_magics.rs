//! Finds the multipliers of `src/attacks/magics.rs` and prints that file.
//!
//! `cargo run --release -p damier-chess --example find_magics > crates/chess/src/attacks/magics.rs`

const ROOK_DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_DIRECTIONS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Xorshift: any fair source of bits will do; a fixed seed prints the same file every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Attacks from a square; with `relevant_only`, the squares that can block them instead.
fn walk(square: i32, directions: [(i32, i32); 4], occupied: u64, relevant_only: bool) -> u64 {
    let on_board = |file: i32, rank: i32| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut reached = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
        while on_board(file, rank) {
            if relevant_only && !on_board(file + right, rank + up) {
                break;
            }
            let bit = 1u64 << (rank * 8 + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += right;
            rank += up;
        }
    }
    reached
}

fn find(square: i32, directions: [(i32, i32); 4], random: &mut Random) -> u64 {
    let mask = walk(square, directions, 0, true);
    let shift = 64 - mask.count_ones();
    let mut cases = Vec::new();
    let mut occupied = 0u64;
    loop {
        cases.push((occupied, walk(square, directions, occupied, false)));
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            break;
        }
    }
    loop {
        // Numbers with few bits scatter best.
        let factor = random.next() & random.next() & random.next();
        let mut table = vec![0; cases.len()];
        let is_magic = cases.iter().all(|&(occupied, attacks)| {
            let entry = &mut table[(occupied.wrapping_mul(factor) >> shift) as usize];
            let fits = *entry == 0 || *entry == attacks;
            *entry = attacks;
            fits
        });
        if is_magic {
            return factor;
        }
    }
}

fn main() {
    println!(
        "//! Multipliers found by `examples/find_magics.rs`, one for each square from a1 to h8."
    );
    let mut random = Random(0x0DA3_1E12_0DA3_1E12);
    for (name, directions) in [("ROOK", ROOK_DIRECTIONS), ("BISHOP", BISHOP_DIRECTIONS)] {
        println!("\n#[rustfmt::skip]\npub(super) const {name}_MAGICS: [u64; 64] = [");
        for rank in 0..8 {
            for half in 0..2 {
                let row: Vec<String> = (0..4)
                    .map(|file| rank * 8 + half * 4 + file)
                    .map(|square| format!("{:#018x},", find(square, directions, &mut random)))
                    .collect();
                println!("    {}", row.join(" "));
            }
        }
        println!("];");
    }
}
