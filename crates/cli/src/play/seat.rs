//! Who plays a side.

use anyhow::{Context, Result, bail};
use damier_core::Depth;
use damier_profiles::{FULL_STRENGTH, OpponentGame, Player, library};
use damier_search::{Limits, NamedOptions};
use std::time::Duration;

/// Who plays a side.
pub(super) enum TerminalSeat<G: OpponentGame> {
    Human,
    Engine(Box<TerminalOpponent<G>>),
}

/// An engine at the board.
pub(super) struct TerminalOpponent<G: OpponentGame> {
    pub(super) player: Player<G>,
    /// What to call it.
    pub(super) name: String,
    /// What a move may cost.
    pub(super) limits: Limits,
    /// What it was made of.
    pub(super) options: SeatOptions,
}

/// What an engine at the board is described by.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatOptions {
    pub(super) level: Option<u8>,
    pub(super) elo: Option<i32>,
    pub(super) like: Option<i32>,
    pub(super) profile: Option<String>,
    pub(super) seed: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<u64>,
    pub(super) simulations: Option<u32>,
    pub(super) firewall: Option<String>,
}

/// The time for a move that nothing else limits.
const PATIENCE: Duration = Duration::from_secs(1);

impl<G: OpponentGame> TerminalSeat<G> {
    pub(super) fn from_text(text: &str) -> Result<Self> {
        if text == "human" {
            return Ok(Self::Human);
        }
        let mut options = SeatOptions::default();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').with_context(|| {
                format!(
                    "{part:?} is not of the form key=value, as level=4,profile=NAME; human \
                stands alone"
                )
            })?;
            options.set(key.trim(), value.trim())?;
        }
        Self::engine(&options)
    }

    pub(super) fn engine(options: &SeatOptions) -> Result<Self> {
        let mut player = Player::<G>::new();
        let mut set = |name: &str, value: Option<String>| match value {
            Some(value) => player.set_option(name, &value),
            None => Ok(()),
        };
        set("Level", options.level.map(|level| level.to_string()))?;
        if let Some(elo) = options.elo {
            set("UCI_Elo", Some(elo.to_string()))?;
            set("UCI_LimitStrength", Some("true".to_owned()))?;
        }
        set("Like", options.like.map(|rating| rating.to_string()))?;
        set("Seed", options.seed.map(|seed| seed.to_string()))?;
        set("Simulations", options.simulations.map(|games| games.to_string()))?;
        set("Firewall", options.firewall.clone())?;
        let level = options.level.unwrap_or(FULL_STRENGTH);
        let mut name = match (options.like, options.elo) {
            (Some(rating), _) => format!("Damier, like a player of {rating}"),
            (None, Some(elo)) => format!("Damier, Elo {elo}"),
            (None, None) => format!("Damier, level {level}"),
        };
        let mut is_complete = false;
        if let Some(profile) = &options.profile {
            let profile = library::find::<G>(profile)?.profile;
            is_complete = profile.character.is_complete();
            let strength = if is_complete { "Damier" } else { &name };
            name = format!("{strength}, {profile}");
            player.set_profile(Some(profile));
        }
        let mut limits = Limits {
            depth: options.depth.map(|plies| Depth::new(plies.min(1_000) as i32)),
            nodes: options.nodes,
            move_time: options.move_time.map(Duration::from_millis),
            ..Limits::default()
        };
        let is_person = options.like.is_some();
        let has_own_limits =
            is_complete || is_person || options.elo.is_none() && level < FULL_STRENGTH;
        if !has_own_limits && limits == Limits::default() {
            limits.move_time = Some(PATIENCE);
        }
        Ok(Self::Engine(Box::new(TerminalOpponent {
            player,
            name,
            limits,
            options: options.clone(),
        })))
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Human => "Human",
            Self::Engine(opponent) => &opponent.name,
        }
    }

    /// Its name, and how its game can be played again.
    pub(super) fn introduction(&self) -> String {
        match self {
            Self::Human => self.name().to_owned(),
            Self::Engine(opponent) => {
                format!("{} (seed {})", opponent.name, opponent.player.game_seed())
            }
        }
    }
}

impl SeatOptions {
    /// Changes one thing, in the middle of a game.
    pub(super) fn change(&mut self, key: &str, value: &str) -> Result<()> {
        if value.is_empty() {
            bail!("write {key} and what it is to be, as in level 4 or profile none");
        }
        match (key, value) {
            ("profile", "none") => self.profile = None,
            _ => self.set(key, value)?,
        }
        if key == "level" {
            (self.elo, self.like) = (None, None);
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<Option<T>> {
            match value.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => bail!("{key}={value}: a whole number belongs there"),
            }
        }
        match key {
            "level" => self.level = number(key, value)?,
            "elo" => self.elo = number(key, value)?,
            "like" => self.like = number(key, value)?,
            "profile" => self.profile = Some(value.to_owned()),
            "seed" => self.seed = number(key, value)?,
            "depth" => self.depth = number(key, value)?,
            "nodes" => self.nodes = number(key, value)?,
            "movetime" => self.move_time = number(key, value)?,
            "simulations" => self.simulations = number(key, value)?,
            "firewall" => self.firewall = Some(value.to_owned()),
            _ => bail!(
                "there is no {key}=; there are level, elo, like, profile, depth, nodes, movetime, \
                simulations, seed, firewall"
            ),
        }
        Ok(())
    }
}
