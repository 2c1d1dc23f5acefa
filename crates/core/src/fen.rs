/// What is wrong with a FEN of any game before its fields are read. Columns count characters from
/// 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenTextError {
    /// More text than any position needs.
    #[error("the text has {length} bytes, and no FEN has more than {most}")]
    TooLong {
        /// Bytes found.
        length: usize,
        /// The most that the game needs.
        most: usize,
    },
    /// A character outside ASCII.
    #[error("column {column}: the character {character:?} never occurs in a FEN")]
    NotAscii {
        /// The column of it.
        column: usize,
        /// The character found.
        character: char,
    },
}

/// Whether a text can be a FEN: no more than `most` bytes, all of them ASCII.
pub fn check_fen_text(text: &str, most: usize) -> Result<(), FenTextError> {
    if text.len() > most {
        return Err(FenTextError::TooLong { length: text.len(), most });
    }
    match text.chars().enumerate().find(|(_, character)| !character.is_ascii()) {
        Some((place, character)) => Err(FenTextError::NotAscii { column: place + 1, character }),
        None => Ok(()),
    }
}
