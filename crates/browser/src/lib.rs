//! Damier as WebAssembly: what answers the page where there is no server, and both engines.
//!
//! One module, three uses, each in a worker of its own (`crates/web/site/worker`): the *desk*
//! answers the page's questions and keeps its games; *thinkers* do one search after the other and
//! are ended from outside when a search is to stop; an *engine* speaks UCI or Hub for other
//! people's pages. One thread each, so that no host has to send special headers.
//!
//! Plain exports and imports: bytes go in through `memory::allocate`, text comes out through the
//! imports in `border`. A generator of bindings would add a tool to the build and a layer of
//! scripts for what are a dozen functions. Nothing here answers, judges or searches; see
//! `damier-answers` and the engines for that.
#![cfg(target_family = "wasm")]

pub mod border;
pub mod desk;
pub mod engine;
mod executor;
mod keeping;
pub mod memory;
pub mod thinker;
