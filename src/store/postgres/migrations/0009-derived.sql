-- As src/storage/migrations/0018-derived.sql.
CREATE TABLE derived (
  chunk_no bigint NOT NULL REFERENCES chunks (no) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  maker_no bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (chunk_no, kind, maker_no)
);
INSERT INTO derived (chunk_no, kind, maker_no, bytes)
SELECT chunk_no, 'vector', embedding_no, vector FROM chunk_vectors ORDER BY chunk_no, embedding_no;
INSERT INTO derived (chunk_no, kind, maker_no, bytes)
SELECT chunk_no, 'sense', model_no, vector FROM chunk_senses ORDER BY chunk_no, model_no;
CREATE INDEX derived_by_maker ON derived (kind, maker_no, chunk_no);
DROP TABLE chunk_vectors;
DROP TABLE chunk_senses;
