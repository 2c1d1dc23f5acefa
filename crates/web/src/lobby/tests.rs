//! Many games at once, and a store that cannot write.

use super::*;
use crate::clocks::Pace;
use crate::engines::Effort;
use crate::seats::{Opponent, Seat};
use damier_games::GameKind;

fn lobby() -> Arc<Lobby> {
    let effort = Effort { moves_at_once: 1, threads: 1, hash: 1, ..Effort::default() };
    Arc::new(Lobby::new(Store::in_memory().unwrap(), Arc::new(Engines::new(effort))))
}

fn friends() -> Saved {
    Saved {
        game: GameKind::Chess,
        seats: [Seat::Human, Seat::Human],
        pace: None,
        start: None,
        moves: Vec::new(),
        times: Vec::new(),
        verdict: None,
        paused: false,
    }
}

/// An engine has White and is to move.
fn against_white() -> Saved {
    let engine = Opponent { level: 1, profile: None, seed: 1 };
    Saved { seats: [Seat::Engine(engine), Seat::Human], ..friends() }
}

fn play(lobby: &Arc<Lobby>, entry: &Arc<LobbyGame>, mv: &str, ply: usize) -> Result<(), Problem> {
    lobby.change(entry, |game, now| game.play(mv, ply, now))
}

fn kept(lobby: &Lobby, id: &str) -> Saved {
    live_game::read(&lobby.store.load(id).unwrap().unwrap()).unwrap()
}

#[tokio::test]
async fn a_game_in_use_is_not_forgotten_and_loses_nothing() {
    let lobby = lobby();
    // A request that waits for something, such as an engine's answer to the offer of a draw.
    let held = lobby.begin(friends()).unwrap();
    let left = lobby.begin(friends()).unwrap().id.clone();
    for _ in 0..KEPT {
        lobby.begin(friends()).unwrap();
    }
    assert!(!lock(&lobby.live).contains_key(&left), "there was no need to forget anything");
    // Another request plays, and then the first one goes on.
    play(&lobby, &lobby.find(&held.id).unwrap(), "e4", 0).unwrap();
    lobby.change(&held, |game, now| game.agree_draw(now)).unwrap();
    let kept = kept(&lobby, &held.id);
    assert_eq!((kept.moves.len(), kept.verdict.unwrap().reason.as_str()), (1, "agreed"));
}

#[tokio::test]
async fn what_cannot_be_written_down_has_not_happened() {
    let lobby = lobby();
    let entry = lobby.begin(friends()).unwrap();
    let watching = entry.watch();
    lobby.store.refuse_writes(true);
    let refused = play(&lobby, &entry, "e4", 0);
    assert!(matches!(refused, Err(Problem::Store(_))), "{refused:?}");
    assert_eq!((entry.view().moves.len(), entry.view().version), (0, 0));
    assert!(!watching.has_changed().unwrap());
    lobby.store.refuse_writes(false);
    play(&lobby, &entry, "e4", 0).unwrap();
    assert!(watching.has_changed().unwrap());
    assert_eq!(kept(&lobby, &entry.id).moves, ["e2e4"]);
}

#[tokio::test]
async fn an_engine_keeps_its_move_until_it_can_be_written_down() {
    let lobby = lobby();
    let entry = lobby.begin(against_white()).unwrap();
    let mut watching = entry.watch();
    // The engine has not begun: nothing runs here but what is waited for.
    lobby.store.refuse_writes(true);
    watching.changed().await.unwrap();
    let view = entry.view();
    assert_eq!((view.moves.len(), view.thinking, view.unsaved), (0, true, true));
    lobby.store.refuse_writes(false);
    while entry.view().moves.is_empty() {
        watching.changed().await.unwrap();
    }
    assert!(!entry.view().unsaved);
    assert_eq!(kept(&lobby, &entry.id).moves.len(), 1);
    let reply = entry.view().position.legal[0].code.clone();
    play(&lobby, &entry, &reply, 1).unwrap();
    while entry.view().moves.len() < 3 {
        watching.changed().await.unwrap();
    }
}

#[tokio::test]
async fn a_clock_that_ran_out_ends_the_game_when_that_can_be_written_down() {
    let lobby = lobby();
    let pace = Some(Pace { time: 1, increment: 0 });
    let terms = Saved { pace, moves: vec!["e4".to_owned()], times: vec![[1, 1]], ..friends() };
    let entry = lobby.begin(terms).unwrap();
    let mut watching = entry.watch();
    lobby.store.refuse_writes(true);
    watching.changed().await.unwrap();
    assert!(entry.view().unsaved && entry.view().verdict.is_none());
    lobby.store.refuse_writes(false);
    while entry.view().verdict.is_none() {
        watching.changed().await.unwrap();
    }
    assert_eq!(kept(&lobby, &entry.id).verdict.unwrap().reason, "time");
}

#[tokio::test]
async fn a_game_that_cannot_be_written_down_is_not_begun_and_not_deleted() {
    let lobby = lobby();
    let entry = lobby.begin(friends()).unwrap();
    lobby.store.refuse_writes(true);
    assert!(lobby.begin(friends()).is_err());
    assert_eq!(lock(&lobby.live).len(), 1);
    assert!(lobby.delete(&entry.id).is_err());
    lobby.store.refuse_writes(false);
    play(&lobby, &lobby.find(&entry.id).unwrap(), "e4", 0).unwrap();
    lobby.delete(&entry.id).unwrap();
    assert!(lobby.find(&entry.id).is_err());
    assert!(play(&lobby, &entry, "e5", 1).is_err(), "a late change would bring it back");
    assert!(lobby.list().unwrap().0.is_empty());
}
