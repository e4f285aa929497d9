//! The state of the queue of uploads that pages show and uploads change.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::watch;

use crate::course::store::Upload;

/// The work on an upload, for those who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Compiling,
    Checking,
    /// A trial plays its game.
    Playing,
}

/// The state of the queue that pages show.
#[derive(Default)]
pub(super) struct Queue {
    /// The uploads at work by their numbers: the participant and the stage of each.
    at_work: Mutex<HashMap<i64, (i64, Stage)>>,
    /// Counts changes, for the pages that show the queue.
    pub(super) changes: watch::Sender<usize>,
    /// The uploads whose sources take the compiler long.
    slow: Mutex<HashSet<i64>>,
    has_arrived: Mutex<bool>,
    arrival: Condvar,
    /// Held while an upload is counted and added.
    pub(super) receiving: Mutex<()>,
}

impl Queue {
    /// The stage of an upload that is at work.
    pub(super) fn stage(&self, upload: i64) -> Option<Stage> {
        self.at_work.lock().get(&upload).map(|&(_, stage)| stage)
    }

    /// Shows the stage of an upload that is at work.
    pub(super) fn set(&self, upload: &Upload, stage: Stage) {
        self.at_work.lock().insert(upload.id, (upload.new.participant, stage));
        self.changes.send_modify(|count| *count += 1);
    }

    /// Whether an upload waits behind the others.
    pub(super) fn is_slow(&self, upload: &Upload) -> bool {
        self.slow.lock().contains(&upload.id)
    }

    /// Lets an upload wait behind the others; `false` if it has done so already.
    pub(super) fn put_behind(&self, upload: &Upload) -> bool {
        self.slow.lock().insert(upload.id)
    }

    /// Takes the first of the uploads that `waiting` finds which nobody works on; slow ones behind all others
    /// and one at a time. A participant's uploads are worked on one after the other.
    ///
    /// # Errors
    /// As `waiting`.
    pub(super) fn take<E>(
        &self,
        waiting: impl FnOnce() -> Result<Vec<Upload>, E>,
    ) -> Result<Option<Taken<'_>>, E> {
        // Held while they are read: one whose work ends meanwhile does not wait any more.
        let mut at_work = self.at_work.lock();
        let slow = self.slow.lock();
        let has_slow = at_work.keys().any(|id| slow.contains(id));
        let mut busy: HashSet<i64> = at_work.values().map(|&(who, _)| who).collect();
        let free = waiting()?.into_iter().filter(|upload| busy.insert(upload.new.participant));
        let free = free.filter(|upload| !(has_slow && slow.contains(&upload.id)));
        let Some(upload) = free.min_by_key(|upload| slow.contains(&upload.id)) else { return Ok(None) };
        drop(slow);
        at_work.insert(upload.id, (upload.new.participant, Stage::Compiling));
        drop(at_work);
        self.changes.send_modify(|count| *count += 1);
        Ok(Some(Taken { queue: self, upload }))
    }

    /// Wakes the queue after an upload.
    pub(super) fn wake(&self) {
        *self.has_arrived.lock() = true;
        self.arrival.notify_one();
        self.changes.send_modify(|count| *count += 1);
    }

    /// Waits for an upload, or for `time`.
    pub(super) fn wait(&self, time: Duration) {
        let mut has_arrived = self.has_arrived.lock();
        self.arrival.wait_while_for(&mut has_arrived, |has_arrived| !*has_arrived, time);
        *has_arrived = false;
    }
}

/// An upload at work, which others may take again when this is dropped.
pub(super) struct Taken<'a> {
    queue: &'a Queue,
    pub(super) upload: Upload,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.queue.at_work.lock().remove(&self.upload.id);
        self.queue.changes.send_modify(|count| *count += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::store::{Kind, NewUpload};

    fn upload(id: i64, participant: i64) -> Upload {
        let (file, sha256) = (String::new(), String::new());
        let new = NewUpload { participant, kind: Kind::Submit, file, sha256, options: Default::default() };
        Upload { id, received_ms: 0, name: String::new(), new, result: None }
    }

    #[test]
    fn nobody_waits_for_anothers_upload_and_ones_own_keep_their_order() {
        let queue = Queue::default();
        let take = || {
            let waiting = [(1, 7), (2, 7), (3, 8)].map(|(id, participant)| upload(id, participant));
            queue.take(|| Ok::<_, ()>(waiting.to_vec())).unwrap()
        };
        let number = |taken: &Option<Taken<'_>>| taken.as_ref().map(|taken| taken.upload.id);
        let (first, second, third) = (take(), take(), take());
        assert_eq!([&first, &second, &third].map(number), [Some(1), Some(3), None]);
        assert_eq!([1, 2, 3].map(|id| queue.stage(id).is_some()), [true, false, true]);
        drop(first);
        assert_eq!(number(&take()), Some(1), "it still waits");
        assert_eq!(queue.stage(1), None);
        assert!(queue.take(|| Err::<Vec<Upload>, _>("trouble")).is_err());
    }

    #[test]
    fn slow_sources_wait_behind_others_and_hold_one_worker() {
        let queue = Queue::default();
        let waiting = [(1, 7), (2, 7), (3, 8), (4, 9)].map(|(id, participant)| upload(id, participant));
        assert!([0, 2].iter().all(|&slow| queue.put_behind(&waiting[slow])));
        assert!(!queue.put_behind(&waiting[0]), "for the second time");
        let take = |from: usize| {
            let taken = queue.take(|| Ok::<_, ()>(waiting[from..].to_vec())).unwrap();
            (taken.as_ref().map(|taken| taken.upload.id), taken)
        };
        let (first, _quick) = take(0);
        let (second, slow) = take(0);
        assert_eq!([first, second, take(2).0], [Some(4), Some(1), None], "2 is after 1, and 3 is slow");
        drop(slow);
        assert_eq!(take(2).0, Some(3));
    }
}
