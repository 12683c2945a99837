-- The built-in models of meaning that passages were encoded by, ascending by when Docent came to know them.
CREATE TABLE sense_models (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE chunk_senses (
  model_no INTEGER NOT NULL REFERENCES sense_models (no) ON DELETE CASCADE,
  chunk_no INTEGER NOT NULL REFERENCES chunks (no) ON DELETE CASCADE,
  -- docs/data-on-disk.md has its format.
  vector BLOB NOT NULL,
  PRIMARY KEY (model_no, chunk_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX chunk_senses_by_chunk ON chunk_senses (chunk_no);

-- How far each model is with each version that answers, so that neither the work ahead nor how much of it is done has
-- to be counted chunk by chunk.
CREATE TABLE version_senses (
  model_no INTEGER NOT NULL REFERENCES sense_models (no) ON DELETE CASCADE,
  -- Of its version; repeated here as the beginning of the key.
  expert_id TEXT NOT NULL,
  version_no INTEGER NOT NULL REFERENCES source_versions (no) ON DELETE CASCADE,
  -- Every chunk of the version up to this one has a vector, and none after it.
  reached INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  PRIMARY KEY (model_no, expert_id, version_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX version_senses_by_version ON version_senses (version_no);
CREATE INDEX version_senses_behind ON version_senses (model_no, expert_id, version_no) WHERE done < total;

-- Beside memory_changes: the chunks whose vectors arrived with a revision, both ends included.
CREATE TABLE sense_changes (
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  first_chunk_no INTEGER NOT NULL,
  last_chunk_no INTEGER NOT NULL,
  PRIMARY KEY (expert_id, revision, first_chunk_no)
) STRICT, WITHOUT ROWID;
