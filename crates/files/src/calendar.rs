//! Days of the calendar as game records write them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since the first of January 1970, by the clock of the system.
pub fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The date of today.
pub fn today() -> String {
    date_text(seconds_since_1970())
}

/// The date so many seconds after the first of January 1970, as `2026.11.17`. Years are counted
/// from March, so that the odd day of leap years comes last; 400 of them have 146,097 days.
pub fn date_text(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day_of_month:02}", 400 * era + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [
            (0, "1970.01.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (19_722, "2023.12.31"),
        ];
        for (day, text) in days {
            assert_eq!(date_text(86_400 * day), text);
            assert_eq!(date_text(86_400 * day + 86_399), text);
        }
    }
}
