//! The organisers' decisions about the ladder and its participants.

use anyhow::{bail, Context};
use arena::cli::Usage;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::Timestamp;
use toolkit::text::Visible;

use super::database::{now_ms, Store};
use super::uploads::{Kind, NewUpload};
use crate::names::check_name;

/// A decision of the organisers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether games may start.
    Pause(bool),
    /// When programs are no longer taken, in milliseconds since 1970; `None` for never.
    Deadline(Option<i64>),
    /// Whether a participant, by name, plays no more.
    Retire(String, bool),
    /// A participant's new name, after the present one.
    Rename(String, String),
    /// A participant's latest upload is compiled and checked once more.
    Recheck(String),
}

impl Decision {
    /// A time in milliseconds since 1970: one with its offset, or one in UTC such as `2026-12-24T18:00`.
    ///
    /// # Errors
    /// [`Usage`] if it is no time.
    pub fn parse_time(text: &str) -> anyhow::Result<i64> {
        let civil = || Ok(text.parse::<DateTime>()?.to_zoned(TimeZone::UTC)?.timestamp());
        let time = text.parse::<Timestamp>().or_else(|_: jiff::Error| civil());
        let time =
            time.map_err(|error: jiff::Error| Usage(format!("the time `{}`: {error}", Visible::line(text))))?;
        Ok(time.as_millisecond())
    }
}

impl Store {
    /// Records a decision.
    ///
    /// # Errors
    /// [`Usage`] about an unknown participant or a name that is taken; or if the database cannot be written.
    pub fn decide(&mut self, decision: &Decision) -> anyhow::Result<()> {
        self.write(|| {
            let (kind, participant, value, name) = match decision {
                &Decision::Pause(is_paused) => ("pause", None, Some(i64::from(is_paused)), None),
                &Decision::Deadline(deadline_ms) => ("deadline", None, deadline_ms, None),
                Decision::Retire(name, is_retired) => {
                    self.refuse_boss(name)?;
                    ("retire", Some(self.known(name)?), Some(i64::from(*is_retired)), None)
                }
                Decision::Rename(from, to) => {
                    let others = self.names()?;
                    check_name(to, others.iter().filter(|other| *other != from).map(String::as_str))?;
                    let participant = self.known(from)?;
                    if self.participant_id(to)?.is_some_and(|other| other != participant) {
                        bail!(Usage(format!("the name {} is taken", Visible::line(to))));
                    }
                    ("rename", Some(participant), None, Some(to))
                }
                Decision::Recheck(name) => return self.recheck(name),
            };
            self.connection.execute(
                "INSERT INTO decisions VALUES ((SELECT count(*) + 1 FROM decisions), ?1, ?2, ?3, ?4, ?5)",
                (kind, participant, value, name, now_ms()),
            )?;
            Ok(())
        })
    }

    fn recheck(&self, name: &str) -> anyhow::Result<()> {
        let participant = self.known(name)?;
        let uploads = self.uploads(participant)?;
        let latest = uploads.into_iter().find(|upload| !matches!(upload.new.kind, Kind::Try(_)));
        let latest = latest.with_context(|| format!("{} has handed in no source", Visible::line(name)));
        let latest = latest.map_err(Usage::from_error)?;
        self.add_upload(&NewUpload { kind: Kind::Recheck, ..latest.new }).map(drop)
    }

    fn known(&self, name: &str) -> anyhow::Result<i64> {
        let found = self.participant_id(name)?;
        Ok(found.ok_or_else(|| Usage(format!("there is no participant {}", Visible::line(name))))?)
    }
}
