//! Numbers as charts write them: with a true minus, and with signs for what is no number.

/// A number with its sign, unless it shows as zero.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let digits = unsigned(value, decimals);
    let is_zero = !digits.contains(|letter: char| ('1'..='9').contains(&letter) || letter == '∞');
    match value {
        _ if is_zero => digits,
        _ if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// A number without its sign.
pub(crate) fn unsigned(value: f64, decimals: usize) -> String {
    match value.abs() {
        value if value.is_nan() => "?".into(),
        f64::INFINITY => "∞".into(),
        value => format!("{value:.decimals$}"),
    }
}

pub(crate) fn percent(share: f64) -> String {
    format!("{} %", unsigned(100.0 * share, 1))
}
