//! What an opponent answers: a move, the time that a person would take for it, and whether it gives
//! up or offers a draw.

use crate::game::PageGame;
use crate::seats::Opponent;
use damier_core::{Game, Score};
use damier_profiles::{Player, manners};
use damier_search::{Event, Limits, PlayerClock, Query, ScoreUnit, Signals};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Positions that full strength looks at to see how things stand.
const LOOK: u64 = 10_000;

/// The answer of an opponent whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Reply {
    /// The code of its move.
    #[serde(rename = "move")]
    pub(crate) code: Option<String>,
    /// It gives up instead.
    pub(crate) resigns: bool,
    /// It offers a draw with the move.
    pub(crate) offers_draw: bool,
    /// Milliseconds that a person would think, from the beginning of the search.
    pub(crate) thinks: u64,
}

impl Opponent {
    /// The rating by which it decides to give up; `None` if it plays to the end.
    fn resigns_like(&self) -> Option<i32> {
        let usual = self.like.filter(|&rating| rating >= manners::RESIGNS_FROM);
        usual.or_else(|| self.resigns.then_some(manners::RESIGNS_FROM))
    }

    /// Whether it has to be known how things stand.
    pub(crate) fn has_manners(&self) -> bool {
        self.like.is_some() || self.resigns
    }
}

/// How long a person like this player would think about the move; nothing without a clock.
pub(crate) fn time_for<G: PageGame>(
    player: &Player<G>,
    game: &Game<G>,
    clock: Option<PlayerClock>,
) -> u64 {
    let Some((clock, (odds, lot))) = clock.zip(player.odds(game)) else { return 0 };
    let time = manners::thinking_time(&clock, &odds, game.moves().len(), lot);
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Adds to an answer whether the opponent gives up or offers a draw.
pub(crate) fn with_manners<G: PageGame>(
    reply: &mut Reply,
    opponent: &Opponent,
    game: &Game<G>,
    opponent_left: Option<Duration>,
    look: &mut dyn FnMut(&Game<G>) -> f64,
) {
    let now = look(game);
    // Its own move before this one.
    let mut earlier = game.clone();
    if earlier.undo().and_then(|_| earlier.undo()).is_none() {
        return;
    }
    // A second look only where the first one may lead to something.
    if now >= 10.0 && !(45.0..=55.0).contains(&now) {
        return;
    }
    let chances = [now, look(&earlier)];
    reply.resigns = opponent
        .resigns_like()
        .is_some_and(|rating| manners::gives_up(rating, chances, opponent_left));
    reply.offers_draw =
        !reply.resigns && manners::offers_draw(chances, game.moves().len(), quiet_plies(game));
}

/// Plies since something was taken.
fn quiet_plies<G: PageGame>(game: &Game<G>) -> usize {
    let count = |position: &G| position.board().chars().filter(|&letter| letter != '.').count();
    let now = count(game.position());
    game.past_positions().rev().take_while(|position| count(position) == now).count()
}

/// The chances of the side to move in percent, as full strength sees them at a glance.
pub(crate) fn chances<G: PageGame>(
    player: &mut Player<G>,
    game: &Game<G>,
    signals: &Arc<Signals>,
) -> f64 {
    let query = Query {
        lines: Some(1),
        unit: Some(ScoreUnit::Chances),
        signals: Arc::clone(signals),
        ..Query::new(game.clone(), Limits::to_nodes(LOOK))
    };
    let mut score = Score::DRAW;
    player.look(&query, &mut |event| {
        if let Event::Report(report) = event {
            score = report.score;
        }
    });
    G::CURVE.chances(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position;

    fn opponent(like: Option<i32>, resigns: bool) -> Opponent {
        Opponent { resigns, ..Opponent::for_tests(like) }
    }

    /// A game in which kings went there and back, from a position.
    fn game(fen: &str, moves: &[&str]) -> Game<Position> {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for san in moves {
            let mv = game.position().read_san(san).unwrap();
            game.play_unchecked(mv);
        }
        game
    }

    fn manners_of(opponent: &Opponent, game: &Game<Position>) -> Reply {
        let mut reply = Reply::default();
        let mut player = Player::<Position>::new();
        opponent.prepare(&mut player);
        let signals = Arc::new(Signals::new());
        let mut look = |game: &Game<Position>| chances(&mut player, game, &signals);
        with_manners(&mut reply, opponent, game, None, &mut look);
        reply
    }

    #[test]
    fn the_lost_give_up_from_1400_on_and_below_if_asked_to() {
        let lost = game("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", &["Ke7", "Kd2", "Ke6", "Kd3"]);
        let resigns = |like, asked| manners_of(&opponent(like, asked), &lost).resigns;
        assert!(resigns(Some(1400), false) && resigns(Some(2000), false));
        assert!(!resigns(Some(1300), false) && resigns(Some(1300), true));
        assert!(!resigns(None, false) && resigns(None, true));
        let even = game("r3k3/8/8/8/8/8/8/R3K3 b - - 0 1", &["Ke7", "Ke2", "Ke6", "Ke3"]);
        assert!(!manners_of(&opponent(Some(2000), false), &even).resigns);
    }

    #[test]
    fn captures_are_counted_from_the_last_one() {
        let quiet = game("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", &["Rxa8+", "Kd7", "Ra7+"]);
        assert_eq!(quiet_plies(&quiet), 2);
    }

    #[test]
    fn time_is_taken_with_a_clock_only_and_the_same_again_with_the_same_seed() {
        let game = game(
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            &["Nf6", "d3", "Bc5", "O-O", "O-O", "Nc3", "d6", "h3", "h6", "a3"],
        );
        let mut player = Player::<Position>::new();
        player.set_seed(5);
        let clock = PlayerClock {
            remaining: Duration::from_secs(300),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        assert_eq!(time_for(&player, &game, Some(clock)), 0, "a level answers at once");
        player.set_like(Some(1500));
        let time = time_for(&player, &game, Some(clock));
        assert!((500..30_000).contains(&time), "{time}");
        assert_eq!(time_for(&player, &game, Some(clock)), time);
        assert_eq!(time_for(&player, &game, None), 0);
    }
}
