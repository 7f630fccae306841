-- Where the clock of a service that was started with --emulator stands: at real_at it showed rule_at, and goes
-- so many thousandths as fast as real time. No row: it was never moved.
CREATE TABLE emulator_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  thousandths INTEGER NOT NULL CHECK (thousandths >= 0),
  rule_at INTEGER NOT NULL,
  real_at INTEGER NOT NULL
) STRICT;
