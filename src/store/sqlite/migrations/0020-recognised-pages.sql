-- What was read on the pictures of pages, with what was corrected by hand.
CREATE TABLE recognised_pages (
  version_no INTEGER NOT NULL REFERENCES source_versions (no) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  -- The pack that read it.
  recogniser TEXT NOT NULL,
  -- Compressed JSON.
  bytes BLOB NOT NULL,
  PRIMARY KEY (version_no, page)
) STRICT;
