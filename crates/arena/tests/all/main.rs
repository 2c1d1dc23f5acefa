//! All tests of matches as one program: they are linked once.

mod endurance;
mod hostile;
