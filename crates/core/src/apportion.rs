/// Divides each number by `denominator` so that the quotients add up to that of the sum, which is
/// rounded towards zero: the largest remainders are rounded up.
pub fn apportion(numerators: &[i64], denominator: i64) -> Vec<i64> {
    let sum: i64 = numerators.iter().sum();
    // Done for the side that is ahead, lest the two colours be rounded differently.
    let sign = if sum < 0 { -1 } else { 1 };
    let mut cells = Vec::with_capacity(numerators.len());
    let mut remainders = Vec::with_capacity(numerators.len());
    let mut missing = sign * (sum / denominator);
    for (place, &numerator) in numerators.iter().enumerate() {
        let quotient = (sign * numerator).div_euclid(denominator);
        remainders.push(((sign * numerator).rem_euclid(denominator), place));
        cells.push(sign * quotient);
        missing -= quotient;
    }
    remainders.sort_by_key(|&(remainder, place)| (-remainder, place));
    for &(_, place) in remainders.iter().take(usize::try_from(missing).unwrap_or(0)) {
        cells[place] += sign;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_add_up_to_the_whole() {
        assert_eq!(apportion(&[15, 15, 15], 10), [2, 1, 1]);
        assert_eq!(apportion(&[-15, -15, -15], 10), [-2, -1, -1]);
        assert_eq!(apportion(&[19, -19, 5], 10), [2, -2, 0]);
        assert_eq!(apportion(&[], 10), Vec::<i64>::new());
        for seed in 0..200_i64 {
            let numbers: Vec<i64> =
                (0..9).map(|place| (seed * 7919 + place * 104_729) % 997 - 498).collect();
            let whole = numbers.iter().sum::<i64>() / 13;
            let parts = apportion(&numbers, 13);
            assert_eq!(parts.iter().sum::<i64>(), whole);
            assert!(
                parts.iter().zip(&numbers).all(|(part, number)| (13 * part - number).abs() < 13)
            );
        }
    }
}
