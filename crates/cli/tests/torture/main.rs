//! The torture suite: everything that may be done to the program from outside, done to the program
//! itself, through pipes, sockets, signals and full disks.
//!
//! - [`positions`]: boards full of queens or kings, 218 moves, mates, stalemates. Every search is
//!   answered with a legal move, by every kind of limit.
//! - [`clocks`]: whole games on short clocks, with pondering, threads and tables of all sizes.
//!   Every move is legal; the long version counts answers that come too late.
//! - [`storms`]: random, mutated and endless lines for UCI and Hub. Every `go` is answered exactly
//!   once, so is every `isready` or `ping`, and `quit` ends the program.
//! - [`dxp`]: random, mutated and endless messages, silence, hanging up. The next partner gets its
//!   game.
//! - [`http`]: mutated requests, slow and idle clients. An honest client is always answered, and
//!   SIGTERM ends the server.
//! - [`evictions`]: more games than the server keeps in memory, all in use. Nothing acknowledged is
//!   lost.
//! - [`kills`]: signals at any moment, output that is closed. The same command goes on, with the
//!   same result.
//! - [`disks`]: no room to write. The program says so, and goes on when there is room.
//!
//! Part of `cargo test`: a short version with fixed seeds, which measures no time; what does not
//! come within [`harness::PATIENCE`] has failed. `just torture` runs the long version and prints
//! figures. The environment variable `DAMIER_TORTURE` says how long: everything that is counted is
//! done so many times as often. With another `DAMIER_TORTURE_SEED` other things happen.
//!
//! What a run finds becomes a case here, in the list of its module if it has one. It is the program
//! as people get it that is attacked: one without optimisation would take minutes.

#![cfg(all(unix, not(debug_assertions)))]

mod clocks;
mod disks;
mod dxp;
mod evictions;
mod harness;
mod http;
mod kills;
mod positions;
mod server;
mod storms;
