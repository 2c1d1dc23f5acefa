//! What the evaluation can notice, numbered.
//!
//! Every feature has a number, a name and a [`Term`]; its worth is in [`super::Parameters`]. To add
//! one, add a line to the list below, its weights to `weights.rs`, and a call of `count` where it
//! is seen.

use std::ops::Range;

/// A group of features under one heading, as explanations show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Term {
    /// What the pieces are worth by themselves.
    Material,
    /// Where the pieces stand.
    PieceSquares,
    /// Control of d4, e4, d5, e5 and the squares around them.
    Centre,
    /// Knights and bishops that have not moved out.
    Development,
    /// How many squares the pieces reach.
    Mobility,
    /// Doubled, isolated, backward and connected pawns.
    PawnStructure,
    /// Pawns that no enemy pawn can stop.
    PassedPawns,
    /// Shelter, storm and attackers around the king.
    KingSafety,
    /// Pieces that can be taken for nothing.
    HangingPieces,
    /// Pieces attacked by lesser ones.
    Threats,
    /// Two bishops on squares of both colours.
    BishopPair,
    /// Outposts, bad bishops.
    MinorPieces,
    /// Open files, the seventh rank, trapped rooks.
    Rooks,
    /// Safe squares behind one's own pawns.
    Space,
    /// The right to move.
    Tempo,
    /// What is taken off because the ending is hard to win. Has no features.
    Scaling,
    /// What exact knowledge of an ending adds or takes away. Has no features.
    Endgame,
}

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All terms, in the order of explanations.
    pub const ALL: [Self; 17] = [
        Self::Material,
        Self::PieceSquares,
        Self::Centre,
        Self::Development,
        Self::Mobility,
        Self::PawnStructure,
        Self::PassedPawns,
        Self::KingSafety,
        Self::HangingPieces,
        Self::Threats,
        Self::BishopPair,
        Self::MinorPieces,
        Self::Rooks,
        Self::Space,
        Self::Tempo,
        Self::Scaling,
        Self::Endgame,
    ];

    /// Place in a table with one entry a term.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name that profiles and explanations use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::PieceSquares => "piece squares",
            Self::Centre => "centre",
            Self::Development => "development",
            Self::Mobility => "mobility",
            Self::PawnStructure => "pawn structure",
            Self::PassedPawns => "passed pawns",
            Self::KingSafety => "king safety",
            Self::HangingPieces => "hanging pieces",
            Self::Threats => "threats",
            Self::BishopPair => "bishop pair",
            Self::MinorPieces => "minor pieces",
            Self::Rooks => "rooks",
            Self::Space => "space",
            Self::Tempo => "tempo",
            Self::Scaling => "scaling",
            Self::Endgame => "endgame",
        }
    }

    /// The term with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|term| term.name() == name)
    }
}

/// Features that belong together, such as one table of piece-square values.
#[derive(Clone, Copy, Debug)]
pub struct TermGroup {
    /// Name in small letters, as in `weights.rs` and profiles.
    pub name: &'static str,
    /// What is counted, and what the index means if there are several.
    pub about: &'static str,
    /// Where it is shown.
    pub term: Term,
    /// Number of its first feature.
    pub start: usize,
    /// How many features it has.
    pub length: usize,
}

macro_rules! features {
    (@number $start:expr;) => {
        /// How many features there are.
        pub const FEATURES: usize = $start;
    };
    (@number $start:expr; $name:ident $length:literal $($rest:tt)*) => {
        pub(super) const $name: usize = $start;
        features!(@number $name + $length; $($rest)*);
    };
    ($($name:ident $label:literal: $term:ident, $length:literal, $about:literal;)*) => {
        features!(@number 0; $($name $length)*);

        /// All groups, by number of their features.
        pub const GROUPS: &[TermGroup] = &[$(TermGroup {
            name: $label,
            about: $about,
            term: Term::$term,
            start: $name,
            length: $length,
        }),*];
    };
}

