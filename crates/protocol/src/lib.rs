//! Protocols between engines and the programs that use them: text in, values out, and back.
//!
//! An engine knows nothing of text, and this room knows nothing of searching: it speaks to whatever
//! stands behind [`damier_search::Engine`]. It opens no window, reads no command line and chooses
//! no input or output of its own; whoever calls brings both.
//!
//! Start at [`uci::serve`], which lets any chess program talk to our engine, or at
//! [`client::UciClient`] for an engine that runs as a process of its own.

pub mod client;
pub mod uci;
