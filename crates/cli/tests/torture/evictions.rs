//! More games than the server keeps in memory, while moves, draws and hints are under way: what was
//! acknowledged is there, before and after a restart.

use crate::harness::{Folder, random, report, scale};
use crate::server::{Client, Server, against, friends, legal, moves};
use damier_core::{Game, Rules};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// An engine agrees to no draw before the thirtieth ply; these moves lead there.
const OPENING: usize = 30;

/// Random moves that end no game.
fn opening(round: usize) -> Vec<String> {
    let mut random = random(round);
    loop {
        let mut game = Game::new(damier_chess::Position::start());
        let mut moves = Vec::new();
        while moves.len() < OPENING && game.ending().is_none() {
            let mv = *random.pick(&game.position().legal_moves());
            moves.push(game.position().write_move(mv));
            game.play_unchecked(mv);
        }
        if game.ending().is_none() {
            return moves;
        }
    }
}

fn is_draw(view: &Value) -> bool {
    view["verdict"].is_object() && view["verdict"]["winner"].is_null()
}

/// Plays a game between people, asking for hints on the way, and ends it by agreement.
fn play_and_agree(client: &Client, plies: usize) -> (String, Vec<String>) {
    let game = client.begin(&friends("chess"));
    let mut played: Vec<String> = Vec::new();
    thread::scope(|scope| {
        for ply in 0..plies {
            let view = client.get(&game);
            assert_eq!(moves(&view), played, "what was acknowledged before");
            let mv = legal(&view, ply * 7).expect("the game goes on");
            // It holds the game while it is searched; its answer does not matter.
            let hint = scope.spawn(|| client.try_ask("POST", &format!("{game}/hint"), &json!({})));
            let answer = client.post(&format!("{game}/move"), &json!({ "move": mv, "ply": ply }));
            assert_eq!(answer.status, 200, "{answer:?}");
            played = moves(&answer.body);
            assert_eq!(played.len(), ply + 1);
            hint.join().expect("a hint is asked for");
        }
    });
    let answer = client.post(&format!("{game}/draw"), &json!({}));
    assert_eq!(answer.body["accepted"], true, "{answer:?}");
    (game, played)
}

/// Offers an engine a draw, and plays on while it thinks about that.
fn offer_and_play(client: &Client, round: usize) -> (String, Vec<String>, bool) {
    let mut terms = against("chess", 1);
    terms["moves"] = json!(opening(round));
    let game = client.begin(&terms);
    let mut view = client.our_turn(&game);
    let mut is_drawn = false;
    for ply in (OPENING..OPENING + 12).step_by(2) {
        let Some(mv) = legal(&view, ply).filter(|_| view["verdict"].is_null()) else { break };
        let (offer, played) = thread::scope(|scope| {
            let offer = scope.spawn(|| client.post(&format!("{game}/draw"), &json!({})));
            let played = client.post(&format!("{game}/move"), &json!({ "move": mv, "ply": ply }));
            (offer.join().expect("a draw is offered"), played)
        });
        is_drawn |= offer.status == 200 && offer.body["accepted"] == true;
        let was_played = played.status == 200;
        view = client.our_turn(&game);
        let now = moves(&view);
        assert!(!was_played || now.get(ply) == Some(&mv), "{mv} of {game} is lost: {now:?}");
        assert!(!is_drawn || is_draw(&view), "the draw of {game} is lost: {view}");
    }
    (game, moves(&view), is_drawn)
}

#[test]
fn games_in_use_outlive_a_full_memory() {
    let folder = Folder::new("evictions");
    let mut server = Server::new(&folder.0);
    let client = server.client();
    let is_over = AtomicBool::new(false);
    let (agreed, offered, begun) = thread::scope(|scope| {
        let crowd = scope.spawn(|| {
            let mut begun = 0;
            while !is_over.load(Relaxed) {
                client.begin(&friends("draughts"));
                begun += 1;
                // Some hundred a second are enough, and leave time for the others.
                thread::sleep(Duration::from_millis(2));
            }
            begun
        });
        let agreed =
            scope.spawn(|| (0..scale()).map(|_| play_and_agree(&client, 10)).collect::<Vec<_>>());
        let offered = scope
            .spawn(|| (0..scale()).map(|round| offer_and_play(&client, round)).collect::<Vec<_>>());
        let (agreed, offered) = (agreed.join(), offered.join());
        is_over.store(true, Relaxed);
        let begun = crowd.join().expect("games are begun");
        (agreed.expect("agreed games"), offered.expect("offered games"), begun)
    });
    // The store too has all of it, after the rudest of ends.
    let check = |client: &Client| {
        for (game, played) in &agreed {
            let view = client.get(game);
            assert_eq!(&moves(&view), played, "{game}");
            assert!(is_draw(&view), "the draw of {game} is lost: {view}");
        }
        for (game, played, is_drawn) in &offered {
            let view = client.get(game);
            assert!(moves(&view).starts_with(played), "{game}");
            assert!(!is_drawn || is_draw(&view), "the draw of {game} is lost: {view}");
        }
    };
    check(&client);
    server.end(Signal::KILL);
    let server = Server::new(&folder.0);
    check(&server.client());
    let games = agreed.len() + offered.len();
    report(&format!("evictions: {games} games in use while {begun} others were begun"));
}

/// The server forgets games that are not in use when it would have to keep more than this.
const KEPT: usize = 64;

#[test]
fn a_game_is_not_forgotten_while_an_offer_is_thought_about() {
    for round in 0..2 * scale() {
        let folder = Folder::new("offer");
        let server = Server::new(&folder.0);
        let client = server.client();
        let mut terms = against("chess", 1);
        terms["moves"] = json!(opening(round));
        let game = client.begin(&terms);
        let mv = legal(&client.our_turn(&game), round).expect("the game goes on");
        (1..KEPT).for_each(|_| drop(client.begin(&friends("draughts"))));
        let (offer, played) = thread::scope(|scope| {
            let offer = scope.spawn(|| client.post(&format!("{game}/draw"), &json!({})));
            // It is asked for by now, and takes longer than this.
            thread::sleep(Duration::from_millis(5));
            (0..2).for_each(|_| drop(client.begin(&friends("draughts"))));
            let body = json!({ "move": mv, "ply": OPENING });
            let played = client.post(&format!("{game}/move"), &body);
            (offer.join().expect("a draw is offered"), played)
        });
        let view = client.our_turn(&game);
        let is_there = moves(&view).get(OPENING) == Some(&mv);
        assert!(played.status != 200 || is_there, "{mv} is lost: {offer:?}");
        let is_agreed = offer.status == 200 && offer.body["accepted"] == true;
        assert!(!is_agreed || is_draw(&view), "the draw is lost: {view}");
    }
}
