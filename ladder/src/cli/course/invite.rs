//! `ladder invite`: the links by which participants sign in.

use std::path::PathBuf;

use anyhow::{bail, Context};
use arena::cli::{Done, Usage};
use ladder::course::store::{Invited, Store};
use ladder::names::check_name;
use toolkit::say;
use toolkit::text::Visible;

use super::DirArguments;

/// The largest roster, in bytes.
const ROSTER_BYTES: u64 = 1 << 20;

/// The organisers in lists.
const ORGANISER: &str = "(organiser)";

/// The arguments of `ladder invite`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    /// The participants to invite.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Invites everybody in the first column of this CSV file who has no invitation yet; a first line `name`
    /// is a heading.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Invites the organisers, who share one link.
    #[arg(long)]
    organiser: bool,
    /// The address of the site, in front of the links.
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    url: String,
    /// Makes new links for the names; their earlier links and sessions end.
    #[arg(long)]
    renew: bool,
    /// Ends the links and sessions of the names.
    #[arg(long, conflicts_with_all = ["renew", "roster"])]
    revoke: bool,
    /// Lists everybody who was invited, without links: only hashes of them are kept.
    #[arg(long, conflicts_with_all = ["names", "roster", "organiser", "renew", "revoke"])]
    list: bool,
}

/// Invites participants and prints a line `NAME<tab>LINK` for each.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let mut store = arguments.directory.open_to_write()?;
    if arguments.list {
        return list(&store);
    }
    let mut names: Vec<Option<String>> = arguments.names.iter().cloned().map(Some).collect();
    names.extend(arguments.organiser.then_some(None));
    if let Some(roster) = &arguments.roster {
        let known: Vec<Option<String>> = store.invited()?.into_iter().map(|invited| invited.name).collect();
        let listed = read_roster(roster).map_err(Usage::from_error)?.into_iter().map(Some);
        // A revoked invitation stays revoked.
        names.extend(listed.filter(|name| arguments.renew || !known.contains(name)));
    }
    let mut known = store.names()?;
    for name in names.iter().flatten() {
        check_name(name, known.iter().map(String::as_str))?;
        known.push(name.clone());
    }
    if names.is_empty() && arguments.roster.is_none() {
        return Err(Usage("name somebody to invite, or give a roster".to_string()).into());
    }
    for name in &names {
        let name = name.as_deref();
        let shown = Visible::line(name.unwrap_or(ORGANISER));
        match (arguments.revoke, store.is_invited(name)?) {
            (true, true) => store.revoke_invitation(name)?,
            (true, false) => return Err(Usage(format!("{shown} is not invited")).into()),
            (false, true) if !arguments.renew => {
                let text = format!("{shown} is invited already: `--renew` makes a new link");
                return Err(Usage(text).into());
            }
            (false, _) => {
                let token = store.invite(name)?;
                say!("{shown}\t{}/sign-in/{token}\n", arguments.url.trim_end_matches('/'));
            }
        }
    }
    Ok(Done::Well)
}

fn list(store: &Store) -> anyhow::Result<Done> {
    for Invited { name, is_valid } in store.invited()? {
        let name = name.as_deref().unwrap_or(ORGANISER);
        say!("{}\t{}\n", Visible::line(name), if is_valid { "invited" } else { "revoked" });
    }
    Ok(Done::Well)
}

/// The names in the first column of a CSV file.
fn read_roster(path: &std::path::Path) -> anyhow::Result<Vec<String>> {
    let text = toolkit::files::read_text(path, ROSTER_BYTES)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut names: Vec<String> = Vec::new();
    for (number, record) in (1..).zip(reader.records()) {
        let record = record.with_context(|| format!("{} is no CSV file", path.display()))?;
        let name = record.get(0).unwrap_or_default();
        let is_heading = number == 1 && name.eq_ignore_ascii_case("name");
        if is_heading || name.is_empty() {
            continue;
        }
        if names.iter().any(|known| known == name) {
            bail!("{}, line {number}: {} is listed twice", path.display(), Visible::line(name));
        }
        names.push(name.to_string());
    }
    Ok(names)
}
