//! UCI, Hub and DXP: servers that put our engines at the disposal of other programs, and clients
//! that run or reach engines of others.
//!
//! An engine knows nothing of text, and this room knows nothing of searching: it speaks to whatever
//! stands behind [`damier_search::Engine`]. It opens no window, reads no command line and chooses
//! no input or output of its own; the caller brings both.
//!
//! | game | protocol | our engine for others | engines of others for us |
//! |---|---|---|---|
//! | chess | UCI | [`uci::serve`] | [`client::UciClient`] |
//! | draughts | Hub, version 2 | [`hub::serve`] | [`client::HubClient`] |
//! | draughts | DXP, over TCP | [`dxp::follow`], [`dxp::initiate`] | [`dxp::DxpOpponent`] |

pub mod client;
pub mod dxp;
pub mod hub;
pub mod uci;

mod front;
mod inbox;
mod output;
