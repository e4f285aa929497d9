//! Invitations: links by which participants and organisers sign in.

use rusqlite::OptionalExtension;
use sha2::{Digest, Sha256};
use toolkit::text::hexadecimal;

use super::database::{now_ms, Store};

/// Length of a secret, in hexadecimal digits: 128 bits.
pub const TOKEN_DIGITS: usize = 32;

/// An invitation that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its number, from 1.
    pub id: i64,
    /// The participant's number, from 1; `None` for the organisers.
    pub participant: Option<i64>,
}

/// The state of a participant's invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The participant's name; `None` for the organisers.
    pub name: Option<String>,
    /// Whether it is in force; it was revoked otherwise.
    pub is_valid: bool,
}

impl Store {
    /// Invites a participant, or with `None` the organisers, and returns the secret of the link, of which
    /// only a hash is kept. An earlier link ends, and so do its sessions.
    ///
    /// # Errors
    /// If the database cannot be written or the system has no random numbers.
    pub fn invite(&mut self, name: Option<&str>) -> anyhow::Result<String> {
        let token = random_token()?;
        self.add_invitation(name, Some(&hash(&token)))?;
        Ok(token)
    }

    /// Ends the invitation of a participant, or with `None` of the organisers, and its sessions.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn revoke_invitation(&mut self, name: Option<&str>) -> anyhow::Result<()> {
        self.add_invitation(name, None)
    }

    fn add_invitation(&mut self, name: Option<&str>, token_sha256: Option<&str>) -> anyhow::Result<()> {
        name.map_or(Ok(()), |name| self.refuse_boss(name))?;
        self.write(|| {
            let participant = name.map(|name| self.find_or_add(name)).transpose()?;
            self.connection.execute(
                "INSERT INTO invitations
                 VALUES ((SELECT coalesce(max(id), 0) + 1 FROM invitations), ?1, ?2, ?3)",
                (participant, token_sha256, now_ms()),
            )?;
            Ok(())
        })
    }

    /// The invitation that a link's secret belongs to, if it is in force.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn invitation_by_token(&self, token: &str) -> anyhow::Result<Option<Invitation>> {
        self.invitation("token_sha256 = ?", hash(token))
    }

    /// The invitation of this number, if it is in force.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn invitation_by_id(&self, id: i64) -> anyhow::Result<Option<Invitation>> {
        self.invitation("id = ?", id)
    }

    fn invitation(&self, condition: &str, key: impl rusqlite::ToSql) -> anyhow::Result<Option<Invitation>> {
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT id, participant FROM invitations i WHERE {condition} AND token_sha256 IS NOT NULL
             AND id = (SELECT max(id) FROM invitations WHERE participant IS i.participant)"
        ))?;
        let invitation =
            query.query_row([key], |row| Ok(Invitation { id: row.get(0)?, participant: row.get(1)? }));
        Ok(invitation.optional()?)
    }

    /// Whether a participant, or with `None` the organisers, has an invitation in force.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_invited(&self, name: Option<&str>) -> anyhow::Result<bool> {
        let participant = name.map(|name| self.participant_id(name)).transpose()?;
        if participant == Some(None) {
            return Ok(false);
        }
        let mut query = self.connection.prepare_cached(
            "SELECT token_sha256 IS NOT NULL FROM invitations WHERE participant IS ?
             ORDER BY id DESC LIMIT 1",
        )?;
        Ok(query.query_row([participant.flatten()], |row| row.get(0)).optional()?.unwrap_or(false))
    }

    /// Everybody who was ever invited, by name, the organisers first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn invited(&self) -> anyhow::Result<Vec<Invited>> {
        let mut query = self.connection.prepare_cached(
            "SELECT name, token_sha256 IS NOT NULL FROM invitations i LEFT JOIN names n ON n.id = participant
             WHERE i.id IN (SELECT max(id) FROM invitations GROUP BY participant) ORDER BY name",
        )?;
        let invited = query.query_map((), |row| Ok(Invited { name: row.get(0)?, is_valid: row.get(1)? }))?;
        Ok(invited.collect::<rusqlite::Result<_>>()?)
    }
}

/// A secret that nobody guesses: 128 random bits in hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub fn random_token() -> anyhow::Result<String> {
    let mut secret = [0; TOKEN_DIGITS / 2];
    rustix::rand::getrandom(&mut secret[..], rustix::rand::GetRandomFlags::empty())?;
    Ok(hexadecimal(&secret))
}

fn hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::play::limits::Limits;

    #[test]
    fn only_the_latest_link_of_a_name_is_in_force() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), 1, &Limits::COURSE, None).unwrap();
        let [ann, bob, organiser] = [Some("Ann"), Some("Bob"), None].map(|name| store.invite(name).unwrap());
        assert_eq!((ann.len(), ann == bob), (TOKEN_DIGITS, false));
        let found = |store: &Store, token: &str| store.invitation_by_token(token).unwrap();
        assert_eq!(found(&store, &ann), Some(Invitation { id: 1, participant: Some(1) }));
        assert_eq!(found(&store, &organiser), Some(Invitation { id: 3, participant: None }));
        let renewed = store.invite(Some("Ann")).unwrap();
        assert_eq!(found(&store, &ann), None, "its successor counts");
        assert_eq!(found(&store, &renewed).unwrap().id, 4);
        assert_eq!(store.invitation_by_id(1).unwrap(), None);
        assert!(store.is_invited(Some("Ann")).unwrap() && store.is_invited(None).unwrap());
        store.revoke_invitation(Some("Ann")).unwrap();
        assert_eq!(found(&store, &renewed), None);
        assert_eq!(store.invitation_by_id(4).unwrap(), None);
        assert!(!store.is_invited(Some("Ann")).unwrap() && !store.is_invited(Some("Cay")).unwrap());
        store.revoke_invitation(None).unwrap();
        assert_eq!(found(&store, &organiser), None);
        assert_eq!(found(&store, &bob).unwrap().participant, Some(2), "others stay");
        for guess in ["", "0", &ann.to_uppercase(), &hash(&bob)] {
            assert_eq!(found(&store, guess), None, "{guess}");
        }
        let valid: Vec<bool> = store.invited().unwrap().iter().map(|invited| invited.is_valid).collect();
        assert_eq!(valid, [false, false, true]);
        let file = std::fs::read(folder.path().join("ladder.db-wal")).unwrap();
        assert!(!file.windows(TOKEN_DIGITS).any(|part| part == bob.as_bytes()), "only hashes are kept");
    }
}
