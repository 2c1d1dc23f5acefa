//! The kernel that plays against its portable twin, and the stack against layers made anew.

use damier_core::Side;
use damier_core::random::Random;
use damier_nnue::{
    FeatureSet, Kernel, Network, Orientation, Origin, PositionFacts, Shape, Stack, Token, Units,
};
use std::collections::BTreeSet;

/// A made-up game: tokens 0 to 39, the lower half White's; each side has a piece (token 0 or 20)
/// whose place decides how its owner holds the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Toy;

impl FeatureSet for Toy {
    const ALL: &'static [Self] = &[Self];
    const KINDS: usize = 1;
    const SQUARES: usize = 40;
    const BUCKETS: usize = 4;

    fn name(self) -> &'static str {
        "toy"
    }

    fn regions(self) -> usize {
        2
    }

    fn input(view: Side, orientation: Orientation, token: Token) -> usize {
        let turned = if view == Side::White { token } else { (token + 20) % 40 };
        usize::from(turned) + 40 * usize::from(orientation.0)
    }

    fn orientation(self, view: Side, tokens: &[Token]) -> Orientation {
        Orientation(u8::from(tokens.contains(&(20 * view.index() as Token))))
    }

    fn bucket(pieces: usize) -> usize {
        (pieces / 6).min(3)
    }
}

const UNITS: Units = Units { scale: 400, half: 100 };
/// Neurons of the networks that are compared: a line, an odd number of lines, many.
const SIZES: [usize; 3] = [32, 96, 512];

fn random_network(hidden: usize, random: &mut Random) -> Network<Toy> {
    let shape = Shape::new(Toy, hidden).unwrap();
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let weights: Vec<f32> = (0..shape.parameters()).map(|_| uniform()).collect();
    Network::from_floats(shape, &weights, UNITS, Origin::default())
}

fn random_board(random: &mut Random) -> Vec<Token> {
    (0..40).filter(|_| random.below(2) == 0).collect()
}

fn score(stack: &mut Stack, network: &Network<Toy>, board: &[Token], side: Side) -> i32 {
    let orientations = Side::ALL.map(|view| Toy.orientation(view, board));
    let facts =
        PositionFacts { side_to_move: side, orientations, pieces: board.len(), formations: 0 };
    stack.score(network, facts, &board.iter().copied())
}

fn fresh_score(network: &Network<Toy>, board: &[Token], side: Side) -> i32 {
    score(&mut Stack::new(network.shape(), 1), network, board, side)
}

#[test]
fn all_kernels_give_the_same_score_to_the_last_bit() {
    let mut random = Random::new(1);
    let mut scores = BTreeSet::new();
    for hidden in SIZES {
        let network = random_network(hidden, &mut random);
        let with = |kernel| (network.clone().with_kernel(kernel), kernel.name());
        let others: Vec<_> = Kernel::all().map(with).collect();
        for _ in 0..1000 {
            let board = random_board(&mut random);
            let score = fresh_score(&network, &board, Side::Black);
            for (other, name) in &others {
                assert_eq!(score, fresh_score(other, &board, Side::Black), "{name}");
            }
            scores.insert(score);
        }
    }
    assert!(scores.len() > 500, "the scores differ");
}

#[test]
fn extreme_weights_do_not_overflow() {
    for (hidden, sign) in SIZES.into_iter().flat_map(|hidden| [(hidden, 1.0), (hidden, -1.0)]) {
        let shape = Shape::new(Toy, hidden).unwrap();
        // Too large on purpose: moved to the edge, and added up beyond it.
        let weights: Vec<f32> = (0..shape.parameters())
            .map(|weight| if weight < shape.outputs() { 1000.0 } else { sign * 1000.0 })
            .collect();
        let network = Network::from_floats(shape, &weights, UNITS, Origin::default());
        let score = fresh_score(&network, &[], Side::White);
        assert!(score as f32 * sign > 0.0, "{score}");
        for kernel in Kernel::all() {
            let other = network.clone().with_kernel(kernel);
            for pieces in 0..40 {
                let board: Vec<Token> = (0..pieces).collect();
                let scores = [&network, &other].map(|it| fresh_score(it, &board, Side::White));
                assert_eq!(scores[0], scores[1], "{}, {pieces} pieces", kernel.name());
            }
        }
    }
}

/// A random change of a board: removes some tokens, adds one or two, as moves do.
fn change(board: &mut Vec<Token>, stacks: &mut [Stack], random: &mut Random) {
    stacks.iter_mut().for_each(Stack::push);
    for _ in 0..random.below(4).min(board.len()) {
        let token = board.swap_remove(random.below(board.len()));
        stacks.iter_mut().for_each(|stack| stack.remove(token));
    }
    for _ in 0..random.below(3) {
        let token = random.below(40) as Token;
        if !board.contains(&token) {
            board.push(token);
            stacks.iter_mut().for_each(|stack| stack.add(token));
        }
    }
}

#[test]
fn a_stack_agrees_with_layers_made_anew_whatever_is_asked_when() {
    let mut random = Random::new(2);
    let mut asked = 0;
    for round in 0..200 {
        let network = random_network(SIZES[round % 3], &mut random);
        let networks: Vec<_> =
            Kernel::all().map(|kernel| network.clone().with_kernel(kernel)).collect();
        let mut stacks: Vec<Stack> =
            networks.iter().map(|network| Stack::new(network.shape(), 60)).collect();
        let root: Vec<Token> = (0..12).map(|token| 3 * token).collect();
        if random.below(2) == 0 {
            let orientations = Side::ALL.map(|view| Toy.orientation(view, &root));
            for (stack, network) in stacks.iter_mut().zip(&networks) {
                stack.reset(network, orientations, &root.iter().copied());
            }
        }
        let mut boards = vec![root];
        for _ in 0..200 {
            if boards.len() > 1 && random.below(3) == 0 || boards.len() == 60 {
                boards.pop();
                stacks.iter_mut().for_each(Stack::pop);
            } else {
                let mut board = boards[boards.len() - 1].clone();
                change(&mut board, &mut stacks, &mut random);
                boards.push(board);
            }
            if random.below(2) == 0 {
                let board = &boards[boards.len() - 1];
                for side in Side::ALL {
                    let fresh = fresh_score(&networks[0], board, side);
                    for (stack, network) in stacks.iter_mut().zip(&networks) {
                        assert_eq!(score(stack, network, board, side), fresh);
                    }
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 10_000);
}

#[test]
fn shapes_that_no_network_has_are_refused() {
    for hidden in [0, 31, 33, 4128, usize::MAX] {
        assert!(Shape::new(Toy, hidden).is_err(), "{hidden}");
    }
    let shape = Shape::new(Toy, 64).unwrap();
    assert_eq!(Shape::with_parameters(Toy, shape.parameters()), Some(shape));
    for parameters in [0, 3, shape.parameters() - 1, shape.parameters() + 1] {
        assert_eq!(Shape::with_parameters(Toy, parameters), None, "{parameters}");
    }
}
