//! All tests of the program as one program: they are linked once.

mod arena;
mod arena_audit;
mod cli;
mod common;
mod doctor;
mod egdb;
#[cfg(unix)]
mod endless_files;
mod learn;
mod opponents;
mod protocols;
mod puzzles;
mod review;
mod serve;
mod suites;
mod tune;
