//! Where levels lie on the scale of engines whose Elo is known.
//!
//! A step of an anchor's nominal Elo need not be worth as much in games as a step of ours, so one
//! slope is fitted with the places of all levels, and the places never fall from a level to the
//! next.

/// Games of a level against an anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// The number of the level.
    pub(super) level: usize,
    /// The nominal Elo of the anchor.
    pub(super) anchor: f64,
    /// Points that the level made.
    pub(super) points: f64,
    pub(super) games: f64,
}

/// Where a level lies, and how far that may be wrong with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScalePlace {
    pub(super) elo: f64,
    pub(super) error: f64,
}

/// The places of all levels that have met an anchor, and the slope: how many Elo in games one of
/// the anchors' Elo is worth.
pub(super) fn places(levels: usize, meetings: &[Meeting]) -> (Vec<Option<ScalePlace>>, f64) {
    let slopes = (20..=400).map(|percent| f64::from(percent) / 100.0);
    let fitted = slopes.map(|slope| {
        let places = (1..=levels).map(|level| place(level, meetings, slope)).collect::<Vec<_>>();
        let likelihood: f64 = meetings
            .iter()
            .filter_map(|met| Some(log_likelihood(met, places[met.level - 1]?.elo, slope)))
            .sum();
        (likelihood, slope, places)
    });
    let best = fitted.max_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, slope, mut places)) = best else { return (vec![None; levels], 1.0) };
    make_monotone(&mut places);
    (places, slope)
}

fn expected(elo: f64, anchor: f64, slope: f64) -> f64 {
    let share = 1.0 / (1.0 + 10_f64.powf(-slope * (elo - anchor) / 400.0));
    share.clamp(1e-6, 1.0 - 1e-6)
}

fn log_likelihood(met: &Meeting, elo: f64, slope: f64) -> f64 {
    let share = expected(elo, met.anchor, slope);
    met.points * share.ln() + (met.games - met.points) * (1.0 - share).ln()
}

/// The likeliest place of a level for a slope.
fn place(level: usize, meetings: &[Meeting], slope: f64) -> Option<ScalePlace> {
    let own: Vec<&Meeting> = meetings.iter().filter(|met| met.level == level).collect();
    let surplus = |elo: f64| -> f64 {
        own.iter().map(|met| met.points - met.games * expected(elo, met.anchor, slope)).sum()
    };
    if own.is_empty() {
        return None;
    }
    // What is expected grows with the Elo, so halving finds where it equals what was scored.
    let (mut low, mut high) = (-2_000.0, 6_000.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if surplus(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let elo = (low + high) / 2.0;
    let rate = slope * std::f64::consts::LN_10 / 400.0;
    let information: f64 = own
        .iter()
        .map(|met| {
            let share = expected(elo, met.anchor, slope);
            met.games * share * (1.0 - share) * rate * rate
        })
        .sum();
    Some(ScalePlace { elo, error: 1.96 / information.sqrt() })
}

/// Levels whose places fall are put together, each with the weight of its error, until none does.
fn make_monotone(places: &mut [Option<ScalePlace>]) {
    // Blocks of levels: the sum of weights, the weighted sum, and which levels.
    let mut blocks: Vec<(f64, f64, Vec<usize>)> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        let weight = 1.0 / (place.error * place.error);
        blocks.push((weight, weight * place.elo, vec![at]));
        while let [.., below, above] = &blocks[..]
            && below.1 / below.0 > above.1 / above.0
        {
            let (weight, sum) = (below.0 + above.0, below.1 + above.1);
            let levels = [below.2.clone(), above.2.clone()].concat();
            blocks.truncate(blocks.len() - 2);
            blocks.push((weight, sum, levels));
        }
    }
    for (weight, sum, levels) in blocks {
        for at in levels {
            if let Some(place) = &mut places[at] {
                place.elo = sum / weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(level: usize, anchor: f64, points: f64) -> Meeting {
        Meeting { level, anchor, points, games: 40.0 }
    }

    #[test]
    fn a_level_lies_where_it_scores_half() {
        let met = [meeting(2, 1400.0, 30.0), meeting(2, 1600.0, 10.0), meeting(3, 1800.0, 20.0)];
        let (places, slope) = places(3, &met);
        assert_eq!(places[0], None, "nobody has met level 1");
        assert!((places[1].unwrap().elo - 1500.0).abs() < 1.0);
        assert!((places[2].unwrap().elo - 1800.0).abs() < 1.0);
        // Three of four against one and one of four against another 200 above: 191 Elo each, in
        // games, where the anchors call it 100.
        assert!((slope - 1.91).abs() < 0.02, "{slope}");
    }

    #[test]
    fn a_higher_level_never_lies_lower() {
        let met = [meeting(1, 1900.0, 24.0), meeting(2, 1900.0, 18.0), meeting(3, 2100.0, 20.0)];
        let (places, _) = places(3, &met);
        let elo = |at: usize| places[at].unwrap().elo;
        assert!(elo(0) <= elo(1) && elo(1) < elo(2));
        assert!((elo(0) - elo(1)).abs() < 1e-9 && elo(0) > 1900.0, "{}", elo(0));
    }
}
