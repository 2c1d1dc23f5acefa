//! The moves of a game with all their variations and annotations.
//!
//! The nodes lie in one array and know each other by number, so no depth of variations can overflow
//! a stack: nothing here recurses, not even dropping.

use crate::comment::Comment;
use crate::lines::LinePlace;
use crate::nag::Nag;
use crate::unread::{Unread, UnreadLines};

/// One of the nodes of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move with what was written about it. The root has no move; its comments stand before the game.
#[derive(Clone, Debug)]
pub struct Node<M> {
    mv: Option<M>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    /// Known without a walk, or a file of nothing but variations would take quadratic time.
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    comments_before: Vec<Comment>,
    comments: Vec<Comment>,
    nags: Vec<Nag>,
    place: Option<LinePlace>,
    /// Rare, so it takes little room.
    unread: Option<Box<UnreadLines>>,
}

impl<M: Copy> Node<M> {
    /// The move; `None` in the root.
    pub fn mv(&self) -> Option<M> {
        self.mv
    }

    /// The node that this one follows; `None` in the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What is said before the move where that is not the same as after the one before it: at the
    /// beginning of a variation, and after variations.
    pub fn comments_before(&self) -> &[Comment] {
        &self.comments_before
    }

    /// What is said after the move.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The glyphs of the move.
    pub fn nags(&self) -> &[Nag] {
        &self.nags
    }

    pub(crate) fn unread(&self) -> Option<&UnreadLines> {
        self.unread.as_deref()
    }

    /// Where the move stands in the file that it was read from.
    pub fn place(&self) -> Option<LinePlace> {
        self.place
    }
}

/// Moves, variations, comments and glyphs.
///
/// Of the nodes that follow a node the first is the continuation, the others are variations. Two
/// trees are equal if they would be written alike; where in a file they came from is ignored.
///
/// ```
/// use damier_chess::Position;
/// use damier_records::{Reader, TreeStep};
///
/// let file = "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *";
/// let game = Reader::<Position, _>::new(file.as_bytes()).next().unwrap()?;
/// let tree = game.record.tree();
/// assert_eq!((tree.main_line().count(), tree.move_count()), (3, 5));
/// assert_eq!(tree.walk().filter(|step| *step == TreeStep::Open).count(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
}

/// A step of a walk through a tree in the order in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// A move; the line that is open now goes on with it.
    Move(NodeId),
    /// A variation begins: an alternative to the last move of the line.
    Open,
    /// The variation that was opened last ends.
    Close,
}

impl<M: Copy> Default for Tree<M> {
    fn default() -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.push(None, None, None);
        tree
    }
}

impl<M: Copy> Tree<M> {
    fn push(&mut self, mv: Option<M>, parent: Option<NodeId>, place: Option<LinePlace>) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("memory ends before the numbers do");
        self.nodes.push(Node {
            mv,
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
            comments_before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
            place,
            unread: None,
        });
        NodeId(id)
    }

    /// Adds a move after a node: as its continuation if it has none yet, else as a variation. The
    /// tree does not know the rules; [`Record::add_line`](crate::Record::add_line) does.
    pub(crate) fn add(&mut self, parent: NodeId, mv: M, place: Option<LinePlace>) -> NodeId {
        let id = self.push(Some(mv), Some(parent), place);
        match self.nodes[parent.index()].last_child.replace(id) {
            Some(last) => self.nodes[last.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        // A line that goes on is written before what else could follow.
        let unread = self.nodes[parent.index()].unread.as_mut();
        if let Some(tail) = unread.and_then(|unread| unread.tail.take()) {
            self.add_unread_variation(id, tail);
        }
        id
    }

    /// Keeps how a line goes on that cannot be read any further.
    pub(crate) fn set_unread_tail(&mut self, id: NodeId, tail: Unread) {
        self.nodes[id.index()].unread.get_or_insert_default().tail = Some(tail);
    }

    /// Keeps a variation that cannot be read, an alternative to the move of the node.
    pub(crate) fn add_unread_variation(&mut self, id: NodeId, variation: Unread) {
        self.nodes[id.index()].unread.get_or_insert_default().variations.push(variation);
    }

    /// A node.
    ///
    /// # Panics
    /// May panic if the number comes from another tree.
    pub fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.index()]
    }

    /// The number of moves, those of variations included.
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The continuation of a node and then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.node(id).first_child;
        std::iter::successors(first, |&child| self.node(child).next_sibling)
    }

    /// The nodes that follow a node on its own line, up to the end.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&node| self.node(node).first_child)
    }

    /// The moves of the game itself.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_after(NodeId::ROOT)
    }

    /// The last node of the game itself; the root if there are no moves.
    pub fn last_of_main_line(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The moves from the beginning to a node.
    pub fn moves_to(&self, id: NodeId) -> Vec<M> {
        let path = std::iter::successors(Some(id), |&node| self.node(node).parent);
        let mut moves: Vec<M> = path.filter_map(|node| self.node(node).mv).collect();
        moves.reverse();
        moves
    }

    /// Walks through the whole tree in the order in which it is written: a move, then the
    /// variations that could have been played instead, then what follows the move.
    pub fn walk(&self) -> impl Iterator<Item = TreeStep> {
        enum Todo {
            After(NodeId),
            Variations(NodeId),
            Begin(NodeId),
            Close,
        }
        let mut todo = vec![Todo::After(NodeId::ROOT)];
        std::iter::from_fn(move || {
            loop {
                match todo.pop()? {
                    Todo::After(node) => {
                        if let Some(child) = self.node(node).first_child {
                            todo.push(Todo::After(child));
                            todo.push(Todo::Variations(child));
                            return Some(TreeStep::Move(child));
                        }
                    }
                    Todo::Variations(node) => {
                        if let Some(variation) = self.node(node).next_sibling {
                            todo.push(Todo::Variations(variation));
                            todo.push(Todo::Close);
                            todo.push(Todo::After(variation));
                            todo.push(Todo::Begin(variation));
                            return Some(TreeStep::Open);
                        }
                    }
                    Todo::Begin(node) => return Some(TreeStep::Move(node)),
                    Todo::Close => return Some(TreeStep::Close),
                }
            }
        })
    }

    /// Adds a comment after a move; after the root: before the game.
    ///
    /// # Panics
    /// May panic if the number comes from another tree.
    pub fn add_comment(&mut self, id: NodeId, comment: Comment) {
        self.nodes[id.index()].comments.push(comment);
    }

    /// Adds a comment before a move. Where no file could tell that from a comment after the move
    /// before it, it becomes one.
    ///
    /// # Panics
    /// May panic if the number comes from another tree.
    pub fn add_comment_before(&mut self, id: NodeId, comment: Comment) {
        let home = match self.node(id).parent {
            Some(parent) if !self.begins_anew(id, parent) => parent,
            Some(_) => return self.nodes[id.index()].comments_before.push(comment),
            None => id,
        };
        self.add_comment(home, comment);
    }

    /// Whether something stands between a node and its parent when both are written: a variation
    /// that it begins itself, or variations of the parent.
    fn begins_anew(&self, id: NodeId, parent: NodeId) -> bool {
        let is_variation = self.node(parent).first_child != Some(id);
        let follows_variations = match self.node(parent).parent {
            // Variations are written after the main move, so only that one has them behind it.
            Some(fork) => {
                self.node(fork).first_child == Some(parent)
                    && self.node(parent).next_sibling.is_some()
            }
            None => false,
        };
        is_variation || follows_variations
    }

    /// Adds a glyph to a move. The root has no move to judge and takes none.
    ///
    /// # Panics
    /// May panic if the number comes from another tree.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if id != NodeId::ROOT {
            self.nodes[id.index()].nags.push(nag);
        }
    }

    /// Takes away the glyphs and the comments of a move.
    ///
    /// # Panics
    /// May panic if the number comes from another tree.
    pub fn clear_annotations(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        node.comments_before.clear();
        node.comments.clear();
        node.nags.clear();
    }
}

