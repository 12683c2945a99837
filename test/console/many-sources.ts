/** Many sources at once, straight into the database: to add them through the service would take minutes. */
import { Database } from "bun:sqlite";
import { join } from "node:path";

/** @param externalIds of each source; null: it has none */
export function addRows(dataDir: string, slug: string, externalIds: readonly (string | null)[]): void {
  const sqlite = new Database(join(dataDir, "docent.db"));
  sqlite.run("PRAGMA busy_timeout = 5000");
  const expert = sqlite.query<{ id: string }, [string]>("SELECT id FROM experts WHERE slug = ?").get(slug)?.id ?? "";
  const key = sqlite.query<{ id: string }, []>("SELECT id FROM api_keys").get()?.id ?? "";
  const source = sqlite.prepare(
    `INSERT INTO sources (id, expert_id, external_id, metadata, created_at, updated_at)
     VALUES (?, ?, ?, '{}', ?, ?) RETURNING no`,
  );
  const version = sqlite.prepare(
    `INSERT INTO source_versions (source_no, expert_id, version, type, title, bytes, sha256, status, content, key_id, created_at, updated_at, ready_at)
     VALUES (?, ?, 1, 'text', ?, 5, ?, 'ready', 'Words', ?, 0, 0, 0) RETURNING no`,
  );
  const link = sqlite.prepare("UPDATE sources SET latest_version_no = ?, current_version_no = ? WHERE no = ?");
  sqlite.transaction(() => {
    for (const [n, externalId] of externalIds.entries()) {
      const id = `src_${String(n).padStart(26, "0")}`;
      const { no } = source.get(id, expert, externalId, n, n) as { no: number };
      const made = version.get(no, expert, `Source ${n}`, `hash ${n}`, key) as { no: number };
      link.run(made.no, made.no, no);
    }
  })();
  sqlite.close();
}
