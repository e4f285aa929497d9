//! Games and positions in any notation, by content: what is accepted is legal and survives JSON.

#![no_main]

use std::ops::ControlFlow;

use analyst::notation::{read, read_each, write, Event, Format, Item, Limits, WthorNames};
use libfuzzer_sys::fuzz_target;

const LIMITS: Limits = Limits { bytes: 1 << 20, items: 1_000 };

fuzz_target!(|bytes: &[u8]| {
    read_each(bytes, "input", &WthorNames::default(), &LIMITS, &mut |event| {
        if let Event::Item(item) = event {
            if let Item::Game(record) = &item {
                record.game().expect("legal");
            }
            let mut text = String::new();
            assert_eq!(write(&item, Format::Json, &mut text), [""; 0]);
            assert_eq!(read(text.as_bytes(), "json").expect("its own JSON"), [item]);
        }
        ControlFlow::Continue(())
    });
});