impl<M: Copy + PartialEq> PartialEq for Tree<M> {
    fn eq(&self, other: &Self) -> bool {
        let none = UnreadLines::default();
        let same = |ours: NodeId, theirs: NodeId| {
            let (ours, theirs) = (self.node(ours), other.node(theirs));
            ours.mv == theirs.mv
                && ours.nags == theirs.nags
                && ours.comments == theirs.comments
                && ours.comments_before == theirs.comments_before
                && ours.unread().unwrap_or(&none) == theirs.unread().unwrap_or(&none)
        };
        let mut theirs = other.walk();
        same(NodeId::ROOT, NodeId::ROOT)
            && self.move_count() == other.move_count()
            && self.walk().all(|step| match (step, theirs.next()) {
                (TreeStep::Move(ours), Some(TreeStep::Move(theirs))) => same(ours, theirs),
                (ours, theirs) => Some(ours) == theirs,
            })
    }
}

impl<M: Copy + Eq> Eq for Tree<M> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 (2 (3) 4) 5, where 2 and 3 are alternatives to 1.
    fn example() -> (Tree<u8>, [NodeId; 5]) {
        let mut tree = Tree::default();
        let one = tree.add(NodeId::ROOT, 1, None);
        let two = tree.add(NodeId::ROOT, 2, None);
        let three = tree.add(NodeId::ROOT, 3, None);
        let four = tree.add(two, 4, None);
        let five = tree.add(one, 5, None);
        (tree, [one, two, three, four, five])
    }

    #[test]
    fn a_walk_goes_in_the_order_of_writing() {
        let (tree, [one, two, three, four, five]) = example();
        let steps: Vec<TreeStep> = tree.walk().collect();
        use TreeStep::{Close, Move, Open};
        let expected =
            [Move(one), Open, Move(two), Move(four), Close, Open, Move(three), Close, Move(five)];
        assert_eq!(steps, expected);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [one, five]);
        assert_eq!(tree.moves_to(four), [2, 4]);
    }

    #[test]
    fn equality_ignores_numbers_and_places_but_no_annotation() {
        let (tree, _) = example();
        let mut other = Tree::default();
        let place = Some(LinePlace { line: 7, column: 1 });
        let one = other.add(NodeId::ROOT, 1, place);
        other.add(one, 5, place);
        let two = other.add(NodeId::ROOT, 2, place);
        other.add(two, 4, place);
        other.add(NodeId::ROOT, 3, place);
        assert_eq!(tree, other);
        other.add_nag(two, Nag::GOOD);
        assert_ne!(tree, other);
    }

    #[test]
    fn a_comment_before_a_move_has_one_home() {
        let (mut tree, [one, two, three, four, five]) = example();
        let comment = Comment::new("text").unwrap();
        for id in [one, two, three, four, five] {
            tree.add_comment_before(id, comment.clone());
        }
        let counts = |id| (tree.node(id).comments_before().len(), tree.node(id).comments().len());
        assert_eq!(counts(NodeId::ROOT), (0, 1), "before the first move is before the game");
        assert_eq!(counts(two), (1, 1), "what stands before 4 stands behind 2");
        assert_eq!(counts(three), (1, 0));
        assert_eq!(counts(four), (0, 0));
        assert_eq!(counts(five), (1, 0), "variations stand before 5");
    }
}
