//! No signal is lost, whenever it comes.

use damier_proofs::signals::Signals;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

#[test]
fn a_stop_ends_the_waiting_whenever_it_comes() {
    loom::model(|| {
        let signals = Arc::new(Signals::new());
        let others = Arc::clone(&signals);
        let stopper = thread::spawn(move || others.stop());
        signals.wait(true);
        assert!(signals.is_stopped());
        stopper.join().unwrap();
    });
}

#[test]
fn a_ponder_hit_ends_the_waiting_of_a_search_that_ponders() {
    loom::model(|| {
        let signals = Arc::new(Signals::pondering());
        let others = Arc::clone(&signals);
        let opponent = thread::spawn(move || others.ponder_hit());
        signals.wait(false);
        assert!(!signals.is_pondering());
        opponent.join().unwrap();
    });
}

#[test]
fn a_ponder_hit_and_a_stop_do_not_hide_each_other() {
    loom::model(|| {
        let signals = Arc::new(Signals::pondering());
        let (first, second) = (Arc::clone(&signals), Arc::clone(&signals));
        let opponent = thread::spawn(move || first.ponder_hit());
        let stopper = thread::spawn(move || second.stop());
        signals.wait(true);
        assert!(signals.is_stopped());
        opponent.join().unwrap();
        stopper.join().unwrap();
        assert!(!signals.is_pondering());
    });
}

#[test]
fn a_listener_hears_a_change_or_sees_it() {
    loom::model(|| {
        let signals = Arc::new(Signals::new());
        let others = Arc::clone(&signals);
        let stopper = thread::spawn(move || others.stop());
        let heard = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&heard);
        signals.listen(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let was_seen = signals.is_stopped();
        stopper.join().unwrap();
        assert!(was_seen || heard.load(Ordering::SeqCst) == 1);
    });
}