features! {
    MATERIAL "material": Material, 5, "pieces: pawn, knight, bishop, rook, queen";
    KNIGHT_PAWNS "knight_pawns": Material, 1, "knights times own pawns above five";
    ROOK_PAWNS "rook_pawns": Material, 1, "rooks times own pawns above five";

    PAWN_SQUARES "pawn_squares": PieceSquares, 64, "pawn on a1, b1 … h8 seen from its side";
    KNIGHT_SQUARES "knight_squares": PieceSquares, 32,
        "knight on a1 … d1, a2 … d8, other wing alike";
    BISHOP_SQUARES "bishop_squares": PieceSquares, 32, "bishop, likewise";
    ROOK_SQUARES "rook_squares": PieceSquares, 32, "rook, likewise";
    QUEEN_SQUARES "queen_squares": PieceSquares, 32, "queen, likewise";
    KING_SQUARES "king_squares": PieceSquares, 64, "king on a1, b1 … h8 seen from its side";

    CENTRE_CORE "centre_core": Centre, 1, "squares among d4, e4, d5, e5 that are attacked";
    CENTRE_RING "centre_ring": Centre, 1, "squares of c3–f6 around those that are attacked";

    UNDEVELOPED "undeveloped": Development, 1, "knights and bishops on their own first rank";
    LATE_UNDEVELOPED "late_undeveloped": Development, 1, "the same, if the root is after move 10";

    KNIGHT_MOBILITY "knight_mobility": Mobility, 9, "knight that reaches this many squares";
    BISHOP_MOBILITY "bishop_mobility": Mobility, 14, "bishop, likewise";
    ROOK_MOBILITY "rook_mobility": Mobility, 15, "rook, likewise";
    QUEEN_MOBILITY "queen_mobility": Mobility, 28, "queen, likewise";

    DOUBLED "doubled": PawnStructure, 1, "pawns with an own pawn ahead on the file";
    ISOLATED "isolated": PawnStructure, 1, "pawns without own pawns on the files beside";
    ISOLATED_OPEN "isolated_open": PawnStructure, 1, "isolated pawns not opposed on their file";
    BACKWARD "backward": PawnStructure, 1, "pawns left behind that cannot advance safely";
    BACKWARD_OPEN "backward_open": PawnStructure, 1, "backward pawns not opposed on their file";
    PHALANX "phalanx": PawnStructure, 8, "pawns with a neighbour abreast, by rank";
    SUPPORTED "supported": PawnStructure, 8, "pawns defended by a pawn, by rank";
    CANDIDATE "candidate": PawnStructure, 8, "pawns that can become passed, by rank";
    ISLANDS "islands": PawnStructure, 1, "groups of pawns on adjoining files";

    PASSED "passed": PassedPawns, 8, "passed pawns by rank";
    PASSED_OWN_KING "passed_own_king": PassedPawns, 8,
        "distance of the own king to the square ahead, by rank";
    PASSED_ENEMY_KING "passed_enemy_king": PassedPawns, 8, "distance of the enemy king, likewise";
    PASSED_BLOCKED "passed_blocked": PassedPawns, 8, "an enemy piece stands ahead, by rank";
    PASSED_SAFE_STEP "passed_safe_step": PassedPawns, 8,
        "square ahead free and not attacked, by rank";
    PASSED_FREE_PATH "passed_free_path": PassedPawns, 8,
        "whole path free and not attacked, by rank";
    PASSED_ROOK_BEHIND "passed_rook_behind": PassedPawns, 1, "own rook or queen behind it";
    PASSED_ENEMY_BEHIND "passed_enemy_behind": PassedPawns, 1, "enemy rook or queen behind it";
    PASSED_UNSTOPPABLE "passed_unstoppable": PassedPawns, 1,
        "the lone enemy king is outside the square";

    UNCASTLED_KING "uncastled_king": KingSafety, 1, "king on the d- or e-file";
    SHIELD_PAWNS "shield_pawns": KingSafety, 1, "own pawns on the three squares before the king";
    SHELTER "shelter": KingSafety, 32,
        "nearest own pawn by file (edge to centre) and its rank, 0 if none";
    STORM "storm": KingSafety, 8, "nearest enemy pawn near the king by rank, 0 if none";
    STORM_BLOCKED "storm_blocked": KingSafety, 8, "the same if an own pawn stops it";
    KING_DANGER "king_danger": KingSafety, 32, "attack units against the king, in steps";

    HANGING "hanging": HangingPieces, 5, "attacked and undefended, the enemy to move: pawn … queen";
    HANGING_TO_MOVE "hanging_to_move": HangingPieces, 5, "the same with one's own turn to save it";

    PAWN_THREAT "pawn_threat": Threats, 4, "pawn attacks knight, bishop, rook, queen";
    MINOR_THREAT "minor_threat": Threats, 5,
        "knight or bishop attacks weak pawn … bishop, any rook, queen";
    ROOK_THREAT "rook_threat": Threats, 5, "rook attacks weak pawn … rook, any queen";
    KING_THREAT "king_threat": Threats, 1, "king attacks a weak piece";
    PUSH_THREAT "push_threat": Threats, 1, "safe pawn steps that would attack a piece";

    BISHOP_PAIR "bishop_pair": BishopPair, 1, "bishops on both colours";

    KNIGHT_OUTPOST "knight_outpost": MinorPieces, 2,
        "knight no pawn can chase: alone, held by a pawn";
    BISHOP_OUTPOST "bishop_outpost": MinorPieces, 2, "bishop, likewise";
    BAD_BISHOP "bad_bishop": MinorPieces, 1, "own pawns on the colour of the bishop";
    BLOCKED_BISHOP "blocked_bishop": MinorPieces, 1, "those of them that are blocked";
    BEHIND_PAWN "behind_pawn": MinorPieces, 1, "minor piece right behind a pawn";

    ROOK_OPEN_FILE "rook_open_file": Rooks, 1, "rook on a file without pawns";
    ROOK_HALF_OPEN_FILE "rook_half_open_file": Rooks, 1, "rook on a file without own pawns";
    ROOK_SEVENTH "rook_seventh": Rooks, 1, "rook on the seventh with enemy king or pawns there";
    ROOK_TRAPPED "rook_trapped": Rooks, 1, "rook shut in beside its king that cannot castle";

    SPACE "space": Space, 1, "safe central squares in the own half";
    SPACE_BEHIND "space_behind": Space, 1, "those behind own pawns";

    TEMPO "tempo": Tempo, 1, "the right to move";
}

