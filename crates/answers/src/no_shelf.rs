//! For tests: a shelf on which nothing stays.

use crate::tasks::Shelf;
use std::any::Any;

pub(crate) struct NoShelf;

impl Shelf for NoShelf {
    fn lend<E: Any + Send, T>(
        self,
        make: impl FnOnce(usize) -> E,
        work: impl FnOnce(&mut E) -> T,
    ) -> T {
        work(&mut make(1))
    }
}
