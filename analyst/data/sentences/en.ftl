### What the analyst says of moves and of inputs. $color and $side are the side that a sentence counts for.

analyst-side-black = black
analyst-side-white = white

## Corners and the squares beside them

analyst-corner-taken = { $move } takes a corner: no move can flip that disc.
analyst-corner-missed = The corner { $other } was there to be taken.
analyst-corner-given = { $falls ->
    [now] After { $move } { $side } can take the corner { $corner } at once.
   *[line] After { $move } { $side } takes the corner { $corner } in the expected line.
  }
analyst-x-square = { $falls ->
    [now] { $move } is the X-square of the empty corner { $corner }, and { $side } can take that corner at once.
    [line] { $move } is the X-square of the empty corner { $corner }, which falls in the expected line.
   *[no] { $move } is the X-square of the empty corner { $corner } and puts it at risk.
  }
analyst-c-square = { $falls ->
    [now] { $move } is a C-square of the empty corner { $corner }, and { $side } can take that corner at once.
    [line] { $move } is a C-square of the empty corner { $corner }, which falls in the expected line.
   *[no] { $move } is a C-square of the empty corner { $corner }: an edge disc that is often attacked there.
  }

## Edges

analyst-edge-early = { $kind ->
    [a] { $move } is an A-square: too early for the edge, in the opening.
   *[b] { $move } is a B-square: too early for the edge, in the opening.
  }
analyst-b-square = { $move } is a B-square; the A-square { $other } is the stronger place on that edge.
analyst-unbalanced-edge = { $move } leaves { $side } an unbalanced edge: five discs in a row between empty corners.
analyst-wedge = { $move } is a wedge between two discs of { $side } on the edge.
analyst-hole = After { $move } { $side } can wedge in at { $hole }, the hole in the edge.

## Mobility

analyst-mobility = { $count ->
    [one] Mobility: { $move } leaves { $side } one move, { $other } { $others }.
   *[other] Mobility: { $move } leaves { $side } { $count } moves, { $other } { $others }.
  }
analyst-own-mobility = { $count ->
    [one] Mobility: { $side } itself has one square to move to after { $move }, { $others } after { $other }.
   *[other] Mobility: { $side } itself has { $count } squares to move to after { $move }, { $others } after { $other }.
  }
analyst-reply-mobility = { $count ->
    [one] Mobility: after { $move } and the answer { $reply } { $side } has one move, after { $other } and { $answer } { $others }.
   *[other] Mobility: after { $move } and the answer { $reply } { $side } has { $count } moves, after { $other } and { $answer } { $others }.
  }
analyst-later-mobility = { $count ->
    [one] Mobility: { $plies } plies into the line expected after { $move } { $side } has one move, after { $other } { $others }.
   *[other] Mobility: { $plies } plies into the line expected after { $move } { $side } has { $count } moves, after { $other } { $others }.
  }
analyst-potential-mobility = Potential mobility of { $side }: { $count } after { $move }, { $others } after { $other }.
analyst-frontier = { $count ->
    [one] After { $move } { $side } has one frontier disc, after { $other } { $others }.
   *[other] After { $move } { $side } has { $count } frontier discs, after { $other } { $others }.
  }
analyst-quiet-move = { $count ->
    [one] { $move } is a quiet move: it flips no frontier disc; { $other } flips one.
   *[other] { $move } is a quiet move: it flips no frontier disc; { $other } flips { $count }.
  }
analyst-tempo = { $count ->
    [one] { $move } gains a tempo: it opens no new move to { $side }; { $other } opens one.
   *[other] { $move } gains a tempo: it opens no new move to { $side }; { $other } opens { $count }.
  }
analyst-pass = After { $move } { $side } has no move and must pass.
analyst-pass-after = After { $move } and the answer { $reply } { $side } has no move and must pass.
analyst-replies = { $count ->
    [0] { $move } leaves { $side } no move: it must pass.
    [one] { $move } leaves { $side } one move.
   *[other] { $move } leaves { $side } { $count } moves.
  }

## Discs

analyst-many-discs = { $stage ->
    [opening] { $move } flips { $count } discs, { $other } { $others }: too many discs too early, in the opening, cost { $side } moves later.
   *[middle] { $move } flips { $count } discs, { $other } { $others }: too many discs too early, in the middle game, cost { $side } moves later.
  }
