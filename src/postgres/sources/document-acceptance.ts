/** Accepts a document: finds its source or adds one, with its version. */
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../kernel/ids.ts";
import { apiKeeper } from "../../kernel/keepers.ts";
import type { StoredAmounts } from "../../limits/quota.ts";
import { lackingIn } from "../../limits/room.ts";
import {
  growthBy,
  isKeeperOf,
  isSameDocument,
  keepersWith,
  keptElsewhere,
  refuseOutdated,
} from "../../sources/adding/same-document.ts";
import type { Acceptance, AcceptanceLimits, Accepted, NewVersion } from "../../sources/ports/store-ports.ts";
import { type Source, sourceOf } from "../../sources/source.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import { addUsage, storageOf } from "../accounts/usage-store.ts";
import { storable } from "../answers/chunk-rows.ts";
import { firstRow } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";
import { openTransaction } from "../postgres-write.ts";
import { tables } from "../schema.ts";
import { changeShownFacts } from "./shown-facts.ts";
import { selectSources } from "./source-records.ts";
import { isTextWhole, readAgain } from "./version-renewal.ts";

const { sourceVersions, sources } = tables;

interface Circumstances {
  readonly usage: UsageEntry;
  readonly limits: AcceptanceLimits;
}

/** Must be called inside a transaction. */
export async function accept(orm: Orm, version: NewVersion, { usage, limits }: Circumstances): Promise<Acceptance> {
  await lockDocument(orm, version);
  const existing = await existingSource(orm, version);
  if (existing !== null && isSameDocument(existing, version)) {
    await addUsage(orm, [{ ...usage, add: { ingest: 1 } }]);
    return sentAgain(orm, existing, version);
  }
  refuseOutdated(version, existing);
  const refused =
    keptElsewhere(existing, version) ??
    (await refusal(orm, usage.workspaceId, { growth: growthBy(version, existing), limits }));
  if (refused !== null) return refused;
  if (existing !== null) return addNewVersion(orm, existing, { version, usage });
  await addUsage(orm, [usage]);
  return { source: await addSource(orm, version), outcome: "created", overtaken: null };
}

/**
 * The same document that two nodes accept at once waits here, so that the second one finds the first. Two documents that
 * share a lock by chance only wait for each other.
 */
async function lockDocument(orm: Orm, { expertId, externalId, origin }: NewVersion): Promise<void> {
  const name = externalId ?? ("file" in origin ? origin.file.sha256 : origin.fetchUrl);
  await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${expertId} ${storable(name)}`}, 0))`);
}

/** Without an external id, the same bytes or the same address in the same expert are the same source. */
function existingSource(orm: Orm, { expertId, externalId, origin, of }: NewVersion): Promise<Source | null> {
  const mine = eq(sources.expertId, expertId);
  if (of !== undefined) return oldestWhere(orm, and(mine, eq(sources.id, of)));
  if (externalId !== null) return oldestWhere(orm, and(mine, eq(sources.externalId, storable(externalId))));
  if ("file" in origin) return oldestWhere(orm, and(mine, eq(sourceVersions.sha256, origin.file.sha256)));
  return oldestWhere(orm, and(mine, eq(sourceVersions.fetchUrl, origin.fetchUrl)));
}

export async function oldestWhere(orm: Orm, condition: SQL | undefined): Promise<Source | null> {
  const [row] = await selectSources(orm).where(condition).orderBy(asc(sources.no)).limit(1);
  return row === undefined ? null : sourceOf(row);
}

interface Growing {
  readonly growth: StoredAmounts;
  readonly limits: AcceptanceLimits;
}

