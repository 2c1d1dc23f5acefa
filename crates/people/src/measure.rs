//! How well a model knows people it has not seen: by bands of rating.

use crate::features::Setting;
use crate::games::HumanGame;
use crate::model::Model;
use damier_chess::{Move, Position, Side};
use damier_core::Game;

/// The bands that are judged: each begins here and has [`BAND`] points.
pub const BANDS: [i32; 6] = [1000, 1200, 1400, 1600, 1800, 2000];
/// The width of a band.
pub const BAND: i32 = 200;

/// The band that a rating lies in.
pub fn band_of(rating: i32) -> Option<usize> {
    BANDS.iter().position(|&least| (least..least + BAND).contains(&rating))
}

/// A position of a judged game, with what was played.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game until then.
    pub game: Game<Position>,
    /// What was played.
    pub played: Move,
    /// Who played, and against whom.
    pub setting: Setting,
    /// The band of the player.
    pub band: usize,
    /// The number of the game.
    pub source: usize,
}

/// The positions of judged games in which there was a choice, players outside the bands left out.
pub fn questions(games: &[HumanGame]) -> Vec<Question> {
    let mut questions = Vec::new();
    for human in games.iter().filter(|game| game.is_judged()) {
        let mut game = Game::new(human.start.clone());
        for &played in &human.moves {
            let side: Side = game.position().side_to_move();
            let setting = human.setting(side);
            if let Some(band) = band_of(setting.rating)
                && game.position().count_legal_moves() > 1
            {
                let game = game.clone();
                questions.push(Question { game, played, setting, band, source: human.number });
            }
            game.play_unchecked(played);
        }
    }
    questions
}

/// What was found in one band.
#[derive(Clone, Debug, Default)]
pub struct BandFit {
    /// Positions judged.
    pub positions: usize,
    /// In how many the most likely move was played.
    pub hits: usize,
    /// The mean negative logarithm of the probability of what was played.
    pub loss: f64,
    /// The same with the model set to the middle of each band, for player and opponent.
    pub as_band: [f64; BANDS.len()],
    /// The standard error of the difference between the own band and each other one, by games.
    pub errors: [f64; BANDS.len()],
}

/// Asks a model all questions.
pub fn measure(model: &Model, questions: &[Question]) -> Vec<BandFit> {
    (0..BANDS.len())
        .map(|band| {
            let own: Vec<&Question> = questions.iter().filter(|asked| asked.band == band).collect();
            measure_band(model, band, &own)
        })
        .collect()
}

fn measure_band(model: &Model, band: usize, questions: &[&Question]) -> BandFit {
    let mut fit = BandFit { positions: questions.len(), ..BandFit::default() };
    // Losses of each game against those with the own band, for the errors.
    let mut games: Vec<(usize, [f64; BANDS.len()])> = Vec::new();
    for asked in questions {
        let said = model.probabilities(&asked.game, asked.setting);
        let best = said.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        fit.hits += usize::from(best.is_some_and(|&(mv, _)| mv == asked.played));
        fit.loss += surprise(&said, asked.played);
        let settings: Vec<Setting> = BANDS
            .iter()
            .map(|least| {
                let middle = least + BAND / 2;
                Setting { rating: middle, opponent: middle, ..asked.setting }
            })
            .collect();
        let said = model.probabilities_for(&asked.game, &settings);
        let losses: Vec<f64> = said.iter().map(|said| surprise(said, asked.played)).collect();
        if games.last().is_none_or(|&(source, _)| source != asked.source) {
            games.push((asked.source, [0.0; BANDS.len()]));
        }
        if let Some((_, sums)) = games.last_mut() {
            for (other, loss) in losses.iter().enumerate() {
                fit.as_band[other] += loss;
                sums[other] += loss - losses[band];
            }
        }
    }
    let positions = questions.len().max(1) as f64;
    fit.loss /= positions;
    for other in 0..BANDS.len() {
        fit.as_band[other] /= positions;
        let mean =
            games.iter().map(|(_, sums)| sums[other]).sum::<f64>() / games.len().max(1) as f64;
        let squares: f64 = games.iter().map(|(_, sums)| (sums[other] - mean).powi(2)).sum();
        fit.errors[other] = squares.sqrt() / positions;
    }
    fit
}

fn surprise(said: &[(Move, f64)], played: Move) -> f64 {
    let found = said.iter().find(|&&(mv, _)| mv == played).map_or(0.0, |&(_, chance)| chance);
    -found.max(1e-9).ln()
}
