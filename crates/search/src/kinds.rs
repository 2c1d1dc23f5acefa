//! What a node search leaves out and what a node is asked: types, so that nothing of it is looked
//! up while a search runs.

/// What a worker leaves out.
pub trait SearchMode: Send + 'static {
    /// Whether moves may be pruned, reduced and extended.
    const IS_SELECTIVE: bool;
    /// Whether the table is used.
    const USES_TABLE: bool;
}

/// The search that plays.
pub struct Full;

impl SearchMode for Full {
    const IS_SELECTIVE: bool = true;
    const USES_TABLE: bool = true;
}

/// Every move to the full depth: what a textbook would do, to be compared with one.
pub struct Plain<const TABLE: bool>;

impl<const TABLE: bool> SearchMode for Plain<TABLE> {
    const IS_SELECTIVE: bool = false;
    const USES_TABLE: bool = TABLE;
}

/// The kinds of node. A node on the principal variation has an open window; all others only answer
/// whether a score reaches a bound. The root has a loop of its own.
pub trait Node {
    /// Whether it is on the principal variation.
    const IS_PV: bool;
}

/// A node on the principal variation.
pub struct PvNode;

impl Node for PvNode {
    const IS_PV: bool = true;
}

/// A node with a null window.
pub struct NullNode;

impl Node for NullNode {
    const IS_PV: bool = false;
}
