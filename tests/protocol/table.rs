//! A table at which a bot and its partner sit in one thread: the partner is asked when the bot wants to hear
//! more.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

/// The other side of a dialogue.
pub(crate) trait Partner {
    /// What is sent next, which the bot answers with one line; `None` when there is nothing more to say.
    fn call(&mut self) -> Option<String>;

    /// Takes the bot's answer, without its newline; panics if it breaks the protocol or the rules.
    fn answer(&mut self, line: &str);
}

/// A finished dialogue.
pub(crate) struct Held<P> {
    pub(crate) partner: P,
    /// All that the bot was sent.
    pub(crate) sent: String,
    pub(crate) answers: Vec<String>,
    pub(crate) log: String,
}

struct Table<P> {
    partner: P,
    /// Whether what was sent last is still to be answered.
    is_called: bool,
    /// What the bot wrote since then.
    answer: String,
    answers: Vec<String>,
    /// What is sent and not yet read.
    waiting: Vec<u8>,
    sent: String,
    /// How many bytes a read may give.
    read_size: usize,
}

/// The bot's end of the table, to read and to write.
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

/// Lets a bot that reads, writes and logs talk with its partner, at most `read_size` bytes a read.
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
    let table = Rc::into_inner(table).expect("the bot has left the table").into_inner();
    assert_eq!(table.answer, "", "nothing is said that was not asked for");
    let log = String::from_utf8(log).expect("logs are text");
    Held { partner: table.partner, sent: table.sent, answers: table.answers, log }
}
