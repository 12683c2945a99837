/** An expert in PostgreSQL whose sources are committed by hand, for the contracts of what reads passages. */
import { sql } from "drizzle-orm";
import type { ExpertId, SourceId } from "../../../src/kernel/ids.ts";
import type { PostgresDatabase, PostgresOrm } from "../../../src/store/postgres/database.ts";
import { openTestPostgres } from "./postgres-world.ts";

export interface CommittedSource {
  readonly id: SourceId;
  readonly versionNo: number;
}

export interface SourceFacts {
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface PostgresPassages {
  readonly database: PostgresDatabase;
  readonly expert: ExpertId;
  /** Commits one source with these passages, in one revision. */
  commit(texts: readonly string[], facts?: SourceFacts): Promise<CommittedSource>;
  /** Deletes a source, in one revision. */
  remove(source: CommittedSource): Promise<void>;
  /** The numbers of the passages that answer. */
  numbers(): Promise<readonly number[]>;
  close(): Promise<void>;
}

export async function openPostgresPassages(): Promise<PostgresPassages> {
  const database = await openTestPostgres();
  const expert = "exp_rows" as ExpertId;
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO workspaces VALUES ('ws_home', 'home', 0)`);
    await orm.execute(sql`
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
      VALUES (${expert}, 'ws_home', 'Rows', 'rows', '', '', 'en', '{}', '{}', 0, 0)`);
  });
  let made = 0;
  return {
    database,
    expert,
    commit: (texts, facts = {}) =>
      database.transact(async (orm) => {
        const id = `src_${String(++made).padStart(4, "0")}` as SourceId;
        const sourceNo = await insertSource(orm, { id, expert, metadata: facts.metadata ?? {} });
        const versionNo = await insertVersion(orm, { sourceNo, expert, title: facts.title ?? "", texts });
        await orm.execute(sql`
          UPDATE sources SET latest_version_no = ${versionNo}, current_version_no = ${versionNo} WHERE no = ${sourceNo}`);
        await noteVersion(orm, expert, { versionNo, added: true });
        return { id, versionNo };
      }),
    remove: ({ id, versionNo }) =>
      database.transact(async (orm) => {
        await orm.execute(sql`DELETE FROM sources WHERE id = ${id}`);
        await noteVersion(orm, expert, { versionNo, added: false });
      }),
    numbers: () =>
      database.read(async (orm) => {
        const rows = await orm.execute<{ no: number }>(sql`
          SELECT c.no::float8 AS no FROM chunks c JOIN sources s ON s.current_version_no = c.version_no ORDER BY c.no`);
        return [...rows].map(({ no }) => no);
      }),
    close: database.close,
  };
}

async function insertSource(
  orm: PostgresOrm,
  { id, expert, metadata }: { id: SourceId; expert: ExpertId; metadata: object },
): Promise<number> {
  const rows = await orm.execute<{ no: number }>(sql`
    INSERT INTO sources (id, expert_id, metadata, created_at, updated_at)
    VALUES (${id}, ${expert}, ${JSON.stringify(metadata)}, 0, 0) RETURNING no::float8 AS no`);
  return rows[0]?.no ?? 0;
}

interface NewVersion {
  readonly sourceNo: number;
  readonly expert: ExpertId;
  readonly title: string;
  readonly texts: readonly string[];
}

async function insertVersion(orm: PostgresOrm, { sourceNo, expert, title, texts }: NewVersion): Promise<number> {
  const rows = await orm.execute<{ no: number }>(sql`
    INSERT INTO source_versions
      (source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at, chunk_count)
    VALUES (${sourceNo}, ${expert}, 1, 'text', ${title}, 1, '', 'ready', 'key_test', 0, 0, ${texts.length})
    RETURNING no::float8 AS no`);
  const no = rows[0]?.no ?? 0;
  for (const text of texts) {
    await orm.execute(sql`
      INSERT INTO chunks (version_no, start, "end", section, text) VALUES (${no}, 0, ${text.length}, '', ${text})`);
  }
  await orm.execute(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT no, ${expert}, ${no}, ${texts.length} FROM sense_models`);
  return no;
}

async function noteVersion(
  orm: PostgresOrm,
  expert: ExpertId,
  { versionNo, added }: { versionNo: number; added: boolean },
): Promise<void> {
  await orm.execute(sql`UPDATE experts SET revision = revision + 1 WHERE id = ${expert}`);
  await orm.execute(sql`
    INSERT INTO memory_changes SELECT id, revision, ${versionNo}, ${added} FROM experts WHERE id = ${expert}`);
}
