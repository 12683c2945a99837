-- Questions that an expert did not answer, or answered with little confidence. Kept only where the expert's settings allow it.
CREATE TABLE asked_questions (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  -- 1: it was not answered; 0: it was, with little confidence.
  abstained INTEGER NOT NULL,
  confidence REAL NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX asked_questions_by_expert ON asked_questions (expert_id, no);

-- Questions with what their answers must hold.
CREATE TABLE checks (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  -- JSON: {"contains": [], "cites": [], "refused": false}
  expected TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- JSON of the last run; null before the first.
  last_run TEXT
) STRICT;

CREATE INDEX checks_by_expert ON checks (expert_id, no);
