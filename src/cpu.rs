//! Run-time dispatch to code that is compiled for the instructions of the CPU.
//!
//! CodinGame's build flags cannot be chosen, so hot code is written once, generic over a [`Cpu`] token, and
//! compiled twice: for the baseline ([`Portable`]), and under `#[target_feature]` for [`Avx2`], whose token
//! exists only on a CPU with those instructions. `hot_functions!` declares both versions; `with_cpu!` detects
//! the CPU and calls the right one. A WebAssembly module is one or the other as a whole: built with SIMD128,
//! its baseline token has primitives written for that.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod token;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128 as Portable;
pub use token::{Cpu, Lanes, Scoring};

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
/// compiled for the instructions of its caller. Large bodies are compiled once a token and called, which
/// saves compile time where they have several callers. Comments inside the macro start with `//`: the bundler
/// would keep doc comments, which are tokens of the call.
macro_rules! hot_functions {
    (
        $visibility:vis trait $functions:ident $(: $parent:path)? {
            $(
                fn $name:ident $(<$generic:ident: $bound:path>)? ($($arg:ident: $kind:ty),* $(,)?)
                    $(-> $output:ty)? = $body:path;
            )*
        }
    ) => {
        // Documented by the comments in the call.
        #[allow(missing_docs)]
        $visibility trait $functions: $crate::cpu::Cpu $(+ $parent)? {
            $(
                fn $name $(<$generic: $bound>)? (self, $($arg: $kind),*) $(-> $output)?;
            )*
        }

        impl $functions for $crate::cpu::Portable {
            $(
                fn $name $(<$generic: $bound>)? (self, $($arg: $kind),*) $(-> $output)? {
                    $body(self, $($arg),*)
                }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        impl $functions for $crate::cpu::Avx2 {
            $(
                #[inline(always)]
                fn $name $(<$generic: $bound>)? (self, $($arg: $kind),*) $(-> $output)? {
                    #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
                    fn compiled $(<$generic: $bound>)? (cpu: $crate::cpu::Avx2, $($arg: $kind),*)
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
