import { and, eq, inArray } from "drizzle-orm";
import { knownToSuffice, lackingIn, type StoredAmounts } from "../../accounting/quota.ts";
import type { UsageEntry } from "../../accounting/usage-entry.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import { apiKeeper } from "../../kernel/keepers.ts";
import type {
  Acceptance,
  AcceptanceLimits,
  Accepted,
  NewVersion,
  ReceivedFile,
} from "../../sources/ports/store-ports.ts";
import {
  factsIgnored,
  growthBy,
  isKeeperOf,
  isSameDocument,
  keepersWith,
  keptElsewhere,
  refuseOutdated,
} from "../../sources/same-document.ts";
import { type Source, type SourceRecord, sourceOf } from "../../sources/source.ts";
import { beside, type DocumentName, done, first, type Orm, type Store, type Work } from "../work.ts";
import { inheritPages, putPages } from "./recognised-page-store.ts";
import { changeShownFacts, editSource, isTextWhole, readAgain } from "./source-renewal.ts";
import { storageOf } from "./stored-amounts.ts";

export function* accept(
  store: Store,
  orm: Orm,
  version: NewVersion,
  usage: UsageEntry,
  limits: AcceptanceLimits,
): Work<Acceptance> {
  const document = documentOf(store, version);
  // Concurrent acceptances of one document wait here, so that the second finds the first.
  yield* store.dialect.lockName(
    `${version.expertId} ${document.externalId ?? document.sha256 ?? document.fetchUrl ?? ""}`,
  );
  const existing = yield* store.documents.existing(orm, document);
  if (existing !== null && isSameDocument(existing, version)) {
    yield* store.addUsage(orm, { ...usage, add: { ingest: 1 } });
    return yield* sentAgain(store, orm, existing, version);
  }
  refuseOutdated(version, existing);
  const refused =
    keptElsewhere(existing, version) ??
    (yield* refusal(store, orm, usage.workspaceId, growthBy(version, existing), limits));
  if (refused !== null) return refused;
  if (existing !== null) return yield* addNewVersion(store, orm, existing, version, usage);
  yield* store.addUsage(orm, usage);
  return { source: yield* addSource(store, orm, version), outcome: "created", overtaken: null };
}

/** Without an external id, bytes or address identify a source within its expert. */
function documentOf({ dialect }: Store, { expertId, of, externalId, origin }: NewVersion): DocumentName {
  const name = externalId && dialect.storable(externalId);
  const content = "file" in origin ? { sha256: origin.file.sha256 } : { fetchUrl: origin.fetchUrl };
  return { expertId, ...(of !== undefined && { of }), externalId: name, ...content };
}

/** Null: there is room. With a limit, others wait here, so that all nodes count the same. */
function* refusal(
  { tables, dialect, documents, isShared }: Store,
  orm: Orm,
  workspace: WorkspaceId,
  growth: StoredAmounts,
  { maxQueued, room }: AcceptanceLimits,
): Work<Exclude<Acceptance, Accepted> | null> {
  if (maxQueued > 0 && (yield* documents.waiting(orm)) >= maxQueued) return { outcome: "queue_full", limit: maxQueued };
  if (room === null) return null;
  yield* dialect.lock(tables.workspaces, eq(tables.workspaces.id, workspace));
  const known = isShared ? null : knownToSuffice(room, growth);
  const lacking = lackingIn(room, growth, known ?? (yield* storageOf(tables, orm, workspace)));
  return lacking && { outcome: "no_room", lacking, limit: room.limits[lacking] ?? 0 };
}

function* addNewVersion(
  store: Store,
  orm: Orm,
  existing: Source,
  version: NewVersion,
  usage: UsageEntry,
): Work<Accepted> {
  yield* touchSource(store, orm, existing, version);
  const overtaken = yield* supersede(store, orm, existing, version.at);
  const { no: versionNo } = yield* addVersion(store, orm, {
    version,
    sourceNo: existing.no,
    number: existing.version + 1,
  });
  const { origin, corrected = [] } = version;
  if ("file" in origin) yield* inheritPages({ sourceNo: existing.no, versionNo, sha256: origin.file.sha256 });
  yield* putPages(store.tables, orm, versionNo, corrected);
  yield* store.addUsage(orm, { ...usage, add: { ...usage.add, sourcesCreated: 0 } });
  return { source: yield* sourceByNo(store, orm, existing.no), outcome: "new_version", overtaken };
}

