//! The draughts engine as the commands start it.

use crate::output::complain;
use damier_draughts::Position;
use damier_profiles::Player;
use damier_search::LocalEngine;

/// An engine that uses the tables of `damier egdb build` if they are where that leaves them. Tables
/// that cannot be read are no reason not to play.
pub(crate) fn engine() -> Player<Position> {
    let mut engine = Player::<Position>::new();
    if let Some(folder) = damier_egdb::default_folder().filter(|folder| folder.is_dir())
        && let Err(error) = engine.set_tables(&folder.to_string_lossy())
    {
        complain(&format!("damier: playing without endgame tables: {error}"));
    }
    engine
}
