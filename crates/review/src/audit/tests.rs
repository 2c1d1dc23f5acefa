//! Games with blunders in them, and games without.

use super::*;
use damier_chess::Position as Chess;
use damier_draughts::Position as Draughts;
use damier_games::EngineGame;
use damier_reasons::BlunderKind;

/// Enough for blunders that a person sees too, and quick without optimisation.
const NODES: u64 = 3_000;

fn read<G: EngineGame>(text: &str) -> Vec<Transcript<G>> {
    let mut on_fault = |fault: &_| panic!("{fault}");
    transcripts(text.as_bytes(), &mut on_fault).expect("text can be read")
}

fn findings<G: ReviewGame>(text: &str) -> Vec<Findings> {
    let standard = Standard { nodes: NODES, threshold: G::THRESHOLD };
    audit::<G>(&read(text), standard, NonZeroUsize::MIN, &|_| ()).expect("a thread starts")
}

/// The blunders of the only game of a text: number, move and kind.
fn blunders<G: ReviewGame>(text: &str) -> Vec<(String, BlunderKind)> {
    let findings = findings::<G>(text);
    assert_eq!(findings.len(), 1);
    let blunders = findings[0].blunders.iter();
    blunders
        .map(|blunder| (format!("{} {}", blunder.number, blunder.played), blunder.kind))
        .collect()
}

fn assert_blunders<G: ReviewGame>(text: &str, expected: &[(&str, BlunderKind)]) {
    let expected: Vec<(String, BlunderKind)> =
        expected.iter().map(|&(played, kind)| (played.to_owned(), kind)).collect();
    assert_eq!(blunders::<G>(text), expected, "{text}");
}

fn from_fen(fen: &str, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n")
}

#[test]
fn a_queen_where_a_knight_takes_it_is_hung() {
    assert_blunders::<Chess>(
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Qh5 Nxh5 *",
        &[("6. Qh5", BlunderKind::HungQueen)],
    );
}

#[test]
fn a_bishop_for_nothing_is_a_minor_piece_hung() {
    assert_blunders::<Chess>(
        "1. e4 e5 2. Nf3 Nc6 3. Ba6 bxa6 *",
        &[("3. Ba6", BlunderKind::HungMinor)],
    );
}

#[test]
fn a_piece_that_is_not_taken_back_is_hung() {
    // Black has just taken a knight; instead of taking back White looks the other way.
    assert_blunders::<Chess>(
        "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. d4 exd4 5. Nxd4 Nxd4 6. a3 *",
        &[("6. a3", BlunderKind::HungMinor)],
    );
}

#[test]
fn a_rook_next_to_a_bishop_is_a_rook_hung() {
    let text = from_fen("6k1/5ppp/8/3b4/8/8/5PPP/R5K1 w - - 0 1", "1. Ra2");
    assert_blunders::<Chess>(&text, &[("1. Ra2", BlunderKind::HungRook)]);
}

#[test]
fn a_rook_that_falls_to_a_fork_is_not_hung() {
    // Nothing can be taken; the knight goes to c2 with check.
    let text = from_fen("6k1/5pp1/7p/8/1n6/8/5PPP/R4K2 w - - 0 1", "1. Ke1 Nc2+");
    assert_blunders::<Chess>(&text, &[("1. Ke1", BlunderKind::AllowedCombination)]);
}

#[test]
fn a_pawn_that_gets_through_is_no_queen_hung() {
    // The knight lets the pawn go.
    let text = from_fen("8/8/8/8/p7/4K1N1/2k5/8 w - - 0 77", "77. Kd4");
    assert_blunders::<Chess>(&text, &[("77. Kd4", BlunderKind::AllowedPromotion)]);
}

#[test]
fn mates_are_allowed_and_missed() {
    // White could mate on f7, and leaves the queen to the knight instead: the mate comes first.
    assert_blunders::<Chess>(
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Nc3 *",
        &[("3... Nf6", BlunderKind::AllowedMate), ("4. Nc3", BlunderKind::MissedMate)],
    );
}

#[test]
fn a_mate_on_the_back_rank_is_allowed() {
    let text = from_fen("3r2k1/p4ppp/8/8/8/1P6/P4PPP/2R3K1 w - - 0 1", "1. Rc7 Rd1#");
    assert_blunders::<Chess>(&text, &[("1. Rc7", BlunderKind::AllowedMate)]);
}

#[test]
fn a_queen_that_is_not_taken_is_material_missed() {
    assert_blunders::<Chess>(
        "1. e4 e5 2. Nf3 Qh4 3. a3 Qxe4+ *",
        &[("2... Qh4", BlunderKind::HungQueen), ("3. a3", BlunderKind::MissedMaterial)],
    );
}

#[test]
fn a_decided_game_does_not_count_again() {
    // Black is a queen and two rooks down and puts the last rook where it can be taken.
    let text = from_fen("r3k3/7p/8/8/8/3Q4/3R4/R3K3 b - - 0 1", "1... Ra7 2. Qe3+ Kf8");
    assert_blunders::<Chess>(&text, &[]);
}

#[test]
fn a_win_that_is_still_a_win_is_no_blunder() {
    // Mate in one is there, and the move played gives none of the win away.
    let text = from_fen("6k1/5ppp/8/8/8/8/5PPP/Q3R1K1 w - - 0 1", "1. Qb1 g6");
    assert_blunders::<Chess>(&text, &[]);
}

