-- The sets of vectors of an expert's passages: one that counts (experts.embedding_no), others in the making or, when
-- retired, on their way out. An expert without one is searched by words alone.
CREATE TABLE embeddings (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  -- How texts were put to the model: the name of its prefixes.
  recipe TEXT NOT NULL,
  retired INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX embeddings_by_expert ON embeddings (expert_id);

CREATE TABLE chunk_vectors (
  chunk_no INTEGER NOT NULL REFERENCES chunks (no) ON DELETE CASCADE,
  embedding_no INTEGER NOT NULL REFERENCES embeddings (no) ON DELETE CASCADE,
  -- Little-endian float32, of length one.
  vector BLOB NOT NULL,
  PRIMARY KEY (chunk_no, embedding_no)
) STRICT;

CREATE INDEX chunk_vectors_by_embedding ON chunk_vectors (embedding_no, chunk_no);

ALTER TABLE experts ADD COLUMN embedding_no INTEGER;
