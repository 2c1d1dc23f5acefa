//! Reading games one at a time.

use crate::builder::Builder;
use crate::fault::Fault;
use crate::game::RecordGame;
use crate::lines::LinePlace;
use crate::record::Record;
use crate::tags::Tags;
use crate::tokens::{RecordToken, RecordTokens};
use std::io::{self, BufRead};
use std::marker::PhantomData;

/// A game of a file.
#[derive(Debug)]
pub struct RecordReading<F: RecordGame> {
    /// Which game of the file, counted from 1.
    pub number: usize,
    /// Where it begins.
    pub place: LinePlace,
    /// The game, or what could be read of it.
    pub record: Record<F>,
    /// What could not be read, in the order of the file. Of a game that is nothing but faults, only
    /// the first hundred are kept.
    pub faults: Vec<Fault>,
}

/// What came of a game of a file in [`Reader::read_if`].
#[derive(Debug)]
pub enum Sighting<F: RecordGame> {
    /// It was read.
    Read(Box<RecordReading<F>>),
    /// It was passed over.
    Passed {
        /// Which game of the file, counted from 1.
        number: usize,
    },
}

/// Reads the games of a file, one after the other; only the current one is in memory.
///
/// A fault ends a line of moves, never the file: the next game is read as if nothing had happened.
/// Only an error of the input itself ends the iteration.
///
/// ```
/// use damier_draughts::Position;
/// use damier_records::{GameResult, Reader};
///
/// let file = "[White \"Ada\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n1. 32-28 20x31 *\n";
/// let games: Vec<_> = Reader::<Position, _>::new(file.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].record.result, GameResult::Draw);
/// assert!(games[0].faults.is_empty());
/// // The second game is kept up to its illegal move.
/// assert_eq!(games[1].record.tree().main_line().count(), 1);
/// assert_eq!((games[1].faults[0].place.line, games[1].faults.len()), (5, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<F, B> {
    tokens: RecordTokens<B>,
    /// The tag that showed that the last game was over.
    next_tag: Option<Tag>,
    games: usize,
    is_broken: bool,
    format: PhantomData<F>,
}

pub(crate) struct Tag {
    pub(crate) place: LinePlace,
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) is_closed: bool,
}

impl<F: RecordGame, B: BufRead> Reader<F, B> {
    /// Reads games from an input of any encoding.
    pub fn new(input: B) -> Self {
        Self {
            tokens: RecordTokens::new(input),
            next_tag: None,
            games: 0,
            is_broken: false,
            format: PhantomData,
        }
    }

    /// Reads the next game if it is wanted, by its number, counted from 1, and its tags; passes
    /// over its moves otherwise, which is quicker. A game without tags is always read: its moves
    /// show where it ends.
    pub fn read_if(
        &mut self,
        is_wanted: &mut dyn FnMut(usize, &Tags) -> bool,
    ) -> Option<io::Result<Sighting<F>>> {
        if self.is_broken {
            return None;
        }
        let game = self.read_game(is_wanted).transpose();
        self.is_broken = matches!(game, Some(Err(_)));
        game
    }

    fn read_game(
        &mut self,
        is_wanted: &mut dyn FnMut(usize, &Tags) -> bool,
    ) -> io::Result<Option<Sighting<F>>> {
        let mut is_passed = None;
        let mut builder: Option<Builder<F>> = None;
        let number = self.games + 1;
        let mut last = self.tokens.place();
        if let Some(tag) = self.next_tag.take() {
            builder.get_or_insert_with(|| Builder::new(number, tag.place)).tag(tag);
        }
        while let Some((place, token)) = self.tokens.next()? {
            let game = builder.get_or_insert_with(|| Builder::new(number, place));
            let begins_moves =
                !matches!(token, RecordToken::Tag { .. } | RecordToken::Comment { .. });
            if begins_moves && is_passed.is_none() && !game.tags().is_empty() {
                let is_unwanted = !is_wanted(number, game.tags());
                is_passed = Some(is_unwanted);
                if is_unwanted {
                    game.pass();
                }
            }
            match token {
                RecordToken::Tag { name, value, is_closed } => {
                    let tag = Tag { place, name, value, is_closed };
                    if game.is_over_before(&tag.name) {
                        self.next_tag = Some(tag);
                        break;
                    }
                    game.tag(tag);
                }
                RecordToken::Comment { comment, fault } => {
                    if let Some(kind) = fault {
                        game.fault(place, kind);
                    }
                    if let Some(comment) = comment {
                        game.comment(comment);
                    }
                }
                RecordToken::Open => game.open(place),
                RecordToken::Close => game.close(place),
                RecordToken::Nag(nag) => game.nag(nag),
                RecordToken::Fault(kind) => game.fault(place, kind),
                RecordToken::Word(word) => {
                    let is_over = match F::read_result(&word) {
                        Some(result) => game.end(result, &word),
                        None => {
                            game.word(&word, place);
                            false
                        }
                    };
                    if is_over {
                        last = place;
                        self.read_last_words(game)?;
                        break;
                    }
                }
            }
            last = place;
        }
        Ok(builder.map(|game| {
            self.games = number;
            match is_passed {
                Some(true) => Sighting::Passed { number },
                _ => Sighting::Read(Box::new(game.finish(last))),
            }
        }))
    }

    /// Comments on the line of the result belong to the game that has ended.
    fn read_last_words(&mut self, game: &mut Builder<F>) -> io::Result<()> {
        while self.tokens.comment_follows() {
            if let Some((place, RecordToken::Comment { comment, fault })) = self.tokens.next()? {
                if let Some(kind) = fault {
                    game.fault(place, kind);
                }
                if let Some(comment) = comment {
                    game.comment(comment);
                }
            }
        }
        Ok(())
    }
}

impl<F: RecordGame, B: BufRead> Iterator for Reader<F, B> {
    type Item = io::Result<RecordReading<F>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.read_if(&mut |_, _| true)?.map(|sighting| match sighting {
            Sighting::Read(reading) => *reading,
            Sighting::Passed { .. } => unreachable!("every game is wanted"),
        }))
    }
}
