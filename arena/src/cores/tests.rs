use super::*;

#[test]
fn a_core_is_leased_once() {
    let leases = lease(usize::MAX);
    let mut numbers: Vec<_> = leases.iter().map(Core::number).collect();
    assert!(numbers.iter().all(|number| allowed().contains(number)));
    numbers.dedup();
    assert_eq!(numbers.len(), leases.len());
    // Whatever other arenas of this machine do, what is held here is not to be had again.
    assert!(numbers.iter().all(|&number| lock(number).is_none()));
}

#[test]
fn a_set_holds_one_core() {
    for core in lease(1) {
        assert_eq!(core.set().count(), 1);
        assert!(core.set().is_set(core.number()));
    }
}
