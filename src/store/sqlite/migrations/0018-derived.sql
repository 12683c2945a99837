-- What models make of passages: a row for each passage, kind and maker. A new kind needs no table of its own.
-- (docs/data-on-disk.md lists the kinds, and the table that each kind's makers are numbered in.)
CREATE TABLE derived (
  chunk_no INTEGER NOT NULL REFERENCES chunks (no) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  maker_no INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (chunk_no, kind, maker_no)
) STRICT;

-- Kind by kind in the order of passages, which an index is built in.
INSERT INTO derived (chunk_no, kind, maker_no, bytes)
SELECT chunk_no, 'vector', embedding_no, vector FROM chunk_vectors ORDER BY chunk_no, embedding_no;
INSERT INTO derived (chunk_no, kind, maker_no, bytes)
SELECT chunk_no, 'sense', model_no, vector FROM chunk_senses ORDER BY chunk_no, model_no;

CREATE INDEX derived_by_maker ON derived (kind, maker_no, chunk_no);

DROP TABLE chunk_vectors;
DROP TABLE chunk_senses;
