//! Run-time dispatch to code that is compiled for the instructions of the CPU.
//!
//! CodinGame's build flags cannot be chosen, so hot code is written once, generic over a [`Cpu`] token, and
//! compiled twice: for the baseline ([`Portable`]), and under `#[target_feature]` for [`Avx2`], whose token
//! exists only on a CPU with those instructions. `hot_functions!` declares both versions; `with_cpu!` detects
//! the CPU and calls the right one.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use portable::Portable;

use crate::square::Square;

/// A token that proves that the CPU has a set of instructions, with the primitives written for them.
///
/// # Safety
/// `flips` returns discs of the opponent only, and `legal_moves` returns empty squares only: pattern indices
/// built from them are used without bounds checks.
pub unsafe trait Cpu: Copy + Send + Sync + 'static {
    /// The legal moves of `player`, as a bitboard.
    fn legal_moves(self, player: u64, opponent: u64) -> u64;

    /// The legal moves in four positions.
    fn legal_moves_of_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4];

    /// The discs of `opponent` that a move of `player` on the empty `square` flips; 0 if it is illegal.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// The largest of eight values, none of which may be NaN.
    fn max(self, lanes: &[f32; 8]) -> f32;

    /// Stores `value` in one lane.
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32);

    /// Adds `count` to the visits of one lane and `result` to its sum.
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, count: i32, result: f32);

    /// The highest score of all lanes, and the first lane that has it.
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize);

    /// The numbers of discs that a move on `square`, the only empty square, flips: by the side whose discs
    /// are `player`, and by the other side.
    fn last_flips(self, square: Square, player: u64) -> (u32, u32);

    /// A mask of the numbers that equal `value`.
    fn find(self, numbers: &[u64; 4], value: u64) -> u32;

    /// Prefetches the cache line of `value`.
    fn prefetch<T>(self, value: &T);
}

/// The statistics of eight child slots, in the layout that [`Cpu::select`] reads.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Lanes {
    /// The minimax value of each child's subtree.
    pub minimax: [f32; 8],
    /// The static evaluation plus the results of all visits.
    pub sum: [f32; 8],
    /// Visits.
    pub visits: [i32; 8],
    /// Priors, each the upper half of an `f32`; minus infinity for a proven child.
    pub prior: [u16; 8],
}

/// The weights in a lane's score:
/// `minimax_weight * minimax + (mean_weight * sum + exploration * prior) / (visits + 1)`.
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// Weight of the minimax value.
    pub minimax_weight: f32,
    /// Weight of the mean result.
    pub mean_weight: f32,
    /// Weight of the prior.
    pub exploration: f32,
}

/// The token for the CPU that the program runs on.
#[derive(Clone, Copy, Debug)]
pub enum Detected {
    /// The CPU has AVX2, BMI1, BMI2, FMA, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Any other CPU.
    Portable(Portable),
}

impl Detected {
    /// Detects the CPU; the standard library caches the result.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Avx2::detect() {
            return Self::Avx2(cpu);
        }
        Self::Portable(Portable)
    }
}

impl Default for Detected {
    fn default() -> Self {
        Self::new()
    }
}

/// Evaluates `$body` with `$cpu` bound to the token of the CPU.
#[macro_export]
macro_rules! with_cpu {
    ($cpu:ident => $body:expr) => {
        match $crate::cpu::Detected::new() {
            #[cfg(target_arch = "x86_64")]
            $crate::cpu::Detected::Avx2($cpu) => $body,
            $crate::cpu::Detected::Portable($cpu) => $body,
        }
    };
}

/// Declares a trait of hot functions on [`Cpu`] tokens; each is compiled for every token from one body.
///
/// `fn name(args) -> R = body;` gives every token the method `name(self, args) -> R`, which calls
/// `body(self, args)`. A body is an `#[inline(always)]` function generic over the token, so that it is
/// compiled for the instructions of its caller. Comments inside the macro start with `//`: the bundler would
/// keep doc comments, which are tokens of the call.
macro_rules! hot_functions {
    (
        $vis:vis trait $trait:ident $(: $super:path)? {
            $(
                fn $name:ident $(<$generic:ident: $bound:path>)? ($($arg:ident: $type:ty),* $(,)?)
                    $(-> $output:ty)? = $body:path;
            )*
        }
    ) => {
        $vis trait $trait: $crate::cpu::Cpu $(+ $super)? {
            $(
                fn $name $(<$generic: $bound>)? (self, $($arg: $type),*) $(-> $output)?;
            )*
        }

        impl $trait for $crate::cpu::Portable {
            $(
                fn $name $(<$generic: $bound>)? (self, $($arg: $type),*) $(-> $output)? {
                    $body(self, $($arg),*)
                }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        impl $trait for $crate::cpu::Avx2 {
            $(
                #[inline(always)]
                fn $name $(<$generic: $bound>)? (self, $($arg: $type),*) $(-> $output)? {
                    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
                    fn compiled $(<$generic: $bound>)? (cpu: $crate::cpu::Avx2, $($arg: $type),*)
                        $(-> $output)?
                    {
                        $body(cpu, $($arg),*)
                    }
                    // SAFETY: an `Avx2` token exists only on a CPU with these instructions.
                    unsafe { compiled(self, $($arg),*) }
                }
            )*
        }
    };
}
pub(crate) use hot_functions;

#[cfg(test)]
mod tests;
