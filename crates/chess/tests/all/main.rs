//! The rules of chess: counts, games, text, and other programs as witnesses.
//!
//! One program, because each program is linked on its own. To run one file:
//! `cargo test --release -p damier-chess --test all perft`

mod differential;
mod exchange;
mod exercise;
mod games;
mod perft;
mod robustness;
mod text;
