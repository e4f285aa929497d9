## The page

title = Outflank
page-title = { $view } · Outflank
skip = Skip to the board
views = Views
view-play = Play
view-analyse = Analyse
view-study = Study
view-games = Games
panel = Score and buttons
loading = Loading …
close = Close
cancel = Cancel
stopped = stopped
no-data = The file { $name } is missing.
engine-trouble = The engine gave a move that is not legal.
about = Everything runs in this browser: no account, no server, no tracking. It works without a network after the first visit.
version = Engine { $version }{ $simd ->
    [yes] .
   *[no] , without SIMD: slower.
  }

## Settings and keys

settings = Settings
language = Language
language-missing = This language cannot be loaded now.
update-there = A new version is there.
update-now = Reload
memory = Memory of the engine
mib = { $size } MiB
setting-sound = Sounds
setting-animation = Discs turn over
setting-keys = Single keys do things
setting-flipped = Board seen from White's side
flip = Flip the board
keys = Keys
keys-board = on the board: move, go to a square, play
keys-list = in a list of moves: go through it

## The board

board = Board
board-legal = legal move
board-empty = empty
board-last = last move
black = black
white = white
pass = pass
to-move = { $color ->
    [black] Black to move
   *[white] White to move
  }
game-over = Game over
value-in-discs = { $value } discs{ $kind ->
    [proven] , proven
    [at-least] { " " }or more, proven
    [at-most] { " " }or less, proven
   *[estimated] , estimated
  }
value-for-black = { $value } for black
bar-label = Evaluation: { $value } discs
bar-unknown = Evaluation: not known yet
moves = Moves
moves-start = Start
move-of = Move { $current } of { $last }
stepper = Steps through the game
stepper-start = To the start
stepper-back = One move back
stepper-forward = One move on
stepper-end = To the end
stepper-play = Play the moves automatically
stepper-pause = Stop playing the moves
stepper-slider = Move on the board

## Play

new-game = New game
game-running = A game is in progress. A new one ends it; it stays among your games as unfinished.
go-on-playing = Go on playing
begin = Start
you-play = You play
as-black = black, first
as-white = white, second
opponent = Opponent
level = Level { $level }
level-with-words = { $level }: { $words }
full-strength = Full strength
level-1 = almost any move: for a first game
level-2 = many bad moves: for beginners
level-3 = bad moves often
level-4 = weak moves often
level-5 = clear mistakes in every game
level-6 = a mistake now and then
level-7 = seldom a clear mistake
level-8 = a hard opponent
level-9 = small mistakes only
level-10 = rarely wrong
level-full = the engine without a handicap
time-per-move = Time a move
seconds = { $value } s
clock = Clock
no-clock = No clock
minutes = { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
  } each
minutes-and-seconds = { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
  } each, and { $seconds } s a move
start = Start position
standard-start = Standard
own-start-option = Own position or moves
own-start = 64 squares and side, or moves such as f5d6
named-openings = Named openings
undo = Undo
redo = Redo
hint = Hint
resign = Resign
go-on = Let the engine move
rematch = Rematch, colours swapped
my-mistakes = See my mistakes
analyse-game = Analyse this game
you = You
you-against = You ({ $side }) against { $level }
play-welcome = Choose a square to begin as black, or start a new game.
play-moved = { $color ->
    [black] Black
   *[white] White
  } played { $square }.
play-passed = { $color ->
    [black] Black
   *[white] White
  } has no move and passes.
your-turn = Your turn: you are { $side }.
engine-turn = It is the engine’s turn here.
engine-thinks = The engine thinks …
result-played = { $outcome ->
    [win] You win, { $own } : { $others }.
    [loss] You lose, { $own } : { $others }.
   *[draw] A draw, { $own } : { $others }.
  }
result-resigned = You resigned: the engine wins.
result-timed_out = { $outcome ->
    [win] You win: the engine’s time is up.
   *[loss] You lose: your time is up.
  }
hint-best = Best for you: { $move }, { $value }. Expected: { $line }
hint-others = Others, in discs: { $list }.

## Saved games

