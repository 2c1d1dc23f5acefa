//! `damier arena audit`: who blunders in a file of games, how often, and how.

use crate::games::{game_kind, game_parser};
use crate::numbers::positive;
use crate::output::{aligned, complain, counted, csv_cell, grouped, print, print_json};
use crate::progress::progress_bar;
use crate::review::GameChoice;
use anyhow::{Context, Result, bail};
use damier_core::Score;
use damier_files::Shard;
use damier_games::{GameKind, with_game};
use damier_reasons::BlunderKind;
use damier_review::ReviewGame;
use damier_review::audit::{
    Account, Blunder, Findings, Ledger, Standard, Transcript, audit, transcripts,
};
use damier_review::files::{name_of, open_input};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Judge every move of finished games: blunders of each player, by kind
///
/// Damier looks at every position in which there was a choice, at full strength with a fixed number
/// of nodes, and scores the move played beside the best one. A blunder is a move that loses at
/// least --threshold expected points (1 for a win, ½ for a draw), so that in a game that is decided
/// nothing counts again. Its kind is one that the line of the search proves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier arena audit games.pgn
  damier arena audit games.pdn --list
  damier arena audit games.pgn --player Damier --nodes 200000 --csv > blunders.csv
  damier arena audit games.pgn.gz --games 100 --json

The kinds, the most serious first:
  chess     allowed mate, missed mate, hung queen, rook, minor piece or pawn (left to be taken), \
      allowed a
            combination (material lost, but not at once), let a pawn through, missed material, \
            threw away
            a win, threw away a draw, other
  draughts  allowed a forced loss, missed a forced win, allowed shot (two men or a king), lost man,
            missed shot, other

The figures depend on the games, --nodes and --threshold, and not on --jobs. Nothing is written: an
interrupted run is simply started again.")]
pub(crate) struct AuditArgs {
    /// Files with games, PGN or PDN, also compressed (.zst, .gz, .bz2); - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which game [default: draughts for .pdn, chess for .pgn]
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    /// Nodes for each position, and as many to compare the move played with the best
    #[arg(long, default_value_t = 50_000, value_name = "N", value_parser = positive())]
    nodes: u64,
    /// Expected points that a blunder loses [default: 0.2 in chess, 0.15 in draughts]
    #[arg(long, value_name = "POINTS", value_parser = read_threshold)]
    threshold: Option<f64>,
    #[command(flatten)]
    choice: GameChoice,
    /// Print every blunder: the move, the better one, the scores and the line that punishes it
    #[arg(long)]
    list: bool,
    /// Print JSON for programs
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV for spreadsheets: a line for each player, or with --list for each blunder
    #[arg(long)]
    csv: bool,
}

#[derive(Serialize)]
struct AuditReport {
    game: &'static str,
    games: usize,
    nodes: u64,
    threshold: f64,
    players: Vec<PlayerRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blunders: Option<Vec<BlunderRow>>,
}

#[derive(Serialize)]
struct PlayerRow {
    player: String,
    games: u64,
    moves: u64,
    mean_loss: f64,
    blunders: u64,
    blunders_per_hundred: f64,
    kinds: BTreeMap<BlunderKind, u64>,
}

#[derive(Serialize)]
struct BlunderRow {
    file: String,
    game: usize,
    player: String,
    /// As in `12...`, which is Black's twelfth.
    number: String,
    played: String,
    better: String,
    /// For the mover, as in `+1.25` or `lost in 3`.
    score_before: String,
    score_after: String,
    points_lost: f64,
    kind: BlunderKind,
    refutation: String,
    better_line: String,
    fen: String,
}

/// A game and the file that it comes from.
struct AuditSources<G: ReviewGame> {
    games: Vec<Transcript<G>>,
    files: Vec<String>,
}

pub(crate) fn run(args: &AuditArgs) -> Result<ExitCode> {
    with_game!(game_kind(args.game, &args.files)?, G => run_game::<G>(args))
}

