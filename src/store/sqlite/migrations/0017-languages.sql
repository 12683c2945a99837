-- The language that was found (a primary subtag of BCP 47): of a version, "und" if it did not show, null if nobody has looked yet;
-- of a passage, null if it is in the version's.
ALTER TABLE source_versions ADD COLUMN language TEXT;
ALTER TABLE chunks ADD COLUMN language TEXT;
