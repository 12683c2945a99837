-- Sites: start addresses whose pages are read, each as a source of its own.
CREATE TABLE sites (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  expert_id TEXT NOT NULL REFERENCES experts (id) ON DELETE CASCADE,
  -- The key that added it, for the usage of what follows in the background.
  key_id TEXT NOT NULL,
  url TEXT NOT NULL,
  -- Addresses that begin with it belong to the site.
  scope TEXT NOT NULL,
  max_pages INTEGER NOT NULL,
  max_depth INTEGER NOT NULL,
  -- Null: it is crawled only on request.
  every_hours INTEGER,
  -- queued, processing, ready, failed, canceled; removed: hidden until its sources are deleted.
  status TEXT NOT NULL,
  failure TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  crawled_at INTEGER,
  next_at INTEGER
) STRICT;

CREATE INDEX sites_by_expert ON sites (expert_id, id);

CREATE TABLE site_pages (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  site_no INTEGER NOT NULL REFERENCES sites (no) ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- Links from the start address.
  depth INTEGER NOT NULL,
  status TEXT NOT NULL,
  message TEXT,
  -- The source that holds the page. It stays here when the source is deleted: such a page is not read again.
  source_id TEXT,
  -- Whether the site made that source.
  is_own INTEGER NOT NULL DEFAULT 0,
  -- Crawls in a row in which it was gone or refused.
  misses INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT,
  etag TEXT,
  last_modified TEXT,
  UNIQUE (site_no, url)
) STRICT;

CREATE INDEX site_pages_waiting ON site_pages (site_no, depth, no) WHERE status = 'waiting';
CREATE INDEX site_pages_by_hash ON site_pages (site_no, sha256) WHERE sha256 IS NOT NULL;
