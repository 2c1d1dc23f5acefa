//! Everything that can be said against a move.
//!
//! A reason is said only if it is proved: by the rules, by an exchange, or by a line that was
//! searched and played to its end on the board. What looks likely and is not proved stays unsaid: a
//! wrong explanation is worse than none. [`ReasonWords`](crate::ReasonWords) makes sentences of
//! reasons, in several languages.

use serde::{Deserialize, Serialize};

/// A piece, as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A pawn of chess.
    Pawn,
    /// A knight of chess.
    Knight,
    /// A bishop of chess.
    Bishop,
    /// A rook of chess.
    Rook,
    /// A queen of chess.
    Queen,
    /// A king of chess.
    King,
    /// A man of draughts.
    Man,
    /// A king of draughts, which other languages call a lady.
    Crowned,
}

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// The square, as its game writes it.
    pub square: String,
}

/// Shots of draughts that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShotName {
    /// Coup royal: a man is drawn from 23 to 34, and the man on 40 takes it and more.
    Royal,
    /// Coup Philippe: the man on 18 is drawn to 27, and the man on 38 or 40 takes what it covered.
    Philippe,
    /// Coup Napoléon: three men are drawn to 29, 28 and 27, and the man on 31 takes them.
    Napoleon,
    /// Coup de l'escargot: men are drawn to 27 and 37, and the man on 42 takes its winding way.
    Snail,
    /// Coup de talon: a capture backwards draws a man away, and opens the way to a long capture.
    Heel,
}

impl ShotName {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Royal, Self::Philippe, Self::Napoleon, Self::Snail, Self::Heel];

    /// What catalogues call it.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Royal => "royal",
            Self::Philippe => "philippe",
            Self::Napoleon => "napoleon",
            Self::Snail => "snail",
            Self::Heel => "heel",
        }
    }
}

/// What goes from one side to the other, like for like left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stake {
    /// What is lost, the dearest first.
    pub lost: Vec<Piece>,
    /// What is had in return.
    pub gained: Vec<Piece>,
    /// The difference, in hundredths of a pawn or a man.
    pub worth: i32,
}

