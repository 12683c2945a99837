/** Triggers note what a transaction touches; before the commit its lines are appended to the catalogue in one write. */
import type { Database as Sqlite } from "bun:sqlite";
import {
  appendRecords,
  type CatalogueRecord,
  type ExpertRecord,
  type OriginalRecord,
} from "./folder/originals-catalogue.ts";

export type CatalogueKeeping = ReturnType<typeof keepCatalogue>;

const noteVersion = (no: string) => `INSERT OR IGNORE INTO catalogue_due (kind, key) VALUES ('original', ${no});`;
const noteExpert = (id: string) => `INSERT OR IGNORE INTO catalogue_due (kind, key) VALUES ('expert', ${id});`;

const triggers = [
  `AFTER INSERT ON main.source_versions WHEN new.sha256 <> '' BEGIN ${noteVersion("new.no")} END`,
  `AFTER UPDATE OF sha256 ON main.source_versions WHEN new.sha256 <> '' AND new.sha256 IS NOT old.sha256
    BEGIN ${noteVersion("new.no")} END`,
  `AFTER UPDATE OF given_title ON main.source_versions WHEN new.given_title IS NOT old.given_title
    BEGIN ${noteVersion("new.no")} END`,
  `AFTER DELETE ON main.source_versions WHEN old.sha256 <> '' BEGIN ${noteVersion("old.no")} END`,
  `AFTER UPDATE OF external_id, url, metadata ON main.sources
    WHEN new.external_id IS NOT old.external_id OR new.url IS NOT old.url OR new.metadata IS NOT old.metadata BEGIN
    INSERT OR IGNORE INTO catalogue_due (kind, key)
    SELECT 'original', no FROM main.source_versions WHERE source_no = new.no AND sha256 <> ''; END`,
  `AFTER INSERT ON main.experts BEGIN ${noteExpert("new.id")} END`,
  `AFTER UPDATE OF name, slug, description, instructions, language, settings, metadata, workspace_id ON main.experts
    BEGIN ${noteExpert("new.id")} END`,
  `AFTER DELETE ON main.experts BEGIN ${noteExpert("old.id")} END`,
];

export function keepCatalogue(sqlite: Sqlite, path: string) {
  sqlite.run("PRAGMA temp_store = MEMORY");
  sqlite.run("CREATE TEMP TABLE catalogue_due (kind TEXT, key, PRIMARY KEY (kind, key)) WITHOUT ROWID");
  for (const [i, trigger] of triggers.entries()) sqlite.run(`CREATE TEMP TRIGGER catalogue_${i} ${trigger}`);
  const due = sqlite.query<Due, [number]>("SELECT kind, key FROM temp.catalogue_due LIMIT ?");
  const done = sqlite.query<null, [string, string | number]>(
    "DELETE FROM temp.catalogue_due WHERE kind = ? AND key = ?",
  );
  const original = builtOriginal(sqlite);
  const expert = builtExpert(sqlite);
  let syncedAt = Number.NEGATIVE_INFINITY;
  const recordOf = ({ kind, key }: Due) => (kind === "original" ? original(Number(key)) : expert(String(key)));
  return {
    /** Call at the end of each transaction, inside it. True: more than `limit` changes. */
    flush: (limit: number = Number.MAX_SAFE_INTEGER) => {
      const some = due.all(limit);
      if (some.length === 0) return false;
      const found = some.map((each) => ({ ...each, record: recordOf(each) }));
      const now = performance.now();
      const isDue = now - syncedAt >= syncEvery;
      if (isDue) syncedAt = now;
      appendRecords(path, [...found.flatMap(({ record }) => record ?? []), ...removalOf(found)], isDue);
      for (const { kind, key } of some) done.run(kind, key);
      return some.length === limit;
    },
  };
}

function removalOf(found: readonly (Due & { readonly record: CatalogueRecord | null })[]): CatalogueRecord[] {
  const gone = found.filter(({ record }) => record === null);
  if (gone.length === 0) return [];
  const keysOf = (wanted: Due["kind"]) => gone.filter(({ kind }) => kind === wanted).map(({ key }) => key);
  return [{ kind: "removed", originals: keysOf("original").map(Number), experts: keysOf("expert").map(String) }];
}

/** Milliseconds. A sync with each commit made adding a source half as slow again; lost lines come from the rows. */
const syncEvery = 1000;

interface Due {
  readonly kind: "original" | "expert";
  readonly key: string | number;
}

const originalColumns = `v.no, v.sha256, v.expert_id AS expert, s.id AS source, v.version, v.type, v.given_title,
  coalesce(v.given_title, v.filename, s.url, s.external_id, 'Untitled') AS title, s.external_id, s.url, v.fetch_url,
  v.filename, v.declared_type, s.metadata, s.created_at`;
const originalRows = `FROM main.source_versions v JOIN main.sources s ON s.no = v.source_no WHERE v.sha256 <> ''`;

type OriginalRow = Omit<OriginalRecord, "kind" | "metadata"> & { readonly metadata: string };

function originalOf(row: OriginalRow): OriginalRecord {
  return { kind: "original", ...row, metadata: JSON.parse(row.metadata) };
}

function builtOriginal(sqlite: Sqlite): (no: number) => OriginalRecord | null {
  const statement = sqlite.query<OriginalRow, [number]>(`SELECT ${originalColumns} ${originalRows} AND v.no = ?`);
  return (no) => {
    const row = statement.get(no);
    return row === null ? null : originalOf(row);
  };
}

const expertColumns = `e.id, w.name AS workspace, e.name, e.slug, e.description, e.instructions, e.language,
  (SELECT json_group_array(n.name ORDER BY n.position) FROM main.expert_names n WHERE n.expert_id = e.id AND NOT n.is_slug)
    AS aliases, e.settings, e.metadata, e.created_at`;
const expertRows = "FROM main.experts e JOIN main.workspaces w ON w.id = e.workspace_id";

type Encoded = "aliases" | "settings" | "metadata";
type CatalogueExpertRow = Omit<ExpertRecord, "kind" | Encoded> & Readonly<Record<Encoded, string>>;

function expertOf({ aliases, settings, metadata, ...row }: CatalogueExpertRow): ExpertRecord {
  const decoded = { aliases: JSON.parse(aliases), settings: JSON.parse(settings), metadata: JSON.parse(metadata) };
  return { kind: "expert", ...row, ...decoded };
}

function builtExpert(sqlite: Sqlite): (id: string) => ExpertRecord | null {
  const statement = sqlite.query<CatalogueExpertRow, [string]>(`SELECT ${expertColumns} ${expertRows} WHERE e.id = ?`);
  return (id) => {
    const row = statement.get(id);
    return row === null ? null : expertOf(row);
  };
}

export function* catalogueOf(sqlite: Sqlite): Iterable<CatalogueRecord> {
  for (const row of sqlite.query<CatalogueExpertRow, []>(`SELECT ${expertColumns} ${expertRows}`).iterate())
    yield expertOf(row);
  const originals = sqlite.query<OriginalRow, []>(`SELECT ${originalColumns} ${originalRows} ORDER BY v.no`);
  for (const row of originals.iterate()) yield originalOf(row);
}
