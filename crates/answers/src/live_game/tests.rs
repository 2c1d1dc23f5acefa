//! Games that are played, given up, taken back and kept.

use super::*;

fn friends(pace: Option<Pace>) -> Box<dyn LiveGame> {
    open(Saved {
        game: GameKind::Chess,
        seats: [Seat::Human, Seat::Human],
        pace,
        start: None,
        moves: Vec::new(),
        times: Vec::new(),
        verdict: None,
        paused: false,
    })
    .unwrap()
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
    let engine = Seat::Engine(crate::seats::Opponent { level: 1, profile: None, seed: 1 });
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
    let engine = Seat::Engine(crate::seats::Opponent { level: 1, profile: None, seed: 1 });
    saved.seats = [engine.clone(), engine];
    assert_eq!(open(saved).unwrap().verdict().unwrap().winner, None);
}
