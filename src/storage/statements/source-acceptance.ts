/** Accepts a document: finds its source or adds one, with its version. */
import { eq } from "drizzle-orm";
import type { WorkspaceId } from "../../kernel/ids.ts";
import { apiKeeper } from "../../kernel/keepers.ts";
import type { StoredAmounts } from "../../limits/quota.ts";
import { lackingInEstimate } from "../../limits/room.ts";
import {
  growthBy,
  isKeeperOf,
  isSameDocument,
  keepersWith,
  keptElsewhere,
  refuseOutdated,
} from "../../sources/adding/same-document.ts";
import type { Acceptance, AcceptanceLimits, Accepted, NewVersion } from "../../sources/ports/store-ports.ts";
import { isSettled, type Source, sourceOf } from "../../sources/source.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { Drizzle } from "../database.ts";
import type { MemoryLog } from "../memory-log.ts";
import { isTextWhole, readAgain } from "../rows/source-mending.ts";
import { storageOf } from "../rows/usage-rows.ts";
import { sources, sourceVersions } from "../schema.ts";
import { type AcceptanceStatements, firstOf } from "./acceptance-statements.ts";

interface Circumstances {
  readonly usage: UsageEntry;
  readonly limits: AcceptanceLimits;
  readonly log: MemoryLog;
}

/** Must be called inside a transaction. */
export function accept(
  statements: AcceptanceStatements,
  version: NewVersion,
  { usage, limits, log }: Circumstances,
): Acceptance {
  const existing = existingSource(statements, version);
  if (existing !== null && isSameDocument(existing, version)) {
    statements.addUsage({ ...usage, add: { ingest: 1 } });
    return sentAgain(statements, existing, { version, log });
  }
  refuseOutdated(version, existing);
  const refused =
    keptElsewhere(existing, version) ??
    refusal(statements, usage.workspaceId, { growth: growthBy(version, existing), limits });
  if (refused !== null) return refused;
  if (existing !== null) return addNewVersion(statements, existing, { version, usage });
  statements.addUsage(usage);
  return { source: addSource(statements, version), outcome: "created", overtaken: null };
}

interface Growing {
  readonly growth: StoredAmounts;
  readonly limits: AcceptanceLimits;
}

/** Null: there is room for it. */
function refusal(
  { orm, waiting }: AcceptanceStatements,
  workspace: WorkspaceId,
  { growth, limits: { maxQueued, room } }: Growing,
) {
  if (maxQueued > 0 && (waiting().get()?.n ?? 0) >= maxQueued) {
    return { outcome: "queue_full" as const, limit: maxQueued };
  }
  if (room === null) return null;
  const lacking = lackingInEstimate(room, growth, () => storageOf(orm, workspace));
  return lacking && { outcome: "no_room" as const, lacking, limit: room.limits[lacking] ?? 0 };
}

interface Counted {
  readonly version: NewVersion;
  readonly usage: UsageEntry;
}

function addNewVersion(statements: AcceptanceStatements, existing: Source, { version, usage }: Counted): Accepted {
  touchSource(statements, existing, version);
  const overtaken = isSettled(existing.status) ? null : existing.versionNo;
  if (overtaken !== null) supersede(statements.orm, overtaken, version.at);
  addVersion(statements, version, { sourceNo: existing.no, version: existing.version + 1 });
  statements.addUsage({ ...usage, add: { ...usage.add, sourcesCreated: 0 } });
  return { source: sourceByNo(statements, existing.no), outcome: "new_version", overtaken };
}

/** Without an external id, the same bytes or the same address in the same expert are the same source. */
function existingSource(statements: AcceptanceStatements, version: NewVersion): Source | null {
  const { expertId: expert, origin, externalId, of: id } = version;
  if (id !== undefined) return firstOf(statements.byId().get({ expert, id }));
  if (externalId !== null) return firstOf(statements.byExternalId().get({ expert, externalId }));
  if ("file" in origin) return firstOf(statements.bySha256().get({ expert, sha256: origin.file.sha256 }));
  return firstOf(statements.byFetchUrl().get({ expert, fetchUrl: origin.fetchUrl }));
}

interface Resent {
  readonly version: NewVersion;
  readonly log: MemoryLog;
}

/** The same document again, possibly with other facts. */
function sentAgain(statements: AcceptanceStatements, existing: Source, { version, log }: Resent): Accepted {
  const outcome = mended(statements, existing, { version, log }) ? "mended" : "duplicate";
  if (version.externalId !== null || !isKeeperOf(existing, version)) touchSource(statements, existing, version);
  return { source: sourceByNo(statements, existing.no), outcome, overtaken: null };
}

/**
 * The received bytes replace the original file, which may be lost or damaged. Returns whether the text or the passages are
 * damaged too and the source is read again.
 */
function mended({ orm }: AcceptanceStatements, existing: Source, { version: { origin, at }, log }: Resent): boolean {
  if (!("file" in origin)) return false;
  void origin.file.keep(existing.versionNo);
  if (existing.status !== "ready" || isTextWhole(orm, existing.versionNo)) return false;
  readAgain(orm, log, existing, at);
  return true;
}

/** The new source is as the statements returned it, since reading it again would take as long as writing it. */
function addSource(statements: AcceptanceStatements, version: NewVersion): Source {
  const { sourceId: id, expertId, externalId, url, metadata, keeper, at } = version;
  const facts = { id, expertId, externalId, url, metadata: metadata ?? {}, keepers: [keeper ?? apiKeeper], at };
  const source = statements.addSource().get(facts);
  const latest = addVersion(statements, version, { sourceNo: source.no, version: 1 });
  return sourceOf({ source, latest, answering: null });
}

/** Only a keeper changes what the source shows; another one keeps it from now on too. */
function touchSource({ orm }: AcceptanceStatements, existing: Source, version: NewVersion): void {
  const { url, metadata, at } = version;
  const facts = { url: url ?? existing.url, metadata: metadata ?? existing.metadata };
  const shown = isKeeperOf(existing, version) ? facts : {};
  const changes = { ...shown, keepers: keepersWith(existing, version), updatedAt: at };
  orm.update(sources).set(changes).where(eq(sources.no, existing.no)).run();
}

/** Writes the newest version of a source, and gives it its file. */
function addVersion(
  { addVersion: statement, setLatest }: AcceptanceStatements,
  { expertId, type, givenTitle, title, filename, declaredType, origin, keyId, at }: NewVersion,
  place: { sourceNo: number; version: number },
) {
  const content =
    "file" in origin
      ? { bytes: origin.file.bytes, sha256: origin.file.sha256, fetchUrl: null }
      : { bytes: 0, sha256: "", fetchUrl: origin.fetchUrl };
  const facts = { expertId, type, givenTitle, title, filename, declaredType, keyId, at };
  const latest = statement().get({ ...place, ...content, ...facts });
  setLatest().run({ sourceNo: place.sourceNo, versionNo: latest.no });
  if ("file" in origin) void origin.file.keep(latest.no);
  return latest;
}

/** A version that was replaced before it was ready is not finished. */
function supersede(orm: Drizzle, versionNo: number, at: number): void {
  const canceled = { status: "canceled" as const, stage: null, updatedAt: at };
  orm.update(sourceVersions).set(canceled).where(eq(sourceVersions.no, versionNo)).run();
}

function sourceByNo({ byNo }: AcceptanceStatements, no: number): Source {
  const source = firstOf(byNo().get({ no }));
  if (source === null) throw new Error(`source ${no} vanished inside a transaction`);
  return source;
}
