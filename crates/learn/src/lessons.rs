//! What a training learns from, on the disk: games are read once, and the positions in them are
//! written in shards, which are read one after the other in every epoch. So it does not matter
//! how many games there are; in memory is a group of shards at a time, and the next one.

use crate::file::{GameReader, GamesFileError};
use crate::fit::Outcomes;
use crate::game::LearnGame;
use crate::samples::{Foresight, PackedSample, Samples};
use damier_core::random::Random;
use damier_files::{checksum, read_regular, read_regular_text, write_whole};
use std::fmt::Write as _;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::UNIX_EPOCH;

/// Which positions to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonMaterial {
    /// Files of games.
    pub games: Vec<PathBuf>,
    /// How many positions near every position of a game to learn from as well: cheap lessons in
    /// what the pieces are worth, where there are few games.
    pub neighbours: u32,
    /// Whether positions also teach what came after them.
    pub foresight: Option<Foresight>,
}

/// How much is kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portions {
    /// Positions of a shard.
    pub shard: u64,
    /// Shards of a group, whose positions are mixed.
    pub group: usize,
    /// Groups between two checkpoints.
    pub lap: usize,
    /// Positions of one game that are learnt from together.
    pub run: usize,
}

impl Default for Portions {
    fn default() -> Self {
        Self { shard: 1 << 18, group: 8, lap: 5, run: 4 }
    }
}

/// One game in so many is for examination,
const EXAMINED: u64 = 40;
/// as long as there are not so many positions.
const MOST_EXAMINED: u64 = 1 << 20;
const MANIFEST: &str = "lessons.txt";
const EXAMINATION: &str = "examination.bin";
/// The first line of a manifest.
const TITLE: &str = "damier lessons 1";
/// The largest shard that is read, in bytes; ours have a hundredth of that.
const MAX_SHARD: u64 = 1 << 30;

/// Positions that were found in games and lie in a folder.
#[derive(Clone, Debug)]
pub struct Lessons {
    folder: PathBuf,
    portions: Portions,
    /// Checksums of the shards.
    shards: Vec<u64>,
    /// Positions to learn from.
    pub training: u64,
    /// Positions of other games, to see whether what was learnt is true elsewhere too.
    pub examination: Arc<Samples>,
    /// How many games they come from.
    pub games: u64,
    /// A number that depends on all games, and on nothing else.
    pub fingerprint: u64,
    /// The scale with which scores predict results best.
    pub scale: f32,
    /// The score with which one game of two is won.
    pub half: f32,
}