/// The features that pieces have by being there.
pub(super) const PIECES: Range<usize> = MATERIAL..MATERIAL + 5;

/// The term of every feature.
pub static TERM_OF: [Term; FEATURES] = {
    let mut table = [Term::Material; FEATURES];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut place = 0;
        while place < GROUPS[group].length {
            table[GROUPS[group].start + place] = GROUPS[group].term;
            place += 1;
        }
        group += 1;
    }
    table
};

/// The names of all features, by number: `tempo`, `material.0`, `pawn_squares.28`.
pub fn feature_names() -> impl Iterator<Item = String> {
    GROUPS.iter().flat_map(|group| {
        (0..group.length).map(|place| match group.length {
            1 => group.name.to_owned(),
            _ => format!("{}.{place}", group.name),
        })
    })
}

/// The number of the feature with this name.
pub fn feature_number(name: &str) -> Option<usize> {
    let (group, place) = match name.split_once('.') {
        Some((group, place)) => (group, Some(place.parse::<usize>().ok()?)),
        None => (name, None),
    };
    let group = GROUPS.iter().find(|known| known.name == group)?;
    match place {
        None if group.length == 1 => Some(group.start),
        Some(place) if group.length > 1 && place < group.length => Some(group.start + place),
        _ => None,
    }
}
