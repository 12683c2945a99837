-- Work that one node does at a time, and until when (milliseconds since the Unix epoch, by the clock of the database).
CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  until bigint NOT NULL
);
