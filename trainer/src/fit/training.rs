//! The weights in training, and one pass over the data.

use super::*;

/// The weights of some contents and of the contents with the sides exchanged, in training: half their difference
/// and half their sum. What is good for one side is bad for the other, so the sum is small, and both learn from the
/// positions of either.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Trained {
    /// Added for the lower contents, subtracted for the higher.
    difference: [f32; 4],
    sum: [f32; 4],
    /// Sums of squared gradients of each.
    gradients: [[f32; 4]; 2],
}

/// Where some contents' weights are: the place of the pair, and 1 for the lower contents, -1 for the higher, 0 for
/// contents that are their own counterpart.
#[derive(Clone, Copy)]
struct Slot {
    pair: u32,
    sign: f32,
}

impl Trained {
    #[inline(always)]
    fn weights(&self, sign: f32) -> [f32; 4] {
        std::array::from_fn(|knot| sign * self.difference[knot] + self.sum[knot])
    }
}

/// A position and what to learn of it.
pub(super) struct Lesson {
    pub(super) record: Record,
    /// In discs for the side that has just moved.
    target: f32,
}

impl Lesson {
    /// `share` of the target is the game's result unless the value is exact.
    fn new(record: Record, share: f32) -> Self {
        let value = f32::from(record.value) / DISC as f32;
        let share = if record.exact { 0.0 } else { share };
        Self { record, target: -(share * f32::from(record.outcome) + (1.0 - share) * value) }
    }
}

/// One position in this many is judged by its children, which takes longer.
const BEST_OF_CHILDREN_SAMPLE: usize = 8;

/// The contents with the sides exchanged.
fn exchanged(contents: usize) -> usize {
    let (mut rest, mut place, mut exchanged) = (contents, 1, 0);
    while rest > 0 {
        exchanged += (3 - rest % 3) % 3 * place;
        rest /= 3;
        place *= 3;
    }
    exchanged
}

/// Where each contents' weights are; mirror images share them.
fn all_slots(shape: Shape) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(shape.contents());
    for (pattern, &offset) in shape.patterns().iter().zip(shape.offsets()) {
        let mirrored = mirrored_contents(pattern);
        let canonical = |contents: usize| contents.min(usize::from(mirrored[contents]));
        for contents in 0..pattern.contents() {
            let (own, other) = (canonical(contents), canonical(exchanged(contents)));
            let sign = match own.cmp(&other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -1.0,
            };
            slots.push(Slot { pair: (offset + own.min(other)) as u32, sign });
        }
    }
    // Numbers of moves have no counterpart.
    slots.extend((slots.len()..shape.contents()).map(|pair| Slot { pair: pair as u32, sign: 0.0 }));
    slots
}

#[derive(Clone)]
pub(super) struct Training<'a> {
    options: &'a Fit,
    slots: Vec<Slot>,
    table: Vec<Trained>,
    /// How often contents were used, by the squared share of the knot.
    importance: Vec<[f32; 4]>,
    positions: f64,
    excluded: Excluded,
    turns: [f32; PLIES],
}

impl<'a> Training<'a> {
    /// Nothing is learned yet.
    pub(super) fn new(options: &'a Fit) -> Result<Self> {
        let untrained = Trained {
            difference: [0.0; 4],
            sum: [0.0; 4],
            gradients: [[options.caution; 4], [options.caution * options.coupling; 4]],
        };
        Ok(Self {
            options,
            slots: all_slots(options.shape),
            table: vec![untrained; options.shape.contents()],
            importance: vec![[0.0; 4]; options.shape.contents()],
            positions: 0.0,
            turns: [0.0; PLIES],
            excluded: match &options.exclude {
                Some(exam) => Excluded::from_exam(exam)?,
                None => Excluded::default(),
            },
        })
    }

    fn estimate(&self, contents: &Contents, shares: [f32; 4]) -> f32 {
        let mut sums = [0.0; 4];
        for contents in contents.iter() {
            let Slot { pair, sign } = self.slots[contents];
            let weights = self.table[pair as usize].weights(sign);
            for knot in 0..4 {
                sums[knot] += weights[knot];
            }
        }
        (0..4).map(|knot| sums[knot] * shares[knot]).sum()
    }

    /// Learns from one record; returns the error before that.
    fn learn(&mut self, Lesson { record, target }: &Lesson, rate: f32) -> f32 {
        let contents = self.options.shape.contents_of(record.board);
        let shares = self.options.shape.shares(record.ply());
        let error = self.estimate(&contents, shares) + self.turns[record.ply()] - target;
        let pull = error.clamp(-self.options.huber, self.options.huber);
        let gradients = shares.map(|share| pull * share);
        for contents in contents.iter() {
            let Slot { pair, sign } = self.slots[contents];
            let Trained { difference, sum, gradients: past } = &mut self.table[pair as usize];
            for (knot, &gradient) in gradients.iter().enumerate() {
                past[0][knot] += gradient * gradient;
                past[1][knot] += gradient * gradient;
                difference[knot] -= sign * rate * gradient / past[0][knot].sqrt();
                sum[knot] -= rate * gradient / past[1][knot].sqrt();
            }
        }
        error
    }

