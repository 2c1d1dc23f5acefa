//! Reasons as sentences, in the languages of their readers.
//!
//! The messages come from `damier-languages`: whole sentences with named gaps, and every form of a
//! piece's name that a sentence needs, so that no grammar is programmed here. The firewall,
//! `check`, reviews, reports and the page all speak with these.

use crate::reason::{Piece, Placed, Reason, ShotName, Stake};
use damier_languages::{Catalogue, Language, fill};

/// The words for reasons of a language.
#[derive(Clone, Copy, Debug)]
pub struct ReasonWords {
    catalogue: &'static Catalogue,
}

impl ReasonWords {
    /// Those of this language.
    pub fn of(language: Language) -> Self {
        Self { catalogue: language.catalogue() }
    }

    /// A reason as one sentence.
    pub fn sentence(self, reason: &Reason) -> String {
        let plain = |name: &str| self.fill(&format!("reason.{name}"), &[]);
        let prey = |name: &str, prey: &Placed| {
            self.fill(&format!("reason.{name}"), &[("prey", &self.placed(prey))])
        };
        let at =
            |name: &str, square: &str| self.fill(&format!("reason.{name}"), &[("square", square)]);
        let sentence = match reason {
            Reason::AllowsMate { moves } => self.counted("allows-mate", *moves),
            Reason::MissesMate { moves } => self.counted("misses-mate", *moves),
            Reason::AllowsLoss { moves } => self.counted("allows-loss", *moves),
            Reason::MissesWin { moves } => self.counted("misses-win", *moves),
            Reason::LosesMaterial(stake) => self.stake("loses-material", stake),
            Reason::MissesMaterial(stake) => self.stake("misses-material", stake),
            Reason::Hangs { prey: what } => prey("hangs", what),
            Reason::LosingExchange { prey: what } => prey("losing-exchange", what),
            Reason::LeavesUntaken { prey: what } => prey("leaves-untaken", what),
            Reason::Fork { by, targets } => {
                let targets = targets.iter().map(|target| self.placed(target)).collect();
                let gaps = [("by", &*self.placed(by)), ("targets", &*self.list(targets))];
                self.fill("reason.fork", &gaps)
            }
            Reason::Pin { by, prey, behind } => {
                let [by, prey, behind] = [by, prey, behind].map(|what| self.placed(what));
                self.fill("reason.pin", &[("by", &by), ("prey", &prey), ("behind", &behind)])
            }
            Reason::Skewer { by, front, prey } => {
                let [by, front, prey] = [by, front, prey].map(|what| self.placed(what));
                self.fill("reason.skewer", &[("by", &by), ("front", &front), ("prey", &prey)])
            }
            Reason::DiscoveredAttack { by, mover, target, prey } => {
                let [by, mover, taken] = [by, mover, prey].map(|what| self.placed(what));
                if prey.piece == Piece::King {
                    return capitalised(
                        &self.fill("reason.discovered-check-alone", &[("by", &by)]),
                    );
                }
                match target == prey {
                    true => self.fill("reason.discovered-attack", &[("by", &by), ("prey", &taken)]),
                    false => self.fill(
                        "reason.discovered-check",
                        &[("by", &by), ("mover", &mover), ("prey", &taken)],
                    ),
                }
            }
            Reason::DoubleCheck { by } => {
                let by = by.iter().map(|piece| self.placed(piece)).collect();
                self.fill("reason.double-check", &[("by", &self.list(by))])
            }
            Reason::Deflection { defender, square } => {
                let defender = self.placed(defender);
                self.fill("reason.deflection", &[("defender", &defender), ("square", square)])
            }
            Reason::Attraction { prey } => {
                let piece = self.text(&format!("piece.{}.the", key_of(prey.piece)));
                self.fill("reason.attraction", &[("piece", piece), ("square", &prey.square)])
            }
            Reason::RemovedDefender { defender, prey } => {
                let [defender, prey] = [defender, prey].map(|what| self.placed(what));
                self.fill("reason.removed-defender", &[("defender", &defender), ("prey", &prey)])
            }
            Reason::Falls { by, prey } => {
                let [by, prey] = [by, prey].map(|what| self.placed(what));
                self.fill("reason.falls", &[("by", &by), ("prey", &prey)])
            }
            Reason::Smothered => plain("smothered"),
            Reason::Mates { by } => {
                let by = self.placed(by);
                self.fill("reason.mates", &[("by", &by)])
            }
            Reason::Stalemate => plain("stalemate"),
            Reason::Misses { motif } => {
                self.fill("reason.misses", &[("motif", &uncapitalised(&self.sentence(motif)))])
            }
            Reason::BackRank => plain("back-rank"),
            Reason::IgnoresMateThreat { moves } => self.counted("ignores-mate-threat", *moves),
            Reason::Trapped { prey: what } => prey("trapped", what),
            Reason::PassedPawnRuns { pawn } => at("passed-pawn-runs", &pawn.square),
            Reason::AllowsPromotion { square } => at("allows-promotion", square),
            Reason::MissesPromotion { square } => at("misses-promotion", square),
            Reason::LosesCastling => plain("loses-castling"),
            Reason::LeavesCastling => plain("leaves-castling"),
            Reason::LosesOpposition => plain("loses-opposition"),
            Reason::LeavesSquare { pawn } => at("leaves-square", &pawn.square),
            Reason::WrongBishop { corner } => at("wrong-bishop", corner),
            Reason::PerpetualCheck => plain("perpetual-check"),
            Reason::Repetition => plain("repetition"),
            Reason::Zugzwang => plain("zugzwang"),
            Reason::InBetween { by, prey } => {
                let [by, prey] = [by, prey].map(|what| self.placed(what));
                self.fill("reason.in-between", &[("by", &by), ("prey", &prey)])
            }
            Reason::Desperado { piece, prey } => {
                let [piece, prey] = [piece, prey].map(|what| self.placed(what));
                self.fill("reason.desperado", &[("piece", &piece), ("prey", &prey)])
            }
            Reason::IgnoresThreat { prey: what } => prey("ignores-threat", what),
            Reason::Positional { term } => {
                let name = self.find(&format!("term.{term}")).unwrap_or(term);
                self.fill("reason.positional", &[("term", &uncapitalised(name))])
            }
            Reason::AllowsShot { given, taken, name } => {
                self.shot("allows-shot", *given, *taken, *name)
            }
            Reason::MissesShot { given, taken, name } => {
                self.shot("misses-shot", *given, *taken, *name)
            }
            Reason::ForcedToGive => plain("forced-to-give"),
            Reason::LosesOutpost { square } => at("loses-outpost", square),
            Reason::AllowsBreakthrough { square } => at("allows-breakthrough", square),
            Reason::MissesBreakthrough { square } => at("misses-breakthrough", square),
            Reason::LosesKing { square } => at("loses-king", square),
            Reason::RunsOutOfMoves => plain("runs-out-of-moves"),
        };
        capitalised(&sentence)
    }

