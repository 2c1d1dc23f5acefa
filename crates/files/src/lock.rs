//! Locks that keep two programs from writing one file.

use std::fs::{File, TryLockError};
use std::thread;
use std::time::Duration;

/// How often a lock is tried, and how far apart.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Locks a file for writing; `false` if another program has it. The lock is held until the file is
/// closed or its process dies.
///
/// A process that is just being started holds the locks of the one that starts it for a moment, so
/// the lock is tried for a second. A file system without locks is no reason not to work: there the
/// answer is `true`.
pub fn try_lock(file: &File) -> bool {
    for _ in 0..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_until_it_is_closed() {
        let path = std::env::temp_dir().join(format!("damier-lock-{}", std::process::id()));
        let (first, second) = (File::create(&path).unwrap(), File::create(&path).unwrap());
        assert!(try_lock(&first));
        assert!(!try_lock(&second));
        drop(first);
        assert!(try_lock(&second));
        let _ = std::fs::remove_file(&path);
    }
}
