-- The blocks of a passage with what leads it in (src/text/outline), made from the document. Null: not made yet.
ALTER TABLE chunks ADD COLUMN outline bytea;
