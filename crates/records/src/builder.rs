//! One game while it is being read: what the tokens mean.

mod variations;

use crate::comment::Comment;
use crate::doubt::{CaptureDoubt, LaterMove, Meaning};
use crate::fault::{Fault, FaultKind};
use crate::game::RecordGame;
use crate::lines::LinePlace;
use crate::nag::Nag;
use crate::number::MoveNumber;
use crate::open_line::OpenLine;
use crate::reader::{RecordReading, Tag};
use crate::record::Record;
use crate::result::GameResult;
use crate::tags::{Tags, named_start};
use crate::tree::{NodeId, Tree};
use crate::unread::Unread;
use damier_core::shortened;

/// More variations inside each other than anybody has written. Each open one keeps two positions.
const DEEPEST_VARIATION: usize = 10_000;

/// Garbage is not worth more memory than this.
const MOST_FAULTS: usize = 100;

/// How annotators write that a player passes.
const NULL_MOVES: [&str; 3] = ["--", "Z0", "@@@@"];

/// What is being passed over because of a fault.
enum Skipping {
    Nothing,
    /// The rest of the innermost line; so many brackets are open inside it.
    OpenLine(usize),
    /// A variation that has no line of its own, because it is none; likewise.
    Bracket(usize),
    /// The rest of a variation from a null move on, which is kept as words; likewise.
    Unread(usize, Unread),
}

pub(crate) struct Builder<F: RecordGame> {
    number: usize,
    place: LinePlace,
    tags: Tags,
    /// Where each of the tags stands.
    tag_places: Vec<LinePlace>,
    faults: Vec<Fault>,
    start: F,
    tree: Tree<F::Move>,
    /// The game first, then the variations that are open. Empty until the moves begin.
    lines: Vec<OpenLine<F>>,
    skipping: Skipping,
    /// A word that may be one of several moves.
    doubt: Option<CaptureDoubt<F>>,
    /// Whether anything stood there that belongs to the moves.
    has_moves: bool,
    /// Whether nobody wants to know the moves.
    is_passed: bool,
    /// What stands before the moves begin.
    comments: Vec<Comment>,
    end: Option<(GameResult, String)>,
}

impl<F: RecordGame> Builder<F> {
    pub(crate) fn new(number: usize, place: LinePlace) -> Self {
        Self {
            number,
            place,
            tags: Tags::default(),
            tag_places: Vec::new(),
            faults: Vec::new(),
            start: F::start(),
            tree: Tree::default(),
            lines: Vec::new(),
            skipping: Skipping::Nothing,
            doubt: None,
            has_moves: false,
            is_passed: false,
            comments: Vec::new(),
            end: None,
        }
    }

    /// The tags that have been read.
    pub(crate) fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Passes over the moves: nobody wants to know them.
    pub(crate) fn pass(&mut self) {
        self.is_passed = true;
    }

