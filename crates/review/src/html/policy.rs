//! The content policy of a report. It names the one style and the one script of the page by their
//! SHA-256, so that a browser refuses any other, whatever might, against all care, get into a page.

/// The policy of a page with this style and this script, exactly as they stand in the page.
pub(super) fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| base64(&sha256(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(style),
        hash(script),
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| -> String {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = |place: usize| LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
        (0..4).map(|place| if place > chunk.len() { '=' } else { letter(place) }).collect()
    };
    bytes.chunks(3).map(group).collect()
}

/// The hash of some bytes, by FIPS 180-4.
fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut message = bytes.to_vec();
    // A one, zeros, and the length in bits, up to the end of a block.
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    let mut state = FIRST_STATE;
    for block in message.chunks(64) {
        mix(&mut state, block);
    }
    let mut hash = [0; 32];
    for (place, word) in hash.chunks_mut(4).zip(state) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

/// Mixes a block of 64 bytes into the state.
fn mix(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for at in 16..64 {
        let [far, near] = [words[at - 15], words[at - 2]];
        let small = far.rotate_right(7) ^ far.rotate_right(18) ^ far >> 3;
        let large = near.rotate_right(17) ^ near.rotate_right(19) ^ near >> 10;
        let sum = words[at - 16].wrapping_add(small).wrapping_add(words[at - 7]);
        words[at] = sum.wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.into_iter().zip(ROUNDS) {
        let choice = e & f ^ !e & g;
        let turned = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let parts = [turned, choice, constant, word];
        let first = parts.into_iter().fold(h, u32::wrapping_add);
        let majority = a & b ^ a & c ^ b & c;
        let turned = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = turned.wrapping_add(majority);
        (h, g, f, e, d, c, b) = (g, f, e, d.wrapping_add(first), c, b, a);
        a = first.wrapping_add(second);
    }
    for (word, change) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(change);
    }
}

/// The standard takes its constants from the roots of the first primes: of each the first 32 bits
/// behind the point.
const FIRST_STATE: [u32; 8] = fractions_of_roots(2);
const ROUNDS: [u32; 64] = fractions_of_roots(3);

const fn fractions_of_roots<const N: usize>(degree: u32) -> [u32; N] {
    let mut fractions = [0; N];
    let (mut found, mut number) = (0, 2);
    while found < N {
        if is_prime(number) {
            fractions[found] = root(number << (32 * degree), degree) as u32;
            found += 1;
        }
        number += 1;
    }
    fractions
}

const fn is_prime(number: u128) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    true
}

/// The largest whole number whose power is not above a number.
const fn root(number: u128, degree: u32) -> u128 {
    // Found bit by bit; that of no prime here, shifted, has more than 38.
    let (mut found, mut bit) = (0_u128, 1 << 38);
    while bit > 0 {
        if (found + bit).pow(degree) <= number {
            found += bit;
        }
        bit >>= 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        let hash = |text: &str| -> String {
            sha256(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
        };
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }

    #[test]
    fn every_length_is_padded_to_whole_groups() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (text, letters) in cases {
            assert_eq!(base64(text.as_bytes()), letters);
        }
    }
}
