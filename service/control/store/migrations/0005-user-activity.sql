-- When somebody signed in last, and was last there, to the minute. Users who never signed in have no row.
CREATE TABLE user_activity (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_login_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;
INSERT INTO user_activity (user_id, last_login_at, last_seen_at)
  SELECT user_id, max(created_at), max(created_at) FROM login_tokens GROUP BY user_id;

CREATE INDEX login_tokens_of_user ON login_tokens (user_id);

-- Null while it is the one that the system was made with, as far as is known.
ALTER TABLE systems ADD COLUMN access_code_changed_at INTEGER;
