import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { defaultSettings, type Expert } from "../../../experts/expert.ts";
import { type ExpertId, isId, type WorkspaceId } from "../../../kernel/ids.ts";
import { recentlyUsed } from "../../../kernel/stores/recently-used.ts";
import type { Foreseen } from "../../../kernel/stores/write.ts";
import type { KeyStore, StoredKey } from "../../../keys/ports.ts";
import { keyOf, keyStore, touchKey } from "../../account-stores.ts";
import { columnList, rowDecoder } from "../../raw-rows.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";
import { tables } from "../schema.ts";
import { storeInPostgres } from "../store-dialect.ts";
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

/** Shows whether an expert has changed, with what changes otherwise. */
interface MarkRecord extends Pick<StandingRecord, "standing_revision" | "standing_pending"> {
  readonly id: ExpertId;
  readonly row_version: string;
  readonly updatedAt: string;
}

type FoundRecord = Readonly<Record<string, unknown>>;

interface Known {
  readonly found: FoundRecord;
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
    const stored = storedKey(found);
    const ahead = name === null ? null : { workspace: stored.key.workspaceId, name, expert };
    const readAt = now();
    const isOld = () => now() - readAt >= believed;
    return { ...stored, foreseen: new ForeseenExpert(ahead, isOld, (asked) => lastAsked.set(key, asked)) };
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

function isMarked(found: FoundRecord): found is FoundRecord & MarkRecord {
  return typeof found.id === "string";
}

function isWhole(found: FoundRecord): found is FoundRecord & MarkRecord & StandingRecord {
  return isMarked(found);
}

/** Every change gives a row another `xmin`; revision and time cover a database that was set back. */
function markOf({ id, row_version: version, standing_revision: revision, updatedAt: at }: MarkRecord): string {
  return `${id} ${version} ${revision} ${at}`;
}

const { apiKeys, embeddings, expertNames, experts } = tables;
const keyColumns = getTableColumns(apiKeys);
const { readings: _, embeddingNo: __, revision: ___, ...expertColumns } = getTableColumns(experts);
const { model, dimensions, recipe } = embeddings;
const setColumns = { model, dimensions, recipe };
const [decodedKey, decodedExpert, decodedSet] = [
  rowDecoder(keyColumns),
  rowDecoder(expertColumns),
  rowDecoder(setColumns),
];

const markColumns: LookUpColumns = {
  columns: sql`e.id, e.xmin AS row_version, e.updated_at AS "updatedAt", ${mainStandingColumns}`,
  from: sql`experts e`,
};
const allColumns: LookUpColumns = {
  columns: sql`${columnList(expertColumns, "e")}, ${columnList(setColumns, "m")}, (
      SELECT json_agg(n.name ORDER BY n.position)::text FROM ${expertNames} n WHERE n.expert_id = e.id AND NOT n.is_slug
    ) AS aliases, e.xmin AS row_version, ${mainStandingColumns}, ${senseColumn}`,
  from: sql`experts e LEFT JOIN embeddings m ON m.no = e.embedding_no`,
};

interface LookUpColumns {
  readonly columns: SQL;
  readonly from: SQL;
}

function lookUp(hash: Uint8Array, expert: SQL | null): SQL {
  const [columns, join] = expert === null ? [sql``, sql``] : [sql`, expert.*`, expert];
  return sql`SELECT ${columnList(keyColumns, "k", "key_")} ${columns} FROM api_keys k ${join} WHERE k.hash = ${hash}`;
}

function joined(name: string, { columns, from }: LookUpColumns): SQL {
  const named = sql`SELECT n.expert_id FROM expert_names n WHERE n.workspace_id = k.workspace_id AND n.name = ${name}`;
  const id = isId("expert", name) ? sql`${name}` : sql`(${named})`;
  const condition = sql`e.workspace_id = k.workspace_id AND e.id = ${id}`;
  return sql`LEFT JOIN LATERAL (SELECT ${columns} FROM ${from} WHERE ${condition}) expert ON true`;
}

function storedKey(found: FoundRecord): StoredKey {
  const row = decodedKey((name) => found[`key_${name}`]);
  return { hash: row.hash, key: keyOf(row) };
}

function expertOf(found: FoundRecord): Expert {
  const row = decodedExpert((name) => found[name]);
  const { aliases } = found;
  return {
    ...row,
    settings: { ...defaultSettings, ...row.settings },
    aliases: typeof aliases === "string" ? JSON.parse(aliases) : [],
    embedding: found.model === null ? null : decodedSet((name) => found[name]),
  };
}
