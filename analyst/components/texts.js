// The English texts of the components and of the pages of arena and ladder. The page in `web/` puts those of
// its language in their place.

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const discs = (count) => (Math.abs(count) === 1 ? "disc" : "discs");

/** The texts. Functions take values and give sentences. */
export const TEXTS = {
  colors: { black: "black", white: "white" },
  value: (text, isExact) => `${text} ${isExact ? "discs, proven" : "discs, estimated"}`,
  pass: "pass",
  board: {
    label: "Board",
    legal: "legal move",
    empty: "empty",
    last: "last move",
  },
  moves: {
    label: "Moves",
    start: "Start",
  },
  stepper: {
    label: "Steps through the game",
    start: "To the start",
    back: "One move back",
    forward: "One move on",
    end: "To the end",
    play: "Play the moves automatically",
    pause: "Stop playing the moves",
    slider: "Move on the board",
  },
  classes: {
    best: "best",
    good: "good",
    inaccuracy: "inaccuracy",
    mistake: "mistake",
    blunder: "blunder",
  },
  classMarks: { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" },
  positionOf: (current, last) => `Move ${current} of ${last}`,
  curve: {
    engine: "engine",
    score: (index, value) => `after move ${index}: ${value}, proven`,
    result: (index, color, least) => `after move ${index}: ${color} wins by at least ${least}, proven`,
    atLeast: (value) => `at least ${value}`,
    atMost: (value) => `at most ${value}`,
  },
  score: (black, white) => `${black} : ${white}`,
  game: {
    start: "Start of the game",
    plays: (name, square) => `${name} plays ${square}`,
    passes: (name) => `${name} passes`,
    fault: (name, fault) => `${name}: ${fault}`,
    copyInput: "Copy the bot's input",
    copied: "Copied",
    notCopied: "The browser refused to copy",
    loss: (loss, before, after) => `throws away ${loss} ${discs(loss)}: ${before} became ${after}`,
    lossMark: "loses discs",
    resultMark: "throws away a better result",
    openingNote: "before the bots took over",
    stall: (ms) => `the machine stalled for ${ms} of them`,
    entries: {
      opening: "opening",
      expects: "expects",
      engine: "engine",
      perfect: "perfect play",
      blunder: "blunder",
      clock: "clock",
      stall: "stall",
      message: "message",
      then: "then",
    },
    results: { 1: "win", 0: "draw", "-1": "loss" },
    proven: (result) => `${result}, proven`,
    noClock: "no clock: both bots are built in",
    against: "against",
    seed: "seed",
    valuesLabel: "Evaluation by move, in discs for black",
    clocksLabel: "Clock by move, in shares of the limit",
  },
  analysis: {
    games: "Games of this page",
    values: "values in discs, = is proven",
    unknownPlayer: "unknown",
    versus: (black, white) => `${black} against ${white}`,
    curve: (last) =>
      `Curve of the game in discs for black${last === "" ? "" : `; it ends at ${last}`}. The move list has ` +
      "the same values.",
    summary: (lost, decided) =>
      `Discs given away: black ${lost[0]}, white ${lost[1]}.` +
      (decided ? ` Move ${decided} decided the game.` : ""),
    plays: (color, square) => `${capital(color)} plays ${square}`,
    passes: (color) => `${capital(color)} has no move and passes`,
    loss: (value, best, isProven) =>
      `${value} discs against ${best}${isProven ? ", proven" : ", estimated"}.`,
    changesResult: "This threw away a better result.",
  },
  table: {
    misunderstood: "The server did not understand the request.",
    trouble: "The server is in trouble.",
    thinking: "Thinking \u2026",
    choose: "Choose your colour to begin.",
    recommended: "recommended",
    saved: (number) => `Saved as game ${number}.`,
    youPass: "You have to pass.",
    programPasses: "The program has to pass.",
    yourTurn: (color) => `Your turn: you are ${color}.`,
    noOpinion: (by) => `${by} gives no values.`,
    hints: (by, unit, list) => `Hints by ${by}${unit === "" ? "" : `, in ${unit}`}: ${list}.`,
  },
};
