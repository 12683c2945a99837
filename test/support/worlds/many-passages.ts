/** Experts with keys, sources and passages, made in PostgreSQL by a few statements. */
import { sql } from "drizzle-orm";
import type { ExpertId, KeyId, WorkspaceId } from "../../../src/kernel/ids.ts";
import { hashSecret } from "../../../src/keys/key-secret.ts";
import type { PostgresDatabase } from "../../../src/store/postgres/database.ts";

export interface ManyPassages {
  /** Each in a workspace of its own, with a key. */
  readonly experts: number;
  /** Of each expert. */
  readonly sources: number;
  /** Of each source; each has 600 characters. */
  readonly passages: number;
}

/** @param no from 1 */
export function oneOfMany(no: number) {
  return {
    workspaceId: `ws_${no}` as WorkspaceId,
    expertId: `exp_${no}` as ExpertId,
    slug: `e${no}`,
    keyId: `key_${no}` as KeyId,
    keyHash: hashSecret(`secret ${no}`),
  };
}

/** Passages are numbered from 1: those of the first source of the first expert, of its second one, and so on. */
export async function addManyPassages({ transact }: PostgresDatabase, amounts: ManyPassages): Promise<void> {
  const { experts, sources, passages } = amounts;
  const number = (value: number) => sql.raw(String(value));
  const all = number(experts * sources);
  const ownerOf = sql`'exp_' || (1 + (i - 1) / ${number(sources)})`;
  const statements = [
    sql`INSERT INTO workspaces SELECT 'ws_' || i, 'w' || i, 0 FROM generate_series(1, ${number(experts)}) AS i`,
    sql`INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, revision, created_at, updated_at)
      SELECT 'exp_' || i, 'ws_' || i, 'Expert ' || i, 'e' || i, '', '', 'en', '{}', '{}', 1, 0, 0
      FROM generate_series(1, ${number(experts)}) AS i`,
    sql`INSERT INTO expert_names SELECT workspace_id, slug, id, true, 0 FROM experts`,
    sql`INSERT INTO api_keys (id, workspace_id, name, prefix, hash, scopes, created_at)
      SELECT 'key_' || i, 'ws_' || i, 'k', 'dk_', sha256(('secret ' || i)::bytea), '["query"]', 0
      FROM generate_series(1, ${number(experts)}) AS i`,
    sql`INSERT INTO sources (id, expert_id, metadata, created_at, updated_at, latest_version_no, current_version_no)
      SELECT 'src_' || i, ${ownerOf}, '{}', 0, 0, i, i FROM generate_series(1, ${all}) AS i`,
    sql`INSERT INTO source_versions (source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
      SELECT i, ${ownerOf}, 1, 'file', 'Title ' || i, 1000, md5(i::text), 'ready', 'key_1', 0, 0
      FROM generate_series(1, ${all}) AS i`,
    sql`INSERT INTO chunks (version_no, start, "end", section, text, reading)
      SELECT 1 + i / ${number(passages)}, 0, 600, 'Upkeep', repeat(md5(i::text) || ' ', 18), decode(repeat(md5(i::text), 20), 'hex')
      FROM generate_series(0, ${number(experts * sources * passages - 1)}) AS i`,
    sql`INSERT INTO sense_models (name) VALUES ('a model')`,
    sql`INSERT INTO sense_standings SELECT 1, id, ${number(sources * passages)}, ${number(sources * passages)} FROM experts
      ON CONFLICT DO NOTHING`,
  ];
  await transact(async (orm) => {
    for (const statement of statements) await orm.execute(statement);
    for (const table of ["workspaces", "experts", "expert_names", "api_keys", "sources", "source_versions", "chunks"])
      await orm.execute(sql`ANALYZE ${sql.identifier(table)}`);
  });
}
