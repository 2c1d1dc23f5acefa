use super::*;
use damier_arena::standing::EncounterSums;
use damier_arena::statistics::PairCounts;

fn standing(decision: Option<SprtDecision>, pairs: PairCounts) -> Standing {
    let mut standing = Standing::new(2, None);
    standing.encounters.insert((0, 1), EncounterSums { pairs, ..EncounterSums::default() });
    standing.decision = decision;
    standing
}

#[test]
fn a_candidate_is_kept_if_the_test_or_the_games_say_so() {
    let (level, ahead, behind) = ([5, 10, 30, 11, 5], [2, 5, 20, 20, 10], [10, 20, 20, 5, 2]);
    for pairs in [level, ahead, behind] {
        assert!(is_better(&standing(Some(SprtDecision::Accepted), pairs)));
        assert!(!is_better(&standing(Some(SprtDecision::Rejected), pairs)));
    }
    let undecided = [level, ahead, behind].map(|pairs| is_better(&standing(None, pairs)));
    assert_eq!(undecided, [false, true, false]);
    assert!(!is_better(&standing(None, [0; 5])), "nothing was played");
}