analyst-stable-discs = { $count ->
    [one] Stable discs of { $side }: at least one after { $move }, { $others } after { $other }.
   *[other] Stable discs of { $side }: at least { $count } after { $move }, { $others } after { $other }.
  }
analyst-wipe-out = { $move } lets the other side flip every disc of { $side }.

## Parity

analyst-parity = Parity: regions in which { $side } can play have { $regions } empty squares after { $move }, { $others } after { $other }; an odd one gives { $side } the last move there.

## Results and stages

analyst-proven = Proven: { $side } could still get at least { $before }, after { $move } at most { $after }.
analyst-opening-entered = { $move } begins the opening { $name }, worth { $value } for { $side }.
analyst-opening-left = The game leaves the opening { $name } here, worth { $value } for { $side }.
analyst-stage = { $stage ->
    [opening] Opening: few discs, away from the edges, keep a choice of moves.
    [middle] Middle game: whoever has more moves to choose from leads.
   *[end] Endgame: stable discs and the last move in each region count.
  }

## What a text or a file is refused for, and what of it is left out

analyst-read-at-whole = { $name }: { $message }
analyst-read-at-line = { $name }:{ $line }:{ $column }: { $message }
analyst-read-at-byte = { $name }: byte { $byte }: { $message }
analyst-read-in-call = call { $number }: { $message }
analyst-read-in-round = round { $number }: { $message }
analyst-read-in-entry = entry { $number } of `moves`: { $message }
analyst-read-in-opening = its opening: { $message }

analyst-read-nothing = expected a game or a position: nothing is in here
analyst-read-many-games = expected at most { $count } games, more came
analyst-read-many-bytes = { $packed ->
    [yes] expected at most { $count } bytes of unpacked data, more came
   *[no] expected at most { $count } bytes, more came
  }
analyst-read-many-errors = reading stops after { $count } errors
analyst-read-gzip = expected gzipped data: this is damaged or cut short
analyst-read-gzip-twice = expected a game file inside the gzipped data, not more gzipped data
analyst-read-foreign = { $kind ->
    [zip] not a file of games: a ZIP archive: unpack it first
    [empty-zip] not a file of games: an empty ZIP archive
    [rar] not a file of games: a RAR archive: unpack it first
    [seven-zip] not a file of games: a 7z archive: unpack it first
    [bzip2] not a file of games: data packed by bzip2: unpack it first
    [xz] not a file of games: data packed by xz: unpack it first
    [zstd] not a file of games: data packed by zstd: unpack it first
    [pdf] not a file of games: a PDF document
    [png] not a file of games: a picture (PNG)
    [jpeg] not a file of games: a picture (JPEG)
    [gif] not a file of games: a picture (GIF)
    [sqlite] not a file of games: a database (SQLite)
   *[rtf] not a file of games: a document (RTF): save it as plain text
  }

analyst-read-move = expected a move such as `f5`, not `{ $text }`
analyst-read-no-move = expected a move such as `f5`: this line has none
analyst-read-parenthesis = expected a move, not a parenthesis
analyst-read-turn = { $color ->
    [black] expected a move of black, not white { $move }
   *[white] expected a move of white, not black { $move }
  }
analyst-read-no-pass = expected a move: { $side } can move and may not pass
analyst-read-illegal-move = move { $number }: { $side } may not play { $move }
analyst-read-over = move { $number }: the game is already over
analyst-read-no-square = byte { $byte }: expected a square such as `d3`
analyst-read-comment-end = expected a `{ "}" }` that ends this comment
analyst-read-value-end = expected a `]` that ends this value
analyst-read-game-end = expected a `)` that ends this game
analyst-read-property = expected a property such as `B[f5]`, not `{ $text }`
analyst-read-other-game = expected a property or `;)`, not another game
analyst-read-no-othello = expected a game of Othello, not `{ $text }`
analyst-read-no-gm = expected a game of Othello, `GM[2]`, not `{ $text }`
analyst-read-no-eight = expected games on 8 x 8 squares, not `{ $text }`
analyst-read-late-setup = expected the setup before the first move
analyst-read-ggf-board = expected a board such as `8 ---...--- *`, not `{ $text }`
analyst-read-two-discs = expected a board without two discs on a square
analyst-read-square = expected a square, not `{ $text }`
analyst-read-fen = expected 8 rows of FEN and a side such as `8/8/8/3pP3/3Pp3/8/8/8 b`, not `{ $text }`
analyst-read-side = expected X or O to move behind the board, not `{ $text }`
analyst-read-missing-side = expected the side to move behind the board: add `X` (black) or `O` (white)
analyst-read-row = expected row { $row } of a board, not `{ $text }`
analyst-read-few-squares = { $count ->
    [one] expected 64 squares, not { $count } square
   *[other] expected 64 squares, not { $count }
  }
