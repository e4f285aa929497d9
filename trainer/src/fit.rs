//! Fits weights to labelled positions by stochastic gradient descent with Adagrad steps.
//!
//! Mirrored configurations share one weight, so each position trains all 8 of its images. Position files are
//! streamed through a shuffle buffer, so the data may be larger than memory. One thread: the same seed gives
//! the same weights, those of the epoch with the lowest held-out error.

pub mod eval;
pub mod metrics;
mod training;

use std::path::PathBuf;

use anyhow::Result;
use outflank::eval::PLIES;
use outflank::rng::Rng;

use crate::data::model::Model;
use crate::data::provenance::{DataHash, Provenance};
use crate::data::test_set::Excluded;
use crate::data::{files, model, positions};
use crate::jobs;
use toolkit::say;
pub use training::Settings;
use training::{Source, Training};

/// Learning rate of the first epoch, in discs; it decays with the square of the remaining epochs.
const LEARNING_RATE: f32 = 0.5;
/// Epochs without a lower held-out error after which the fit ends.
const PATIENCE: u32 = 2;

/// A fit: its data, its settings and where the model goes.
#[derive(Clone, Debug, clap::Args)]
pub struct Fit {
    /// Position files or folders whose targets are searched values.
    #[arg(required_unless_present = "blended")]
    pub data: Vec<PathBuf>,
    /// Position files or folders whose targets blend in the game's result.
    #[arg(long)]
    pub blended: Vec<PathBuf>,
    /// Position files or folders whose results the per-ply bias is fitted to.
    #[arg(long)]
    pub bias_data: Vec<PathBuf>,
    /// Leaves out the positions of this test set and their children.
    #[arg(long, value_name = "TEST_SET")]
    pub exclude: Option<PathBuf>,
    /// Starts from this model instead of weights of zero; its patterns may be others than the bot's.
    #[arg(long, value_name = "MODEL")]
    pub start: Option<PathBuf>,
    /// The model to write.
    #[arg(long)]
    pub out: PathBuf,
    /// All that changes the result besides the data.
    #[command(flatten)]
    pub settings: Settings,
}

impl Fit {
    /// Fits and writes the model unless an earlier run with the same data and settings did.
    pub fn resume(&self) -> Result<()> {
        let provenance = self.provenance(&self.sources()?, &positions::find(&self.bias_data)?)?;
        if model::is_finished(&self.out, &provenance)? {
            return Ok(());
        }
        self.run()
    }

    /// Fits and writes the model.
    pub fn run(&self) -> Result<()> {
        files::check_output(&self.out, model::KIND)?;
        let (sources, bias_data) = (self.sources()?, positions::find(&self.bias_data)?);
        let provenance = self.provenance(&sources, &bias_data)?;
        let (training, error) = self.train(&sources, &bias_data)?;
        training.model().write(&self.out, &provenance)?;
        let out = self.out.display();
        say!("wrote {out}, held-out error {error:.3} discs; next: trainer pack {out} --out FILE\n");
        Ok(())
    }

    fn sources(&self) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for (paths, result_weight) in [(&self.data, 0.0), (&self.blended, self.settings.result_weight)] {
            let found = positions::find(paths)?.into_iter();
            sources.extend(found.map(|path| Source { path, result_weight }));
        }
        Ok(sources)
    }

    fn provenance(&self, sources: &[Source], bias_data: &[PathBuf]) -> Result<Provenance> {
        let mut hash = DataHash::default();
        for path in
            sources.iter().map(|source| &source.path).chain(bias_data).chain(&self.exclude).chain(&self.start)
        {
            hash.add_file(path)?;
        }
        Provenance::new("fit", &self.settings, &hash, self.settings.seed)
    }

    /// The weights of the best epoch and their held-out error.
    fn train(&self, sources: &[Source], bias_data: &[PathBuf]) -> Result<(Training, f64)> {
        let settings = &self.settings;
        let excluded = match &self.exclude {
            Some(test_set) => Excluded::from_test_set(test_set)?,
            None => Excluded::default(),
        };
        let start = self.start.as_deref().map(Model::read_adapted).transpose()?.unwrap_or_else(Model::zero);
        let (mut training, mut held_out) =
            (Training::new(&start, settings.initial_accumulator, excluded), Vec::new());
        let mut rng = Rng::new(settings.seed);
        let mut best: Option<(Training, f64)> = None;
        let mut since_best = 0;
        let total = positions::count(sources.iter().map(|source| &source.path))?;
        let bar = jobs::progress("fit", "positions", total);
        for epoch in 0..settings.epochs {
            bar.set_position(0);
            bar.set_message(format!("in epoch {} of at most {}", epoch + 1, settings.epochs));
            let remaining = 1.0 - epoch as f32 / settings.epochs as f32;
            let rate = LEARNING_RATE * remaining * remaining;
            let collect = if epoch == 0 { Some(&mut held_out) } else { None };
            let seen = training.epoch(sources, &mut rng, rate, collect, &bar)?;
            training.fit_ply_bias(bias_data, true)?;
            let unseen = training.errors_on(&held_out);
            let error = unseen.mean_absolute();
            bar.suspend(|| {
                say!(
                    "epoch {:2}: error {:.3} on {} positions, {error:.3} on {} held out\n",
                    epoch + 1,
                    seen.mean_absolute(),
                    seen.count,
                    unseen.count
                );
            });
            since_best += 1;
            if best.as_ref().is_none_or(|(_, least)| error < *least) {
                best = Some((training.clone(), error));
                since_best = 0;
            }
            if since_best >= PATIENCE {
                break;
            }
        }
        bar.finish();
        let (mut training, error) = best.unwrap_or((training, f64::NAN));
        training.fit_ply_bias(bias_data, false)?;
        Ok((training, error))
    }
}

/// The bias of each ply with which the estimates of a model are right on average over games with these
/// results: half for static evaluation, half for one-ply searches.
pub fn ply_bias(model: &Model, bias_data: &[PathBuf]) -> Result<[f32; PLIES]> {
    let mut training = Training::new(model, Settings::DEFAULT.initial_accumulator, Excluded::default());
    training.fit_ply_bias(bias_data, false)?;
    Ok(training.model().ply_bias)
}