my-games = My games
games-count = { $count ->
    [0] No games yet: every game that you play here to its end is kept in this browser.
    [one] One game: { $won } won, { $drawn } drawn, { $lost } lost.
   *[other] { $count } games: { $won } won, { $drawn } drawn, { $lost } lost.
  }
date = Date
result = Result
actions = Actions
open-saved = Open the game of { $date } against { $opponent }
delete-saved = Delete the game of { $date } against { $opponent }
delete-game = Delete a game
delete-question = Delete the game of { $date } against { $opponent }?
delete = Delete
outcome-win = won, { $score }
outcome-loss = lost, { $score }
outcome-draw = drawn, { $score }
outcome-unfinished = unfinished
with-help = with help
show-more = Show more
export-all = Export all
import-games = Import
imported = { $count ->
    [one] One game imported.
   *[other] { $count } games imported.
  }
import-damaged = Line { $line } holds no exported game ({ $what }): nothing was imported.
storage-full = This browser has no room for it ({ $reason }): nothing was kept. Export your games and delete some.
storage-waiting = This browser’s database has no room ({ $reason }). The game waits and is kept once there is room: export your games and delete some.
storage-closed = This browser keeps no games ({ $reason }).

## Analyse

game-unnamed = A game
game-title = { $black } against { $white }
player-unknown = unknown
round = round { $round }
wins = { $color ->
    [black] black wins
   *[white] white wins
  }
wins-by = { $color ->
    [black] black wins by { $count }
   *[white] white wins by { $count }
  }
draw = draw
ending-resigned = resigned
ending-timed_out = timed out
ending-agreed = agreed
ending-adjudicated = adjudicated
ending-forfeited = forfeited
ending-unfinished = unfinished
ending-illegal = illegal move: { $what }
ending-crashed = crashed: { $what }
choices = How to show and analyse
analyse-welcome = Play moves here, or open a game: paste it anywhere.
open-game = Open
share = Share
edit = Edit
live = Think on
live-now = Thinking on:
whole-game = The whole game
lists = Moves or mistakes
mistakes = Mistakes
mistakes-count = Mistakes ({ $count })
mistakes-of = Whose mistakes
mistakes-both = Both
mistakes-black = Black
mistakes-white = White
mistakes-none = None: no move lost much.
mistakes-unknown = The game is being analysed.
mistake-before = Mistake before
mistake-next = Next mistake
better = better: { $move }
class-best = best
class-good = good
class-inaccuracy = inaccuracy
class-mistake = mistake
class-blunder = blunder
viewpoint = Viewpoint
viewpoint-black = black
viewpoint-white = white
values-for = { $color ->
    [black] squares: discs for black
   *[white] squares: discs for white
  }
previewing = Preview of { $count ->
    [one] one move
   *[other] { $count } moves
  }: nothing is played.
analysing = Analysing …
progress = Progress of the analysis
effort = Effort
effort-quick = quick
effort-normal = normal
effort-deep = deep
stopped-early = Stopped early.
discs-lost = Discs given away: black { $black }, white { $white }.
decided-by = Move { $move } decided the game.
curve = Curve of the game
curve-heading = { $color ->
    [black] Curve, list and bar: discs for black
   *[white] Curve, list and bar: discs for white
  }
curve-label = Curve of the game in discs for { $side }{ $known ->
    [yes] ; it ends at { $end }
   *[no] { "" }
  }. The move list has the same values.
curve-engine = engine
curve-score = after move { $index }: { $value }, proven
curve-result = after move { $index }: { $side } wins by at least { $least }, proven
own-of = { $color ->
    [black] black’s own
   *[white] white’s own
  }
words = In words
plays = { $color ->
    [black] Black
   *[white] White
  } plays { $square }
passes = { $color ->
    [black] Black
   *[white] White
  } has no move and passes
opening-name = Opening: { $name }
loss-against = { $loss } discs against { $best }{ $kind ->
    [proven] , proven
   *[estimated] , estimated
  }.
