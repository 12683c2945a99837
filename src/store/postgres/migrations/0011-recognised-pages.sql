-- As src/storage/migrations/0020-recognised-pages.sql.
CREATE TABLE recognised_pages (
  version_no bigint NOT NULL REFERENCES source_versions (no) ON DELETE CASCADE,
  page bigint NOT NULL,
  recogniser text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (version_no, page)
);