    /// The estimate of a position for the side that is not to move, in discs.
    fn judge(&self, board: Board) -> f32 {
        let ply = 60 - board.empty_count().min(60) as usize;
        self.estimate(&self.options.shape.contents_of(board), self.options.shape.shares(ply))
            + self.turns[ply]
    }

    /// Corrects what the turns are worth so that, on average over games with these results, estimates are right.
    ///
    /// A position's estimate can be read in two ways: as it stands, and as the best of its children's. The best of
    /// several estimates is mostly one that is too high, so both cannot be right at once: in the `last` correction
    /// the error is shared between them, before that only the first counts.
    pub(super) fn fit_turns(&mut self, shards: &[PathBuf], last: bool) -> Result<()> {
        let (mut standing, mut best) = ([(0.0f64, 0.0f64); PLIES], [(0.0f64, 0.0f64); PLIES]);
        for path in shards {
            for (number, record) in shard::read(path)?.enumerate() {
                let record = record?;
                let (ply, outcome) = (record.ply(), f32::from(record.outcome));
                standing[ply].0 += f64::from(-outcome - self.judge(record.board));
                standing[ply].1 += 1.0;
                if last && number % BEST_OF_CHILDREN_SAMPLE == 0 && ply + 1 < PLIES {
                    let values = record.board.children().map(|(_, child)| self.judge(child));
                    best[ply + 1].0 += f64::from(outcome - values.fold(f32::MIN, f32::max));
                    best[ply + 1].1 += 1.0;
                }
            }
        }
        let mean = |(sum, count): (f64, f64)| (sum / (count + 100.0)) as f32;
        for (ply, turn) in self.turns.iter_mut().enumerate() {
            *turn += if last { (mean(standing[ply]) + mean(best[ply])) / 2.0 } else { mean(standing[ply]) };
        }
        Ok(())
    }

    /// Counts what a record uses.
    fn count(&mut self, record: &Record) {
        self.positions += 1.0;
        let shares = self.options.shape.shares(record.ply());
        for contents in self.options.shape.contents_of(record.board).iter() {
            for (sum, share) in self.importance[contents].iter_mut().zip(shares) {
                *sum += share * share;
            }
        }
    }

    /// One pass over the data; returns the errors on what is learned from. In the first pass, what is learned from
    /// is counted and what is held out is put aside.
    pub(super) fn epoch(
        &mut self,
        shards: &[(PathBuf, f32)],
        rng: &mut Rng,
        rate: f32,
        mut held_out: Option<&mut Vec<Lesson>>,
        bar: &indicatif::ProgressBar,
    ) -> Result<Errors> {
        let mut order: Vec<&(PathBuf, f32)> = shards.iter().collect();
        shuffle(&mut order, rng);
        let mut errors = Errors::default();
        let mut buffer = Vec::with_capacity(self.options.buffer.min(1 << 22));
        for (i, (path, share)) in order.into_iter().enumerate() {
            for record in shard::read(path)? {
                let record = record?;
                let lesson = Lesson::new(record, *share);
                if record.held_out(self.options.held_out) {
                    if let Some(held_out) = &mut held_out {
                        held_out.push(lesson);
                    }
                } else if !self.excluded.contains(record.board) {
                    buffer.push(lesson);
                }
            }
            if buffer.len() >= self.options.buffer || i + 1 == shards.len() {
                shuffle(&mut buffer, rng);
                for lesson in &buffer {
                    if held_out.is_some() {
                        self.count(&lesson.record);
                    }
                    errors.add(self.learn(lesson, rate));
                }
                bar.inc(buffer.len() as u64);
                buffer.clear();
            }
        }
        Ok(errors)
    }

    /// The errors on positions that are not learned from.
    pub(super) fn errors_on(&self, lessons: &[Lesson]) -> Errors {
        let mut errors = Errors::default();
        for Lesson { record, target } in lessons {
            errors.add(self.judge(record.board) - target);
        }
        errors
    }

    pub(super) fn model(&self) -> Model {
        let mut model = Model::zero(self.options.shape);
        model.positions = self.positions;
        model.turns = self.turns;
        let mut start = 0;
        for pattern in self.options.shape.patterns() {
            for (own, mirrored) in mirrored_contents(pattern).into_iter().enumerate() {
                let (contents, mirrored) = (start + own, start + usize::from(mirrored));
                let Slot { pair, sign } = self.slots[contents];
                let weights = self.table[pair as usize].weights(sign);
                for (knot, &weight) in weights.iter().enumerate().take(KNOTS) {
                    model.knots[knot][contents] = weight;
                    let other = if mirrored == contents { 0.0 } else { self.importance[mirrored][knot] };
                    model.importance[knot][contents] = self.importance[contents][knot] + other;
                }
            }
            start += pattern.contents();
        }
        for contents in start..self.options.shape.contents() {
            for knot in 0..KNOTS {
                model.knots[knot][contents] = self.table[contents].sum[knot];
                model.importance[knot][contents] = self.importance[contents][knot];
            }
        }
        model
    }
}

/// Fisher-Yates.
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i + 1));
    }
}
