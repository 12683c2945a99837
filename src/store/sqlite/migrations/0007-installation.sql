-- Which data folder this database belongs to: the same id stands in the folder's `docent.id`. One row, written by the
-- first process that serves the folder.
CREATE TABLE installation (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Versions that were deleted on request and whose original files are still to be deleted. A file that no row names is
-- deleted only when it is listed here.
CREATE TABLE removed_originals (
  version_no INTEGER PRIMARY KEY
) STRICT;

CREATE TRIGGER source_versions_removed AFTER DELETE ON source_versions BEGIN
  INSERT OR IGNORE INTO removed_originals (version_no) VALUES (old.no);
END;