/// Something that is wrong with a move. "We" are the side that moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    // What it comes to.
    /// The opponent mates by force, and need not have been let.
    AllowsMate {
        /// In so many moves of his.
        moves: u32,
    },
    /// We could have mated.
    MissesMate {
        /// In so many moves of ours.
        moves: u32,
    },
    /// The opponent wins the game by force (draughts).
    AllowsLoss {
        /// In so many moves of his.
        moves: u32,
    },
    /// We could have won the game by force (draughts).
    MissesWin {
        /// In so many moves of ours.
        moves: u32,
    },
    /// Material goes: what we have now, or could have kept of it, against the end of the line of
    /// the move played.
    LosesMaterial(Stake),
    /// Material is not won: the end of the better line against what we have now. `lost` is what is
    /// let go.
    MissesMaterial(Stake),

    // How it comes about, in chess.
    /// The opponent takes something at once, and nothing can take back there.
    Hangs {
        /// What he takes.
        prey: Placed,
    },
    /// More is lost than won by exchanges on a square: the one to which the move goes, taking
    /// something or not, or one on which it leaves something that is not protected enough.
    LosingExchange {
        /// What we lose there first, and where. It is what moved if that square is where the move
        /// goes.
        prey: Placed,
    },
    /// Something could simply be taken and was not.
    LeavesUntaken {
        /// What could be taken.
        prey: Placed,
    },
    /// One piece attacks several at once, and takes one of them in the line.
    Fork {
        /// Which piece, and where it forks from.
        by: Placed,
        /// What it attacks that cannot stay attacked, the dearest first: two or more.
        targets: Vec<Placed>,
    },
    /// A piece that may not move away, or not without loss, is taken.
    Pin {
        /// Which piece pins.
        by: Placed,
        /// The pinned piece.
        prey: Placed,
        /// What stands behind it.
        behind: Placed,
    },
    /// A piece must move away, and what stands behind it is taken.
    Skewer {
        /// Which piece attacks.
        by: Placed,
        /// What must move.
        front: Placed,
        /// What is taken then.
        prey: Placed,
    },
    /// A piece moves away and opens a line for another, which takes something; or which gives
    /// check, while the piece that moved takes something.
    DiscoveredAttack {
        /// Which piece attacks, once the line is open.
        by: Placed,
        /// The piece that opened the line, where it stands then.
        mover: Placed,
        /// What is attacked along the line: our king, or what is taken.
        target: Placed,
        /// What is taken: by the piece that attacks, or by the one that moved if the target is our
        /// king.
        prey: Placed,
    },
    /// A piece is taken for good within two moves, by nothing that has a name.
    Falls {
        /// What takes it, and from where.
        by: Placed,
        /// What is taken, and where.
        prey: Placed,
    },
    /// Two pieces give check at once.
    DoubleCheck {
        /// Which.
        by: Vec<Placed>,
    },
    /// A piece that protects something has to take, or to answer a check, and protects it no more.
    Deflection {
        /// The piece, where it stood.
        defender: Placed,
        /// What it kept watch over.
        square: String,
    },
    /// A king, a queen or a rook takes what is given to it, and is attacked where it stands then.
    Attraction {
        /// The piece, where it is drawn to.
        prey: Placed,
    },
    /// A protector is taken, and what it protected falls.
    RemovedDefender {
        /// The protector.
        defender: Placed,
        /// What is taken then, or what comes through.
        prey: Placed,
    },
    /// A knight mates a king that its own pieces leave no square.
    Smothered,
    /// Mate without any other mark.
    Mates {
        /// The piece that mates, where it mates.
        by: Placed,
    },
    /// The opponent is left without a move, and not in check, where the game was to be won.
    Stalemate,
    /// A tactic of the better line, which the move played lets go.
    Misses {
        /// The tactic, with the roles of the sides exchanged.
        motif: Box<Reason>,
    },
    /// A king that its own pawns keep on its first rank is mated along it.
    BackRank,
    /// The opponent threatened mate before the move already, and carries it out.
    IgnoresMateThreat {
        /// In so many moves of his.
        moves: u32,
    },
    /// A piece is attacked and has no square to go to.
    Trapped {
        /// Which piece of ours, where it is attacked.
        prey: Placed,
    },
    /// A pawn of the opponent that no pawn of ours can stop becomes a piece in the line.
    PassedPawnRuns {
        /// The pawn, where it stands after the move.
        pawn: Placed,
    },
    /// A pawn of the opponent becomes a piece in the line, and none would in the better one.
    AllowsPromotion {
        /// Where it becomes one.
        square: String,
    },
    /// A pawn of ours could have become a piece in the better line.
    MissesPromotion {
        /// Where it could have.
        square: String,
    },
    /// The last right to castle is gone; the better move would have kept one, or castled.
    LosesCastling,
    /// The better move would have taken the opponent's right to castle.
    LeavesCastling,

    /// The king could have taken the opposition, and the opponent takes it now.
    LosesOpposition,
    /// The king is too far away to catch a passed pawn that the better move keeps within reach.
    LeavesSquare {
        /// The pawn, where it stands after the move.
        pawn: Placed,
    },
    /// A bishop does not control the corner where the last pawns become pieces, and the king that
    /// gets there draws.
    WrongBishop {
        /// The corner.
        corner: String,
    },
    /// Checks without end, where more was to be had.
    PerpetualCheck,
    /// Moves that come again, where more was to be had.
    Repetition,
    /// Every move loses something, and nothing would be lost if one could pass.
    Zugzwang,
    /// The opponent does not take back at once, but strikes elsewhere first.
    InBetween {
        /// What strikes, where it stands then.
        by: Placed,
        /// What is taken back after that.
        prey: Placed,
    },
    /// A piece that is lost anyway could have been sold for something.
    Desperado {
        /// The piece.
        piece: Placed,
        /// What it could have taken.
        prey: Placed,
    },
    /// The opponent's last move threatened something, and he carries it out.
    IgnoresThreat {
        /// What he threatened to take, and takes.
        prey: Placed,
    },

    // Where nothing is forced, in both games.
    /// A named term carries most of the gap to the better move.
    Positional {
        /// The term, by the name that evaluations have for it.
        term: String,
    },

    // How it comes about, in draughts.
    /// The opponent gives men that we have to take, and takes more, before we have a free choice
    /// again.
    AllowsShot {
        /// How many men he gives.
        given: u32,
        /// How many he takes.
        taken: u32,
        /// What players call it, if it is one of those that have a name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<ShotName>,
    },
    /// We could have given men and taken more.
    MissesShot {
        /// How many men we would have given.
        given: u32,
        /// How many taken.
        taken: u32,
        /// What players call it, if it is one of those that have a name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<ShotName>,
    },
    /// A man of the opponent becomes a king in the line and stays one, and none does in the better
    /// line.
    AllowsBreakthrough {
        /// Where it arrives.
        square: String,
    },
    /// A man of ours would have become a king in the better line, and stayed one, and none does in
    /// the other.
    MissesBreakthrough {
        /// Where it would have arrived.
        square: String,
    },
    /// A king of ours is taken for less than it is worth.
    LosesKing {
        /// Where it stands after the move.
        square: String,
    },
    /// Every move of ours gives a man, and the better move would not have come to that.
    ForcedToGive,
    /// A man of ours beyond the middle of the board is taken for nothing.
    LosesOutpost {
        /// Where it stands.
        square: String,
    },
    /// It is our turn at the end of the line, and nothing of what we have left can move.
    RunsOutOfMoves,
}

impl Reason {
    /// The material that it says is lost or not won.
    pub fn stake(&self) -> Option<&Stake> {
        match self {
            Self::LosesMaterial(stake) | Self::MissesMaterial(stake) => Some(stake),
            _ => None,
        }
    }
}
