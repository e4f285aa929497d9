//! CodinGame's protocol: the input of a call and the meaning of its output line.

use std::fmt::Write;

use analyst::notation::squares_text;
use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::game::{Color, Game};
use outflank::square::Square;
use smallvec::SmallVec;
use supervisor::process::Process;
use supervisor::stop::Stop;

use super::{Answer, Contestant, Epilogue, ProcessSpec, Reply, Turn};
use crate::play::record::{seat, BotRecord};

/// CodinGame truncates messages to this number of UTF-16 units.
const MESSAGE_UNITS: usize = 12;
/// The word that requests the opponent's moves.
const EXPERT: &str = "EXPERT";
/// The word that separates the move from the message.
const MSG: &str = "MSG";

/// Column and row steps of the 8 directions in CodinGame's order: clockwise from north, towards row 1.
const DIRECTIONS: [(i8, i8); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A process that speaks CodinGame's protocol; a new one is started for every game.
#[derive(Debug)]
pub struct CodingameBot {
    bot: BotRecord,
    spec: ProcessSpec,
    stop: Stop,
    playing: Option<Playing>,
}

#[derive(Debug)]
struct Playing {
    process: Process,
    color: Color,
    wants_expert: bool,
}

impl CodingameBot {
    /// A bot that is not running yet.
    pub fn new(bot: BotRecord, spec: ProcessSpec, stop: Stop) -> Self {
        Self { bot, spec, stop, playing: None }
    }
}

impl Contestant for CodingameBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, color: Color, _seed: u64) -> anyhow::Result<()> {
        let process = Process::start(&self.spec.launch, &self.stop)?;
        self.playing = Some(Playing { process, color, wants_expert: false });
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let playing = super::in_game(&mut self.playing)?;
        let input = input(turn, playing.color, playing.wants_expert);
        let mut stopwatch =
            playing.process.start_call(self.spec.limits.apply(turn.limits).call(turn.is_first));
        playing.process.send(&input);
        let line = super::fault_of(playing.process.read_line(&mut stopwatch))?;
        playing.process.end_call();
        let reply = line.map(|line| parse(&line));
        playing.wants_expert |= reply.as_ref().is_ok_and(|reply| reply.wants_expert);
        Ok(Answer::timed(reply, &stopwatch))
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        let stderr = super::in_game(&mut self.playing)?.process.end()?;
        self.playing = None;
        Ok(Epilogue { stderr, fault: None })
    }
}