/** Null: there is room for it. Whoever adds to a workspace with a limit waits here, so that all nodes count the same. */
async function refusal(
  orm: Orm,
  workspace: WorkspaceId,
  { growth, limits: { maxQueued, room } }: Growing,
): Promise<Exclude<Acceptance, Accepted> | null> {
  if (maxQueued > 0 && (await waiting(orm)) >= maxQueued) return { outcome: "queue_full", limit: maxQueued };
  if (room === null) return null;
  await orm.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspace} FOR NO KEY UPDATE`);
  const lacking = lackingIn(room, growth, await storageOf(orm, workspace));
  return lacking && { outcome: "no_room", lacking, limit: room.limits[lacking] ?? 0 };
}

async function waiting(orm: Orm): Promise<number> {
  const row = await firstRow<{ n: number }>(
    orm,
    sql`SELECT count(*)::int AS n FROM source_versions WHERE status = 'queued'`,
  );
  return row?.n ?? 0;
}

interface Counted {
  readonly version: NewVersion;
  readonly usage: UsageEntry;
}

async function addNewVersion(orm: Orm, existing: Source, { version, usage }: Counted): Promise<Accepted> {
  await touchSource(orm, existing, version);
  const overtaken = await supersede(orm, existing, version.at);
  await addVersion(orm, version, { sourceNo: existing.no, version: existing.version + 1 });
  await addUsage(orm, [{ ...usage, add: { ...usage.add, sourcesCreated: 0 } }]);
  return { source: await sourceByNo(orm, existing.no), outcome: "new_version", overtaken };
}

/** A version that was replaced before it was ready is not finished. Null: another node has just finished it. */
async function supersede(orm: Orm, { versionNo }: Source, at: number): Promise<number | null> {
  const pending = and(eq(sourceVersions.no, versionNo), inArray(sourceVersions.status, ["queued", "processing"]));
  const canceled = { status: "canceled", stage: null, updatedAt: at } as const;
  const rows = await orm.update(sourceVersions).set(canceled).where(pending).returning({ no: sourceVersions.no });
  return rows[0]?.no ?? null;
}

/** The same document again, possibly with other facts. The received bytes replace the original, which may be lost. */
async function sentAgain(orm: Orm, existing: Source, version: NewVersion): Promise<Accepted> {
  const { origin, at } = version;
  if ("file" in origin) await origin.file.keep(existing.versionNo, openTransaction(orm));
  const isDamaged = "file" in origin && existing.status === "ready" && !(await isTextWhole(orm, existing.versionNo));
  if (isDamaged) await readAgain(orm, existing, at);
  if (version.externalId !== null || !isKeeperOf(existing, version)) await touchSource(orm, existing, version);
  return {
    source: await sourceByNo(orm, existing.no),
    outcome: isDamaged ? "mended" : "duplicate",
    overtaken: null,
  };
}

async function addSource(orm: Orm, version: NewVersion): Promise<Source> {
  const { sourceId: id, expertId, externalId, url, metadata, keeper, at } = version;
  const [source] = await orm
    .insert(sources)
    .values({
      id,
      expertId,
      externalId: externalId && storable(externalId),
      url,
      metadata: metadata ?? {},
      keepers: [keeper ?? apiKeeper],
      createdAt: at,
      updatedAt: at,
    })
    .returning({ no: sources.no });
  if (source === undefined) throw new Error("a source was not written");
  await addVersion(orm, version, { sourceNo: source.no, version: 1 });
  return sourceByNo(orm, source.no);
}

/** Only a keeper changes what the source shows; another one keeps it from now on too. */
async function touchSource(orm: Orm, existing: Source, version: NewVersion): Promise<void> {
  const { url, metadata, at } = version;
  const facts = { url: url ?? undefined, metadata: metadata ?? undefined };
  if (isKeeperOf(existing, version)) await changeShownFacts(orm, existing, facts);
  const mine = eq(sources.no, existing.no);
  // Others may have let go of it since it was read.
  await orm.execute(sql`SELECT 1 FROM sources WHERE no = ${existing.no} FOR UPDATE`);
  const [now] = await orm.select({ keepers: sources.keepers }).from(sources).where(mine);
  const keepers = keepersWith({ ...existing, ...now }, version);
  await orm.update(sources).set({ keepers, updatedAt: at }).where(mine);
}

/** Writes the newest version of a source, and gives it its file. */
async function addVersion(
  orm: Orm,
  { expertId, type, givenTitle, title, filename, declaredType, origin, keyId, at }: NewVersion,
  place: { readonly sourceNo: number; readonly version: number },
): Promise<void> {
  const content =
    "file" in origin
      ? { bytes: origin.file.bytes, sha256: origin.file.sha256, fetchUrl: null }
      : { bytes: 0, sha256: "", fetchUrl: origin.fetchUrl };
  const names = {
    givenTitle: givenTitle && storable(givenTitle),
    title: storable(title),
    filename: filename && storable(filename),
    declaredType: declaredType && storable(declaredType),
  };
  const times = { createdAt: at, updatedAt: at };
  const [latest] = await orm
    .insert(sourceVersions)
    .values({ ...place, ...content, ...names, ...times, expertId, type, keyId, status: "queued" })
    .returning({ no: sourceVersions.no });
  if (latest === undefined) throw new Error("a version was not written");
  await orm.update(sources).set({ latestVersionNo: latest.no }).where(eq(sources.no, place.sourceNo));
  if ("file" in origin) await origin.file.keep(latest.no, openTransaction(orm));
}

async function sourceByNo(orm: Orm, no: number): Promise<Source> {
  const source = await oldestWhere(orm, eq(sources.no, no));
  if (source === null) throw new Error(`source ${no} vanished inside a transaction`);
  return source;
}