    /// The name of a piece for lists: singular or plural, without an article.
    pub fn piece_name(self, piece: Piece, is_plural: bool) -> &'static str {
        self.text(&format!("piece.{}.{}", key_of(piece), if is_plural { "names" } else { "name" }))
    }

    /// "knight, rook and two pawns".
    fn list(self, mut parts: Vec<String>) -> String {
        let Some(last) = parts.pop() else { return String::new() };
        if parts.is_empty() {
            return last;
        }
        parts.join(self.text("join.comma")) + self.text("join.and") + &last
    }

    /// A sentence that has one form for one move and another for several.
    fn counted(self, name: &str, count: u32) -> String {
        match count {
            1 => self.fill(&format!("reason.{name}-one"), &[]),
            _ => self.fill(&format!("reason.{name}-many"), &[("count", &self.number(count))]),
        }
    }

    fn shot(self, name: &str, given: u32, taken: u32, known: Option<ShotName>) -> String {
        let taken = self.number(taken);
        let sentence = match given {
            1 => self.fill(&format!("reason.{name}-one"), &[("taken", &taken)]),
            _ => {
                let gaps = [("given", &*self.number(given)), ("taken", &*taken)];
                self.fill(&format!("reason.{name}-many"), &gaps)
            }
        };
        let Some(known) = known else { return sentence };
        // Nobody says twice what it is: the name stands in brackets behind the sentence.
        let known = self.text(&format!("shot.{}", known.key()));
        self.fill("shot.named", &[("sentence", sentence.trim_end_matches('.')), ("name", known)])
    }

    fn stake(self, name: &str, stake: &Stake) -> String {
        let (mut lost, mut gained) = (Vec::new(), Vec::new());
        match is_exchange(stake) {
            true => {
                lost.push(self.text("phrase.exchange").to_owned());
                lost.extend(self.pieces(&stake.lost[1..]));
            }
            false => {
                lost = self.pieces(&stake.lost);
                gained = self.pieces(&stake.gained);
            }
        }
        let lost = self.list(lost);
        if gained.is_empty() {
            return self.fill(&format!("reason.{name}"), &[("lost", &lost)]);
        }
        let gained = self.list(gained);
        self.fill(&format!("reason.{name}-for"), &[("lost", &lost), ("gained", &gained)])
    }

    /// "a rook", "two pawns": pieces of the same kind together, in their order.
    fn pieces(self, pieces: &[Piece]) -> Vec<String> {
        let groups = pieces.chunk_by(|left, right| left == right);
        groups
            .filter_map(|group| {
                let &piece = group.first()?;
                if group.len() == 1 {
                    // There is only one as a rule, and everybody knows which.
                    if piece == Piece::Queen {
                        return Some(self.text("piece.queen.the").to_owned());
                    }
                    return Some(self.text(&format!("piece.{}.a", key_of(piece))).to_owned());
                }
                let count = self.number(u32::try_from(group.len()).unwrap_or(u32::MAX));
                let gaps = [("count", &*count), ("pieces", self.piece_name(piece, true))];
                Some(self.fill("phrase.several", &gaps))
            })
            .collect()
    }

    /// "the knight on f3".
    fn placed(self, placed: &Placed) -> String {
        let piece = self.text(&format!("piece.{}.the", key_of(placed.piece)));
        let phrase = match placed.piece {
            Piece::Man | Piece::Crowned => "phrase.placed-draughts",
            _ => "phrase.placed-chess",
        };
        self.fill(phrase, &[("piece", piece), ("square", &placed.square)])
    }

    /// Small numbers from two on as words, others in digits.
    fn number(self, number: u32) -> String {
        let word = self.find(&format!("number.{number}"));
        word.map_or_else(|| number.to_string(), str::to_owned)
    }

    fn text(self, key: &str) -> &'static str {
        self.catalogue.text(&format!("review.{key}"))
    }

    fn find(self, key: &str) -> Option<&'static str> {
        self.catalogue.find(&format!("review.{key}"))
    }

    fn fill(self, key: &str, gaps: &[(&str, &str)]) -> String {
        fill(self.text(key), gaps)
    }
}

/// A rook for a knight or a bishop, perhaps with more on the losing side.
fn is_exchange(stake: &Stake) -> bool {
    let is_minor = |piece: &Piece| matches!(piece, Piece::Knight | Piece::Bishop);
    matches!(stake.gained.as_slice(), [gained] if is_minor(gained))
        && stake.lost.first() == Some(&Piece::Rook)
        && stake.lost[1..].iter().all(|&piece| piece == Piece::Pawn)
}

/// What catalogues call a piece.
const fn key_of(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
        Piece::Man => "man",
        Piece::Crowned => "crowned",
    }
}

/// The text with a capital letter at its beginning.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The text with a small letter at its beginning.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}
