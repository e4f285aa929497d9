### The analyst's sentences about moves. $color and $side are the side that a sentence counts for.

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
