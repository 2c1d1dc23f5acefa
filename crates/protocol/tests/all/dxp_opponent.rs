//! Engines over DXP that are asked for moves, and such as misbehave.

use crate::dxp::{follower, records, settings};
use crate::dxp_partner::Raw;
use crate::puppet::Puppet;
use damier_core::Game;
use damier_draughts::{Position, Side};
use damier_protocol::dxp::message::EndReason;
use damier_protocol::dxp::{DxpError, DxpOpponent, DxpSettings};
use damier_search::{Engine, Limits, Query};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[test]
fn a_partner_over_dxp_can_be_asked_for_moves_like_an_engine() {
    let (stream, thread) = follower(2);
    let mut opponent = DxpOpponent::new(stream, settings("Arena")).unwrap();
    let mut engine = Puppet::hasty(5);
    for number in 0..2 {
        opponent.new_game().unwrap();
        let mut game = Game::new(Position::start());
        // Moves of an opening, which the other side never sees.
        for text in ["32-28", "19-23", "28x19"].iter().take(3 * number) {
            game.play_unchecked(game.position().read_move(text).unwrap());
        }
        let theirs = if number == 0 { Side::Black } else { Side::White };
        while game.ending().is_none() && game.moves().len() < 60 {
            let query = Query::new(game.clone(), Limits::to_time(Duration::from_millis(10)));
            let answer = if game.position().side_to_move() == theirs {
                opponent.search(&query, &mut |_| {}).unwrap()
            } else {
                engine.search(&query, &mut |_| {}).unwrap()
            };
            game.try_play(answer.best.unwrap()).unwrap();
        }
        // It is for the side to move to end a game.
        if game.position().side_to_move() == theirs {
            let query = Query::new(game.clone(), Limits::default());
            match opponent.search(&query, &mut |_| {}) {
                Ok(answer) => game.try_play(answer.best.unwrap()).unwrap(),
                Err(error) => assert!(matches!(error, DxpError::Ended(EndReason::Draw)), "{error}"),
            }
        }
    }
    assert_eq!(opponent.name(), "Follower");
    drop(opponent);
    let events = thread.join().unwrap();
    let records = records(&events);
    assert_eq!(records.len(), 2);
    assert_eq!((records[0].us, records[1].us), (Side::Black, Side::White));
}

/// Short enough to wait for something that does not happen, long enough for what does.
const SHORT: Duration = Duration::from_secs(2);

/// An opponent who accepts a game as Black and then does as it likes.
fn hostile(
    conduct: impl FnOnce(&mut Raw) + Send + 'static,
) -> (DxpOpponent, Query<Position>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let thread = thread::spawn(move || {
        let mut raw = Raw(listener.accept().unwrap().0);
        assert!(raw.receive().starts_with('R'));
        raw.send(&format!("A{:32}0", "Hostile"));
        conduct(&mut raw);
    });
    let settings = DxpSettings { patience: SHORT, ..DxpSettings::new("Arena") };
    let opponent = DxpOpponent::new(stream, settings).unwrap();
    let query =
        Query::new(Game::new(Position::start()), Limits::to_time(Duration::from_millis(10)));
    (opponent, query, thread)
}

/// What comes of a search with an opponent who stays until it is hung up on.
fn failure(conduct: impl FnOnce(&mut Raw) + Send + 'static) -> DxpError {
    let (mut opponent, query, thread) = hostile(move |raw| {
        conduct(raw);
        let _ = raw.0.read_to_end(&mut Vec::new());
    });
    let error = opponent.search(&query, &mut |_| {}).unwrap_err();
    drop(opponent);
    thread.join().unwrap();
    error
}

/// Sends the same for ever, or until it is hung up on.
fn flood(raw: &mut Raw, bytes: &[u8]) {
    while raw.0.write_all(bytes).is_ok() {}
}

#[test]
fn an_opponent_who_does_not_move_is_waited_for_no_longer_than_agreed() {
    let is_late = |error: &DxpError| matches!(error, DxpError::TimedOut { expected: "move" });
    let error = failure(|_| ());
    assert!(is_late(&error), "{error}");
    // Talk is no move, however much of it there is.
    let error = failure(|raw| flood(raw, &b"Cblah\0".repeat(1000)));
    assert!(is_late(&error), "{error}");
    let error = failure(|raw| flood(raw, &[b'C'; 65_536]));
    assert!(is_late(&error), "{error}");
}

#[test]
fn an_opponent_who_breaks_the_rules_is_told_from_one_who_leaves() {
    let error = failure(|raw| raw.send("M0000010200"));
    assert!(matches!(error, DxpError::IllegalMove { number: 1, .. }), "{error}");
    let error = failure(|raw| raw.send("E10"));
    assert!(matches!(error, DxpError::Ended(EndReason::ILose)), "{error}");
    let error = failure(|raw| flood(raw, b"nonsense\0"));
    assert!(matches!(error, DxpError::Garbage(_)), "{error}");
    let (mut opponent, query, thread) = hostile(|_| ());
    let error = opponent.search(&query, &mut |_| {}).unwrap_err();
    assert!(matches!(error, DxpError::Closed | DxpError::Connection(_)), "{error}");
    thread.join().unwrap();
}

#[test]
fn a_late_move_is_no_answer_to_the_next_question() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let (mut opponent, query, thread) = hostile(move |raw| {
        receiver.recv().unwrap();
        raw.send("M0000322800");
        // Another game is wanted instead, and there it moves in time.
        assert_eq!(raw.receive(), "E00");
        raw.send("E00");
        assert!(raw.receive().starts_with('R'));
        raw.send(&format!("A{:32}0", "Hostile"));
        raw.send("M0000312600");
        assert_eq!(raw.receive(), "E01");
    });
    let error = opponent.search(&query, &mut |_| {}).unwrap_err();
    assert!(matches!(error, DxpError::TimedOut { .. }), "{error}");
    sender.send(()).unwrap();
    let answer = opponent.search(&query, &mut |_| {}).unwrap();
    assert_eq!(answer.best.unwrap().to_string(), "31-26");
    drop(opponent);
    thread.join().unwrap();
}
