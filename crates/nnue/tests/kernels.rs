//! The kernel that plays against its portable twin, and the stack against layers made anew.

use damier_core::Side;
use damier_core::random::Random;
use damier_nnue::{
    FeatureSet, Network, Neurons, Orientation, Origin, Stack, Token, Units, portable,
};
use std::collections::BTreeSet;

const HIDDEN: usize = 96;

/// A made-up game: tokens 0 to 39, the lower half White's; each side has a piece (token 0 or 20)
/// whose place decides how its owner holds the board.
struct Toy;

impl FeatureSet for Toy {
    const NAME: &'static str = "toy";
    const KINDS: usize = 2;
    const SQUARES: usize = 40;
    const INPUTS: usize = 80;
    const HIDDEN: usize = HIDDEN;
    const BUCKETS: usize = 4;

    fn input(view: Side, orientation: Orientation, token: Token) -> usize {
        let turned = if view == Side::White { token } else { (token + 20) % 40 };
        usize::from(turned) + 40 * usize::from(orientation.0)
    }

    fn orientation(view: Side, tokens: &[Token]) -> Orientation {
        Orientation(u8::from(tokens.contains(&(20 * view.index() as Token))))
    }

    fn bucket(pieces: usize) -> usize {
        (pieces / 6).min(3)
    }
}

type ToyNetwork = Network<Toy, HIDDEN>;

const UNITS: Units = Units { scale: 400, half: 100 };

fn random_network(random: &mut Random) -> ToyNetwork {
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let weights: Vec<f32> = (0..ToyNetwork::parameters()).map(|_| uniform()).collect();
    ToyNetwork::from_floats(&weights, UNITS, Origin::default())
}

fn random_neurons(random: &mut Random) -> Neurons<HIDDEN> {
    Neurons([0; HIDDEN].map(|_| random.below(2048) as i16 - 1024))
}

#[test]
fn both_kernels_give_the_same_score_to_the_last_bit() {
    let mut random = Random::new(1);
    let network = random_network(&mut random);
    let mut scores = BTreeSet::new();
    for _ in 0..2000 {
        let (own, other) = (random_neurons(&mut random), random_neurons(&mut random));
        let bucket = random.below(4);
        let score = network.score(&own, &other, bucket);
        assert_eq!(score, network.score_portably(&own, &other, bucket));
        scores.insert(score);
    }
    assert!(scores.len() > 500, "the scores differ");
}

#[test]
fn extreme_neurons_and_weights_do_not_overflow() {
    let parameters = ToyNetwork::parameters();
    for sign in [1.0, -1.0] {
        // Too large on purpose: moved to the edge.
        let network =
            ToyNetwork::from_floats(&vec![sign * 1000.0; parameters], UNITS, Origin::default());
        let neurons = Neurons([i16::MAX; HIDDEN]);
        let score = network.score(&neurons, &neurons, 0);
        assert_eq!(score, network.score_portably(&neurons, &neurons, 0));
        assert!(score as f32 * sign > 0.0, "{score}");
    }
}

/// A random change of a board: removes some tokens, adds one or two, as moves do.
fn change(board: &mut Vec<Token>, stack: &mut Stack<HIDDEN>, random: &mut Random) {
    stack.push();
    for _ in 0..random.below(3).min(board.len()) {
        let token = board.swap_remove(random.below(board.len()));
        stack.remove(token);
    }
    for _ in 0..random.below(3) {
        let token = random.below(40) as Token;
        if !board.contains(&token) {
            board.push(token);
            stack.add(token);
        }
    }
}

fn score(stack: &mut Stack<HIDDEN>, network: &ToyNetwork, board: &[Token], side: Side) -> i32 {
    let orientations = Side::ALL.map(|view| Toy::orientation(view, board));
    stack.score(network, side, orientations, board.len(), &board.iter().copied())
}

#[test]
fn a_stack_agrees_with_layers_made_anew_whatever_is_asked_when() {
    let mut random = Random::new(2);
    let network = random_network(&mut random);
    let mut asked = 0;
    for _ in 0..200 {
        let mut stack = Stack::new(60);
        let root: Vec<Token> = (0..12).map(|token| 3 * token).collect();
        if random.below(2) == 0 {
            let orientations = Side::ALL.map(|view| Toy::orientation(view, &root));
            stack.reset(&network, orientations, &root.iter().copied());
        }
        let mut boards = vec![root];
        for _ in 0..200 {
            if boards.len() > 1 && random.below(3) == 0 || boards.len() == 60 {
                boards.pop();
                stack.pop();
            } else {
                let mut board = boards[boards.len() - 1].clone();
                change(&mut board, &mut stack, &mut random);
                boards.push(board);
            }
            if random.below(2) == 0 {
                let board = &boards[boards.len() - 1];
                for side in Side::ALL {
                    let fresh = score(&mut Stack::new(1), &network, board, side);
                    assert_eq!(score(&mut stack, &network, board, side), fresh);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 10_000);
}

#[test]
fn portable_updates_add_and_remove() {
    let mut random = Random::new(3);
    let [from, one, other] = [0; 3].map(|_| random_neurons(&mut random));
    let (mut there, mut back) = (Neurons::ZERO, Neurons::ZERO);
    portable::update(&from, &[&one, &other], &[], &mut there);
    assert_ne!(there, from);
    portable::update(&there, &[], &[&other, &one], &mut back);
    assert_eq!(back, from);
}
