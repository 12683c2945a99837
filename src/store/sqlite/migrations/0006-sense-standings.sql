-- The sums of version_senses by model and expert, kept by triggers: every question asks for them, and so does every look
-- at an expert, which may have a hundred thousand sources. Where nothing answers, there is no row.
CREATE TABLE sense_standings (
  model_no INTEGER NOT NULL,
  expert_id TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (model_no, expert_id)
) STRICT, WITHOUT ROWID;

INSERT INTO sense_standings (model_no, expert_id, done, total)
SELECT model_no, expert_id, sum(done), sum(total) FROM version_senses GROUP BY model_no, expert_id HAVING sum(total) > 0;

-- Two steps, for an upsert would take the conflict policy of the statement that fires the trigger.
CREATE TRIGGER version_senses_added AFTER INSERT ON version_senses BEGIN
  INSERT OR IGNORE INTO sense_standings (model_no, expert_id, done, total)
  SELECT new.model_no, new.expert_id, 0, 0 WHERE new.total > 0;
  UPDATE sense_standings SET done = done + new.done, total = total + new.total
  WHERE model_no = new.model_no AND expert_id = new.expert_id;
END;

CREATE TRIGGER version_senses_changed AFTER UPDATE ON version_senses BEGIN
  UPDATE sense_standings SET done = done + new.done - old.done, total = total + new.total - old.total
  WHERE model_no = new.model_no AND expert_id = new.expert_id;
END;

CREATE TRIGGER version_senses_removed AFTER DELETE ON version_senses BEGIN
  UPDATE sense_standings SET done = done - old.done, total = total - old.total
  WHERE model_no = old.model_no AND expert_id = old.expert_id;
  DELETE FROM sense_standings WHERE model_no = old.model_no AND expert_id = old.expert_id AND total = 0;
END;
