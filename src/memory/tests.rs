use super::*;

// SAFETY: zero is a number.
unsafe impl Zeroed for u32 {}

#[test]
fn tables_are_zeroed_and_writable_to_the_last_entry() {
    for len in [1, 1000, (4 << 20) / 4 + 1] {
        let mut table = Table::<u32>::new(len);
        assert_eq!(table.len(), len);
        assert!(table.iter().all(|&entry| entry == 0));
        table[len - 1] = 7;
        assert_eq!(table[len - 1], 7);
    }
}

#[test]
fn an_empty_table_has_one_entry() {
    assert_eq!(Table::<u32>::new(0).len(), 1);
}
