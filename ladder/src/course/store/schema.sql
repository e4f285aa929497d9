-- The ladder's database. Rows are only ever added: what the standings need follows from them by a replay.
-- Times are milliseconds since 1970 in UTC.

-- The one ladder of this database.
CREATE TABLE ladder (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seed INTEGER NOT NULL,              -- determines what built-in bots play
    limits TEXT NOT NULL,               -- JSON: the time limits of every game
    leagues TEXT,                       -- JSON: their names and the meetings of a placement; NULL for the course's rules
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
    lap INTEGER NOT NULL CHECK (lap > 0),   -- in leagues the meeting's number in the placement of the first
    first INTEGER NOT NULL REFERENCES versions (id),   -- black in round 1
    second INTEGER NOT NULL REFERENCES versions (id),  -- black in round 2
    first_points REAL NOT NULL CHECK (first_points IN (0, 0.5, 1, 1.5, 2)),  -- over both rounds; above 1 wins; in the course a fault loses 0:2
    first_before REAL NOT NULL,             -- ratings, or scores in leagues
    first_after REAL NOT NULL,
    second_before REAL NOT NULL,
    second_after REAL NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX games_by_first ON games (first);
CREATE INDEX games_by_second ON games (second);

-- The rounds of each game: two, or in the course one if a fault in it lost the game.
CREATE TABLE rounds (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number IN (1, 2)),
    seed INTEGER NOT NULL,                  -- of built-in bots; an unsigned number's 64 bits
    opening TEXT NOT NULL,                  -- the moves before the programs' own; empty in the course
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

-- What a program wrote to standard error in a round: the end of it, at most 16 KiB, deflated (zlib).
CREATE TABLE outputs (
    game INTEGER NOT NULL,
    round INTEGER NOT NULL,
    color TEXT NOT NULL CHECK (color IN ('black', 'white')),
    stderr BLOB NOT NULL,
    PRIMARY KEY (game, round, color),
    FOREIGN KEY (game, round) REFERENCES rounds (game, number)
) STRICT, WITHOUT ROWID;

-- Links by which people sign in. The latest row of a participant counts: a renewal and a revocation are new
-- rows.
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they came
    participant INTEGER REFERENCES participants (id),  -- NULL for the organisers
    token_sha256 TEXT,                      -- of the link's secret; NULL revokes the invitation
    invited_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_by_participant ON invitations (participant);
CREATE INDEX invitations_by_token ON invitations (token_sha256);

-- The queue: sources that were handed in by browser, and sources to check anew.
CREATE TABLE uploads (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they came
    participant INTEGER NOT NULL REFERENCES participants (id),
    kind TEXT NOT NULL CHECK (kind IN ('submit', 'recheck', 'try')),
    opponent TEXT,                          -- of 'try': a participant or a built-in bot
    file TEXT NOT NULL,                     -- the name of the source
    sha256 TEXT NOT NULL,                   -- of the source
    compiler TEXT NOT NULL,                 -- of C and C++
    standard TEXT,                          -- of C and C++; NULL for the default
    received_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_by_participant ON uploads (participant);

-- The outcome of each upload; an upload without a row waits.
CREATE TABLE upload_results (
    upload INTEGER PRIMARY KEY REFERENCES uploads (id),
    version INTEGER REFERENCES versions (id),  -- NULL if nothing was submitted
    is_refused INTEGER NOT NULL CHECK (is_refused IN (0, 1)),
    finding TEXT NOT NULL,                  -- why it was refused, or the finding of the check
    messages TEXT NOT NULL,                 -- what the compiler and the check printed
    rounds TEXT,                            -- of 'try': the records of the game, as a JSON array
    finished_ms INTEGER NOT NULL
) STRICT;

-- The organisers' decisions. The latest row of a kind (and a participant) counts.
CREATE TABLE decisions (
    id INTEGER PRIMARY KEY CHECK (id > 0),  -- 1, 2, ... in the order in which they came
    kind TEXT NOT NULL CHECK (kind IN ('pause', 'deadline', 'retire', 'rename')),
    participant INTEGER REFERENCES participants (id),  -- of 'retire' and 'rename'
    value INTEGER,                          -- 1 or 0; of 'deadline' its time, NULL for none
    name TEXT,                              -- of 'rename': the new name
    decided_ms INTEGER NOT NULL
) STRICT;

-- The present name of each participant.
CREATE VIEW names AS
    SELECT id, coalesce(
        (SELECT d.name FROM decisions d WHERE d.participant = p.id AND kind = 'rename'
         ORDER BY d.id DESC LIMIT 1),
        p.name) AS name
    FROM participants p;
