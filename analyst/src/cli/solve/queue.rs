//! Many positions: each thread solves one of its own, and helps with another's once none is left.

use std::collections::BTreeMap;

use analyst::search::Stop;

use super::super::jobs;
use super::parallel::Parallel;

/// Has the crew solve `count` positions and takes the results in their order.
///
/// # Errors
/// What `take` returns. The work under way is given up then: `solve` watches the stop.
pub(super) fn in_order<T: Send>(
    crew: Vec<Parallel<'_>>,
    count: usize,
    solve: &(impl Fn(&mut Parallel<'_>, usize, &Stop) -> T + Sync),
    mut take: impl FnMut(T) -> anyhow::Result<()>,
    wait: impl FnMut(),
) -> anyhow::Result<()> {
    let stop = Stop::default();
    let (mut early, mut due) = (BTreeMap::new(), 0);
    let solve = |solver: &mut Parallel<'_>, index| solve(solver, index, &stop);
    let take = |index, result| {
        early.insert(index, result);
        while let Some(result) = early.remove(&due) {
            take(result)?;
            due += 1;
        }
        Ok(())
    };
    jobs::run(crew, count, &stop, &solve, &Parallel::retire, take, wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use outflank::clock::Deadline;
    use outflank::random_games;
    use outflank::rng::Rng;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn results_come_in_order_and_do_not_depend_on_the_threads() {
        let solved = |threads| {
            let mut scores = Vec::new();
            let solve = |solver: &mut Parallel<'_>, index: usize, _: &Stop| {
                let board = random_games::position(&mut Rng::new(index as u64), 8 + index as u32 % 5);
                (index, solver.solve_until(board, -64, 64, &Deadline::Never).bounds)
            };
            let crew = Parallel::crew(threads, &|_, _| {});
            let take = |score| {
                scores.push(score);
                Ok(())
            };
            in_order(crew, 12, &solve, take, || {}).unwrap();
            scores
        };
        let alone = solved(1);
        assert!(alone.iter().enumerate().all(|(index, &(number, _))| index == number) && alone.len() == 12);
        assert_eq!([2, 5, 20].map(solved), [(); 3].map(|()| alone.clone()));
    }

    #[test]
    fn an_error_ends_the_work_of_all() {
        let begun = AtomicUsize::new(0);
        let solve = |_: &mut Parallel<'_>, index: usize, stop: &Stop| {
            begun.fetch_add(1, Ordering::Relaxed);
            while index > 0 && !stop.is_raised() {
                thread::yield_now();
            }
        };
        let taken = in_order(Parallel::crew(3, &|_, _| {}), 1_000, &solve, |()| bail!("full"), || {});
        assert_eq!(taken.unwrap_err().to_string(), "full");
        assert!(begun.load(Ordering::Relaxed) <= 5, "{begun:?}");
    }
}
