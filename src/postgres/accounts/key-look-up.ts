/** A key, and in the same statement the expert that its request probably asks for. */
import { type SQL, sql } from "drizzle-orm";
import type { Expert } from "../../experts/expert.ts";
import { type ExpertId, isId, type KeyId, type WorkspaceId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/recently-used.ts";
import type { Foreseen } from "../../kernel/stores/foreseen.ts";
import type { Scope } from "../../keys/key.ts";
import type { KeyStore, StoredKey } from "../../keys/ports.ts";
import {
  believed,
  type ForeseenStandings,
  type StandingRecord,
  standingColumns,
} from "../answers/foreseen-standings.ts";
import { rowsOf } from "../plain-statements.ts";
import type { PostgresDatabase } from "../postgres-database.ts";
import { type ExpertRecord, expertColumns, expertOf, expertTables, isNamed } from "./expert-records.ts";

/** Keys whose last expert is remembered. */
const mostKeys = 10_000;

/** An expert that was read with a key. It is used once: what is looked up later may have changed. */
class ForeseenExpert implements Foreseen {
  readonly kind = "foreseen";
  #read: ReadExpert | null;
  readonly #isOld: () => boolean;
  readonly #learn: (name: string) => void;

  /** @param read null: none was read @param learn is told which expert the request asked for */
  constructor(read: ReadExpert | null, isOld: () => boolean, learn: (name: string) => void) {
    this.#read = read;
    this.#isOld = isOld;
    this.#learn = learn;
  }

  /** The expert; null: there is none of this name. Undefined: it was not foreseen. */
  take(workspace: WorkspaceId, name: string): Expert | null | undefined {
    this.#learn(name);
    const read = this.#read;
    this.#read = null;
    const isWanted = read?.workspace === workspace && read.name === name;
    return isWanted && !this.#isOld() ? read.expert : undefined;
  }
}

interface ReadExpert {
  readonly workspace: WorkspaceId;
  readonly name: string;
  readonly expert: Expert | null;
}

/** The foreseen expert of that name; undefined: it must be read. */
export function foreseenExpert(
  foreseen: Foreseen | undefined,
  workspace: WorkspaceId,
  name: string,
): Expert | null | undefined {
  return foreseen instanceof ForeseenExpert ? foreseen.take(workspace, name) : undefined;
}

interface KeyRecord {
  readonly key_id: KeyId;
  readonly key_workspace: WorkspaceId;
  readonly key_name: string;
  readonly prefix: string;
  readonly hash: Uint8Array;
  readonly scopes: string;
  readonly expert_ids: string | null;
  readonly key_created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** No columns of an expert are read if none is expected. */
type FoundRecord = KeyRecord & Partial<ExpertRecord & StandingRecord>;

/**
 * The expert is the one that the caller names or else, where the name comes later in the body, the one that the key asked
 * last.
 */
export function keyLookUp(
  { read }: PostgresDatabase,
  standings: ForeseenStandings,
  now: () => number,
): KeyStore["byHash"] {
  const lastAsked = recentlyUsed<string>(mostKeys);
  return async (hash, named) => {
    const key = Buffer.from(hash).toString("latin1");
    const name = named ?? lastAsked.get(key) ?? null;
    const [found] = await read((orm) => rowsOf<FoundRecord>(orm, lookUp(hash, name)));
    if (found === undefined) return null;
    const workspace = found.key_workspace;
    const expert = isWhole(found) ? expertOf(found) : null;
    if (expert !== null && isWhole(found)) standings.note(expert, found);
    const ahead = name === null ? null : { workspace, name, expert };
    const readAt = now();
    const isOld = () => now() - readAt >= believed;
    return { ...storedKey(found), foreseen: new ForeseenExpert(ahead, isOld, (asked) => lastAsked.set(key, asked)) };
  };
}

/** Whether an expert was found: its columns are null otherwise. */
function isWhole(found: FoundRecord): found is KeyRecord & ExpertRecord & StandingRecord {
  return typeof found.id === "string";
}

function lookUp(hash: Uint8Array, name: string | null): SQL {
  const [columns, join] = name === null ? [sql``, sql``] : [sql`, expert.*`, joined(name)];
  return sql`
    SELECT k.id AS key_id, k.workspace_id AS key_workspace, k.name AS key_name, k.prefix, k.hash, k.scopes, k.expert_ids,
      k.created_at AS key_created_at, k.last_used_at, k.expires_at, k.revoked_at ${columns}
    FROM api_keys k ${join} WHERE k.hash = ${hash}`;
}

function joined(name: string): SQL {
  const condition = isNamed(sql`k.workspace_id`, name, isId("expert", name) ? "id" : "name");
  return sql`LEFT JOIN LATERAL (SELECT ${expertColumns}, ${standingColumns} FROM ${expertTables} WHERE ${condition}) expert ON true`;
}

function storedKey(found: KeyRecord): StoredKey {
  const instant = (at: string | null) => (at === null ? null : Number(at));
  const scopes: readonly Scope[] = JSON.parse(found.scopes);
  const expertIds: readonly ExpertId[] | null = found.expert_ids === null ? null : JSON.parse(found.expert_ids);
  return {
    hash: new Uint8Array(found.hash),
    key: {
      id: found.key_id,
      workspaceId: found.key_workspace,
      name: found.key_name,
      prefix: found.prefix,
      scopes,
      expertIds,
      createdAt: Number(found.key_created_at),
      lastUsedAt: instant(found.last_used_at),
      expiresAt: instant(found.expires_at),
      revokedAt: instant(found.revoked_at),
    },
  };
}
