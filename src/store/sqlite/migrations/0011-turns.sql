-- Of a passage that is a turn of a conversation: who said it, and when (RFC 3339, with the
-- offset of the place where it was said), if that is known.
ALTER TABLE chunks ADD COLUMN speaker TEXT;
ALTER TABLE chunks ADD COLUMN said_at TEXT;
