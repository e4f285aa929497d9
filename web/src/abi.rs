//! The module's exports and imports: numbers and bytes, no generated glue.
//!
//! The host asks for a buffer by `input`, writes a request into it, runs it by `call`, and reads the answer,
//! `output_len` bytes at the address that `call` gives. All state is this thread's, of which there is one.
#![allow(unsafe_code)]
#![allow(unreachable_pub)] // Exports are reached by their names.

use std::cell::RefCell;
use std::time::Duration;

use analyst::notation::Decoded;

use crate::app::App;

/// The longest request in bytes: the largest file that is read, and the JSON before it.
const LONGEST: usize = (16 << 20) + (1 << 20);

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some moment; never goes back.
    safe fn now() -> f64;
    /// Decodes bytes in the encoding of a label: bytes of the answer that [`take`] copies, 0 without such an
    /// encoding. The answer is the encoding's name, a line feed, and the text in UTF-8.
    safe fn decode(label: *const u8, label_length: usize, start: *const u8, length: usize) -> usize;
    /// Copies the answer of [`decode`].
    safe fn take(start: *mut u8);
    /// Receives the message of a panic, before the module traps.
    safe fn fault(start: *const u8, length: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static APP: RefCell<App> = RefCell::new(start());
}

fn start() -> App {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        fault(text.as_ptr(), text.len());
    }));
    analyst::notation::set_decoder(decode_by_host);
    App::new(clock)
}

fn decode_by_host(label: &str, bytes: &[u8]) -> Option<Decoded> {
    let mut answer = vec![0; decode(label.as_ptr(), label.len(), bytes.as_ptr(), bytes.len())];
    take(answer.as_mut_ptr());
    let answer = String::from_utf8(answer).ok()?;
    let (encoding, text) = answer.split_once('\n')?;
    Some(Decoded { encoding: encoding.to_owned(), text: text.to_owned() })
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().clamp(0.0, 1e12) / 1_000.0)
}

/// The address of a buffer of `length` bytes for the next request; 0 if it is too long.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    if length > LONGEST {
        return std::ptr::null_mut();
    }
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Runs the request in the buffer, whose first `json_length` bytes are JSON and whose others are a file; the
/// address of the answer, which the next call overwrites.
#[unsafe(no_mangle)]
pub extern "C" fn call(json_length: usize) -> *const u8 {
    let input = INPUT.take();
    let (json, payload) = input.split_at(json_length.min(input.len()));
    let answer = APP.with_borrow_mut(|app| app.answer(json, payload));
    OUTPUT.with_borrow_mut(|output| {
        *output = answer.into_bytes();
        output.as_ptr()
    })
}

/// The length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(Vec::len)
}
