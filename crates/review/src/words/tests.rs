use super::*;
use crate::samples;
use damier_reasons::reason::{Placed, ShotName, Stake};

fn words(code: &str) -> Words {
    Words::of(code.parse().unwrap())
}

fn at(piece: Piece, square: &str) -> Placed {
    Placed { piece, square: square.into() }
}

/// A reason of every kind, and what comes after it: a new kind does not compile until it is here,
/// and so has words.
fn every_reason() -> Vec<Reason> {
    let (knight, queen) = (at(Piece::Knight, "f3"), at(Piece::Queen, "d8"));
    let king = at(Piece::King, "g8");
    let stake = |lost: &[Piece], gained: &[Piece]| Stake {
        lost: lost.to_vec(),
        gained: gained.to_vec(),
        worth: 300,
    };
    let mut all = vec![Reason::AllowsMate { moves: 1 }];
    loop {
        let next = match all[all.len() - 1].clone() {
            Reason::AllowsMate { moves: 1 } => Reason::AllowsMate { moves: 3 },
            Reason::AllowsMate { .. } => Reason::MissesMate { moves: 1 },
            Reason::MissesMate { moves: 1 } => Reason::MissesMate { moves: 12 },
            Reason::MissesMate { .. } => Reason::AllowsLoss { moves: 1 },
            Reason::AllowsLoss { moves: 1 } => Reason::AllowsLoss { moves: 2 },
            Reason::AllowsLoss { .. } => Reason::MissesWin { moves: 1 },
            Reason::MissesWin { moves: 1 } => Reason::MissesWin { moves: 10 },
            Reason::MissesWin { .. } => Reason::LosesMaterial(stake(&[Piece::Knight], &[])),
            Reason::LosesMaterial(found) if found.gained.is_empty() => {
                Reason::LosesMaterial(stake(&[Piece::Queen], &[Piece::Rook, Piece::Pawn]))
            }
            Reason::LosesMaterial(_) => Reason::MissesMaterial(stake(&[Piece::Man; 2], &[])),
            Reason::MissesMaterial(found) if found.gained.is_empty() => {
                Reason::MissesMaterial(stake(&[Piece::Crowned], &[Piece::Man]))
            }
            Reason::MissesMaterial(_) => Reason::Hangs { prey: knight.clone() },
            Reason::Hangs { .. } => Reason::LosingExchange { prey: knight.clone() },
            Reason::LosingExchange { .. } => Reason::LeavesUntaken { prey: at(Piece::Man, "28") },
            Reason::LeavesUntaken { .. } => {
                Reason::Fork { by: knight.clone(), targets: vec![king.clone(), queen.clone()] }
            }
            Reason::Fork { .. } => Reason::Pin {
                by: at(Piece::Bishop, "b5"),
                prey: knight.clone(),
                behind: king.clone(),
            },
            Reason::Pin { .. } => Reason::Skewer {
                by: at(Piece::Bishop, "c4"),
                front: king.clone(),
                prey: queen.clone(),
            },
            Reason::Skewer { .. } => Reason::DiscoveredAttack {
                by: at(Piece::Rook, "d1"),
                mover: at(Piece::Bishop, "h7"),
                target: king.clone(),
                prey: queen.clone(),
            },
            Reason::DiscoveredAttack { by, mover, target, prey } if target != prey => {
                Reason::DiscoveredAttack { by, mover, target: prey.clone(), prey }
            }
            Reason::DiscoveredAttack { by, mover, prey, .. } if prey != king => {
                Reason::DiscoveredAttack { by, mover, target: king.clone(), prey: king.clone() }
            }
            Reason::DiscoveredAttack { .. } => Reason::DoubleCheck { by: vec![knight.clone(); 2] },
            Reason::DoubleCheck { .. } => Reason::Falls { by: queen.clone(), prey: knight.clone() },
            Reason::Falls { .. } => {
                Reason::Deflection { defender: queen.clone(), square: "d1".into() }
            }
            Reason::Deflection { .. } => Reason::Attraction { prey: king.clone() },
            Reason::Attraction { .. } => {
                Reason::RemovedDefender { defender: knight.clone(), prey: queen.clone() }
            }
            Reason::RemovedDefender { .. } => Reason::Smothered,
            Reason::Smothered => Reason::Mates { by: queen.clone() },
            Reason::Mates { .. } => Reason::Stalemate,
            Reason::Stalemate => {
                let targets = vec![king.clone(), queen.clone()];
                Reason::Misses { motif: Box::new(Reason::Fork { by: knight.clone(), targets }) }
            }
            Reason::Misses { .. } => Reason::Positional { term: "king-safety".into() },
            Reason::Positional { .. } => Reason::LosesOpposition,
            Reason::LosesOpposition => Reason::LeavesSquare { pawn: at(Piece::Pawn, "a4") },
            Reason::LeavesSquare { .. } => Reason::WrongBishop { corner: "h8".into() },
            Reason::WrongBishop { .. } => Reason::PerpetualCheck,
            Reason::PerpetualCheck => Reason::Repetition,
            Reason::Repetition => Reason::Zugzwang,
            Reason::Zugzwang => Reason::InBetween { by: queen.clone(), prey: knight.clone() },
            Reason::InBetween { .. } => {
                Reason::Desperado { piece: knight.clone(), prey: queen.clone() }
            }
            Reason::Desperado { .. } => Reason::IgnoresThreat { prey: queen.clone() },
            Reason::IgnoresThreat { .. } => Reason::LeavesCastling,
            Reason::LeavesCastling => Reason::BackRank,
            Reason::BackRank => Reason::IgnoresMateThreat { moves: 1 },
            Reason::IgnoresMateThreat { moves: 1 } => Reason::IgnoresMateThreat { moves: 2 },
            Reason::IgnoresMateThreat { .. } => Reason::Trapped { prey: at(Piece::Bishop, "h7") },
            Reason::Trapped { .. } => Reason::PassedPawnRuns { pawn: at(Piece::Pawn, "a4") },
            Reason::PassedPawnRuns { .. } => Reason::AllowsPromotion { square: "a1".into() },
            Reason::AllowsPromotion { .. } => Reason::MissesPromotion { square: "a8".into() },
            Reason::MissesPromotion { .. } => Reason::LosesCastling,
            Reason::LosesCastling => Reason::AllowsShot { given: 1, taken: 3, name: None },
            Reason::AllowsShot { given: 1, .. } => {
                Reason::AllowsShot { given: 2, taken: 4, name: ShotName::ALL.first().copied() }
            }
            // Each name once.
            Reason::AllowsShot { given, taken, name: Some(known) } => {
                let place = ShotName::ALL.iter().position(|&name| name == known);
                let next = place.and_then(|place| ShotName::ALL.get(place + 1)).copied();
                match next {
                    Some(_) => Reason::AllowsShot { given, taken, name: next },
                    None => Reason::MissesShot { given: 1, taken: 2, name: None },
                }
            }
            Reason::AllowsShot { .. } => Reason::ForcedToGive,
            Reason::MissesShot { given: 1, .. } => {
                Reason::MissesShot { given: 3, taken: 11, name: None }
            }
            Reason::MissesShot { .. } => Reason::AllowsBreakthrough { square: "48".into() },
            Reason::AllowsBreakthrough { .. } => Reason::MissesBreakthrough { square: "3".into() },
            Reason::MissesBreakthrough { .. } => Reason::LosesKing { square: "45".into() },
            Reason::LosesKing { .. } => Reason::ForcedToGive,
            Reason::ForcedToGive => Reason::LosesOutpost { square: "24".into() },
            Reason::LosesOutpost { .. } => Reason::RunsOutOfMoves,
            Reason::RunsOutOfMoves => break,
        };
        all.push(next);
    }
    all
}

