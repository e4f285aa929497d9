//! The one entry to code that is compiled for this machine's instructions.
//!
//! The server's build flags are not ours, so hot code is written once, generic over a [`Cpu`] token, and
//! compiled twice: plainly for [`Portable`], and under `#[target_feature]` for [`Avx2`], whose token can only
//! be had where those instructions exist. `hot_functions!` writes the second set of function headers;
//! `with_cpu!` checks the CPU once and enters.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use portable::Portable;

use crate::square::Square;

/// Proof that a set of instructions exists on this machine, and the board arithmetic that uses them.
///
/// # Safety
/// `flips` returns discs of the opponent only, and `legal_moves` returns empty squares only: pattern indices
/// built from them are used without bounds checks.
pub unsafe trait Cpu: Copy + Send + Sync + 'static {
    /// The squares on which `player` may play, as a bitboard.
    fn legal_moves(self, player: u64, opponent: u64) -> u64;

    /// The same for four positions at once.
    fn legal_moves_of_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4];

    /// The discs of `opponent` that turn when `player` plays on the empty `square`; 0 if the move is illegal.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// The largest of eight numbers; none may be NaN.
    fn max(self, lanes: &[f32; 8]) -> f32;

    /// Puts a number into a lane.
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32);

    /// Counts visits of a lane and adds their result to the lane's sum.
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, count: i32, result: f32);

    /// The lane with the highest score, the first of equal ones, and that score.
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize);

    /// With `square` the only empty one and `player` the discs of one side: how many discs turn if that side
    /// plays there, and how many if the other side does.
    fn last_flips(self, square: Square, player: u64) -> (u32, u32);

    /// A bit for each of four numbers that equals `value`.
    fn find(self, numbers: &[u64; 4], value: u64) -> u32;

    /// Asks for the cache line of this value, which will be looked at soon.
    fn prefetch<T>(self, value: &T);
}

/// Eight moves as [`Cpu::select`] sees them; see `mcts` for what the numbers mean.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Lanes {
    /// The value of the best line.
    pub minimax: [f32; 8],
    /// The sum of the first estimate and of every visit's result.
    pub sum: [f32; 8],
    /// How often each was chosen.
    pub visits: [i32; 8],
    /// Shares of the exploration, each the upper half of an `f32`.
    pub prior: [u16; 8],
}

/// How a lane's score is made: `share * minimax + (rest * sum + exploration * prior) / (visits + 1)`.
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// Weight of the best line.
    pub share: f32,
    /// Weight of the mean.
    pub rest: f32,
    /// Weight of the prior.
    pub exploration: f32,
}

/// The best token that this machine supports.
#[derive(Clone, Copy, Debug)]
pub enum Detected {
    /// AVX2, BMI1, BMI2, FMA, LZCNT and POPCNT are there.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Anything else.
    Portable(Portable),
}

impl Detected {
    /// Asks the CPU (the standard library remembers the answer).
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

/// Evaluates `$body` with `$cpu` bound to the best token of this machine.
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

/// Declares a trait of hot functions on [`Cpu`] tokens, each compiled once a token from one generic body.
///
/// `fn name(args) -> R = body;` gives every token the method `name(self, args) -> R`, which runs
/// `body(self, args)`. Bodies are `#[inline(always)]` functions generic over the token.
macro_rules! hot_functions {
    (
        $(#[$trait_doc:meta])*
        $vis:vis trait $trait:ident $(: $super:path)? {
            $(
                $(#[$doc:meta])*
                fn $name:ident $(<$generic:ident: $bound:path>)? ($($arg:ident: $type:ty),* $(,)?) $(-> $output:ty)? = $body:path;
            )*
        }
    ) => {
        $(#[$trait_doc])*
        $vis trait $trait: $crate::cpu::Cpu $(+ $super)? {
            $(
                $(#[$doc])*
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
                    fn compiled $(<$generic: $bound>)? (cpu: $crate::cpu::Avx2, $($arg: $type),*) $(-> $output)? {
                        $body(cpu, $($arg),*)
                    }
                    // SAFETY: an `Avx2` token exists only where these instructions do.
                    unsafe { compiled(self, $($arg),*) }
                }
            )*
        }
    };
}
pub(crate) use hot_functions;

#[cfg(test)]
mod tests;