/// Reads a line as the site's referee does: up to the first `MSG` the move, in either case, with white space
/// anywhere and `EXPERT` removed; up to the next `MSG` the message. A line with nothing but `MSG` after its
/// first `MSG` leaves the last message as it is.
pub fn parse(line: &str) -> Reply {
    let mut parts = line.split(MSG);
    let before = parts.next().unwrap_or_default();
    let mut word = before.replace(EXPERT, "");
    word.retain(|c| !matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r'));
    let first = parts.next().unwrap_or_default();
    let is_message = !first.is_empty() || parts.any(|part| !part.is_empty());
    let message = is_message.then(|| cut_message(first));
    let wants_expert = before.contains(EXPERT);
    Reply { square: word.to_lowercase().parse().ok(), output: line.to_string(), message, wants_expert }
}

/// The first 12 UTF-16 units of a message; U+FFFD replaces half a character at the cut.
fn cut_message(message: &str) -> String {
    let units: Vec<u16> = message.encode_utf16().take(MESSAGE_UNITS).collect();
    String::from_utf16_lossy(&units)
}

/// The complete input of a call for the bot that plays `color`.
pub fn input(turn: &Turn<'_>, color: Color, wants_expert: bool) -> String {
    let mut input = String::with_capacity(200);
    if turn.is_first {
        let _ = writeln!(input, "{}\n8", seat(color));
    }
    push_rows(&mut input, turn.game);
    if wants_expert && !turn.is_first {
        push_expert_line(&mut input, turn.game, color);
    }
    let actions = actions(turn.game);
    let _ = writeln!(input, "{}", actions.len());
    for square in actions {
        let _ = writeln!(input, "{square}");
    }
    input
}

fn push_rows(input: &mut String, game: &Game) {
    let discs = [Color::Black, Color::White].map(|color| game.discs(color));
    let squares = squares_text(discs).replace('X', "0").replace('O', "1").replace('-', ".");
    for row in 0..8 {
        input.push_str(&squares[8 * row..][..8]);
        input.push('\n');
    }
}

/// The opponent's moves since `color`'s last one, each followed by `;`; `pass;` without any.
fn push_expert_line(input: &mut String, game: &Game, color: Color) {
    let own_last = game.history().iter().rposition(|&(mover, mv)| mover == color && mv != Move::PASS);
    let since = &game.history()[own_last.map_or(0, |index| index + 1)..];
    let mut opponents = since.iter().filter(|(mover, _)| *mover != color).peekable();
    let has_passed = opponents.peek().is_some_and(|(_, mv)| *mv == Move::PASS);
    if has_passed {
        input.push_str("pass;");
    } else {
        for (_, mv) in opponents {
            let _ = write!(input, "{mv};");
        }
    }
    input.push('\n');
}

/// The legal moves in CodinGame's order: by the mover's discs in the order of their placement, and for each
/// disc the squares that it brackets the opponent's discs with.
pub fn actions(game: &Game) -> SmallVec<[Square; 24]> {
    let (player, opponent) = (game.board().player(), game.board().opponent());
    let start = Squares(!Board::START.empties());
    let placed = start.chain(game.history().iter().filter_map(|(_, mv)| mv.square()));
    let mut actions = SmallVec::new();
    for disc in placed.filter(|disc| player & disc.bit() != 0) {
        for direction in DIRECTIONS {
            let reached = reach(disc, direction, player, opponent);
            actions.extend(reached.filter(|square| !actions.contains(square)));
        }
    }
    actions
}

/// The empty square that `disc` reaches in a direction over at least one of the opponent's discs.
fn reach(disc: Square, (columns, rows): (i8, i8), player: u64, opponent: u64) -> Option<Square> {
    let step = |from: Square| {
        let column = from.column().checked_add_signed(columns)?;
        Square::at(column, from.row().checked_add_signed(rows)?)
    };
    let mut square = step(disc)?;
    let mut has_crossed = false;
    while opponent & square.bit() != 0 {
        square = step(square)?;
        has_crossed = true;
    }
    (has_crossed && player & square.bit() == 0).then_some(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits::Limits;

    fn parsed(line: &str) -> (Option<String>, bool, Option<String>) {
        let reply = parse(line);
        (reply.square.map(|square| square.to_string()), reply.wants_expert, reply.message)
    }

    fn input_of(transcript: &str, color: Color, is_first: bool, wants_expert: bool) -> String {
        let game = Game::from_transcript(transcript).unwrap();
        input(&Turn { game: &game, is_first, limits: &Limits::CODINGAME }, color, wants_expert)
    }

    /// The EXPERT line for a bot that was called before.
    fn expert_line(transcript: &str) -> String {
        let game = Game::from_transcript(transcript).unwrap();
        input_of(transcript, game.to_move(), false, true).lines().nth(8).unwrap().to_string()
    }

    #[test]
    fn the_move_is_found_among_everything_a_line_may_hold() {
        let d3 = || Some("d3".to_string());
        for plain in ["d3", "D3", " d 3\t", "d3\r"] {
            assert_eq!(parsed(plain), (d3(), false, None), "{plain:?}");
        }
        for expert in ["EXPERT d3", "d3 EXPERT", "dEXPERT3", "EXPERTEXPERTd3"] {
            assert_eq!(parsed(expert), (d3(), true, None), "{expert:?}");
        }
        assert_eq!(parsed("EXPERT d3 MSG hi"), (d3(), true, Some(" hi".to_string())));
        assert_eq!(parsed("d3MSG"), (d3(), false, None));
        assert_eq!(parsed("d3 MSG one MSG two"), (d3(), false, Some(" one ".to_string())));
    }

    #[test]
    fn the_keywords_are_case_sensitive_and_a_message_asks_for_nothing() {
        assert_eq!(parsed("expert d3"), (None, false, None));
        assert_eq!(parsed("d3 msg"), (None, false, None));
        assert!(!parsed("d3 MSG EXPERT").1);
    }

    #[test]
    fn a_line_without_a_square_names_none() {
        for line in ["", "MSG d3", "pass", "d9", "d3e3", "EXPERT", "d\u{a0}3", "\u{fffd}\u{fffd}"] {
            assert_eq!(parsed(line).0, None, "{line:?}");
        }
    }

    #[test]
    fn messages_are_cut_to_twelve_units_with_the_leading_blank() {
        assert_eq!(parsed("d3 MSG 12345678901234").2.unwrap(), " 12345678901");
        assert_eq!(parsed("d3 MSG12345678901\u{1f600}").2.unwrap(), "12345678901\u{fffd}");
        assert_eq!(parsed("d3 MSG hi\r").2.unwrap(), " hi\r");
    }

    #[test]
    fn an_empty_message_clears_the_last_only_where_something_follows() {
        assert_eq!(parsed("d3 MSGMSG hi").2.unwrap(), "");
        assert_eq!(parsed("d3 MSGMSG").2, None);
    }

    #[test]
    fn the_first_call_starts_with_the_colour_and_the_size() {
        let expected =
            "0\n8\n........\n........\n........\n...10...\n...01...\n........\n........\n........\n4\n";
        let input = input_of("", Color::Black, true, true);
        assert_eq!(&input[..expected.len()], expected);
        assert_eq!(input_of("f5", Color::White, true, true).lines().next(), Some("1"));
    }

    #[test]
    fn the_expert_line_tells_all_moves_since_the_own_last_one() {
        assert_eq!(expert_line("f5d6"), "d6;");
        assert_eq!(expert_line("f5d6c3"), "c3;");
        // Black passes after white's c1, and white is called again.
        assert_eq!(expert_line("d3c3e6d2d1e1b3c1"), "pass;");
        assert_eq!(expert_line("d3c3e6d2d1e1b3c1d6"), "c1;d6;");
        // Black passes after white's h6 and again after white's f8.
        assert_eq!(expert_line("f5f6f7g7h7c5b5h8d3h6f8"), "pass;");
        assert_eq!(input_of("f5d6", Color::Black, false, false).lines().nth(8), Some("5"));
    }

    #[test]
    fn actions_are_the_legal_moves_in_the_order_of_the_discs() {
        let mut rng = outflank::rng::Rng::new(7);
        let mut orders_differ = false;
        for _ in 0..50 {
            let mut game = Game::new();
            while !game.is_over() {
                let actions = actions(&game);
                let bits = actions.iter().fold(0, |bits, square| bits | square.bit());
                assert_eq!(bits, game.board().legal_moves());
                assert_eq!(actions.len() as u32, bits.count_ones(), "each once");
                orders_differ |= !actions.is_sorted();
                game.play(actions[rng.below(actions.len())]).unwrap();
            }
        }
        assert!(orders_differ);
    }
}
