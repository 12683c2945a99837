-- Which of the files that nodes share each version has. A row stays until the file is deleted, after its version.
CREATE TABLE originals (
  version_no bigint PRIMARY KEY,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX originals_by_name ON originals (name);
