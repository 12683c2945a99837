-- As src/store/sqlite/migrations/0021-kept-conversations.sql.
ALTER TABLE api_keys ADD COLUMN keeps_conversations boolean NOT NULL DEFAULT false;

CREATE TABLE kept_conversations (
  key_id text COLLATE "C" NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  expert_id text COLLATE "C" NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  title text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  sources text COLLATE "C" NOT NULL,
  turns text COLLATE "C" NOT NULL,
  PRIMARY KEY (key_id, id)
);

CREATE INDEX kept_conversations_by_expert ON kept_conversations (expert_id);
