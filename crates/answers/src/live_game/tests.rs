//! Games that are played, given up, taken back and kept.

use super::*;
use crate::seats::Opponent;

fn friends(pace: Option<Pace>) -> Box<dyn LiveGame> {
    open(Saved { pace, ..Saved::new(GameKind::Chess, [Seat::Human, Seat::Human]) }).unwrap()
}

#[test]
fn the_clock_runs_from_the_first_move_and_ends_the_game() {
    let start = Duration::ZERO;
    let at = |seconds| start + Duration::from_secs(seconds);
    let mut game = friends(Some(Pace { time: 60, increment: 1 }));
    assert!(!game.tick(at(1_000)), "nobody has moved yet");
    game.play("e4", 0, at(1_000)).unwrap();
    game.play("e5", 1, at(1_010)).unwrap();
    let clock = game.view("id", 0, at(1_020)).clock.unwrap();
    assert_eq!((clock.left, clock.running), ([50_000, 51_000], Some(SideName::White)));
    assert_eq!(game.until_fall(at(1_020)), Some(Duration::from_secs(50)));
    assert!(!game.tick(at(1_069)) && game.tick(at(1_070)));
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.reason.as_str(), verdict.winner), ("time", Some(SideName::Black)));
    assert!(game.play("Nf3", 2, at(1_070)).is_err());
}

#[test]
fn a_king_alone_does_not_win_by_the_clock() {
    let start = Duration::ZERO;
    let mut saved = friends(Some(Pace { time: 60, increment: 0 })).saved();
    saved.start = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned());
    let mut game = open(saved).unwrap();
    game.play("e4", 0, start).unwrap();
    game.play("Kd7", 1, start).unwrap();
    assert!(game.tick(start + Duration::from_secs(60)));
    assert_eq!(game.verdict().unwrap().winner, None);
}

#[test]
fn a_take_back_restores_the_clocks_and_a_restart_keeps_them() {
    let start = Duration::ZERO;
    let at = |seconds| start + Duration::from_secs(seconds);
    let mut game = friends(Some(Pace { time: 60, increment: 0 }));
    game.play("e4", 0, start).unwrap();
    game.play("e5", 1, at(10)).unwrap();
    game.play("Nf3", 2, at(30)).unwrap();
    assert_eq!(
        open(game.saved()).unwrap().view("id", 0, at(40)).clock.unwrap().left,
        [40_000, 50_000]
    );
    game.take_back(at(35)).unwrap();
    assert_eq!(game.view("id", 0, at(35)).clock.unwrap().left, [60_000, 50_000]);
}

#[test]
fn what_cannot_be_taken_back_stays() {
    let engine = Seat::Engine(Opponent::for_tests(None));
    let mut saved = friends(None).saved();
    saved.seats = [engine, Seat::Human];
    let mut game = open(saved).unwrap();
    game.resign(None, Duration::ZERO).unwrap();
    assert!(game.take_back(Duration::ZERO).is_err(), "no move of ours is there");
    assert_eq!(game.verdict().unwrap().reason, "resigned");
}

#[test]
fn a_game_reads_back_as_it_was_written() {
    let mut game = friends(None);
    for (ply, mv) in ["e4", "d5", "exd5", "Qxd5", "Nc3"].into_iter().enumerate() {
        game.play(mv, ply, Duration::ZERO).unwrap();
    }
    let again = open(serde_json::from_str(&serde_json::to_string(&game.saved()).unwrap()).unwrap());
    let fen = |game: &dyn LiveGame| game.view("id", 0, Duration::ZERO).position.fen;
    assert_eq!(fen(again.unwrap().as_ref()), fen(game.as_ref()));
}

#[test]
fn a_draw_that_people_have_to_claim_ends_a_game_of_engines() {
    let mut saved = friends(None).saved();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
    saved.moves = [there_and_back.clone(), there_and_back].concat();
    assert!(open(saved.clone()).unwrap().verdict().is_none());
    let engine = Seat::Engine(Opponent::for_tests(None));
    saved.seats = [engine.clone(), engine];
    assert_eq!(open(saved).unwrap().verdict().unwrap().winner, None);
}

/// A game in which Black is an engine and to move.
fn against_engine() -> Box<dyn LiveGame> {
    let engine = Seat::Engine(Opponent::for_tests(Some(1500)));
    let mut saved = friends(None).saved();
    saved.seats = [Seat::Human, engine];
    let mut game = open(saved).unwrap();
    game.play("e4", 0, Duration::ZERO).unwrap();
    game
}

fn reply(code: &str) -> Reply {
    Reply { code: Some(code.to_owned()), ..Reply::default() }
}

#[test]
fn an_offer_stands_until_the_next_move_and_is_accepted_at_once() {
    let mut game = against_engine();
    let offer = Reply { offers_draw: true, ..reply("e7e5") };
    game.take_reply(&offer, Duration::ZERO).unwrap();
    let view = |game: &dyn LiveGame| game.view("id", 0, Duration::ZERO);
    assert!(view(game.as_ref()).offer && game.can_draw_at_once());
    // It is kept with the game.
    assert!(view(open(game.saved()).unwrap().as_ref()).offer);
    let mut declined = game.copy();
    declined.play("d4", 2, Duration::ZERO).unwrap();
    declined.take_reply(&reply("e5d4"), Duration::ZERO).unwrap();
    assert!(!view(declined.as_ref()).offer && !declined.can_draw_at_once());
    let mut back = game.copy();
    back.take_back(Duration::ZERO).unwrap();
    assert!(!view(back.as_ref()).offer);
    game.agree_draw(Duration::ZERO).unwrap();
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.reason.as_str(), verdict.winner), ("agreed", None));
    assert!(!view(game.as_ref()).offer);
}

#[test]
fn an_engine_gives_up_to_people_and_plays_on_against_engines() {
    let mut game = against_engine();
    let resigns = Reply { resigns: true, ..reply("e7e5") };
    let mut show = game.saved();
    show.seats[0] = show.seats[1].clone();
    let mut show = open(show).unwrap();
    show.take_reply(&resigns, Duration::ZERO).unwrap();
    assert_eq!((show.verdict(), show.plies()), (None, 2));
    game.take_reply(&resigns, Duration::ZERO).unwrap();
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.reason.as_str(), verdict.winner), ("resigned", Some(SideName::White)));
    assert_eq!(game.plies(), 1);
    assert!(game.take_reply(&resigns, Duration::ZERO).is_err(), "it is over");
}

#[test]
fn people_are_played_like_in_chess_and_within_their_ratings() {
    let seat = |game, like| {
        let engine: Seat =
            serde_json::from_value(serde_json::json!({"kind": "engine", "like": like})).unwrap();
        let saved = Saved { game, seats: [Seat::Human, engine], ..friends(None).saved() };
        open(saved).map(|game| game.saved().seats[1].name()).map_err(|error| error.to_string())
    };
    assert_eq!(seat(GameKind::Chess, 1100).unwrap(), "Damier, like 1100");
    assert!(seat(GameKind::Chess, 599).unwrap_err().contains("600 to 2200"));
    assert!(seat(GameKind::Chess, 2201).is_err());
    assert!(seat(GameKind::Draughts, 1100).unwrap_err().contains("levels only"));
}
