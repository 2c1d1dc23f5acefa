//! Tables of positions as text: one row a line, columns between bars, remarks after `#`.

/// A position with its numbers of move paths, from depth 1 on.
pub struct PerftCase {
    /// What it shows.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Paths of length 1, 2, 3 …; zero where the game is over before.
    pub counts: Vec<u64>,
}

impl PerftCase {
    /// Reads rows of a name, a position and counts.
    pub(crate) fn read(table: &'static str) -> Vec<Self> {
        let case = |[name, fen, counts]: [_; 3]| Self { name, fen, counts: numbers(counts) };
        rows(table).map(case).collect()
    }
}

/// The rows of a table with `N` columns.
pub(crate) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        columns.try_into().unwrap_or_else(|_| panic!("{line}: {N} columns are needed"))
    })
}

/// Numbers with blanks between them.
pub(crate) fn numbers(column: &str) -> Vec<u64> {
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} is no number"));
    column.split_whitespace().map(number).collect()
}
