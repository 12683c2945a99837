-- 1: what the console asks with this key is kept by the service; 0: by the browser alone.
ALTER TABLE api_keys ADD COLUMN keeps_conversations INTEGER NOT NULL DEFAULT 0;

CREATE TABLE kept_conversations (
  key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  -- Made by the client.
  id TEXT NOT NULL,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  -- Rises with each change, so that nobody overwrites what they have not read.
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- JSON: the ids of the sources that its answers cite or show.
  sources TEXT NOT NULL,
  -- JSON, as the client sent them; answers from a source that was deleted are taken out.
  turns TEXT NOT NULL,
  PRIMARY KEY (key_id, id)
) STRICT;

CREATE INDEX kept_conversations_by_expert ON kept_conversations (expert_id);