#[test]
fn a_man_for_nothing_is_a_man_lost() {
    let text = from_fen("B:W26,34,36,38,46,48,50:B1,2,7,8,10,11,23", "1... 23-29");
    assert_blunders::<Draughts>(&text, &[("1... 23-29", BlunderKind::LostMan)]);
}

#[test]
fn two_men_for_nothing_are_a_shot_allowed() {
    let text = from_fen(
        "W:W27,29,31,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,\
            12,13,14,15,16,17,18,23,25",
        "1. 34-30 23x34 2. 40x29 25x23",
    );
    assert_blunders::<Draughts>(&text, &[("1. 34-30", BlunderKind::AllowedShot)]);
}

#[test]
fn a_shot_that_is_not_played_is_missed() {
    let text = from_fen(
        "B:W31,32,34,35,36,39,40,42,43,44,48,49,50:B1,3,4,5,9,10,11,12,13,14,15,16,23,25",
        "1... 3-8",
    );
    assert_blunders::<Draughts>(&text, &[("1... 3-8", BlunderKind::MissedShot)]);
}

#[test]
fn the_last_man_is_not_to_be_given_away() {
    let text = from_fen("W:W28:B6,17", "1. 28-22 17x28");
    assert_blunders::<Draughts>(&text, &[("1. 28-22", BlunderKind::AllowedLoss)]);
}

#[test]
fn a_sacrifice_that_takes_the_last_man_is_a_win_to_be_found() {
    let text = from_fen("W:W33,38:B22", "1. 33-29");
    assert_blunders::<Draughts>(&text, &[("1. 33-29", BlunderKind::MissedWin)]);
}

/// Three games, one of them with an illegal move.
const FILE: &str = "[White \"a\"]\n[Black \"b\"]\n
1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Qh5 Nxh5 0-1\n
[White \"b\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Qh4 3. Ke5 *\n
[White \"b\"]\n[Black \"a\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

fn read_file() -> (Vec<Transcript<Chess>>, Vec<String>) {
    let mut faults = Vec::new();
    let games = transcripts(FILE.as_bytes(), &mut |fault| faults.push(fault.to_string()));
    (games.expect("text can be read"), faults)
}

#[test]
fn jobs_and_the_company_of_other_games_change_nothing() {
    let (games, _) = read_file();
    let standard = Standard { nodes: NODES, threshold: 0.05 };
    let with_jobs = |jobs| {
        let jobs = NonZeroUsize::new(jobs).expect("some");
        audit(&games, standard, jobs, &|_| ()).expect("threads start")
    };
    let alone = with_jobs(1);
    assert_eq!(alone, with_jobs(3));
    let last = audit(&games[2..], standard, NonZeroUsize::MIN, &|_| ()).expect("a thread starts");
    assert_eq!(last[0], alone[2]);
}

#[test]
fn a_fault_ends_its_game_and_not_the_audit() {
    let (games, faults) = read_file();
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [12, 4, 7]);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("game 2, line 9, column 24, move 3. Ke5: "), "{}", faults[0]);
}

#[test]
fn a_ledger_adds_up_what_a_player_did_on_both_sides() {
    let (games, _) = read_file();
    let standard = Standard { nodes: NODES, threshold: 0.2 };
    let seen = AtomicUsize::new(0);
    let on_move = |_: Option<&Blunder>| {
        seen.fetch_add(1, Ordering::Relaxed);
    };
    let findings = audit(&games, standard, NonZeroUsize::MIN, &on_move).expect("a thread starts");
    assert_eq!(seen.into_inner(), 23, "every move is told");
    let ledger = Ledger::of(&games, &findings);
    let accounts: Vec<(&str, &Account)> = ledger.iter().collect();
    let [("a", a), ("b", b)] = accounts[..] else { panic!("{accounts:?}") };
    assert_eq!((a.games, a.moves, a.blunders()), (2, 9, 2));
    assert_eq!(
        (a.blunders_of(BlunderKind::HungQueen), a.blunders_of(BlunderKind::AllowedMate)),
        (1, 1)
    );
    assert!((a.per_hundred(a.blunders()) - 200.0 / 9.0).abs() < 1e-9);
    assert!(a.mean_loss() > 0.05, "{a:?}");
    // Two players of one name play one game.
    assert_eq!((b.games, b.moves, b.blunders()), (3, 14, 1));
}

#[test]
fn only_the_moves_of_the_player_asked_for_are_judged() {
    let (mut games, _) = read_file();
    games.retain_mut(|game| game.judge_only("A"));
    assert_eq!(games.len(), 2);
    assert_eq!(games.iter().map(Transcript::count_judged).collect::<Vec<_>>(), [6, 3]);
    let standard = Standard { nodes: NODES, threshold: 0.2 };
    let findings = audit(&games, standard, NonZeroUsize::MIN, &|_| ()).expect("a thread starts");
    let ledger = Ledger::of(&games, &findings);
    assert_eq!(ledger.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["a"]);
}

#[test]
fn a_forced_move_is_not_judged() {
    // Black has to take the queen.
    let findings = findings::<Chess>("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *");
    assert_eq!(findings[0].accounts.map(|account| account.moves), [3, 2]);
}
