-- The ladder's database. Rows are only ever added: what the standings need follows from them by a replay.
-- Times are milliseconds since 1970 in UTC.

-- The one ladder of this database.
CREATE TABLE ladder (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seed INTEGER NOT NULL,              -- determines what built-in bots play
    limits TEXT NOT NULL,               -- JSON: the time limits of every game
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE participants (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they came
    name TEXT NOT NULL UNIQUE,
    joined_ms INTEGER NOT NULL
) STRICT;

-- Everything that was submitted.
CREATE TABLE versions (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they came
    participant INTEGER NOT NULL REFERENCES participants (id),
    number INTEGER CHECK (number > 0),      -- 1, 2, ... among its participant's; NULL if it is not effective
    program TEXT NOT NULL,                  -- JSON: what is started
    sha256 TEXT NOT NULL,                   -- of the program's content
    finding TEXT NOT NULL,                  -- what the check for an effective program saw
    submitted_ms INTEGER NOT NULL,
    messages TEXT NOT NULL DEFAULT '',      -- what the compiler printed, if there was one
    UNIQUE (participant, number)
) STRICT;

CREATE TABLE games (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they ended
    lap INTEGER NOT NULL CHECK (lap > 0),
    first INTEGER NOT NULL REFERENCES versions (id),   -- black in round 1
    second INTEGER NOT NULL REFERENCES versions (id),  -- black in round 2
    first_points REAL NOT NULL CHECK (first_points IN (0, 0.5, 1, 1.5, 2)),  -- over both rounds; above 1 wins, a fault loses 0:2
    first_before REAL NOT NULL,             -- ratings
    first_after REAL NOT NULL,
    second_before REAL NOT NULL,
    second_after REAL NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX games_by_first ON games (first);
CREATE INDEX games_by_second ON games (second);

-- The rounds of each game: two, or one if a fault in it lost the game.
CREATE TABLE rounds (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number IN (1, 2)),
    seed INTEGER NOT NULL,                  -- of built-in bots; an unsigned number's 64 bits
    termination TEXT NOT NULL,              -- JSON: why it ended
    black_score INTEGER NOT NULL,           -- 1 a win, 0 a loss or a draw, -1 a fault
    white_score INTEGER NOT NULL,
    black_discs INTEGER NOT NULL,
    white_discs INTEGER NOT NULL,
    fault_stderr TEXT NOT NULL,             -- what the program wrote to standard error on the call that was its fault
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- Every call of a program; a pass is none.
CREATE TABLE moves (
    game INTEGER NOT NULL,
    round INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply > 0),
    color TEXT NOT NULL CHECK (color IN ('black', 'white')),
    square TEXT,                            -- NULL where the call was a fault
    clock_us INTEGER,                       -- what counted against the limit; NULL for built-in bots
    message TEXT,
    PRIMARY KEY (game, round, ply),
    FOREIGN KEY (game, round) REFERENCES rounds (game, number)
) STRICT, WITHOUT ROWID;
