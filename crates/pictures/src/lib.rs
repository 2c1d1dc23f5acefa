//! Charts as SVG, a file for each: a table of ratings with error bars ([`rating_chart`]), the
//! course of a match ([`course_chart`]), of a training ([`loss_chart`]), of a tuning
//! ([`tuning_chart`]); and [`escape`], which makes any text safe in pictures and pages.
//!
//! Plain numbers in, text out: nothing here computes a statistic, opens a file or depends on
//! another crate. Each picture needs nothing else, no fonts and no scripts. It follows the reader's
//! choice of light or dark, and tells its content in words to those who cannot see it.
//!
//! To draw another chart, begin like [`loss_chart`], the shortest; the kit is `svg` and `axis`.

mod axis;
mod escape;
mod match_course;
mod numbers;
mod ratings;
mod svg;
mod text;
mod training_course;
mod tuning_course;

#[cfg(test)]
mod reading;

pub use escape::escape;
pub use match_course::{CoursePoint, course_chart};
pub use ratings::{RatingRow, rating_chart};
pub use training_course::loss_chart;
pub use tuning_course::{TunedNumber, tuning_chart};
