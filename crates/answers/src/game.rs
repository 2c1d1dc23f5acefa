//! What the page asks of a game besides its rules: how to show it.

use crate::views::{MoveView, NodeView, PositionView, Verdict};
use damier_chess::{File, Rank};
use damier_core::{Ending as _, Game, Rules, Side};
use damier_people::{Model, Setting};
use damier_profiles::OpponentGame;
use damier_puzzles::PuzzleGame;
use damier_records::MoveNumber;

/// A game that can be played on the page.
pub(crate) trait PageGame: OpponentGame + PuzzleGame {
    /// One letter a square.
    fn board(&self) -> String;

    /// A legal move.
    fn view_move(&self, mv: Self::Move) -> MoveView;

    /// Where a king is in check.
    fn check(&self) -> Option<String>;

    /// Whether a side has anything to win with.
    fn can_ever_win(&self, _side: Side) -> bool {
        true
    }

    /// A word for why a game is over.
    fn reason(ending: Self::Ending) -> &'static str;

    /// How likely people of a rating are to play a legal move, where there is a model of them.
    fn played_by(&self, _rating: i32, _mv: Self::Move) -> Option<f64> {
        None
    }

    /// Under what name the reviewer's catalogues know something that profiles weigh.
    fn weight_label(name: &str) -> &str {
        name
    }
}

/// How many ways of one capture the page is told.
const MOST_PATHS: usize = 48;
/// Positions may have hundreds of captures, each with many ways; beyond this number one way each is
/// enough.
const MOST_MOVES_WITH_PATHS: usize = 40;

/// A position in a game, and what the rules say about it.
pub(crate) fn view_position<G: PageGame>(game: &Game<G>) -> PositionView {
    let position = game.position();
    let ending = game.ending();
    let is_over = ending.is_some_and(|ending| !ending.needs_claim());
    let moves = position.legal_moves();
    let legal = if is_over { &[] } else { &*moves };
    let mut legal: Vec<MoveView> = legal.iter().map(|&mv| position.view_move(mv)).collect();
    if legal.len() > MOST_MOVES_WITH_PATHS {
        legal.iter_mut().for_each(|mv| mv.other_paths.clear());
    }
    PositionView {
        game: G::KIND,
        fen: position.to_fen(),
        board: position.board(),
        turn: position.side_to_move().into(),
        number: MoveNumber::next(game).number,
        legal,
        check: position.check(),
        ending: ending
            .filter(|ending| !ending.needs_claim())
            .map(|ending| Verdict::new(G::reason(ending), ending.outcome())),
        claim: ending
            .filter(|ending| ending.needs_claim())
            .map(|ending| G::reason(ending).to_owned()),
    }
}

/// A move that was played and the board after it, `plies` plies after the start.
pub(crate) fn view_node<G: PageGame>(
    start: &G,
    before: &G,
    mv: G::Move,
    plies: u32,
    parent: Option<usize>,
) -> NodeView {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let mut view = before.view_move(mv);
    view.other_paths.clear();
    view.targets.clear();
    NodeView {
        parent,
        number: MoveNumber::after(start, plies).to_string(),
        mv: view,
        board: after.board(),
        check: after.check(),
        before: Vec::new(),
        comments: Vec::new(),
        commands: Vec::new(),
        nags: Vec::new(),
    }
}

impl PageGame for damier_chess::Position {
    fn board(&self) -> String {
        let ranks = (0..8).rev().filter_map(Rank::from_index);
        let squares = ranks.flat_map(|rank| {
            let files = (0..8).filter_map(File::from_index);
            files.map(move |file| damier_chess::Square::new(file, rank))
        });
        squares
            .map(|square| self.piece_at(square).map_or('.', damier_chess::Piece::letter))
            .collect()
    }

