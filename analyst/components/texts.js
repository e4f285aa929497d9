// Every English text of the pages, in one place: another language replaces this file.

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
    openingNote: "played before the bots took over",
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
  web: {
    title: "Outflank",
    skip: "Skip to the board",
    navigation: "Views",
    views: { play: "Play", analyse: "Analyse", study: "Study" },
    about:
      "Everything runs in this browser: no account, no server, no tracking. Works without a network after " +
      "the first visit.",
    version: (version, simd) => `Engine ${version}${simd ? "" : ", without SIMD: slower"}.`,
    memory: "Memory of the engine",
    mib: (size) => `${size} MiB`,
    loading: "Loading \u2026",
    stopped: "stopped",
    noData: (name) => `The file ${name} is missing.`,
    engineTrouble: "The engine gave a move that is not legal.",
    toMove: (color) => `${color} to move`,
    play: {
      settings: "New game",
      color: "You play",
      asBlack: "black, first",
      asWhite: "white, second",
      opponent: "Opponent",
      level: (number) => `Level ${number}`,
      full: "Full strength",
      time: "Time a move",
      seconds: (value) => `${value} s`,
      start: "Start",
      standardStart: "Standard",
      ownStartOption: "Own position or moves",
      ownStart: "64 squares and side, or moves such as f5d6",
      openings: "Named openings",
      showClock: "Show the time used",
      newGame: "Start a new game",
      moves: "Moves and variations",
      undo: "Undo",
      redo: "Redo",
      hint: "Hint",
      goOn: "Let the engine move",
      analyse: "Analyse this game",
      welcome: "Choose a square to begin as black, or start a new game with your own settings.",
      moved: (color, square) => `${capital(color)} played ${square}.`,
      passed: (color) => `${capital(color)} has no move and passes.`,
      yourTurn: (color) => `Your turn: you are ${color}.`,
      engineTurn: "It is the engine\u2019s turn here.",
      thinking: "The engine thinks \u2026",
      result: (own, others) =>
        own === others
          ? `A draw, ${own} : ${others}.`
          : `You ${own > others ? "win" : "lose"}, ${own} : ${others}.`,
      hintBest: (move, value, line) => `Best for you: ${move}, ${value}. Expected: ${line}`,
      hintOthers: (list) => `Others, in discs: ${list}.`,
    },
    record: {
      unnamed: "A game",
      unknownPlayer: "unknown",
      versus: (black, white) => `${black} against ${white}`,
    },
    input: {
      heading: "Open a game",
      label: "A game or position as text",
      placeholder: "Paste moves, a board, GGF, SGF, PGN, or a CodinGame battle",
      openText: "Open the text",
      file: "Open a file",
      formats:
        "Or drop a file anywhere here: transcripts, boards, GGF, SGF, PGN, OBF, WTHOR, CodinGame battles, " +
        "arena records, also gzipped; up to 16 MiB.",
      pasted: "pasted",
      position: "Position",
      nothing: "There is nothing to open.",
      reading: "Reading \u2026",
      noGame: "No game or position was found.",
      tooLarge: (name, size, most) => `${name} has ${size} MiB; at most ${most} MiB can be opened.`,
      found: (count, hasMore, errors) =>
        [
          `${count}${hasMore ? " and more" : ""} opened.`,
          errors.length > 0
            ? `Refused: ${errors[0]}${errors.length > 1 ? ` and ${errors.length - 1} more` : ""}`
            : "",
        ]
          .join(" ")
          .trim(),
      choose: "Games in this file",
      firstListed: (count) => `The first ${count} are listed.`,
    },
    output: {
      heading: "Take it with you",
      format: "Format",
      formats: {
        transcript: "Moves",
        ggf: "GGF",
        sgf: "SGF",
        pgn: "PGN",
        obf: "Positions (OBF)",
        json: "JSON",
      },
      text: "The exported text",
      show: "Show",
      file: "Save as a file",
      link: "Link to this game",
      svg: "Picture (SVG)",
      png: "Picture (PNG)",
      lost: (what) => `This format cannot hold: ${what}.`,
      linkCopied: "The link is in the clipboard. It holds the whole game.",
      linkShown: "This link holds the whole game.",
    },
    link: {
      name: "link",
      tooLong: "This link is too long to hold a game: at most 64 KiB can be opened.",
      damaged: "This link is damaged: it holds no game.",
    },
    editor: {
      heading: "Set up a position",
      explanation: "Choose a piece, then squares; the same piece again removes it.",
      put: "Put",
      black: "black disc",
      white: "white disc",
      empty: "nothing",
      turn: "To move",
      clear: "Clear the board",
      standard: "Standard start",
      done: "Use this position",
      cancel: "Cancel",
      over: "Neither side can move here: there is nothing to analyse.",
    },
    analyse: {
      edit: "Edit the position",
      newBoard: "New board",
      moves: "Moves and variations",
      whole: "The whole game",
      lineAdded: "The line is among the moves: step through it.",
      facts: ({ event, date, round, result, ending }) =>
        [
          event,
          round && `round ${round}`,
          date,
          result && TEXTS.web.analyse.result(result),
          ending && TEXTS.web.analyse.ending(ending),
        ]
          .filter((part) => part)
          .join(" \u00b7 "),
      result: ({ score, winner }) =>
        winner
          ? `${winner} wins`
          : score === 0
            ? "draw"
            : `${score > 0 ? "black" : "white"} wins by ${Math.abs(score)}`,
      ending: (ending) =>
        typeof ending === "string"
          ? TEXTS.web.analyse.endings[ending] || ""
          : Object.hasOwn(ending, "illegal_move")
            ? `illegal move: ${String(ending.illegal_move).slice(0, 200)}`
            : `crashed: ${String(ending.crashed).slice(0, 200)}`,
      endings: {
        resigned: "resigned",
        timed_out: "timed out",
        agreed: "agreed",
        adjudicated: "adjudicated",
        forfeited: "forfeited",
        unfinished: "unfinished",
      },
    },
    live: { label: "Think live" },
    judgement: {
      start: "Analyse the whole game",
      stop: "Stop",
      effort: "Effort",
      efforts: { quick: "quick", normal: "normal", deep: "deep" },
      progress: "Progress of the analysis",
      running: "Analysing from the end to the start \u2026",
      summary: (lost, decided, isStopped) =>
        [
          isStopped ? "Stopped early." : "",
          `Discs given away: black ${lost[0]}, white ${lost[1]}.`,
          decided ? `Move ${decided} decided the game.` : "",
        ]
          .filter((part) => part !== "")
          .join(" "),
    },
    curve: {
      heading: "Discs for black, by move",
      label: (last) =>
        `Curve of the game in discs for black${last === "" ? "" : `; it ends at ${last}`}. The move ` +
        "list has the same values.",
      own: (color) => `${color}\u2019s own`,
    },
    words: {
      heading: "In words",
      start: "The start of the game.",
      plays: (color, square) => `${capital(color)} plays ${square}`,
      passes: (color) => `${capital(color)} has no move and passes`,
      opening: (name) => `Opening: ${name}`,
      loss: (value, best, isProven) =>
        `${value} discs against ${best}${isProven ? ", proven" : ", estimated"}.`,
      changesResult: "This threw away a better result.",
      ownValue: (value) => `The player\u2019s own value: ${value} discs.`,
      seconds: (seconds) => `Time: ${seconds.toFixed(2)} s.`,
      best: "Best moves from here",
      follow: "Add this line to the moves",
      proven: "Proven to the end; values in discs.",
      effort: (playouts, depth) =>
        `${playouts.toLocaleString("en")} playouts, ${depth} moves deep; values in discs, = is proven.`,
      live: "Live:",
    },
    study: { label: "What to study", openings: "Openings", puzzles: "Puzzles" },
    openings: {
      back: "One move back",
      toStart: "To the start",
      learnAs: (color) => `Learn this line as ${color}`,
      endLesson: "End the lesson",
      analyse: "Analyse",
      search: "Search by name or moves",
      replies: "Moves that named openings play here",
      names: "All named openings",
      noReplies: "None: play on, or go back.",
      noMatch: "No opening has this name.",
      welcome: (count) => `${count} named positions. Play moves, or choose a name.`,
      unnamed: (line) => `${line}: no name.`,
      named: (names, value) => `${names}. ${value}.`,
      value: (value) => `${value} for black`,
      count: (count) => (count === 1 ? "1 opening" : `${count} openings`),
      progress: (passed, failed) => `Learned ${passed} times, missed ${failed} times.`,
      learned: "\u2713 learned",
    },
    lesson: {
      begin: (name) => `${name}: your move.`,
      right: (move) => `${move} is right. Your move.`,
      wrong: (move, wanted) => `${move} is not the line: it is ${wanted}. Play it.`,
      again: (count) =>
        `${count === 1 ? "One move was" : `${count} moves were`} missed: once more from the start.`,
      passed: (name) => `${name}: passed without a mistake.`,
    },
    puzzles: {
      heading: "Endgame puzzle",
      task: (color) => `One move wins for ${color}. Which?`,
      facts: (empties, grade) => `${empties} empty squares, grade ${grade} of 6.`,
      next: "Next puzzle",
      previous: "Previous puzzle",
      retry: "Try again",
      solution: "Show the solution",
      analyse: "Analyse",
      empties: "Empty squares",
      grade: "Grade",
      any: "any",
      none: "No puzzle matches.",
      line: "The best moves from there, proven",
      right: (move, score) => `Right: ${move} wins, ${score}.`,
      wrong: (move, score) => `Wrong: ${move} gives ${score}.`,
      solutionIs: (move, score) => `${move} wins, ${score}.`,
      refutation: (move, end) => `It is refuted by ${move} and ends ${end}.`,
      count: (at, all, solved, failed) => `${at} of ${all}; ${solved} solved, ${failed} failed.`,
    },
  },
};