fn run_game<G: ReviewGame>(args: &AuditArgs) -> Result<ExitCode> {
    let sources = args.read::<G>()?;
    let threshold = args.threshold.unwrap_or(G::THRESHOLD);
    let standard = Standard { nodes: args.nodes, threshold };
    let bar = progress_bar("moves");
    bar.set_length(sources.games.iter().map(|game| game.count_judged() as u64).sum());
    let blunders = AtomicUsize::new(0);
    let on_move = |blunder: Option<&Blunder>| {
        let count = usize::from(blunder.is_some());
        let count = blunders.fetch_add(count, Ordering::Relaxed) + count;
        bar.set_message(counted(count, "blunder"));
        bar.inc(1);
    };
    let findings = audit(&sources.games, standard, args.choice.jobs(), &on_move)
        .context("cannot start a thread")?;
    bar.finish_and_clear();
    let report = AuditReport::new(standard, args.list, &sources, &findings);
    if args.json {
        print_json(&report)?;
    } else if args.csv {
        print(&report.to_csv(G::KINDS))?;
    } else {
        print(&report.to_text(G::KINDS))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_threshold(text: &str) -> Result<f64> {
    let points = text.parse().ok().filter(|points| (0.001..=1.0).contains(points));
    points.context("write a number of points from 0.001 to 1")
}

impl AuditArgs {
    /// Reads the games of all files, complains about what cannot be read, and takes those asked
    /// for.
    fn read<G: ReviewGame>(&self) -> Result<AuditSources<G>> {
        let mut sources = AuditSources { games: Vec::new(), files: Vec::new() };
        for file in &self.files {
            let name = name_of(file);
            let input = open_input(file).with_context(|| name.clone())?;
            let mut on_fault = |fault: &_| complain(&format!("{name}: {fault}"));
            let games = transcripts::<G>(input, &mut on_fault);
            let games = games.with_context(|| name.clone())?;
            if games.is_empty() {
                bail!("{name}: there is no game of {} with a legal move in it", G::NAME);
            }
            sources.files.resize(sources.games.len() + games.len(), name.clone());
            sources.games.extend(games);
        }
        sources.choose(&self.choice)?;
        sources.take_part(self.choice.shard);
        Ok(sources)
    }
}

impl<G: ReviewGame> AuditSources<G> {
    /// Leaves only the games of one part.
    fn take_part(&mut self, shard: Shard) {
        let mut indices = 0..;
        self.games.retain(|_| indices.next().is_some_and(|index| shard.contains(index)));
        let mut indices = 0..;
        self.files.retain(|_| indices.next().is_some_and(|index| shard.contains(index)));
    }

    /// Leaves only the moves of one player, and of his games the first ones, if that is asked for.
    fn choose(&mut self, choice: &GameChoice) -> Result<()> {
        if let Some(player) = &choice.player {
            let is_judged: Vec<bool> =
                self.games.iter_mut().map(|game| game.judge_only(player)).collect();
            let mut kept = is_judged.iter();
            self.games.retain(|_| kept.next() == Some(&true));
            let mut kept = is_judged.iter();
            self.files.retain(|_| kept.next() == Some(&true));
            if self.games.is_empty() {
                bail!("there is no move of {player}");
            }
        }
        let most = choice.games.map_or(usize::MAX, NonZeroUsize::get);
        self.games.truncate(most);
        self.files.truncate(most);
        Ok(())
    }
}

impl AuditReport {
    fn new<G: ReviewGame>(
        standard: Standard,
        has_list: bool,
        sources: &AuditSources<G>,
        findings: &[Findings],
    ) -> Self {
        let ledger = Ledger::of(&sources.games, findings);
        let players = ledger.iter().map(|(name, account)| PlayerRow::new(name, account, G::KINDS));
        let places = sources.games.iter().zip(&sources.files);
        let blunders = places.zip(findings).flat_map(|((game, file), findings)| {
            findings.blunders.iter().map(move |blunder| BlunderRow::new(file, game, blunder))
        });
        Self {
            game: G::NAME,
            games: sources.games.len(),
            nodes: standard.nodes,
            threshold: standard.threshold,
            players: players.collect(),
            blunders: has_list.then(|| blunders.collect()),
        }
    }

    fn to_text(&self, kinds: &[BlunderKind]) -> String {
        let mut text = String::new();
        for blunder in self.blunders.iter().flatten() {
            text.push_str(&blunder.to_text());
        }
        let header = ["player", "games", "moves", "mean loss", "blunders", "in 100 moves"];
        let mut rows = vec![header.map(str::to_owned)];
        for player in &self.players {
            rows.push([
                player.player.clone(),
                grouped(player.games),
                grouped(player.moves),
                format!("{:.4}", player.mean_loss),
                grouped(player.blunders),
                format!("{:.2}", player.blunders_per_hundred),
            ]);
        }
        text.push_str(&aligned(&rows));
        let mut rows = vec![["player", "kind", "blunders", "in 100 moves"].map(str::to_owned)];
        for player in &self.players {
            let found = kinds.iter().map(|kind| (kind, player.kinds[kind]));
            for (kind, count) in found.filter(|&(_, count)| count > 0) {
                let rate = count as f64 * 100.0 / player.moves as f64;
                let name = player.player.clone();
                rows.push([name, kind.to_string(), grouped(count), format!("{rate:.2}")]);
            }
        }
        if rows.len() > 1 {
            let _ = write!(text, "\n{}", aligned(&rows));
        }
        let _ = writeln!(
            text,
            "\n{} of {}, {} nodes a position; a blunder loses {} expected points or more",
            counted(self.games, "game"),
            self.game,
            grouped(self.nodes),
            self.threshold
        );
        text
    }

    fn to_csv(&self, kinds: &[BlunderKind]) -> String {
        let mut text = String::new();
        match &self.blunders {
            None => {
                let columns = "player,games,moves,mean_loss,blunders,blunders_per_hundred";
                let kind_columns = kinds.iter().map(|kind| csv_cell(kind.name()));
                let _ = writeln!(text, "{columns},{}", kind_columns.collect::<Vec<_>>().join(","));
                for player in &self.players {
                    let _ = write!(
                        text,
                        "{},{},{},{:.6},{},{:.4}",
                        csv_cell(&player.player),
                        player.games,
                        player.moves,
                        player.mean_loss,
                        player.blunders,
                        player.blunders_per_hundred
                    );
                    for kind in kinds {
                        let _ = write!(text, ",{}", player.kinds[kind]);
                    }
                    text.push('\n');
                }
            }
            Some(blunders) => {
                text.push_str("file,game,player,number,played,better,score_before,score_after,");
                text.push_str("points_lost,kind,refutation,better_line,fen\n");
                for blunder in blunders {
                    let cells = [
                        &blunder.file,
                        &blunder.game.to_string(),
                        &blunder.player,
                        &blunder.number,
                        &blunder.played,
                        &blunder.better,
                        &blunder.score_before,
                        &blunder.score_after,
                        &format!("{:.4}", blunder.points_lost),
                        blunder.kind.name(),
                        &blunder.refutation,
                        &blunder.better_line,
                        &blunder.fen,
                    ];
                    let cells = cells.map(csv_cell);
                    let _ = writeln!(text, "{}", cells.join(","));
                }
            }
        }
        text
    }
}

impl PlayerRow {
    fn new(name: &str, account: &Account, kinds: &[BlunderKind]) -> Self {
        Self {
            player: name.to_owned(),
            games: account.games,
            moves: account.moves,
            mean_loss: account.mean_loss(),
            blunders: account.blunders(),
            blunders_per_hundred: account.per_hundred(account.blunders()),
            kinds: kinds.iter().map(|&kind| (kind, account.blunders_of(kind))).collect(),
        }
    }
}

impl BlunderRow {
    fn new<G: ReviewGame>(file: &str, game: &Transcript<G>, blunder: &Blunder) -> Self {
        Self {
            file: file.to_owned(),
            game: game.number,
            player: game.players[blunder.number.side.index()].clone(),
            number: blunder.number.to_string(),
            played: blunder.played.clone(),
            better: blunder.better.clone(),
            score_before: score_text(blunder.score_before),
            score_after: score_text(blunder.score_after),
            points_lost: blunder.points_lost,
            kind: blunder.kind,
            refutation: blunder.refutation.join(" "),
            better_line: blunder.better_line.join(" "),
            fen: blunder.fen.clone(),
        }
    }

    fn to_text(&self) -> String {
        let Self { file, game, player, number, played, better, kind, .. } = self;
        let (before, after) = (&self.score_before, &self.score_after);
        format!(
            "{file}, game {game}, {player}: {number} {played} ({after}) instead of {better} \
            ({before}), {:.2} points: {kind}\n    played  {}\n    better  {}\n    at      {}\n\n",
            self.points_lost, self.refutation, self.better_line, self.fen
        )
    }
}

/// Pawns or men with two decimals, or the moves to the end of the game.
fn score_text(score: Score) -> String {
    match score.plies_to_mate() {
        Some(plies) if plies > 0 => format!("won in {}", (plies + 1) / 2),
        Some(plies) => format!("lost in {}", -plies / 2),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