#[test]
fn every_reason_is_one_sentence_in_every_language() {
    for language in Language::ALL {
        let mut seen = std::collections::BTreeSet::new();
        for reason in every_reason() {
            let sentence = Words::of(language).reason(&reason);
            assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
            assert!(sentence.ends_with('.') && !sentence.contains(['{', '}', '?']), "{sentence}");
            assert_eq!(sentence.matches('.').count(), 1, "{sentence}");
            assert!(!sentence.contains("  ") && !sentence.contains(" ,"), "{sentence}");
            assert!(seen.insert(sentence.clone()), "{sentence}");
        }
    }
}

#[test]
fn no_sentence_of_another_language_was_left_in() {
    let reasons = every_reason();
    for (place, language) in Language::ALL.into_iter().enumerate() {
        for other in &Language::ALL[place + 1..] {
            for reason in &reasons {
                let sentence = Words::of(language).reason(reason);
                assert_ne!(sentence, Words::of(*other).reason(reason), "{language} and {other}");
            }
        }
    }
}

#[test]
fn every_term_of_both_engines_has_a_name() {
    use damier_chess_engine::evaluation::Term as ChessTerm;
    use damier_draughts_engine::evaluation::Term as DraughtsTerm;
    let chess = ChessTerm::ALL.map(|term| term.name().to_lowercase().replace(' ', "-"));
    let draughts = DraughtsTerm::ALL.map(|term| term.name().to_lowercase().replace(' ', "-"));
    for language in Language::ALL {
        for name in chess.iter().chain(&draughts) {
            assert_ne!(Words::of(language).term(name), name, "{language}");
        }
    }
    assert_eq!(words("fr").term("king-safety"), "Sécurité du roi");
    assert_eq!(words("it").term("back-row"), "Linea di base");
    assert_eq!(words("en").term("something-new"), "something-new");
}

