//! The input of a reader, and the sink for the games and positions that it finds.

use std::ops::ControlFlow;

use super::error::{Fault, Places, ReadError};
use super::record::Item;
use super::replay::Found;
use crate::sentence::Sentence;

/// An event of a reader, in the order of the input.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A game or a position.
    Item(Item),
    /// Something that was left out, such as a variation.
    Remark(ReadError),
    /// A part that was refused; reading continues after it.
    Error(ReadError),
}

/// A line with its byte offset in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) offset: usize,
    /// The line without the blanks around it.
    pub(super) text: &'a str,
    /// The line with its indentation.
    pub(super) indented: &'a str,
}

/// Takes events; breaks to stop reading.
pub type Sink<'a> = dyn FnMut(Event) -> ControlFlow<()> + 'a;

/// Refused parts of one input after which reading stops.
const MAX_ERRORS: usize = 1_000;

/// A text with the sink for its items.
pub(crate) struct Source<'a, 's> {
    /// The name of the input.
    pub(crate) name: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
    places: Places<'a>,
    sink: &'a mut Sink<'s>,
    /// Refused parts so far.
    pub(crate) errors: usize,
    /// Games and positions so far.
    pub(crate) items: usize,
}

impl<'a, 's> Source<'a, 's> {
    /// A source that has not been read from.
    pub(crate) fn new(name: &'a str, text: &'a str, sink: &'a mut Sink<'s>) -> Self {
        Self { name, text, places: Places::new(text), sink, errors: 0, items: 0 }
    }

    /// Hands over what starts at `offset`, its remarks first, or why it was refused.
    pub(crate) fn found(&mut self, offset: usize, found: Result<Found, Fault>) -> ControlFlow<()> {
        match found {
            Ok(Found { item, remarks }) => {
                for remark in remarks {
                    self.remark(Fault::at(offset, remark))?;
                }
                self.items += 1;
                (self.sink)(Event::Item(item))
            }
            Err(fault) => self.fault(fault),
        }
    }

    /// Mentions something that was left out.
    pub(crate) fn remark(&mut self, fault: Fault) -> ControlFlow<()> {
        (self.sink)(Event::Remark(fault.in_text(self.name, &mut self.places)))
    }

    /// Refuses a part; stops after too many.
    pub(crate) fn fault(&mut self, fault: Fault) -> ControlFlow<()> {
        (self.sink)(Event::Error(fault.in_text(self.name, &mut self.places)))?;
        self.errors += 1;
        if self.errors < MAX_ERRORS {
            return ControlFlow::Continue(());
        }
        let message = Sentence::new("read-many-errors").with("count", MAX_ERRORS as u32);
        let _ = (self.sink)(Event::Error(ReadError::of_whole(self.name, message)));
        ControlFlow::Break(())
    }
}
