-- JSON list of those who keep the source: "api", the mark of a folder or the id of a site; first the one that added it.
ALTER TABLE sources ADD COLUMN keepers TEXT NOT NULL DEFAULT '["api"]';

UPDATE sources SET keepers = json_array(metadata ->> '$.docent_folder')
WHERE json_type(metadata, '$.docent_folder') = 'text'
  AND metadata ->> '$.docent_folder' GLOB 'fld_[a-z0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9][a-z0-9]*'
  AND metadata ->> '$.docent_folder' NOT GLOB 'fld_*[^a-z0-9]*'
  AND length(metadata ->> '$.docent_folder') <= 68;

-- A source that a site made is kept by it and by the other sites that read its page.
UPDATE sources SET keepers = (
  SELECT json_group_array(id) FROM (
    SELECT s.id FROM site_pages p JOIN sites s ON s.no = p.site_no
    WHERE p.source_id = sources.id ORDER BY p.is_own DESC, s.no))
WHERE id IN (SELECT source_id FROM site_pages WHERE is_own = 1);

ALTER TABLE site_pages DROP COLUMN is_own;

-- What folders and sites deleted within a day, and what of theirs waits for a person's word.
CREATE TABLE keepers (
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  -- The mark of a folder or the id of a site.
  keeper TEXT NOT NULL,
  -- JSON list of {at, deletions, changes}.
  done TEXT NOT NULL,
  -- JSON {deletions, changes, since, confirmedAt}, with lists of source ids; null: nothing waits.
  held TEXT,
  PRIMARY KEY (expert_id, keeper)
) STRICT, WITHOUT ROWID;