function* supersede(
  { tables: { sourceVersions } }: Store,
  orm: Orm,
  existing: Source,
  at: number,
): Work<number | null> {
  const isPending = inArray(sourceVersions.status, ["queued", "processing"]);
  const canceled = { status: "canceled" as const, stage: null, updatedAt: at };
  const change = orm.update(sourceVersions).set(canceled);
  const pending = change.where(and(eq(sourceVersions.no, existing.versionNo), isPending));
  return (yield* first(pending.returning({ no: sourceVersions.no })))?.no ?? null;
}

function* sentAgain(store: Store, orm: Orm, existing: Source, version: NewVersion): Work<Accepted> {
  const outcome = (yield* mended(store, orm, existing, version)) ? "mended" : "duplicate";
  if (version.externalId !== null || !isKeeperOf(existing, version)) yield* touchSource(store, orm, existing, version);
  else yield* takeOverFacts(store, orm, existing, version);
  const source = yield* sourceByNo(store, orm, existing.no);
  return { source, outcome, overtaken: null, ignored: factsIgnored(source, version) };
}

/** Known bytes with new facts edit the source, if they come from its first keeper. */
function* takeOverFacts(store: Store, orm: Orm, existing: Source, version: NewVersion): Work<void> {
  const { givenTitle, url, metadata, keeper, at } = version;
  if ((keeper ?? apiKeeper) !== existing.keepers[0]) return;
  const edit = {
    title: givenTitle !== null && givenTitle !== existing.title ? givenTitle : undefined,
    url: url !== null && url !== existing.url ? url : undefined,
    metadata:
      metadata !== null && JSON.stringify(metadata) !== JSON.stringify(existing.metadata) ? metadata : undefined,
  };
  if (Object.values(edit).some((value) => value !== undefined)) yield* editSource(store, orm, existing, edit, at);
}

/** Replaces the original. True: damaged text or passages are read again. */
function* mended(store: Store, orm: Orm, existing: Source, { origin, at }: NewVersion): Work<boolean> {
  if (!("file" in origin)) return false;
  yield* keep(store, orm, origin.file, existing.versionNo);
  if (existing.status !== "ready" || (yield* isTextWhole(store.tables, orm, existing.versionNo))) return false;
  yield* readAgain(store, orm, { ...existing, at });
  return true;
}

/** Not read back, which would take as long as writing. */
function* addSource(store: Store, orm: Orm, version: NewVersion): Work<Source> {
  const { sourceId: id, expertId, externalId, url, keeper, at } = version;
  const name = externalId && store.dialect.storable(externalId);
  const facts = { id, expertId, externalId: name, url, metadata: version.metadata ?? {}, at };
  const source = yield* store.documents.addSource(orm, { ...facts, keepers: [keeper ?? apiKeeper] });
  const latest = yield* addVersion(store, orm, { version, sourceNo: source.no, number: 1 });
  return sourceOf({ source, latest, answering: null });
}

/** Keepers change what the source shows; anyone else becomes a keeper. */
function* touchSource(store: Store, orm: Orm, existing: Source, version: NewVersion): Work<void> {
  const { sources } = store.tables;
  const { url, metadata, at } = version;
  const facts = { url: url ?? undefined, metadata: metadata ?? undefined };
  if (isKeeperOf(existing, version)) yield* changeShownFacts(store, orm, { source: existing, ...facts });
  const mine = eq(sources.no, existing.no);
  yield* store.dialect.lock(sources, mine);
  const now = yield* first(orm.select({ keepers: sources.keepers }).from(sources).where(mine));
  const keepers = keepersWith({ ...existing, ...now }, version);
  yield* done(orm.update(sources).set({ keepers, updatedAt: at }).where(mine));
}

interface Adding {
  readonly version: NewVersion;
  readonly sourceNo: number;
  readonly number: number;
}

function* addVersion(store: Store, orm: Orm, { version, sourceNo, number }: Adding): Work<SourceRecord["latest"]> {
  const { expertId, type, givenTitle, title, filename, declaredType, origin, keyId, at } = version;
  const { storable } = store.dialect;
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
  const facts = { ...content, ...names, expertId, type, keyId, at };
  const latest = yield* store.documents.addVersion(orm, { ...facts, sourceNo, version: number });
  if ("file" in origin) yield* keep(store, orm, origin.file, latest.no);
  return latest;
}

function keep({ within }: Store, orm: Orm, file: ReceivedFile, versionNo: number): Work<void> {
  return beside(() => file.keep(versionNo, within(orm)));
}

function* sourceByNo({ documents }: Store, orm: Orm, no: number): Work<Source> {
  const source = yield* documents.byNo(orm, no);
  if (source === null) throw new Error(`source ${no} vanished inside a transaction`);
  return source;
}
