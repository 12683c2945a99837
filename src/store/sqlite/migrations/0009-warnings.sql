-- What of a version could not be read, as JSON: [{"code", "message", "pages"}].
ALTER TABLE source_versions ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]';
