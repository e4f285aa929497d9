//! What other people's arenas are told of a game: cg-brutaltester, psyleague and CG Arena.
//!
//! Players are numbered as these tools do, 0 for black. Attributes are those that the bots wrote to standard error;
//! see [`crate::remarks`].

use outflank::game::Color;
use serde_json::{json, Map, Value};

use crate::record::{seat, GameRecord, TurnRecord};
use crate::remarks::{self, About, Attribute};

/// How a game is told to a tool that needs to hear it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Higher is better, equal is a draw, negative is an error: one entry a player.
    scores: [i32; 2],
    /// What the arena says about the game, by name.
    notes: Vec<(&'static str, String)>,
    /// What the bots say about the game, by name.
    game_data: Map<String, Value>,
    /// What is said about each player.
    player_data: [Map<String, Value>; 2],
    /// All attributes in CG Arena's shape.
    attributes: Vec<Value>,
}

impl Verdict {
    /// The verdict on a game.
    pub fn of(record: &GameRecord) -> Self {
        let mut verdict = Self {
            scores: record.scores,
            notes: vec![("seed", record.seed.to_string())],
            game_data: Map::new(),
            player_data: [Map::new(), Map::new()],
            attributes: Vec::new(),
        };
        for turn in &record.turns {
            for attribute in remarks::attributes(&turn.stderr) {
                verdict.add(seat(turn.color), &attribute);
            }
        }
        if !record.opening.is_empty() {
            verdict.game_data.insert("opening".to_string(), json!(record.opening));
        }
        verdict
    }

    /// The verdict where the arena failed and no game was played: an error of both players.
    pub fn failure(why: &str) -> Self {
        Self {
            scores: [-1, -1],
            notes: vec![("arena_error", why.to_string())],
            game_data: Map::new(),
            player_data: [Map::new(), Map::new()],
            attributes: Vec::new(),
        }
    }

    fn add(&mut self, player: usize, attribute: &Attribute<'_>) {
        let Attribute { about, turn, name, value } = *attribute;
        let is_about_player = about != About::Game;
        self.attributes.push(json!({
            "name": name, "player": is_about_player.then_some(player), "turn": turn, "value": value,
        }));
        match about {
            About::Game => self.game_data.insert(name.to_string(), json!(value)),
            About::Player => self.player_data[player].insert(name.to_string(), json!(value)),
            About::PlayerSum => {
                let data = &mut self.player_data[player];
                let before = data.get(name).and_then(Value::as_f64).unwrap_or(0.0);
                let added: f64 = value.parse().unwrap_or(0.0);
                data.insert(name.to_string(), json!(before + added))
            }
        };
    }

    /// Says something about the game; on one line for those who read lines.
    pub fn note(&mut self, name: &'static str, value: String) {
        self.notes.push((name, value));
    }

    /// What cg-brutaltester reads: the scores, one a line, then what it hands back after `-d` to show a game again.
    pub fn for_brutaltester(&self) -> String {
        let [black, white] = self.scores;
        let mut lines = format!("{black}\n{white}\n");
        for (name, value) in &self.notes {
            lines.push_str(&format!("{name}={value}\n"));
        }
        lines
    }

    /// What psyleague and CG Arena read, in one object; neither minds the other's fields.
    pub fn json(&self) -> Value {
        let [black, white] = self.scores;
        let mut game_data = self.game_data.clone();
        game_data.extend(self.notes.iter().map(|(name, value)| (name.to_string(), json!(value))));
        json!({
            "ranks": [i32::from(black < white), i32::from(white < black)],
            "errors": self.scores.map(|score| i32::from(score < 0)),
            "scores": self.scores,
            "test_data": game_data,
            "player_data": self.player_data,
            "attributes": self.attributes,
        })
    }
}

/// The log of a game, as CodinGame's own referees write it and stock scripts read it: by player and call, `null`
/// where it was the other's turn. The record stands with it, as `game`.
///
/// # Errors
/// If a number cannot stand in JSON.
pub fn log(record: &GameRecord) -> serde_json::Result<Value> {
    let by_player = |read: &dyn Fn(&TurnRecord) -> Option<String>| {
        let calls = |color: Color| -> Vec<Option<String>> {
            record.turns.iter().map(|turn| read(turn).filter(|_| turn.color == color)).collect()
        };
        json!({"0": calls(Color::Black), "1": calls(Color::White)})
    };
    let fail_cause = record.fault().map(|_| record.termination.to_string());
    Ok(json!({
        "scores": {"0": record.scores[0], "1": record.scores[1]},
        "ids": {"0": 0, "1": 1},
        "errors": by_player(&|turn| Some(turn.stderr.clone()).filter(|text| !text.is_empty())),
        "outputs": by_player(&|turn| turn.square.map(|square| square.to_string())),
        "failCause": fail_cause,
        "game": serde_json::to_value(record)?,
    }))
}

#[cfg(test)]
mod tests;
