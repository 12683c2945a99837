-- JSON list of those who keep the source: "api", the mark of a folder or the id of a site; first the one that added it.
ALTER TABLE sources ADD COLUMN keepers text COLLATE "C" NOT NULL DEFAULT '["api"]';

UPDATE sources SET keepers = jsonb_build_array(metadata::jsonb ->> 'docent_folder')::text
WHERE metadata LIKE '%"docent_folder"%' AND metadata::jsonb ->> 'docent_folder' ~ '^fld_[a-z0-9]{8,64}$';

-- A source that a site made is kept by it and by the other sites that read its page.
UPDATE sources SET keepers = (
  SELECT jsonb_agg(s.id ORDER BY p.is_own DESC, s.no)::text FROM site_pages p JOIN sites s ON s.no = p.site_no
  WHERE p.source_id = sources.id)
WHERE id IN (SELECT source_id FROM site_pages WHERE is_own);

ALTER TABLE site_pages DROP COLUMN is_own;

-- What folders and sites deleted within a day, and what of theirs waits for a person's word.
CREATE TABLE keepers (
  expert_id text COLLATE "C" NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  -- The mark of a folder or the id of a site.
  keeper text COLLATE "C" NOT NULL,
  -- JSON list of {at, deletions, changes}.
  done text COLLATE "C" NOT NULL,
  -- JSON {deletions, changes, since, confirmedAt}, with lists of source ids; null: nothing waits.
  held text COLLATE "C",
  PRIMARY KEY (expert_id, keeper)
);
