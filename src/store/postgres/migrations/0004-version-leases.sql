-- Who works on a version that is being read or fetched, and until when it is held (milliseconds since the Unix epoch, by the
-- clock of the database).
CREATE TABLE version_leases (
  version_no bigint PRIMARY KEY REFERENCES source_versions (no) ON DELETE CASCADE,
  lease text COLLATE "C" NOT NULL,
  until bigint NOT NULL
);
