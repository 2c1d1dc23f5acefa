//! Positions and games as text: what people paste, and what they take away.

mod place;
mod reading;
mod writing;

pub(crate) use place::{Place, must_be_short};
pub(crate) use reading::Found;
pub(crate) use writing::Draft;

use crate::router::Site;
use axum::routing::post;

pub(crate) fn routes() -> axum::Router<Site> {
    axum::Router::new()
        .route("/position", post(place::position))
        .route("/read", post(reading::read))
        .route("/write", post(writing::write))
}
