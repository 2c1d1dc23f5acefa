//! The page in the browser, and the server behind it.
//!
//! A server for one person on one machine: it keeps games, lets opponents play, answers what the
//! rules say, and streams what the engine thinks. The page asks it for everything and knows no
//! rules itself. There are no accounts, only a token where other machines can reach it, and nothing
//! is asked of any other machine.
//!
//! Start at [`serve`]; `router` has the list of what can be asked, `lobby` the games that are being
//! played, `engines` what bounds the work, `connections` what bounds clients, and `assets` the
//! page. What the room does not do: judge moves itself (the reviewer does, `reviews`), or print;
//! the caller of [`serve`] is told the address and tells the people.

mod analysis;
mod assets;
mod catalogue;
mod checkup;
mod clocks;
mod connections;
mod door;
mod engines;
mod errors;
mod game;
mod live_game;
mod lobby;
mod play;
mod pool;
mod reviews;
mod router;
mod rule_errors;
mod seats;
mod store;
mod texts;
mod token;
mod views;

pub use checkup::StoreReport;
pub use connections::Bounds;
pub use door::Door;
pub use engines::Effort;
pub use router::{Site, router};
pub use store::{Store, StoreError};
pub use token::AccessToken;

use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Serves the page at an address until `over` is done, and tells the address before the first
/// request: with port 0 the system chooses one. What is being searched then is stopped, and
/// requests that are not there whole are not waited for; games are kept as they are.
pub async fn serve(
    site: Site,
    bounds: &Bounds,
    address: SocketAddr,
    told: impl FnOnce(SocketAddr) + Send,
    over: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    told(listener.local_addr()?);
    let closing = async {
        over.await;
        site.close();
    };
    connections::answer(listener, router(site.clone()), bounds, closing).await;
    Ok(())
}
