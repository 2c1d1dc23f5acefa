/// The natural logarithm of a whole number, the same to the last bit on every machine: only
/// additions, multiplications and divisions, which are exact everywhere, where the logarithm of a
/// system's library need not be.
pub(crate) fn natural_logarithm(number: u32) -> f64 {
    let exponent = number.max(1).ilog2();
    let mantissa = f64::from(number.max(1)) / f64::from(1u32 << exponent);
    // ln m = 2 artanh((m - 1) / (m + 1)); the argument is below a third, so the series is short.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut power = ratio;
    let mut sum = 0.0;
    for odd in (1..=17).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logarithm() {
        for number in (1..100_000).chain([u32::MAX - 1, u32::MAX]) {
            let error = natural_logarithm(number) - f64::from(number).ln();
            assert!(error.abs() < 1e-9, "{number}: {error}");
        }
    }
}
