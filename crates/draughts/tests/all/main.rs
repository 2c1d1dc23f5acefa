//! The rules of draughts: counts, games, text, and a textbook generator as a witness.
//!
//! One program, because each program is linked on its own. To run one file:
//! `cargo test --release -p damier-draughts --test all perft`

mod differential;
mod games;
mod perft;
mod robustness;
mod rules;
mod text;
mod textbook;
