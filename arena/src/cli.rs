//! Code of the command lines of the arena and of the ladder: arguments, printing, exit codes.

mod arguments;
mod exit;
pub mod output;

pub use arguments::{
    announce_sandbox, read_openings, BotArguments, Language, LimitArguments, SandboxArguments,
    WorkerArguments, Workers,
};
pub use exit::{exit_code, failed, Done, Usage, RESULT_CODES};
pub use output::Shown;