    fn view_move(&self, mv: Self::Move) -> MoveView {
        let mut to = mv.to();
        let mut targets = Vec::new();
        // Where the king's step to its target is a move of its own, only the rook means castling.
        if mv.is_castle() && !self.is_chess960() {
            targets.push(mv.to().to_string());
            to = mv.from().with_file(damier_chess::Wing::of_rook(mv.from(), mv.to()).king_target());
        }
        MoveView {
            text: self.write_move(mv),
            code: self.write_uci(mv, self.castling_style()),
            path: vec![mv.from().to_string(), to.to_string()],
            captured: self.captured(mv).into_iter().map(|(square, _)| square.to_string()).collect(),
            targets,
            other_paths: Vec::new(),
            promotion: mv.promotion().map(damier_chess::Role::letter),
        }
    }

    fn can_ever_win(&self, side: Side) -> bool {
        self.side(side).has_several()
    }

    fn played_by(&self, rating: i32, mv: Self::Move) -> Option<f64> {
        let game = Game::new(self.clone());
        let said = Model::built_in().probabilities(&game, Setting::like(rating));
        said.into_iter().find(|(known, _)| *known == mv).map(|(_, chance)| chance)
    }

    fn check(&self) -> Option<String> {
        self.is_check().then(|| self.king(self.side_to_move()).to_string())
    }

    fn reason(ending: Self::Ending) -> &'static str {
        use damier_chess::Ending;
        match ending {
            Ending::Checkmate { .. } => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "material",
            Ending::FivefoldRepetition => "fivefold",
            Ending::SeventyFiveMoves => "seventy-five",
            Ending::ThreefoldRepetition => "threefold",
            Ending::FiftyMoves => "fifty",
        }
    }
}

impl PageGame for damier_draughts::Position {
    fn board(&self) -> String {
        let letter = |square| self.piece_at(square).map_or('.', damier_draughts::Piece::letter);
        damier_draughts::Square::all().map(letter).collect()
    }

    fn view_move(&self, mv: Self::Move) -> MoveView {
        let names = |path: &Vec<damier_draughts::Square>| -> Vec<String> {
            path.iter().map(ToString::to_string).collect()
        };
        let most = if mv.count_captured() > 1 { MOST_PATHS } else { 1 };
        let mut paths: Vec<Vec<String>> = self.paths(mv, most).iter().map(names).collect();
        let path = paths.remove(0);
        MoveView {
            text: self.write_move(mv),
            code: path.join(if mv.is_capture() { "x" } else { "-" }),
            path,
            captured: mv.captured().into_iter().map(|square| square.to_string()).collect(),
            targets: Vec::new(),
            other_paths: paths,
            promotion: None,
        }
    }

    fn check(&self) -> Option<String> {
        None
    }

    fn reason(ending: Self::Ending) -> &'static str {
        use damier_draughts::Ending;
        match ending {
            Ending::NoMoves { .. } => "no-moves",
            Ending::Repetition => "repetition",
            Ending::FiveMoves => "five",
            Ending::SixteenMoves => "sixteen",
            Ending::TwentyFiveMoves => "twenty-five",
        }
    }

    fn weight_label(name: &str) -> &str {
        // The nine of the old program have a word that means something else elsewhere.
        if name == "tempo" { "rows-advanced" } else { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_meant_by_the_rook_and_where_it_is_clear_by_the_target() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let position = damier_chess::Position::from_fen(fen).unwrap();
        let castle = position.view_move(position.read_move("O-O").unwrap());
        assert_eq!(
            (castle.path.join(" "), castle.targets.join(" ")),
            ("e1 g1".into(), "h1".into())
        );
        // The king's step to g1 is another move here.
        let position = damier_chess::Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let castle = position.view_move(position.read_move("O-O").unwrap());
        assert_eq!((castle.path.join(" "), castle.targets.len()), ("f1 h1".into(), 0));
    }

    #[test]
    fn every_code_reads_back_as_its_move() {
        let fens = ["W:W33:B18,19,28,29", "W:WK5:B10,33,22,41", "W:W31-50:B1-20"];
        for fen in fens {
            let position = damier_draughts::Position::from_fen(fen).unwrap();
            for &mv in &*position.legal_moves() {
                let view = position.view_move(mv);
                assert_eq!(position.read_move(&view.code), Ok(mv), "{fen}: {}", view.code);
            }
        }
    }
}