#[test]
fn material_is_counted_in_words() {
    use Piece::{Bishop, Crowned, Knight, Man, Pawn, Queen, Rook};
    let cases: [(&[Piece], &[Piece], [&str; 3]); 7] = [
        (
            &[Knight],
            &[Pawn],
            [
                "This loses a knight for a pawn.",
                "Ce coup perd un cavalier contre un pion.",
                "Questa mossa perde un cavallo per un pedone.",
            ],
        ),
        (
            &[Pawn, Pawn],
            &[],
            ["This loses two pawns.", "Ce coup perd deux pions.", "Questa mossa perde due pedoni."],
        ),
        (
            &[Queen],
            &[Rook, Knight],
            [
                "This loses the queen for a rook and a knight.",
                "Ce coup perd la dame contre une tour et un cavalier.",
                "Questa mossa perde la donna per una torre e un cavallo.",
            ],
        ),
        (
            &[Rook, Bishop, Pawn, Pawn],
            &[],
            [
                "This loses a rook, a bishop and two pawns.",
                "Ce coup perd une tour, un fou et deux pions.",
                "Questa mossa perde una torre, un alfiere e due pedoni.",
            ],
        ),
        (
            &[Rook],
            &[Bishop],
            [
                "This loses the exchange.",
                "Ce coup perd la qualité.",
                "Questa mossa perde la qualità.",
            ],
        ),
        (
            &[Rook, Pawn],
            &[Knight],
            [
                "This loses the exchange and a pawn.",
                "Ce coup perd la qualité et un pion.",
                "Questa mossa perde la qualità e un pedone.",
            ],
        ),
        (
            &[Crowned],
            &[Man, Man],
            [
                "This loses a king for two men.",
                "Ce coup perd une dame contre deux pions.",
                "Questa mossa perde una dama per due pedine.",
            ],
        ),
    ];
    for (lost, gained, sentences) in cases {
        let stake = Stake { lost: lost.to_vec(), gained: gained.to_vec(), worth: 1 };
        for (language, sentence) in ["en", "fr", "it"].into_iter().zip(sentences) {
            let reason = Reason::LosesMaterial(stake.clone());
            assert_eq!(words(language).reason(&reason), sentence);
        }
    }
}