    pub(crate) fn fault(&mut self, place: LinePlace, kind: FaultKind) {
        let at = match (self.lines.last(), &kind) {
            (Some(line), FaultKind::Move { .. } | FaultKind::NullMove { .. }) => {
                Some(MoveNumber::after(&self.start, line.plies))
            }
            (Some(line), _) => {
                line.plies.checked_sub(1).map(|last| MoveNumber::after(&self.start, last))
            }
            (None, _) => None,
        };
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { game: self.number, place, at, kind });
        }
    }

    /// Whether a tag of this name belongs to the next game: after moves, or if it begins the tags
    /// again. An empty line proves nothing; there are files with one after every tag.
    pub(crate) fn is_over_before(&self, name: &str) -> bool {
        let first = self.tags.iter().next().map(|(first, _)| first);
        let is_repeated =
            first == Some(name) || (name == "Event" && self.tags.get("Event").is_some());
        // Text before all tags is no game, only a fault in the one that follows.
        let has_game = self.tree.move_count() > 0 || (self.has_moves && !self.tags.is_empty());
        is_repeated || has_game
    }

    pub(crate) fn tag(&mut self, Tag { place, name, value, is_closed }: Tag) {
        if self.has_moves {
            // What stood before the tags was not worth a game.
            self.lines.clear();
            self.skipping = Skipping::Nothing;
            self.is_passed = false;
            self.doubt = None;
            self.has_moves = false;
            self.end = None;
        }
        if !is_closed {
            self.fault(place, FaultKind::UnclosedTag { name: name.clone() });
        }
        self.tag_places.push(place);
        self.tags.push(name, value);
    }

    /// Where the first tag with one of these names stands.
    fn tag_place(&self, names: &[&str]) -> LinePlace {
        let index = self.tags.iter().position(|(name, _)| names.contains(&name));
        index.map_or(self.place, |index| self.tag_places[index])
    }

    /// The tags are complete: sets up the start position.
    fn begin(&mut self) {
        if !self.lines.is_empty() {
            return;
        }
        if self.is_passed {
            self.skipping = Skipping::OpenLine(0);
        } else if let Some(found) = F::other_game(&self.tags) {
            let found = shortened(&found);
            let place = self.tag_place(&["GameType", "Variant"]);
            self.fault(place, FaultKind::OtherGame { found, expected: F::NAME });
            self.skipping = Skipping::OpenLine(0);
        } else if let Some(text) = named_start(&self.tags) {
            match F::from_fen(text) {
                Ok(position) => self.start = position,
                Err(error) => {
                    let kind =
                        FaultKind::StartPosition { text: shortened(text), source: error.into() };
                    self.fault(self.tag_place(&["FEN"]), kind);
                    self.skipping = Skipping::OpenLine(0);
                }
            }
        }
        for comment in self.comments.drain(..) {
            self.tree.add_comment(NodeId::ROOT, comment);
        }
        let position = self.start.clone();
        self.lines.push(OpenLine::new(self.place, NodeId::ROOT, position, 0));
    }

    /// The innermost line that is open.
    fn line(&mut self) -> &mut OpenLine<F> {
        self.begin();
        self.lines.last_mut().expect("the game itself is never closed")
    }

    /// Keeps what comes while a word is in doubt, and goes back to it once it is known. Otherwise
    /// returns it.
    fn put_off(&mut self, later: LaterMove) -> Option<LaterMove> {
        let Some(doubt) = &mut self.doubt else { return Some(later) };
        match doubt.add(later) {
            Meaning::Known(mv) => self.settle(Some(mv)),
            Meaning::Open => {}
            Meaning::Never => self.settle(None),
        }
        None
    }

    /// Ends a doubt: the word was this move, or it is a fault. Then comes what was put off.
    fn settle(&mut self, meaning: Option<F::Move>) {
        let Some(CaptureDoubt { word, place, later, .. }) = self.doubt.take() else { return };
        match meaning {
            Some(mv) => self.play(mv, place),
            None => self.misread(&word, place),
        }
        for later in later {
            match later {
                LaterMove::Word(word, place) => self.word(&word, place),
                LaterMove::Nag(nag) => self.nag(nag),
                LaterMove::Comment(comment) => self.comment(comment),
                LaterMove::Open(place) => self.open(place),
                LaterMove::Close(place) => self.close(place),
            }
        }
    }

    pub(crate) fn comment(&mut self, comment: Comment) {
        let Some(LaterMove::Comment(comment)) = self.put_off(LaterMove::Comment(comment)) else {
            return;
        };
        let is_variation = self.lines.len() > 1;
        let Some(line) = self.lines.last_mut() else {
            return self.comments.push(comment);
        };
        match &mut self.skipping {
            Skipping::Nothing => {}
            Skipping::Unread(_, unread) => return unread.items.push(LaterMove::Comment(comment)),
            Skipping::OpenLine(_) | Skipping::Bracket(_) => return,
        }
        if line.is_after_variation || (is_variation && !line.has_moves()) {
            line.comments.push(comment);
        } else {
            self.tree.add_comment(line.last, comment);
        }
    }

    pub(crate) fn nag(&mut self, nag: Nag) {
        self.has_moves = true;
        self.begin();
        if self.put_off(LaterMove::Nag(nag)).is_none() {
            return;
        }
        match &mut self.skipping {
            Skipping::Nothing => {}
            Skipping::Unread(_, unread) => return unread.items.push(LaterMove::Nag(nag)),
            Skipping::OpenLine(_) | Skipping::Bracket(_) => return,
        }
        let line = self.line();
        if line.has_moves() {
            let last = line.last;
            self.tree.add_nag(last, nag);
        } else {
            line.nags.push(nag);
        }
    }

    pub(crate) fn word(&mut self, word: &str, place: LinePlace) {
        self.has_moves = true;
        self.begin();
        if self.doubt.is_some() {
            self.put_off(LaterMove::Word(word.to_owned(), place));
            return;
        }
        match &mut self.skipping {
            Skipping::Nothing => {}
            Skipping::Unread(_, unread) => {
                return unread.items.push(LaterMove::Word(word.to_owned(), place));
            }
            Skipping::OpenLine(_) | Skipping::Bracket(_) => return,
        }
        let position = &self.line().position;
        match position.read_move(word) {
            Ok(mv) => self.play(mv, place),
            Err(_) => match position.read_choices(word) {
                choices if choices.len() > 1 => {
                    self.doubt = Some(CaptureDoubt::new(word, place, position, choices));
                }
                _ => self.misread(word, place),
            },
        }
    }

    /// A word that is no move, or that may be several: what follows in this line cannot be read.
    fn misread(&mut self, word: &str, place: LinePlace) {
        let text = shortened(word);
        let is_variation = self.lines.len() > 1;
        let kind = match self.line().position.read_move(word) {
            Err(_) if is_variation && NULL_MOVES.contains(&word) => {
                return self.keep_unread(word, place);
            }
            Err(_) if NULL_MOVES.contains(&word) => FaultKind::NullMove { text },
            Err(error) => FaultKind::Move { text, source: error.into() },
            Ok(_) => return,
        };
        self.fault(place, kind);
        self.skipping = Skipping::OpenLine(0);
    }

    /// A null move in a variation: the rest of the line is kept as it is.
    fn keep_unread(&mut self, word: &str, place: LinePlace) {
        let line = self.line();
        let mut items: Vec<LaterMove> = line.comments.drain(..).map(LaterMove::Comment).collect();
        items.push(LaterMove::Word(word.to_owned(), place));
        items.extend(line.nags.drain(..).map(LaterMove::Nag));
        self.skipping = Skipping::Unread(0, Unread { plies: line.plies, items });
    }

    fn play(&mut self, mv: F::Move, place: LinePlace) {
        let line = self.line();
        let last = line.last;
        let id = self.tree.add(last, mv, Some(place));
        let line = self.lines.last_mut().expect("it was there before");
        line.last = id;
        line.plies += 1;
        line.is_after_variation = false;
        line.before = Some(line.position.clone());
        line.position.play_unchecked(mv);
        for comment in line.comments.drain(..) {
            self.tree.add_comment_before(id, comment);
        }
        for nag in line.nags.drain(..) {
            self.tree.add_nag(id, nag);
        }
    }

    /// A result. Whether it ends the game; inside a variation it may not.
    pub(crate) fn end(&mut self, result: GameResult, word: &str) -> bool {
        self.has_moves = true;
        self.begin();
        self.settle_at_end_of_line();
        self.end = Some((result, word.to_owned()));
        self.lines.len() == 1
            && self.doubt.is_none()
            && matches!(self.skipping, Skipping::Nothing | Skipping::OpenLine(0))
    }

    /// The game, as far as it was read. `last` is where it ends.
    pub(crate) fn finish(mut self, last: LinePlace) -> RecordReading<F> {
        self.begin();
        while self.doubt.is_some() {
            self.settle(None);
        }
        if let Some(variation) = self.lines.get(1) {
            self.fault(variation.place, FaultKind::UnclosedVariation);
        }
        self.close_unread();
        let result = self.result(last);
        while !self.lines.is_empty() {
            self.close_line();
        }
        let record = Record::from_parts(self.tags, self.start, self.tree, result);
        RecordReading { number: self.number, place: self.place, record, faults: self.faults }
    }

    fn result(&mut self, last: LinePlace) -> GameResult {
        let text = self.tags.get("Result").unwrap_or("?").trim().to_owned();
        let tag = GameResult::from_text(&text);
        if tag.is_none() && !matches!(text.as_str(), "" | "?") {
            let place = self.tag_place(&["Result"]);
            self.fault(place, FaultKind::BadResult { text: shortened(&text) });
        }
        let tag = tag.unwrap_or_default();
        match self.end.take() {
            // In PDN 3.0 the moves always end with an asterisk.
            Some((GameResult::Unknown, _)) => tag,
            Some((result, end)) => {
                if tag != GameResult::Unknown && tag != result {
                    self.fault(last, FaultKind::ResultsDisagree { tag: text, end });
                }
                result
            }
            None => {
                // After another fault this is no news.
                if self.faults.is_empty() {
                    self.fault(last, FaultKind::NoResult);
                }
                tag
            }
        }
    }
}
