//! Large tables in huge pages where the system grants them, for fewer page faults and TLB misses.

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A type for which all bits zero is a valid value.
///
/// # Safety
/// All bits zero must be a valid value of the type.
pub unsafe trait Zeroed: Copy {}

// SAFETY: every bit pattern is a valid integer.
unsafe impl Zeroed for u8 {}

/// A slice of fixed length; creation zeroes it and so touches every page.
pub struct Table<T: Zeroed> {
    start: NonNull<T>,
    len: usize,
}

const HUGE_PAGE: usize = 2 << 20;

impl<T: Zeroed> Table<T> {
    /// A table of `len` values, at least one.
    pub fn new(len: usize) -> Self {
        let len = len.max(1);
        let layout = Self::layout(len);
        // SAFETY: the layout is not empty: `layout` rejects zero-sized types, and `len` is at least 1.
        let memory = unsafe { alloc(layout) };
        let Some(start) = NonNull::new(memory) else { handle_alloc_error(layout) };
        // Asked before the first touch, or the pages would already be small ones.
        ask_for_huge_pages(start, layout.size());
        // SAFETY: the range is the whole allocation.
        unsafe { start.write_bytes(0, layout.size()) };
        Self { start: start.cast(), len }
    }

    fn layout(len: usize) -> Layout {
        assert!(size_of::<T>() > 0);
        // From half a huge page on, a table is aligned to huge pages, which it shares with nothing.
        let align = if len * size_of::<T>() >= HUGE_PAGE / 2 { HUGE_PAGE } else { align_of::<T>() };
        match Layout::array::<T>(len).and_then(|layout| layout.align_to(align)) {
            Ok(layout) => layout.pad_to_align(),
            Err(_) => panic!("a table of {len} entries is larger than the address space"),
        }
    }
}

/// Advice that the system may ignore.
fn ask_for_huge_pages(address: NonNull<u8>, extent: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        extern "C" {
            fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
        }
        const MADV_HUGEPAGE: i32 = 14;
        const PAGE: usize = 4 << 10;
        // SAFETY: the range is a live allocation of the caller, and the advice leaves its contents alone.
        unsafe { madvise(address.as_ptr(), extent & !(PAGE - 1), MADV_HUGEPAGE) };
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = (address, extent);
}

impl<T: Zeroed> Deref for Table<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` initialised values, owned by the table.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroed> DerefMut for Table<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: `start` points to `len` initialised values, owned by the mutably borrowed table.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroed> Drop for Table<T> {
    fn drop(&mut self) {
        // SAFETY: `new` allocated the memory with this layout; `T` is `Copy`, so no value needs dropping.
        unsafe { dealloc(self.start.as_ptr().cast(), Self::layout(self.len)) }
    }
}

// SAFETY: the table owns its values, as a `Vec` would.
unsafe impl<T: Zeroed + Send> Send for Table<T> {}

// SAFETY: a shared table gives out shared references only.
unsafe impl<T: Zeroed + Sync> Sync for Table<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: every bit pattern is a valid integer.
    unsafe impl Zeroed for u32 {}

    #[test]
    fn a_table_is_zeroed_and_writable_to_the_last_entry() {
        for len in [1, 1000, (4 << 20) / 4 + 1] {
            let mut table = Table::<u32>::new(len);
            assert_eq!(table.len(), len);
            // One entry per page is enough for Miri, which also checks that every read is initialised.
            let step = if cfg!(miri) { 1024 } else { 1 };
            assert!(table.iter().step_by(step).all(|&entry| entry == 0));
            table[len - 1] = 7;
            assert_eq!(table[len - 1], 7);
        }
    }

    #[test]
    fn a_table_has_at_least_one_entry() {
        assert_eq!(Table::<u32>::new(0).len(), 1);
    }
}
