//! Numbers of a search that are found by playing games.

/// A number that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value in play.
    pub default: i32,
    /// The least value worth trying.
    pub min: i32,
    /// The largest value worth trying.
    pub max: i32,
    /// How far a tuner moves it to either side at the end; a little more at first.
    pub step: i32,
}

/// Declares tunables, one line each: `name: i32 = value, min..=max, step n;`.
///
/// Each becomes a function of that name. In play it returns a constant; with the feature `tuning`
/// of the crate that declares them it reads a variable, which `set` changes. `ALL` lists them.
#[macro_export]
macro_rules! tunables {
    ($(
        $(#[$doc:meta])*
        $name:ident: i32 = $default:expr, $min:literal..=$max:literal, step $step:literal;
    )*) => {
        /// Every tunable, as declared.
        pub const ALL: &[$crate::Tunable] = &[$($crate::Tunable {
            name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
        },)*];

        $(
            #[cfg(not(feature = "tuning"))]
            $(#[$doc])*
            #[inline(always)]
            pub const fn $name() -> i32 {
                const { assert!($min <= $default && $default <= $max) };
                $default
            }
        )*

        #[cfg(feature = "tuning")]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(
                #[allow(non_upper_case_globals, reason = "named like the function that reads it")]
                pub(super) static $name: AtomicI32 = AtomicI32::new($default);
            )*
        }

        $(
            #[cfg(feature = "tuning")]
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// Changes a tunable; false if there is none of that name.
        #[cfg(feature = "tuning")]
        pub fn set(name: &str, value: i32) -> bool {
            use std::sync::atomic::Ordering;
            match name {
                $(stringify!($name) => values::$name.store(value, Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}
