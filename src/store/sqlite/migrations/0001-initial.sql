CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  expert_ids TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_workspace ON api_keys (workspace_id, id);

CREATE TABLE experts (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL,
  instructions TEXT NOT NULL,
  language TEXT NOT NULL,
  settings TEXT NOT NULL,
  metadata TEXT NOT NULL,
  -- Raised by one with every committed change of what can be searched.
  revision INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX experts_by_workspace ON experts (workspace_id, id);

-- Slugs and aliases share one name space a workspace, so that a model name means one expert.
CREATE TABLE expert_names (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  is_slug INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX expert_names_by_expert ON expert_names (expert_id);

CREATE TABLE sources (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  external_id TEXT,
  url TEXT,
  metadata TEXT NOT NULL,
  -- The newest version, whatever its state: what the source object shows.
  latest_version_no INTEGER,
  -- The version that answers; null until one is ready.
  current_version_no INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (expert_id, external_id)
) STRICT;

CREATE INDEX sources_by_expert ON sources (expert_id, id);

CREATE TABLE source_versions (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  source_no INTEGER NOT NULL REFERENCES sources (no) ON DELETE CASCADE,
  -- Of its source; repeated here so that an expert's waiting versions can be counted from an index.
  expert_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL,
  given_title TEXT,
  title TEXT NOT NULL,
  filename TEXT,
  declared_type TEXT,
  mime_type TEXT,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  status TEXT NOT NULL,
  stage TEXT,
  progress_done INTEGER NOT NULL DEFAULT 0,
  progress_total INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  error_retryable INTEGER,
  content TEXT,
  chunk_count INTEGER NOT NULL DEFAULT 0,
  page_count INTEGER,
  -- The key that gave it, for the usage of what follows in the background.
  key_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ready_at INTEGER,
  UNIQUE (source_no, version)
) STRICT;

-- The ingest queue is the set of versions waiting, oldest first.
CREATE INDEX source_versions_waiting ON source_versions (no) WHERE status IN ('queued', 'processing');
CREATE INDEX source_versions_pending ON source_versions (expert_id) WHERE status IN ('queued', 'processing');
CREATE INDEX source_versions_by_hash ON source_versions (sha256);

CREATE TABLE chunks (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  version_no INTEGER NOT NULL REFERENCES source_versions (no) ON DELETE CASCADE,
  -- Code points in the content of its version, half-open.
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  section TEXT NOT NULL,
  page INTEGER,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX chunks_by_version ON chunks (version_no);

-- What changed in the searchable memory at each revision; an index snapshot is brought up to date from it.
CREATE TABLE memory_changes (
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  version_no INTEGER NOT NULL,
  added INTEGER NOT NULL,
  PRIMARY KEY (expert_id, revision, version_no)
) STRICT, WITHOUT ROWID;

-- One row a day, expert and key; a day is days since 1970-01-01 UTC. No reference to experts or keys: what was used
-- stays counted after they are gone.
CREATE TABLE usage_counters (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  expert_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  query INTEGER NOT NULL DEFAULT 0,
  chat INTEGER NOT NULL DEFAULT 0,
  ingest INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  abstained INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  completion_tokens INTEGER NOT NULL DEFAULT 0,
  embedding_tokens INTEGER NOT NULL DEFAULT 0,
  sources_created INTEGER NOT NULL DEFAULT 0,
  sources_failed INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  chunks INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, expert_id, key_id)
) STRICT, WITHOUT ROWID;
