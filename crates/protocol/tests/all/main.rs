//! The servers of the protocols, in one program: they are linked once. The clients' tests against
//! hostile engines are a program of their own, since they measure the memory of their process.

mod alphabet;
mod dxp;
mod dxp_opponent;
mod dxp_partner;
mod fake_engine;
mod hub;
mod puppet;
mod streams;
mod uci;