changes-result = This threw away a better result.
own-value = The player’s own value: { $value } discs.
move-time = Time: { $seconds } s.
best-moves = Best moves for { $side }
play-line-move = Play { $move }, { $value }
play-move-title = Play this move
preview-title = Show this line on the board
preview-line = Line after { $move }:
play-best = Play the best move
proven-to-end = Proven to the end.
search-effort = { $playouts } playouts, { $depth } moves deep; = is proven.

## Opening games

open-heading = Open a game
input-label = A game or position as text
input-placeholder = Paste moves, a board, GGF, SGF, PGN, or a CodinGame battle
input-file = Open files
input-formats = Or drop files anywhere: transcripts, boards, GGF, SGF, PGN, OBF, WTHOR (with its .JOU and .TRN), CodinGame battles, arena records, also gzipped; up to 16 MiB.
open-text = Open the text
new-board = New board
pasted = pasted
position = Position
nothing-to-open = There is nothing to open.
reading = Reading …
engine-failed = The engine failed: { $reason }
no-engine = This browser has no WebAssembly, so the engine cannot run here.
no-game = No game or position was found.
too-large = { $name } has { $size } MiB; at most { $limit } MiB can be opened.
names-read = { $name }: the names are read.
opened = { $count } opened{ $more ->
    [yes] , more left out
   *[no] { "" }
  }.
refused = { $others ->
    [0] Refused: { $error }
    [one] Refused: { $error } and one more
   *[other] Refused: { $error } and { $others } more
  }
games-in-file = Games in this file
search-games = Player, year, event, opening or moves
any-result = any
games-found = { $count ->
    [0] No game matches, of { $all }.
    [one] One game of { $all }.
   *[other] { $count } games of { $all }{ $cut ->
        [yes] ; the first { $shown } are listed
       *[no] { "" }
      }.
  }
count-openings = Openings of these games
counted = { $count ->
    [one] Counted: one game
   *[other] Counted: { $count } games
  } { $what }
link = link
link-too-long = This link is too long to hold a game: at most 64 KiB can be opened.
link-damaged = This link is damaged: it holds no game.

## Sharing

share-heading = Take it with you
export-link = Link to this position
export-svg = Picture (SVG)
export-png = Picture (PNG)
format = Format
format-transcript = Moves
format-ggf = GGF
format-sgf = SGF
format-pgn = PGN
format-obf = Positions (OBF)
format-json = JSON
export-show = Show
export-file = Save as a file
exported = The exported text
export-lost = This format cannot hold: { $what }.
link-copied = The link is in the clipboard. It holds the whole game.
link-shown = This link holds the whole game.

## Setting up a position

edit-heading = Set up a position
edit-explanation = Choose a piece, then squares; the same piece again removes it.
edit-put = Put
edit-turn = To move
piece-black = black disc
piece-white = white disc
piece-none = nothing
edit-done = Use this position
edit-clear = Clear the board
edit-standard = Standard start
edit-over = Neither side can move here: there is nothing to analyse.

## Openings

study-what = What to study
openings = Openings
puzzles = Puzzles
search-openings = Name or moves
replies = Moves from here
no-replies = None: go back.
no-match = No opening has this name.
openings-welcome = { $count } named openings. Play moves, or choose a name.
opening-unnamed = { $line }: no name.
opening-named = { $names }. { $value } for black.
played-in = { $games ->
    [one] one game
   *[other] { $games } games
  }
played-score = { $percent } % for the side that moves
statistics-none = Open a file of games under Analyse, and choose “Openings of these games”, to see how often each move was played.
learn-as = { $color ->
    [black] Learn as black
   *[white] Learn as white
  }
review = Repeat ({ $count })
review-key = Repeat what is due
end-drill = End the drill
learned = ✓ learned
drill-begin = { $name }: your move.
drill-right = { $move } is right. Your move.
drill-wrong = { $move } is not the line: it is { $wanted }. Play it.
drill-again = { $count ->
    [one] One move was missed
   *[other] { $count } moves were missed
  }: once more from the start.
drill-passed = { $name }: passed without a mistake.
drill-progress = Passed { $passed ->
    [one] once
   *[other] { $passed } times
  }, missed { $failed ->
    [one] once
   *[other] { $failed } times
  }.

## Puzzles

