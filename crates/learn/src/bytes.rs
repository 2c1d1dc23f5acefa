//! Numbers as bytes: small ones take one.

/// Appends a number in groups of seven bits, the lowest first; the top bit says that more follow.
pub(crate) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative.
pub(crate) fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push_number(bytes, (number << 1 ^ number >> 63) as u64);
}

/// Reads what was appended, from the front; `None` if there is no such thing.
pub(crate) struct ByteSource<'a>(pub(crate) &'a [u8]);

impl<'a> ByteSource<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_come_back() {
        let numbers = (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit, u64::MAX >> bit]);
        for number in numbers {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            push_signed(&mut bytes, number as i64);
            push_signed(&mut bytes, (number as i64).wrapping_neg());
            let mut source = ByteSource(&bytes);
            assert_eq!(source.number(), Some(number));
            assert_eq!(source.signed(), Some(number as i64));
            assert_eq!(source.signed(), Some((number as i64).wrapping_neg()));
            assert_eq!(source.number(), None, "nothing is left");
        }
        assert_eq!(ByteSource(&[0xFF; 12]).number(), None, "no number is so long");
    }
}
