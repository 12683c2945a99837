-- Answers that can be read and judged for a day. Kept only where the expert's settings allow it.
CREATE TABLE recent_answers (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- right, wrong, or null: nobody has said.
  verdict TEXT,
  note TEXT,
  -- JSON: the ids of the sources that it cites or shows.
  sources TEXT NOT NULL,
  -- JSON, as it was sent.
  answer TEXT NOT NULL
) STRICT;

CREATE INDEX recent_answers_by_expert ON recent_answers (expert_id, no);
