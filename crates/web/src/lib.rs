//! The page in the browser, and the server behind it.
//!
//! A server for one person on one machine: it keeps games, lets opponents play, answers what the
//! rules say, and streams what the engine thinks. The page asks it for everything and knows no
//! rules itself. There are no accounts, only a token where other machines can reach it, and nothing
//! is asked of any other machine.
//!
//! Start at [`serve`]; `api` carries questions to the room that answers them (`damier-answers`),
//! `engines` bounds the work, `connections` bounds clients, `store` keeps games, and `assets` is
//! the page, which [`write_site`] writes for hosts without a server. What the room does not do:
//! answer questions itself, or print; the caller of [`serve`] is told the address and tells the
//! people.

mod api;
mod assets;
mod bodies;
mod checkup;
mod connections;
mod door;
mod engines;
mod log;
mod pool;
mod router;
mod site;
mod store;
mod token;

pub use checkup::StoreReport;
pub use connections::Bounds;
pub use damier_answers::Effort;
pub use door::Door;
pub use router::{Site, router};
pub use site::{SiteError, write_site};
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
    let address = listener.local_addr()?;
    tracing::info!(%address, "serving");
    told(address);
    site.resume();
    let closing = async {
        over.await;
        tracing::info!("ending");
        site.close();
    };
    connections::answer(listener, router(site.clone()), bounds, closing).await;
    Ok(())
}
