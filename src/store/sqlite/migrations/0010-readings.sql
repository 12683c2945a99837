-- The units of a passage and their terms, which answers are chosen from (src/analysis/reading). Null: not made yet.
ALTER TABLE chunks ADD COLUMN reading BLOB;

-- What made the readings of an expert's passages, once all of them have one. Null, or of another maker: some may not.
ALTER TABLE experts ADD COLUMN readings TEXT;
