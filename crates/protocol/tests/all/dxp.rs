//! Games over DXP on loopback, and partners who misbehave.

use crate::dxp_partner::{Raw, request};
use crate::fake_engine::Broken;
use crate::puppet::Puppet;
use damier_core::{Game, Outcome};
use damier_draughts::{Ending, Position, Side};
use damier_protocol::dxp::message::GameRequest;
use damier_protocol::dxp::{
    Colours, DxpError, DxpEvent, DxpGame, DxpMatch, DxpSettings, Message, ResultSource, follow,
    follow_stream, initiate,
};
use damier_search::{Engine, Query};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn settings(name: &str) -> DxpSettings {
    DxpSettings { patience: PATIENCE, ..DxpSettings::new(name) }
}

fn plan(games: u32) -> DxpMatch {
    DxpMatch {
        games,
        colours: Colours::Alternating,
        time: Duration::from_secs(60),
        moves: None,
        starts: Vec::new(),
    }
}

/// A follower that plays so many games, and what happened to it.
pub(crate) fn follower(games: u32) -> (TcpStream, JoinHandle<Vec<DxpEvent>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let settings = DxpSettings { games: Some(games), ..settings("Follower") };
    let thread = thread::spawn(move || {
        let mut events = Vec::new();
        let played =
            follow(&listener, &mut Puppet::hasty(2), &settings, &mut |event| events.push(event));
        assert_eq!(played.unwrap(), games);
        events
    });
    (stream, thread)
}

/// How a connection ended, and what happened before.
type End = (Result<(), DxpError>, Vec<DxpEvent>);

/// A follower for one connection, and how that ended.
fn follower_of_one(engine: Puppet) -> (TcpStream, JoinHandle<End>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let thread = thread::spawn(move || {
        let (mut engine, mut events) = (engine, Vec::new());
        let stream = listener.accept().unwrap().0;
        let settings = settings("Follower");
        let end = follow_stream(stream, &mut engine, &settings, &mut |event| events.push(event));
        (end, events)
    });
    (stream, thread)
}

pub(crate) fn records(events: &[DxpEvent]) -> Vec<&DxpGame> {
    let mut records = Vec::new();
    for event in events {
        if let DxpEvent::Over(record) = event {
            records.push(record);
        }
    }
    records
}

#[test]
fn a_match_is_played_and_both_sides_agree_about_it() {
    let (stream, thread) = follower(6);
    let starts = vec![Position::start(), Position::from_fen("B:W31-50:B1-18,24,25").unwrap()];
    let plan = DxpMatch { starts, ..plan(6) };
    let mut moves = 0;
    let ours =
        initiate(stream, &mut Puppet::hasty(1), &settings("Initiator"), &plan, &mut |event| {
            moves += usize::from(matches!(event, DxpEvent::Moved { .. }));
        })
        .unwrap();
    let events = thread.join().unwrap();
    let theirs = records(&events);
    assert_eq!((ours.len(), theirs.len()), (6, 6));
    assert_eq!(moves, ours.iter().map(|record| record.game.moves().len()).sum::<usize>());
    for (number, (our, their)) in ours.iter().zip(theirs).enumerate() {
        let us = if number % 2 == 0 { Side::White } else { Side::Black };
        assert_eq!((our.us, their.us), (us, !us));
        assert_eq!((our.opponent.as_str(), their.opponent.as_str()), ("Follower", "Initiator"));
        assert_eq!(*our.game.start(), plan.starts[number / 2 % 2]);
        assert!(our.game.moves().eq(their.game.moves()));
        assert_eq!((our.outcome, our.source), (their.outcome, their.source));
        let ending = our.game.ending().expect("a game ends by the rules");
        assert_eq!(our.source, ResultSource::Board(ending));
    }
    assert!(!events.iter().any(|event| matches!(event, DxpEvent::Failed(_))), "{events:?}");
}

#[test]
fn the_agreed_number_of_moves_ends_a_game() {
    for moves in [1, 7] {
        let (stream, thread) = follower(2);
        let plan = DxpMatch { moves: Some(moves), ..plan(2) };
        let ours =
            initiate(stream, &mut Puppet::hasty(1), &settings("Initiator"), &plan, &mut |_| {})
                .unwrap();
        let events = thread.join().unwrap();
        for record in ours.iter().chain(records(&events)) {
            assert_eq!(record.game.moves().len(), 2 * usize::from(moves));
            assert_eq!((record.source, record.outcome), (ResultSource::MoveLimit, None));
        }
    }
}

