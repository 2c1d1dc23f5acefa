/// Sixteen bits by which a game recognises one of its moves in the list of legal ones.
///
/// Shared code (a transposition table, say) stores hints without knowing what they mean. In chess a
/// hint is the whole move; in draughts two captures may share both ends, so it is only a reminder.
/// Either way a hint is advice: look it up with [`Rules::find_move`](crate::Rules::find_move).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct MoveHint(pub u16);
