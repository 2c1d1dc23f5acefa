//! Compressed files, read as if they were not.
//!
//! What a file is, its first bytes say, not its name: a pipe has none, and people rename files.
//! Files of several streams one after the other, as parallel compressors write them, are read to
//! the end.

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// How much is read at a time.
const BUFFER: usize = 1 << 16;

/// How the names of compressed files end.
const ENDINGS: [&str; 3] = ["zst", "gz", "bz2"];

/// What an input holds: if it is compressed with zstd, gzip or bzip2, then what was compressed.
pub fn decompressed(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut first = [0; 4];
    let mut length = 0;
    while length < first.len() {
        match input.read(&mut first[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let beginning = Cursor::new(first).take(length as u64);
    let whole = BufReader::with_capacity(BUFFER, beginning.chain(input));
    Ok(match &first[..length] {
        [0x1F, 0x8B, ..] => buffered(MultiGzDecoder::new(whole)),
        [b'B', b'Z', b'h', b'1'..=b'9'] => buffered(MultiBzDecoder::new(whole)),
        // The second is a frame to be skipped, with which parallel compressors begin.
        [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => without_zstd(whole)?,
        _ => Box::new(whole),
    })
}

#[cfg(not(target_family = "wasm"))]
fn without_zstd(whole: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    Ok(buffered(zstd::Decoder::with_buffer(whole)?))
}

#[cfg(target_family = "wasm")]
fn without_zstd(_: impl BufRead) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "zstd is not unpacked in a browser"))
}

fn buffered(input: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BUFFER, input))
}

/// The name that a file has when it is unpacked: `games.pgn` for `games.pgn.zst`.
pub fn without_compression(path: &Path) -> PathBuf {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        true => path.with_extension(""),
        false => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        decompressed(Cursor::new(bytes.to_vec()))?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn packed(text: &str) -> [Vec<u8>; 3] {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(text.as_bytes()).unwrap();
        let mut bzip = BzEncoder::new(Vec::new(), bzip2::Compression::default());
        bzip.write_all(text.as_bytes()).unwrap();
        let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
        [gzip.finish().unwrap(), bzip.finish().unwrap(), zstd]
    }

    #[test]
    fn what_was_packed_is_read_and_what_was_not_is_left() {
        for text in ["", "1", "BZ", "1. e4 e5 *\n", &"1. d4 d5 *\n".repeat(50_000)] {
            assert_eq!(read(text.as_bytes()).unwrap(), text);
            for bytes in packed(text) {
                assert!(bytes != text.as_bytes());
                assert_eq!(read(&bytes).unwrap(), text);
            }
        }
    }

    #[test]
    fn several_streams_are_one_file() {
        for (first, second) in packed("1. e4 *\n").into_iter().zip(packed("1. d4 *\n")) {
            assert_eq!(read(&[first, second].concat()).unwrap(), "1. e4 *\n1. d4 *\n");
        }
        // A frame of four bytes that is to be skipped, then one that is not.
        let skipped = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4].to_vec();
        let [_, _, zstd] = packed("1. c4 *\n");
        assert_eq!(read(&[skipped, zstd].concat()).unwrap(), "1. c4 *\n");
    }

    #[test]
    fn a_file_that_is_cut_off_is_an_error() {
        for bytes in packed(&"1. e4 e5 *\n".repeat(1000)) {
            assert!(read(&bytes[..bytes.len() - 10]).is_err());
        }
    }

    #[test]
    fn the_last_ending_is_taken_off_if_it_is_one_of_a_compressor() {
        let cases = [("a.pgn.zst", "a.pgn"), ("a.pdn.GZ", "a.pdn"), ("a.pgn", "a.pgn"), ("-", "-")];
        for (path, name) in cases {
            assert_eq!(without_compression(Path::new(path)), Path::new(name));
        }
    }
}