#[test]
fn draw_rules_end_a_game_as_a_draw() {
    // One king each: five moves of each side.
    let board = Position::from_fen("W:WK45:BK46").unwrap().to_dxp();
    let (stream, thread) = follower(1);
    let mut raw = Raw(stream);
    raw.send(&request('W', 0, &format!("B{board}")));
    assert_eq!(raw.receive(), format!("AFollower{}0", " ".repeat(24)));
    let mut game = Game::new(Position::from_dxp(&board).unwrap());
    let end = loop {
        let text = raw.answer();
        let Ok(Message::Move(message)) = Message::read(text.as_bytes()) else { break text };
        game.try_play(message.find(game.position()).expect("a legal move")).unwrap();
        let is_safe = |mv: &damier_draughts::Move| {
            let mut after = game.position().clone();
            after.play(*mv);
            !after.can_capture(after.side_to_move())
        };
        let mv = game.position().legal_moves().iter().copied().find(is_safe).expect("a quiet move");
        // It overlooks the draw and plays on: then we end it.
        game.try_play(mv).unwrap();
        raw.send(&format!("M0000{:02}{:02}00", mv.from().number(), mv.to().number()));
    };
    assert_eq!(end, "E21");
    raw.send("E01");
    let events = thread.join().unwrap();
    let record = records(&events)[0];
    assert_eq!(record.outcome, Some(Outcome::Draw));
    assert!(matches!(record.source, ResultSource::Board(Ending::FiveMoves | Ending::Repetition)));
}

#[test]
fn the_side_without_moves_gives_up() {
    // White is shut in: one man against two.
    let mut board = vec!['e'; 50];
    for (square, letter) in [(46, 'w'), (41, 'z'), (37, 'z')] {
        board[square - 1] = letter;
    }
    let board: String = board.into_iter().collect();
    let (stream, thread) = follower(1);
    let mut raw = Raw(stream);
    raw.send(&request('W', 0, &format!("BW{board}")));
    assert!(raw.receive().starts_with('A'));
    assert_eq!(raw.receive(), "E11");
    raw.send("E00");
    let events = thread.join().unwrap();
    assert_eq!(records(&events)[0].outcome, Some(Outcome::Win(Side::Black)));
}

#[test]
fn who_hangs_up_after_the_end_has_lost_all_the_same() {
    let (stream, thread) = follower(1);
    let mut raw = Raw(stream);
    let board = Position::from_fen("W:W28:B23").unwrap().to_dxp();
    raw.send(&request('W', 0, &format!("B{board}")));
    assert!(raw.receive().starts_with('A'));
    assert_eq!(&raw.receive()[5..], "28190123");
    drop(raw);
    let events = thread.join().unwrap();
    assert_eq!(records(&events)[0].outcome, Some(Outcome::Win(Side::White)));
}

#[test]
fn claims_are_believed_where_they_cost_the_claimant_or_cannot_be_declined() {
    for (end, outcome) in [
        ("E10", Some(Outcome::Win(Side::Black))),
        ("E20", Some(Outcome::Draw)),
        ("E30", None),
        ("E00", None),
    ] {
        let (stream, thread) = follower(1);
        let mut raw = Raw(stream);
        raw.send(&request('Z', 0, "A"));
        assert!(raw.receive().starts_with('A'));
        raw.send(end);
        assert_eq!(raw.receive(), "E01");
        let events = thread.join().unwrap();
        let record = records(&events)[0];
        assert_eq!(record.outcome, outcome, "{end}");
        assert!(matches!(record.source, ResultSource::Claimed(_)), "{end}");
    }
}

#[test]
fn an_illegal_move_ends_the_game_with_words() {
    let (stream, thread) = follower_of_one(Puppet::hasty(1));
    let mut raw = Raw(stream);
    raw.send(&request('Z', 0, "A"));
    assert!(raw.receive().starts_with('A'));
    raw.send("M0001322700");
    assert!(raw.receive().starts_with('M'));
    raw.send("M000133280123");
    let chat = raw.receive();
    assert!(chat.starts_with("Cply 3, 33x28x23, is not legal in W:W"), "{chat}");
    assert_eq!(raw.receive(), "E01");
    let (end, events) = thread.join().unwrap();
    assert!(matches!(end, Err(DxpError::IllegalMove { number: 3, .. })), "{end:?}");
    assert!(records(&events).is_empty());
}

