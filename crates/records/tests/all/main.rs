//! Reading and writing game records, right and wrong ones.
//!
//! One program, because each program is linked on its own. To run one file:
//! `cargo test --release -p damier-records --test all reading`

mod common;
mod corpus;
mod malformed;
mod reading;
mod round_trip;
