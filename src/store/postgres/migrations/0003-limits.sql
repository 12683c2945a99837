-- Only PostgreSQL has these: with SQLite, one process holds them in memory.

-- Secrets that stand for something for a short time, by their SHA-256.
CREATE TABLE tickets (
  hash bytea PRIMARY KEY,
  content text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX tickets_by_age ON tickets (expires_at);

-- Requests of a month that workspaces with a limit have begun. `touched_at`: when it was last raised.
CREATE TABLE request_counts (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  month text COLLATE "C" NOT NULL,
  taken bigint NOT NULL,
  touched_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, month)
);

-- When the bucket of a rate limit is full again, in microseconds since the Unix epoch.
CREATE TABLE rate_buckets (
  name text COLLATE "C" PRIMARY KEY,
  full_at bigint NOT NULL
);
