//! Reads the first game of a PGN file, marks every check with a comment and adds a variation, and
//! writes it again.
//!
//! `cargo run -p damier-records --example annotate -- games.pgn`

use damier_chess::Position;
use damier_records::{Comment, NodeId, Reader, Record};
use std::fs::File;
use std::io::{self, BufReader};

fn annotate(record: &mut Record<Position>) {
    let line: Vec<NodeId> = record.tree().main_line().collect();
    for id in line {
        if record.position(id).is_check()
            && let Some(comment) = Comment::new("check")
        {
            record.tree_mut().add_comment(id, comment);
        }
    }
    // A variation at the first move: what else there was.
    if let Some(&other) = record.start().legal_moves().last() {
        record.add_line(NodeId::ROOT, &[other]).expect("the move is one of the legal ones");
    }
}

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1);
    let path = path.ok_or_else(|| io::Error::other("say which file: games.pgn"))?;
    let mut games = Reader::<Position, _>::new(BufReader::new(File::open(path)?));
    let game = games.next().ok_or_else(|| io::Error::other("there is no game in it"))??;
    for fault in &game.faults {
        eprintln!("{fault}");
    }
    let mut record = game.record;
    annotate(&mut record);
    print!("{record}");
    Ok(())
}
