-- Who is signed in to the console. A session may what its key may, and ends with it.
CREATE TABLE sessions (
  -- SHA-256 of the session's two halves.
  hash BLOB PRIMARY KEY,
  key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_age ON sessions (expires_at);
CREATE INDEX sessions_by_key ON sessions (key_id);
