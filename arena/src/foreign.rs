//! Reports on games for other arenas: cg-brutaltester, psyleague and CG Arena.
//! Players are numbered as in these tools, black is 0. Attributes are those that the bots wrote to standard
//! error; see [`analyst::notation::remarks`].

pub mod battle;

use analyst::notation::remarks::{self, About, Attribute};
use outflank::game::Color;
use serde_json::{json, Map, Value};

use crate::play::record::{seat, GameRecord, TurnRecord};

/// A game's report for another arena.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameReport {
    /// Score by player: the higher one wins, equal scores draw, a negative one marks a faulty bot.
    scores: [i32; 2],
    /// Notes of the arena on the game, by name.
    notes: Vec<(&'static str, String)>,
    /// Attributes of the game from the bots, by name.
    game_data: Map<String, Value>,
    /// Attributes of each player.
    player_data: [Map<String, Value>; 2],
    /// All attributes in CG Arena's shape.
    attributes: Vec<Value>,
}

impl GameReport {
    /// The report on a game.
    pub fn of(record: &GameRecord) -> Self {
        let mut report =
            Self { scores: record.scores, notes: vec![("seed", record.seed.to_string())], ..Self::default() };
        for turn in &record.turns {
            for attribute in remarks::attributes(&turn.stderr) {
                report.add(seat(turn.color), &attribute);
            }
        }
        if !record.opening.is_empty() {
            report.game_data.insert("opening".to_string(), json!(record.opening));
        }
        report
    }

    /// The report of an arena that failed before the game: an error of both players.
    pub fn failure(why: &str) -> Self {
        Self { scores: [-1, -1], notes: vec![("arena_error", why.to_string())], ..Self::default() }
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

    /// Adds a note on the game; cg-brutaltester gets it on one line.
    pub fn note(&mut self, name: &'static str, value: String) {
        self.notes.push((name, value));
    }

    /// The output for cg-brutaltester: the scores, one a line, then the text that it passes back after `-d`
    /// to show the game.
    pub fn for_brutaltester(&self) -> String {
        let [black, white] = self.scores;
        let mut lines = format!("{black}\n{white}\n");
        for (name, value) in &self.notes {
            lines.push_str(&format!("{name}={value}\n"));
        }
        lines
    }

    /// The output for psyleague and CG Arena, one object for both: each ignores the other's fields.
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

/// The log of a game in the form of CodinGame's referees, which stock scripts read: by player and call,
/// `null` on the opponent's turns. The full record is added as `game`.
///
/// # Errors
/// If a number has no JSON form.
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
mod tests {
    use outflank::game::Game;

    use super::*;
    use crate::play::bots::BotSpec;
    use crate::play::limits::Limits;
    use crate::play::record::{Fault, Termination};
    use crate::play::referee::{self, Setup};
    use supervisor::stop::Stop;

    /// A finished game, and a game that white lost by timeout.
    fn records() -> [GameRecord; 2] {
        let stop = Stop::new().unwrap();
        let [mut black, mut white] =
            ["positional", "random"].map(|name| BotSpec::parse(name).unwrap().contestant(None, &stop));
        let setup = Setup::new(Game::from_transcript("f5").unwrap(), 7, Limits::CODINGAME);
        let finished = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
        let mut lost = finished.clone();
        lost.turns.truncate(3);
        lost.turns[2].square = None;
        lost.scores = [0, -1];
        lost.termination =
            Termination::Fault { by: Color::White, fault: Fault::Timeout { limit_ms: 150 }, command: None };
        [finished, lost]
    }

    #[test]
    fn scores_come_first_for_brutaltester() {
        let [_, lost] = records();
        assert_eq!(GameReport::of(&lost).for_brutaltester(), "0\n-1\nseed=7\n");
    }

    #[test]
    fn ranks_and_errors_follow_the_scores() {
        let [_, lost] = records();
        let ranks = |scores| {
            let mut record = lost.clone();
            record.scores = scores;
            let json = GameReport::of(&record).json();
            (json["ranks"].to_string(), json["errors"].to_string())
        };
        let expected = |ranks: &str, errors: &str| (ranks.to_string(), errors.to_string());
        assert_eq!(ranks([1, 0]), expected("[0,1]", "[0,0]"));
        assert_eq!(ranks([0, 1]), expected("[1,0]", "[0,0]"));
        assert_eq!(ranks([0, 0]), expected("[0,0]", "[0,0]"));
        assert_eq!(ranks([0, -1]), expected("[0,1]", "[0,1]"));
        let failure = GameReport::failure("no core").json();
        assert_eq!(failure["ranks"], json!([0, 0]));
        assert_eq!(failure["errors"], json!([1, 1]));
        assert_eq!(failure["test_data"], json!({"arena_error": "no core"}));
    }

    #[test]
    fn attributes_are_those_of_the_bots() {
        let [_, mut lost] = records();
        // White moves first after the opening.
        lost.turns[0].stderr =
            "[TDATA][1] value = 3\n[PDATA] depth = 9\n[PDATA+] nodes = 5\nfree text".into();
        lost.turns[2].stderr = "[PDATA+][2] nodes = 7\n[TDATA][2] value = x = y\n[PDATA] bad name = 1".into();
        let json = GameReport::of(&lost).json();
        assert_eq!(json["test_data"], json!({"value": "x = y", "seed": "7", "opening": "f5"}));
        assert_eq!(json["player_data"], json!([{}, {"depth": "9", "nodes": 12.0}]));
        assert_eq!(
            json["attributes"],
            json!([
                {"name": "value", "player": null, "turn": 1, "value": "3"},
                {"name": "depth", "player": 1, "turn": null, "value": "9"},
                {"name": "nodes", "player": 1, "turn": null, "value": "5"},
                {"name": "nodes", "player": 1, "turn": 2, "value": "7"},
                {"name": "value", "player": null, "turn": 2, "value": "x = y"},
            ])
        );
    }

    #[test]
    fn the_log_reads_like_codingames_own() {
        let [finished, mut lost] = records();
        lost.turns[1].stderr = "one\ntwo".into();
        let log = log(&lost).unwrap();
        assert_eq!(log["scores"], json!({"0": 0, "1": -1}));
        assert_eq!(log["errors"], json!({"0": [null, "one\ntwo", null], "1": [null, null, null]}));
        let moves: Vec<_> =
            lost.turns.iter().filter_map(|turn| turn.square).map(|square| square.to_string()).collect();
        assert_eq!(log["outputs"], json!({"0": [null, moves[1], null], "1": [moves[0], null, null]}));
        assert_eq!(log["failCause"], json!("white gave no answer within 150 ms"));
        let game: GameRecord = serde_json::from_value(log["game"].clone()).unwrap();
        assert_eq!(game, lost);
        assert_eq!(super::log(&finished).unwrap()["failCause"], json!(null));
    }
}
