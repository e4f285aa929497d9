//! A dialogue of a bot and its partner in one thread: the partner is called when the bot reads.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

/// The other side of a dialogue.
pub(crate) trait Partner {
    /// The next text for the bot, which answers with one line; `None` at the end of the input.
    fn call(&mut self) -> Option<String>;

    /// Takes the bot's answer, without its newline; panics if it breaks the protocol or the rules.
    fn answer(&mut self, line: &str);
}

/// A finished dialogue.
pub(crate) struct Held<P> {
    pub(crate) partner: P,
    /// Everything sent to the bot.
    pub(crate) sent: String,
    pub(crate) answers: Vec<String>,
    pub(crate) log: String,
}

struct Table<P> {
    partner: P,
    /// Whether the last call has not been answered yet.
    is_called: bool,
    /// The output of the bot since the last call.
    answer: String,
    answers: Vec<String>,
    /// Sent, but not yet read.
    waiting: Vec<u8>,
    sent: String,
    /// The maximum number of bytes per read.
    read_size: usize,
}

/// The bot's end, for reads and writes.
pub(crate) struct Seat<P>(Rc<RefCell<Table<P>>>);

impl<P: Partner> Read for Seat<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let table = &mut *self.0.borrow_mut();
        if table.waiting.is_empty() {
            if table.is_called {
                let line = table.answer.strip_suffix('\n').expect("one whole line is answered");
                assert!(!line.contains('\n'), "a second line would be the next turn's answer");
                table.partner.answer(line);
                table.answers.push(line.to_owned());
                table.answer.clear();
            }
            let call = table.partner.call();
            table.is_called = call.is_some();
            table.waiting = call.unwrap_or_default().into_bytes();
            table.sent.push_str(&String::from_utf8_lossy(&table.waiting));
        }
        let size = table.read_size.min(buffer.len()).min(table.waiting.len());
        buffer[..size].copy_from_slice(&table.waiting[..size]);
        table.waiting.drain(..size);
        Ok(size)
    }
}

impl<P> Write for Seat<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().answer.push_str(std::str::from_utf8(bytes).expect("answers are text"));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a bot against its partner, with at most `read_size` bytes per read.
pub(crate) fn hold<P: Partner>(
    partner: P,
    read_size: usize,
    bot: impl FnOnce(BufReader<Seat<P>>, Seat<P>, &mut Vec<u8>),
) -> Held<P> {
    let table = Table {
        partner,
        is_called: false,
        answer: String::new(),
        answers: Vec::new(),
        waiting: Vec::new(),
        sent: String::new(),
        read_size,
    };
    let table = Rc::new(RefCell::new(table));
    let mut log = Vec::new();
    bot(BufReader::new(Seat(table.clone())), Seat(table.clone()), &mut log);
    let table = Rc::into_inner(table).expect("the bot has dropped its streams").into_inner();
    assert_eq!(table.answer, "", "the bot answers calls only");
    let log = String::from_utf8(log).expect("logs are text");
    Held { partner: table.partner, sent: table.sent, answers: table.answers, log }
}
