//! The server as a browser sees it, asked without a socket.

mod common;
mod doors;
mod games;
mod judging;
mod texts;
