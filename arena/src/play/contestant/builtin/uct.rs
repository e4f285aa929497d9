//! Plain UCT: random playouts with upper confidence bounds and no enhancement.
//!
//! After Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006).

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::rng::Rng;
use outflank::square::Square;

/// Exploration constant in wins: the theoretical one for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

struct Node {
    board: Board,
    /// The move to this node; `None` for the root and after a pass.
    square: Option<Square>,
    visits: u32,
    /// Wins of the side that moved to this node; a draw counts one half.
    wins: f64,
    /// Indices of the children; empty until the second visit.
    children: std::ops::Range<usize>,
}

/// The move with the most visits after `playouts` playouts.
pub(super) fn choose(board: Board, playouts: u32, rng: &mut Rng) -> Option<Square> {
    let tree = grow(board, playouts, rng);
    let children = tree[0].children.clone();
    children.max_by_key(|&child| tree[child].visits).and_then(|child| tree[child].square)
}

/// The win rate of each legal move in the board's order of moves; 0 without playouts.
pub(super) fn shares(board: Board, playouts: u32, rng: &mut Rng) -> Vec<f64> {
    let tree = grow(board, playouts, rng);
    let share = |child: &Node| child.wins / f64::from(child.visits.max(1));
    tree[tree[0].children.clone()].iter().map(share).collect()
}

/// The tree after `playouts` playouts; the root has index 0.
fn grow(board: Board, playouts: u32, rng: &mut Rng) -> Vec<Node> {
    let mut tree = vec![Node::new(board, None)];
    expand(&mut tree, 0);
    let mut path = Vec::new();
    for _ in 0..playouts {
        path.clear();
        path.push(0);
        let leaf = descend(&mut tree, &mut path);
        let mut wins = 1.0 - random_playout(tree[leaf].board, rng);
        for &node in path.iter().rev() {
            tree[node].visits += 1;
            tree[node].wins += wins;
            wins = 1.0 - wins;
        }
    }
    tree
}

impl Node {
    fn new(board: Board, square: Option<Square>) -> Self {
        Self { board, square, visits: 0, wins: 0.0, children: 0..0 }
    }
}

/// Adds the children of a node; a pass is a single child, a finished game has none.
fn expand(tree: &mut Vec<Node>, node: usize) {
    let board = tree[node].board;
    let start = tree.len();
    tree.extend(board.children().map(|(square, child)| Node::new(child, Some(square))));
    if tree.len() == start && !board.is_over() {
        tree.push(Node::new(board.pass(), None));
    }
    tree[node].children = start..tree.len();
}

/// Descends to an unvisited node or a finished game.
fn descend(tree: &mut Vec<Node>, path: &mut Vec<usize>) -> usize {
    let mut node = 0;
    loop {
        if tree[node].children.is_empty() && tree[node].visits == 1 {
            expand(tree, node);
        }
        let log_visits = f64::from(tree[node].visits.max(1)).ln();
        let bound = |&child: &usize| {
            let child = &tree[child];
            let visits = f64::from(child.visits);
            match child.visits {
                0 => f64::INFINITY,
                _ => child.wins / visits + EXPLORATION * (log_visits / visits).sqrt(),
            }
        };
        let Some(child) = tree[node].children.clone().max_by(|a, b| bound(a).total_cmp(&bound(b))) else {
            return node;
        };
        node = child;
        path.push(node);
        if tree[node].visits == 0 {
            return node;
        }
    }
}

/// Plays random moves to the end; 1 if the side to move wins, one half for a draw, else 0.
fn random_playout(mut board: Board, rng: &mut Rng) -> f64 {
    let mut is_swapped = false;
    let mut has_passed = false;
    loop {
        let moves = board.legal_moves();
        if moves == 0 {
            if has_passed {
                break;
            }
            has_passed = true;
            board = board.pass();
        } else {
            has_passed = false;
            let index = rng.below(moves.count_ones() as usize);
            let Some(child) = Squares(moves).nth(index).and_then(|square| board.play(square)) else { break };
            board = child;
        }
        is_swapped = !is_swapped;
    }
    let sign = board.disc_difference().signum();
    f64::from(1 + if is_swapped { -sign } else { sign }) / 2.0
}