impl Lessons {
    /// Finds the positions in files of games and puts them into a folder, or uses what lies there
    /// since an earlier call with the same files. `on_game` is told how many games have been read;
    /// it returns whether to go on. `None` if it said no.
    pub fn prepare<G: LearnGame>(
        material: &LessonMaterial,
        folder: &Path,
        portions: Portions,
        on_game: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Self>, GamesFileError> {
        let key = key::<G>(material, portions)?;
        if let Some(lessons) = Self::open::<G>(folder, portions, key) {
            return Ok(Some(lessons));
        }
        let failed = |reason| GamesFileError::System { path: folder.to_owned(), reason };
        Self::remove(folder).map_err(failed)?;
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut writer =
            ShardWriter { folder, packed: PackedSample::default(), shards: Vec::new() };
        let (mut examination, mut outcomes) = (PackedSample::default(), Outcomes::default());
        let (mut games, mut fingerprint, mut training) = (0, 0u64, 0);
        let mut teacher = G::Teacher::default();
        for file in &material.games {
            let mut reader = GameReader::open(file)?;
            reader.expect_game::<G>()?;
            while let Some(record) = reader.next_game::<G>()? {
                let is_examined =
                    record.id.is_multiple_of(EXAMINED) && examination.count() < MOST_EXAMINED;
                if is_examined {
                    examination.add(&record, material.foresight, &mut Outcomes::default());
                } else {
                    let before = writer.packed.count();
                    writer.packed.add(&record, material.foresight, &mut outcomes);
                    writer.packed.add_neighbours(&record, material.neighbours, &mut teacher);
                    training += writer.packed.count() - before;
                    writer.flush(portions.shard)?;
                }
                games += 1;
                // The order of the games does not matter.
                fingerprint = fingerprint.wrapping_add(record.id);
                if !on_game(games) {
                    Self::remove(folder).map_err(failed)?;
                    return Ok(None);
                }
            }
        }
        writer.flush(1)?;
        let path = folder.join(EXAMINATION);
        write(&path, examination.bytes())?;
        let shards = writer.shards;
        let mut manifest = format!(
            "{TITLE}\n{key:016x}\n{games} {fingerprint} {training} {} {} {:016x}\n",
            outcomes.fit_scale(),
            outcomes.fit().half,
            checksum(examination.bytes().iter().copied()),
        );
        for sum in &shards {
            let _ = writeln!(manifest, "{sum:016x}");
        }
        // The manifest comes last: without it the folder holds nothing.
        write(&folder.join(MANIFEST), manifest.as_bytes())?;
        let lessons = Self::open::<G>(folder, portions, key);
        lessons.map(Some).ok_or_else(|| damaged(folder))
    }

    /// What lies in a folder, if it was made with this key.
    fn open<G: LearnGame>(folder: &Path, portions: Portions, key: u64) -> Option<Self> {
        let manifest = read_regular_text(&folder.join(MANIFEST), 1 << 26).ok()?;
        let mut lines = manifest.lines();
        if lines.next()? != TITLE || lines.next()? != format!("{key:016x}") {
            return None;
        }
        let mut numbers = lines.next()?.split(' ');
        let games = numbers.next()?.parse().ok()?;
        let fingerprint = numbers.next()?.parse().ok()?;
        let training = numbers.next()?.parse().ok()?;
        let scale = numbers.next()?.parse().ok()?;
        let half = numbers.next()?.parse().ok()?;
        let sum = u64::from_str_radix(numbers.next()?, 16).ok()?;
        let shards: Option<Vec<u64>> =
            lines.map(|line| u64::from_str_radix(line, 16).ok()).collect();
        let examination = read_regular(&folder.join(EXAMINATION), MAX_SHARD).ok()?;
        if checksum(examination.iter().copied()) != sum {
            return None;
        }
        let examination = Arc::new(Samples::new::<G::Features>(examination, portions.run)?);
        let (folder, shards) = (folder.to_owned(), shards?);
        Some(Self {
            folder,
            portions,
            shards,
            training,
            examination,
            games,
            fingerprint,
            scale,
            half,
        })
    }

    /// Removes what was prepared, and the folder if nothing else is in it.
    pub fn remove(folder: &Path) -> io::Result<()> {
        // The manifest first: without it the rest is nothing.
        let mut own = vec![folder.join(MANIFEST), folder.join(EXAMINATION)];
        own.extend((0..).map(|index| shard_path(folder, index)).take_while(|path| path.exists()));
        for path in own {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => (),
            }
        }
        match std::fs::remove_dir(folder) {
            Err(error)
                if !matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty
                ) =>
            {
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// How many groups an epoch has.
    pub fn groups(&self) -> u64 {
        self.shards.len().div_ceil(self.portions.group).max(1) as u64
    }

    /// How many groups there are between two checkpoints.
    pub fn lap(&self) -> u64 {
        self.groups().min(self.portions.lap.max(1) as u64)
    }

    /// The shards of the group with this number. Groups are counted through all epochs, and every
    /// epoch takes the shards in another order.
    fn group(&self, number: u64, seed: u64) -> Vec<usize> {
        let (epoch, place) = (number / self.groups(), (number % self.groups()) as usize);
        let mut order: Vec<usize> = (0..self.shards.len()).collect();
        if self.groups() > 1 {
            Random::new(seed ^ (epoch + 1).rotate_left(32)).shuffle(&mut order);
        }
        order.into_iter().skip(place * self.portions.group).take(self.portions.group).collect()
    }

    fn load<G: LearnGame>(&self, shards: &[usize]) -> Result<Samples, GamesFileError> {
        let mut all = Vec::new();
        for &shard in shards {
            let path = shard_path(&self.folder, shard);
            let bytes = read_regular(&path, MAX_SHARD)
                .map_err(|reason| GamesFileError::System { path: path.clone(), reason })?;
            if checksum(bytes.iter().copied()) != self.shards[shard] {
                return Err(damaged(&path));
            }
            all.extend_from_slice(&bytes);
        }
        let samples = Samples::new::<G::Features>(all, self.portions.run);
        samples.ok_or_else(|| damaged(&self.folder))
    }
}

/// Hands out the groups of lessons, each while the next one is being read.
pub struct Feeder<G> {
    lessons: Arc<Lessons>,
    seed: u64,
    /// The last group that was handed out.
    last: Option<(Vec<usize>, Arc<Samples>)>,
    /// The group that is being read.
    next: Option<(Vec<usize>, LessonReading)>,
    game: PhantomData<G>,
}

type LessonReading = JoinHandle<Result<Samples, GamesFileError>>;

impl<G: LearnGame> Feeder<G> {
    /// For a training with this seed.
    pub fn new(lessons: Arc<Lessons>, seed: u64) -> Self {
        Self { lessons, seed, last: None, next: None, game: PhantomData }
    }

    /// What is learnt.
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// The group with this number; `has_next` says whether another one follows.
    pub fn group(&mut self, number: u64, has_next: bool) -> Result<Arc<Samples>, GamesFileError> {
        let shards = self.lessons.group(number, self.seed);
        let samples = match (self.last.take(), self.next.take()) {
            (Some((last, samples)), _) if last == shards => samples,
            (_, Some((next, reader))) if next == shards => {
                Arc::new(reader.join().expect("reading does not panic")?)
            }
            _ => Arc::new(self.lessons.load::<G>(&shards)?),
        };
        let following = self.lessons.group(number + 1, self.seed);
        if has_next && following != shards {
            let (lessons, wanted) = (Arc::clone(&self.lessons), following.clone());
            let reader = std::thread::spawn(move || lessons.load::<G>(&wanted));
            self.next = Some((following, reader));
        }
        self.last = Some((shards, Arc::clone(&samples)));
        Ok(samples)
    }
}

/// Writes shards as they become full.
struct ShardWriter<'a> {
    folder: &'a Path,
    packed: PackedSample,
    shards: Vec<u64>,
}

impl ShardWriter<'_> {
    /// Writes what there is if it is so much.
    fn flush(&mut self, least: u64) -> Result<(), GamesFileError> {
        if self.packed.count() >= least {
            let path = shard_path(self.folder, self.shards.len());
            write(&path, self.packed.bytes())?;
            self.shards.push(checksum(self.packed.bytes().iter().copied()));
            self.packed.clear();
        }
        Ok(())
    }
}

fn shard_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("shard-{index:05}.bin"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), GamesFileError> {
    write_whole(path, bytes)
        .map_err(|reason| GamesFileError::System { path: path.to_owned(), reason })
}

fn damaged(path: &Path) -> GamesFileError {
    let reason = io::Error::other("the prepared positions are damaged; remove them to go on");
    GamesFileError::System { path: path.to_owned(), reason }
}

/// A number that changes with everything that decides the positions.
fn key<G: LearnGame>(material: &LessonMaterial, portions: Portions) -> Result<u64, GamesFileError> {
    let LessonMaterial { games, neighbours, foresight } = material;
    let mut text = format!("{} {} {neighbours} {foresight:?}", G::NAME, portions.shard);
    for path in games {
        let failed = |reason| GamesFileError::System { path: path.clone(), reason };
        let data = std::fs::metadata(path).map_err(failed)?;
        let changed = data.modified().map_err(failed)?.duration_since(UNIX_EPOCH);
        let changed = changed.unwrap_or_default().as_nanos();
        let _ = write!(text, "\n{} {} {changed}", path.display(), data.len());
    }
    Ok(checksum(text.into_bytes()))
}
