import { type SQL, sql } from "drizzle-orm";
import type { Expert } from "../../../experts/expert.ts";
import { type ExpertId, isId, type KeyId, type WorkspaceId } from "../../../kernel/ids.ts";
import { recentlyUsed } from "../../../kernel/stores/recently-used.ts";
import type { Foreseen } from "../../../kernel/stores/write.ts";
import type { Scope } from "../../../keys/key.ts";
import type { KeyStore, StoredKey } from "../../../keys/ports.ts";
import { keyStore, touchKey } from "../../account-stores.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { expertColumns, expertOf, expertTables, isNamed, type StoredExpert } from "./expert-records.ts";
import {
  believed,
  type ForeseenStandings,
  foreseenStandings,
  mainStandingColumns,
  type StandingRecord,
  senseColumn,
} from "./foreseen-standings.ts";

/** Nothing is cached, so a revoked key is refused by every node at its next request. */
export function keysInPostgres(
  database: PostgresDatabase,
  standings: ForeseenStandings = foreseenStandings(),
  now: () => number = () => performance.now(),
): KeyStore {
  const store = storeInPostgres(database, "");
  return {
    ...keyStore(store),
    byHash: keyLookUp(database, standings, now),
    touch: (id, at) => store.write("process", (orm) => touchKey(store, orm, { id, at })),
  };
}

const mostKeys = 10_000;

/** Read together with a key. Used once, because the expert may change later. */
class ForeseenExpert implements Foreseen {
  readonly kind = "foreseen";
  #read: ReadExpert | null;
  readonly #isOld: () => boolean;
  readonly #learn: (name: string) => void;

  constructor(read: ReadExpert | null, isOld: () => boolean, learn: (name: string) => void) {
    this.#read = read;
    this.#isOld = isOld;
    this.#learn = learn;
  }

  /** Null: no expert has this name. Undefined: it was not foreseen. */
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

/** Shows whether an expert has changed, with what changes otherwise. */
interface MarkRecord extends Pick<StandingRecord, "standing_revision" | "standing_pending"> {
  readonly id: ExpertId;
  readonly row_version: string;
  readonly updated_at: string;
}

type FoundRecord = KeyRecord & Partial<MarkRecord & StoredExpert & StandingRecord>;

interface Known {
  readonly found: KeyRecord;
  readonly expert: Expert | null;
}

interface KeptExpert {
  readonly mark: string;
  readonly expert: Expert;
  readonly senses: StandingRecord["standing_senses"];
}

const mostKept = 16 * 1024 * 1024;
const sizeOf = ({ expert }: KeptExpert) =>
  1000 + 2 * (expert.instructions.length + expert.description.length + JSON.stringify(expert.metadata).length);

/** Foresees the named expert, or the one that the key used last. Reads most columns only if it has changed. */
function keyLookUp({ read }: PostgresDatabase, standings: ForeseenStandings, now: () => number): KeyStore["byHash"] {
  const lastAsked = recentlyUsed<string>(mostKeys);
  const { look, lookWithout } = lookUps(read, standings);
  return async (hash, named) => {
    const key = Buffer.from(hash).toString("latin1");
    const name = named ?? lastAsked.get(key) ?? null;
    const known = await (name === null ? lookWithout(hash) : look(hash, name, `${key} ${name}`));
    if (known === null) return null;
    const { found, expert } = known;
    const ahead = name === null ? null : { workspace: found.key_workspace, name, expert };
    const readAt = now();
    const isOld = () => now() - readAt >= believed;
    return { ...storedKey(found), foreseen: new ForeseenExpert(ahead, isOld, (asked) => lastAsked.set(key, asked)) };
  };
}

function lookUps(read: PostgresDatabase["read"], standings: ForeseenStandings) {
  const kept = recentlyUsed<KeptExpert>(mostKept, sizeOf);
  const find = async (statement: SQL) => (await read((orm) => rowsOf<FoundRecord>(orm, statement)))[0];
  const lookAgain = async (hash: Uint8Array, name: string, before: KeptExpert): Promise<Known | undefined> => {
    const found = await find(lookUp(hash, joined(name, markColumns)));
    if (found === undefined || !isMarked(found) || markOf(found) !== before.mark) return undefined;
    const expert = { ...before.expert };
    standings.note(expert, { ...found, standing_senses: before.senses });
    return { found, expert };
  };
  const lookWhole = async (hash: Uint8Array, name: string, place: string): Promise<Known | null> => {
    const found = await find(lookUp(hash, joined(name, allColumns)));
    if (found === undefined) return null;
    if (!isWhole(found)) return { found, expert: null };
    const expert = expertOf(found);
    kept.set(place, { mark: markOf(found), expert: { ...expert }, senses: found.standing_senses });
    standings.note(expert, found);
    return { found, expert };
  };
  const look = async (hash: Uint8Array, name: string, place: string) => {
    const before = kept.get(place);
    const same = before && (await lookAgain(hash, name, before));
    return same ?? lookWhole(hash, name, place);
  };
  const lookWithout = async (hash: Uint8Array) => {
    const found = await find(lookUp(hash, null));
    return found === undefined ? null : { found, expert: null };
  };
  return { look, lookWithout };
}

function isMarked(found: FoundRecord): found is KeyRecord & MarkRecord {
  return typeof found.id === "string";
}

function isWhole(found: FoundRecord): found is KeyRecord & MarkRecord & StoredExpert & StandingRecord {
  return isMarked(found);
}

/** Every change gives a row another `xmin`; revision and time cover a database that was set back. */
function markOf({ id, row_version: version, standing_revision: revision, updated_at: at }: MarkRecord): string {
  return `${id} ${version} ${revision} ${at}`;
}

const markColumns: LookUpColumns = {
  columns: sql`e.id, e.xmin AS row_version, e.updated_at, ${mainStandingColumns}`,
  tables: sql`experts e`,
};
const allColumns: LookUpColumns = {
  columns: sql`${expertColumns}, e.xmin AS row_version, ${mainStandingColumns}, ${senseColumn}`,
  tables: expertTables,
};

interface LookUpColumns {
  readonly columns: SQL;
  readonly tables: SQL;
}

function lookUp(hash: Uint8Array, expert: SQL | null): SQL {
  const [columns, join] = expert === null ? [sql``, sql``] : [sql`, expert.*`, expert];
  return sql`
    SELECT k.id AS key_id, k.workspace_id AS key_workspace, k.name AS key_name, k.prefix, k.hash, k.scopes, k.expert_ids,
      k.created_at AS key_created_at, k.last_used_at, k.expires_at, k.revoked_at ${columns}
    FROM api_keys k ${join} WHERE k.hash = ${hash}`;
}

function joined(name: string, { columns, tables }: LookUpColumns): SQL {
  const condition = isNamed(sql`k.workspace_id`, name, isId("expert", name) ? "id" : "name");
  return sql`LEFT JOIN LATERAL (SELECT ${columns} FROM ${tables} WHERE ${condition}) expert ON true`;
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