puzzle-heading = Endgame puzzle
puzzle-task = { $color ->
    [black] One move wins for black. Which?
   *[white] One move wins for white. Which?
  }
puzzle-facts = { $empties } empty squares, grade { $grade } of 6.
puzzle-next = Next
puzzle-previous = Previous
puzzle-retry = Try again
puzzle-solution = Solution
puzzle-theme = Theme
theme-corner = takes a corner
theme-x-square = X-square
theme-c-square = C-square
theme-edge = along an edge
theme-inside = inside
theme-pass = makes the other side pass
theme-sacrifice = gives up a corner
puzzle-empties = Empty squares
puzzle-grade = Grade
any = any
puzzle-none = No puzzle matches.
puzzle-line = The best moves from there, proven
puzzle-right = Right: { $move } wins, { $score }.
puzzle-wrong = Wrong: { $move } gives { $score }.
puzzle-refuted = It is refuted by { $move } and ends { $end }.
puzzle-count = { $at } of { $all }; { $solved } solved, { $failed } failed.

## Glossary

glossary = Terms
term-next = Next term
term-previous = Term before
glossary-compared = { $move } instead of { $other }
term-stage = Stages of the game
meaning-stage = The opening lasts about 16 moves and has known lines. In the middle game the choice of moves decides. The endgame, from about 20 empty squares on, can be counted out. A plan changes with the stage.
term-opening = Opening
meaning-opening = The first moves, known by name in whichever corner they are played. After the first disc the second player answers parallel, diagonally or perpendicularly; parallel is the weakest.
term-many-discs = Too many discs too early
meaning-many-discs = Most discs decide only at the end. Many discs in the opening or middle game give the opponent moves and take away one’s own.
term-mobility = Mobility
meaning-mobility = The number of legal moves. Whoever has few must soon make a bad one; it is often the key to a game.
term-own-mobility = Own mobility
meaning-own-mobility = The squares on which one could move if it were one’s turn again. A good move keeps them.
term-potential-mobility = Potential mobility
meaning-potential-mobility = The empty squares next to the other side’s discs: where one may get moves later.
term-frontier = Frontier disc
meaning-frontier = A disc next to an empty square. The fewer a side has, the fewer moves its opponent finds.
term-quiet-move = Quiet move
meaning-quiet-move = A move that flips no frontier disc: every disc that it flips is enclosed. It gives the opponent nothing.
term-tempo = Tempo
meaning-tempo = A move that opens no new move to the opponent gains a tempo: the other side has to open up first.
term-pass = Pass
meaning-pass = A side without a legal move passes, and the other moves again. To make the opponent pass is worth a move.
term-corner = Corner
meaning-corner = a1, h1, a8 and h8. A disc there can never be flipped, and others lean on it. Take a corner, and do not give one.
term-x-square = X-square
meaning-x-square = b2, g2, b7 and g7, diagonally beside a corner. While the corner is empty, a disc there often loses it.
term-c-square = C-square
meaning-c-square = The squares on the edge beside a corner, such as b1 and a2. Often weak: traps there win the corner.
term-a-square = A-square
meaning-a-square = The squares on the edge two away from a corner: c1, f1, a3, a6, h3, h6, c8 and f8. Stronger than B-squares.
term-b-square = B-square
meaning-b-square = The squares in the middle of an edge: d1, e1, a4, a5, h4, h5, d8 and e8.
term-edge-early = Edge too early
meaning-edge-early = Edge discs are hard to flip, and yet a move to the edge in the opening is to be avoided: it helps the opponent to safe moves beside it.
term-unbalanced-edge = Unbalanced edge
meaning-unbalanced-edge = Five discs of one side in a row on an edge, with one empty square to one corner and two to the other. The opponent often gives up the near corner and wedges in.
term-wedge = Wedge
meaning-wedge = A disc between two discs of the opponent on an edge. It is hard to flip and threatens the corner behind them.
term-stable-discs = Stable discs
meaning-stable-discs = Discs that no move can flip any more. Their number is the least that a side will have at the end.
term-parity = Parity
meaning-parity = Whoever moves last in a closed region has the advantage there. Leave an even number of empty squares in each region in which the opponent can play.