analyst-read-position = expected 64 squares and the side to move, not `{ $text }`
analyst-read-scores = expected a legal move and its score such as `d3:+4`, not `{ $text }`

analyst-read-json = expected JSON: { $detail }
analyst-read-no-object = expected an object that describes a game, not `{ $text }`
analyst-read-other-object = expected a game, not an object with the fields `{ $text }`
analyst-read-battle-list = expected a battle with its `frames`: a list of battles holds no moves, save each battle
analyst-read-no-array = expected an array of `{ $field }`
analyst-read-no-squares = expected 64 squares of `X`, `O` and `-`, not `{ $text }`
analyst-read-no-version = expected version { $version } of this format, not { $text }
analyst-read-no-format = expected the format { $game } or { $position }, not { $text }
analyst-read-other-fields = expected { $format }: { $detail }
analyst-read-far-score = expected a score from -64 to 64, not { $text }
analyst-read-no-score = expected a move and its score, not { $text }
analyst-read-no-color = expected `black` or `white`, not `{ $text }`
analyst-read-no-schema = expected schema { $version } of the arena, not { $text }
analyst-read-no-reason = expected the reason of the end, not `{ $text }`
analyst-read-no-header = expected the header of the results before their first pair

analyst-read-call-after-end = expected nothing after the end of the game, not `{ $text }`
analyst-read-call-turn = { $color ->
    [black] expected a call of black, not of white
   *[white] expected a call of white, not of black
  }
analyst-read-silent = { $side } printed nothing, but the battle went on
analyst-read-went-on = { $side } may not play { $text }, but the battle went on
analyst-read-no-battle = expected a move such as `d3`, not `{ $text }`: no Othello battle
analyst-read-no-calls = expected `frames` with an `agentId` and a `stdout`: this battle has no moves
analyst-read-no-seat = expected seat 0 or 1, not { $text }: no Othello battle
analyst-read-output-after-end = expected no output after the end of the game, more came

analyst-read-names = expected games: this is a WTHOR list of names, give it together with a `.wtb` file
analyst-read-no-names = expected a WTHOR list of players or tournaments
analyst-read-wthor-length = { $count ->
    [one] expected { $count } game of { $each } bytes, not { $bytes } bytes
   *[other] expected { $count } games of { $each } bytes, not { $bytes } bytes
  }
analyst-read-wthor-square = expected 10 x row + column, not { $text }

analyst-read-prose = text before the first game is left out
analyst-read-unclosed = the `)` that ends this game is missing
analyst-read-behind-result = text behind the result is left out
analyst-read-variations = { $count ->
    [one] { $count } variation is left out
   *[other] { $count } variations are left out
  }
analyst-read-no-tag = `{ $text }` is no tag such as `[Black "name"]`
analyst-read-no-number = `{ $text }` is no number; it is left out
analyst-read-no-side = `{ $text }` is no side to move; the first move's is
analyst-read-no-result = `{ $text }` is no result; it is taken as unknown
analyst-read-wthor-discs = { $text } are no discs of black, at most 64; the score is taken as unknown
analyst-read-other-score = the result ({ $result }) is not the board's ({ $score } for black); it stays
analyst-read-other-winner = the result ({ $side } won) is not the board's ({ $score } for black); it stays

## What a format cannot hold

analyst-lost-names = names of players
analyst-lost-ratings = ratings
analyst-lost-results = results
analyst-lost-endings = reasons of the end
analyst-lost-dates = dates
analyst-lost-events = events
analyst-lost-places = places
analyst-lost-rounds = rounds
analyst-lost-time-controls = time controls
analyst-lost-seeds = seeds
analyst-lost-remarks = remarks on games
analyst-lost-theoretical = theoretical scores
analyst-lost-values = values of moves
analyst-lost-times = times of moves
analyst-lost-move-remarks = remarks on moves
analyst-lost-stderr = standard error of bots
analyst-lost-games = games (each becomes its positions)
analyst-lost-scores = scores
analyst-lost-position-remarks = remarks on positions