#[test]
fn nobody_goes_back_and_chat_is_passed_on() {
    let (stream, thread) = follower_of_one(Puppet::hasty(1));
    let mut raw = Raw(stream);
    raw.send("Chello");
    raw.send(&request('Z', 0, "A"));
    assert!(raw.receive().starts_with('A'));
    raw.send("B001W");
    assert_eq!(raw.receive(), "K1");
    raw.send("Cstill there?");
    raw.send("M0001322700");
    assert!(raw.receive().starts_with('M'));
    raw.send("E11");
    assert_eq!(raw.receive(), "E00");
    let (end, events) = thread.join().unwrap();
    end.unwrap();
    let chat: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            DxpEvent::Chat(words) => Some(words.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(chat, ["hello", "still there?"]);
}

#[test]
fn requests_that_cannot_be_met_are_declined() {
    let (stream, thread) = follower(1);
    let mut raw = Raw(stream);
    raw.send(&request('Z', 0, "A").replacen("R01", "R02", 1));
    assert!(raw.receive().ends_with('1'));
    raw.send("R01nonsense");
    assert_eq!(raw.receive(), "CR: the message has 11 characters, but needs 43");
    assert!(raw.receive().ends_with('2'));
    raw.send(&request('Z', 0, "A"));
    assert!(raw.receive().ends_with('0'));
    raw.send("E01");
    assert_eq!(raw.receive(), "E01");
    assert_eq!(records(&thread.join().unwrap()).len(), 1);
}

#[test]
fn a_follower_survives_garbage_and_those_who_hang_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut garbage: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0; 5000],
        vec![b'x'; 100_000],
        (0..20_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
        b"R01".to_vec(),
    ];
    garbage.push(format!("{}\0M9999999999\0Z\0{}", request('W', 0, "A"), "E99\0".repeat(3)).into());
    garbage.push(format!("{}\0", request('W', 0, "A")).into());
    let client = thread::spawn(move || {
        for bytes in garbage {
            let mut stream = TcpStream::connect(address).unwrap();
            // It may hang up before everything is sent.
            let _ = stream.write_all(&bytes);
        }
        let stream = TcpStream::connect(address).unwrap();
        initiate(stream, &mut Puppet::hasty(1), &settings("Initiator"), &plan(1), &mut |_| {})
            .unwrap()
    });
    let settings = DxpSettings { games: Some(1), ..settings("Follower") };
    let mut events = Vec::new();
    follow(&listener, &mut Puppet::hasty(2), &settings, &mut |event| events.push(event)).unwrap();
    assert_eq!(client.join().unwrap().len(), 1);
    assert_eq!(records(&events).len(), 1);
    let is_garbage = |event: &&DxpEvent| matches!(event, DxpEvent::Garbage(_));
    assert!(events.iter().filter(is_garbage).count() > 3);
    assert!(events.iter().any(|event| matches!(event, DxpEvent::Failed(_))));
}

#[test]
fn hanging_up_ends_a_long_search() {
    // This puppet thinks until it is told to stop.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut raw = Raw(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
    raw.send(&request('W', 0, "A"));
    let thread = thread::spawn(move || {
        let mut engine = Thinker(Puppet::default());
        let stream = listener.accept().unwrap().0;
        follow_stream(stream, &mut engine, &settings("Follower"), &mut |_| {})
    });
    assert!(raw.receive().starts_with('A'));
    drop(raw);
    assert!(matches!(thread.join().unwrap(), Err(DxpError::Closed | DxpError::Connection(_))));
}

/// Thinks until it is told to stop.
struct Thinker(Puppet);

impl Engine for Thinker {
    type Rules = Position;
    type Error = Broken;

    fn name(&self) -> String {
        self.0.name()
    }
    fn new_game(&mut self) -> Result<(), Broken> {
        self.0.new_game()
    }
    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(damier_search::Event<damier_draughts::Move>),
    ) -> Result<damier_search::Answer<damier_draughts::Move>, Broken> {
        query.signals.wait(true);
        self.0.search(query, on_event)
    }
}

#[test]
fn an_engine_that_fails_ends_the_game_with_words() {
    let (stream, thread) = follower_of_one(Puppet { is_broken: true, ..Puppet::default() });
    let mut raw = Raw(stream);
    raw.send(&request('W', 0, "A"));
    assert!(raw.receive().starts_with('A'));
    assert_eq!(raw.receive(), "Cour engine failed: the engine is broken");
    assert_eq!(raw.receive(), "E01");
    assert!(matches!(thread.join().unwrap().0, Err(DxpError::Engine(_))));
}

#[test]
fn an_initiator_hears_that_it_is_declined_or_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let other = thread::spawn(move || {
        let mut raw = Raw(listener.accept().unwrap().0);
        let Ok(Message::GameRequest(GameRequest { time, moves, follower, .. })) =
            Message::read(raw.receive().as_bytes())
        else {
            panic!("a request");
        };
        assert_eq!((time, moves, follower), (Duration::from_secs(60), None, Side::Black));
        raw.send(&format!("A{:32}3", "Grump"));
        drop(listener.accept().unwrap());
        // Silence.
        listener.accept().unwrap()
    });
    let run = |settings: &DxpSettings| {
        let stream = TcpStream::connect(address).unwrap();
        initiate(stream, &mut Puppet::hasty(1), settings, &plan(1), &mut |_| {}).unwrap_err()
    };
    let error = run(&settings("Initiator"));
    assert_eq!(error.to_string(), "\"Grump\" declined the game with code 3");
    assert!(matches!(run(&settings("Initiator")), DxpError::Closed | DxpError::Connection(_)));
    let impatient = DxpSettings { patience: Duration::from_millis(30), ..settings("Initiator") };
    assert!(matches!(run(&impatient), DxpError::TimedOut { .. }));
    drop(other.join().unwrap());
}
