-- Where a version's bytes are to be fetched from; its sha256 is empty until they are here.
ALTER TABLE source_versions ADD COLUMN fetch_url TEXT;

-- The replies to requests with an Idempotency-Key, kept for a day.
CREATE TABLE remembered_replies (
  key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  -- Method and path, with the expert's id.
  route TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  -- SHA-256 of what the request asked for.
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  location TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, route, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX remembered_replies_by_age ON remembered_replies (created_at);
