use rustix::event::{poll, PollFd, PollFlags, Timespec};

use super::*;

fn is_readable(stop: &Stop) -> bool {
    let fd = stop.as_fd();
    let mut fds = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() == 1
}

#[test]
fn clones_share_the_request_and_the_first_signal_counts() {
    let stop = Stop::new().unwrap();
    let clone = stop.clone();
    assert!(!clone.is_requested() && clone.check().is_ok() && !is_readable(&clone));
    stop.request(Some(15));
    stop.request(Some(2));
    assert!(clone.is_requested() && clone.check().is_err() && is_readable(&clone));
    assert_eq!(clone.signal(), Some(15));
}

#[test]
fn a_part_stops_with_the_whole_but_not_the_whole_with_it() {
    let whole = Stop::new().unwrap();
    let parts = [whole.part().unwrap(), whole.part().unwrap()];
    parts[0].request(None);
    assert!(parts[0].is_requested() && !parts[1].is_requested() && !whole.is_requested());
    assert_eq!(parts[0].signal(), None);
    whole.request(Some(2));
    assert!(is_readable(&parts[1]));
    assert_eq!(parts[1].signal(), Some(2));
    assert!(whole.part().unwrap().is_requested(), "a part made too late stops at once");
}