#[test]
fn sentences_read_as_players_write_them() {
    let check = |reason: &Reason, sentences: [&str; 3]| {
        for (language, sentence) in ["en", "fr", "it"].into_iter().zip(sentences) {
            assert_eq!(words(language).reason(reason), sentence);
        }
    };
    check(
        &Reason::Fork {
            by: at(Piece::Bishop, "e5"),
            targets: vec![at(Piece::Rook, "h8"), at(Piece::Queen, "b2"), at(Piece::King, "g7")],
        },
        [
            "The bishop on e5 forks the rook on h8, the queen on b2 and the king on g7.",
            "Fourchette\u{a0}: le fou en e5 attaque à la fois la tour en h8, la dame en b2 et le \
                roi en g7.",
            "Forchetta: l'alfiere in e5 attacca insieme la torre in h8, la donna in b2 e il re \
                in g7.",
        ],
    );
    check(
        &Reason::Hangs { prey: at(Piece::Bishop, "c4") },
        [
            "The opponent takes the bishop on c4, which nothing protects.",
            "L'adversaire prend le fou en c4, que rien ne protège.",
            "L'avversario prende l'alfiere in c4, che nulla difende.",
        ],
    );
    check(
        &Reason::AllowsMate { moves: 2 },
        [
            "This allows mate in two moves.",
            "Ce coup permet un mat en deux coups.",
            "Questa mossa permette il matto in due mosse.",
        ],
    );
    check(
        &Reason::AllowsShot { given: 1, taken: 3, name: None },
        [
            "This allows a shot: the opponent gives one man and takes three.",
            "Ce coup permet une combinaison\u{a0}: l'adversaire donne un pion et en prend trois.",
            "Questa mossa permette un tiro: l'avversario dà una pedina e ne prende tre.",
        ],
    );
    check(
        &Reason::LeavesUntaken { prey: at(Piece::Crowned, "45") },
        [
            "The king on 45 could simply have been taken.",
            "Il suffisait de prendre la dame à 45.",
            "Bastava prendere la dama in 45.",
        ],
    );
}

#[test]
fn an_error_without_reasons_names_the_better_move_and_claims_nothing() {
    let mut review = samples::chess_move("12.", "Qh5");
    review.best_line = vec!["Nf3".into(), "Bd6".into()];
    assert_eq!(words("en").explanation(&review), "Better was Nf3.");
    assert_eq!(words("fr").explanation(&review), "Mieux valait Cf3.");
    assert_eq!(words("it").explanation(&review), "Era meglio Cf3.");
    review.reasons = vec![Reason::BackRank, Reason::LosesCastling];
    let both = words("en").explanation(&review);
    assert_eq!(both.matches('.').count(), 3, "{both}");
    assert!(both.ends_with("Better was Nf3."), "{both}");
    review.reasons.clear();
    review.judgement = Some(crate::judging::Judgement::Mistake);
    let deeper = "No short tactic decides; the difference lies deeper. Better was Nf3.";
    assert_eq!(words("en").explanation(&review), deeper);
    review.judgement = None;
    review.best_line.clear();
    assert_eq!(words("en").explanation(&review), "");
}

#[test]
fn moves_have_the_letters_of_the_language() {
    for (code, move_text) in [("en", "Rxb8=Q+"), ("fr", "Txb8=D+"), ("it", "Txb8=D+")] {
        assert_eq!(words(code).notation("Rxb8=Q+"), move_text);
    }
    assert_eq!(words("it").notation("Bb5"), "Ab5");
    assert_eq!(words("fr").notation("O-O-O"), "O-O-O");
    assert_eq!(words("fr").notation("32x21"), "32x21");
}

#[test]
fn lines_have_numbers_and_an_end() {
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let white = samples::chess_move("9.", "Nf3");
    let moves = line("Nf3 Nc6 Bb5 a6");
    assert_eq!(words("en").line(&white, &moves), "9. Nf3 Nc6 10. Bb5 a6");
    let mut black = samples::chess_move("9...", "Nf6");
    black.side = damier_core::Side::Black;
    assert_eq!(words("fr").line(&black, &moves), "9... Cf3 10. Cc6 Fb5 11. a6");
    let long = vec!["32-28".to_owned(); 40];
    assert!(words("en").line(&white, &long).ends_with(" …"));
    assert_eq!(words("en").line(&white, &[]), "");
}

#[test]
fn numbers_have_the_decimal_sign_of_the_language() {
    assert_eq!(words("en").percent(93.44), "93.4%");
    assert_eq!(words("fr").percent(93.44), "93,4\u{a0}%");
    assert_eq!(words("it").percent(100.0), "100,0%");
}
