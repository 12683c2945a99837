import { storageQuotaExceeded } from "../accounting/quota.ts";
import type { QuotaService, Reservation } from "../accounting/quota-service.ts";
import { internalKey } from "../accounting/usage-entry.ts";
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint, KeyId, SourceId } from "../kernel/ids.ts";
import { type Keepers, keeperIn, namedKeepers, type SourceKeeper } from "../kernel/keepers.ts";
import { type PerformWrite, untilCurrent, type Write } from "../kernel/stores/write.ts";
import type { IngestPipeline } from "./ingest/ingest-pipeline.ts";
import type { KeptPage } from "./ports/recognised-page.ts";
import type {
  Acceptance,
  AcceptanceLimits,
  Accepted,
  NewVersion,
  Origin,
  OriginalFiles,
  SourceStore,
} from "./ports/store-ports.ts";

export interface SourceFacts
  extends Pick<NewVersion, "type" | "url" | "externalId" | "filename" | "declaredType" | "metadata" | "of"> {
  readonly title: string | null;
  /** Absent: the folder that the metadata names, or the API. */
  readonly keeper?: SourceKeeper | null;
  /** Given, even if empty: the same bytes are a new version. */
  readonly corrected?: readonly KeptPage[];
}

export interface SourceDraft extends SourceFacts {
  readonly content: AsyncIterable<Uint8Array>;
}

export interface SourceSubmission {
  readonly facts: SourceFacts;
  readonly origin: Origin;
  /** Default: all bytes. */
  readonly newBytes?: number;
  readonly follows?: number | null | undefined;
  /** Prepares it again when it is outdated. Absent: it cannot be outdated. */
  readonly renewed?: () => Promise<SourceSubmission>;
}

export interface SourceAddition {
  readonly write: Write<Acceptance>;
  /** To be called when it is written. @throws Fault as `acceptedOf` */
  committed(acceptance: Acceptance): void;
  /** To be called last, written or not. */
  ended(): void;
}

export type SourceAdditions = ReturnType<typeof createSourceAdditions>;

export interface SourceAdditionParts {
  readonly store: SourceStore;
  readonly perform: PerformWrite;
  readonly files: OriginalFiles;
  readonly pipeline: IngestPipeline;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly maxFileBytes: number;
  readonly fetchesUrls: boolean;
  readonly quotas: Pick<QuotaService, "reserve" | "reserveOwn" | "roomFor">;
  /** Read for each source; 0: no limit. */
  readonly maxQueued: () => number;
  /** Awaited before a document is received; absent: no wait. */
  readonly giveWay?: () => Awaitable<void>;
}

export function createSourceAdditions(parts: SourceAdditionParts) {
  const receive = async (content: AsyncIterable<Uint8Array>) => {
    await parts.giveWay?.();
    return parts.files.receive(content, parts.maxFileBytes);
  };
  const addition = (expert: Expert, key: KeyId, submission: SourceSubmission) =>
    additionOf(parts, expert, { key, ...submission, limited: true });
  return {
    receive,
    /** The caller discards a file that is not kept. @throws Fault `url_sources_disabled`, `quota_exceeded` and others */
    addition,
    /** @throws Fault as `addition`, also `storage_full`, `queue_full` */
    add: (expert: Expert, key: KeyId, submission: SourceSubmission) =>
      untilCurrent(async (again) => added(parts, await addition(expert, key, await current(submission, again)))),
    /** For the program itself: without limits, and without usage if there is no key. */
    accept: async (expert: Expert, key: KeyId | null, { content, ...facts }: SourceDraft) => {
      const file = await receive(content);
      try {
        const submission = { key: key ?? internalKey, facts, origin: { file }, limited: false };
        return await added(parts, await additionOf(parts, expert, submission));
      } finally {
        file.discard();
      }
    },
  };
}

export async function current(submission: SourceSubmission, again: boolean): Promise<SourceSubmission> {
  return again && submission.renewed !== undefined ? submission.renewed() : submission;
}

interface Submission extends SourceSubmission {
  readonly key: KeyId;
  /** Whether limits of the queue and the workspace apply. */
  readonly limited: boolean;
}

async function added({ perform }: SourceAdditionParts, addition: SourceAddition): Promise<Accepted> {
  try {
    const acceptance = await perform(addition.write);
    addition.committed(acceptance);
    return acceptedOf(acceptance);
  } finally {
    addition.ended();
  }
}

async function additionOf(parts: SourceAdditionParts, expert: Expert, submission: Submission): Promise<SourceAddition> {
  const { facts, origin, limited } = submission;
  if ("file" in origin && origin.file.bytes === 0) throw nothingIn(facts);
  if ("fetchUrl" in origin && !parts.fetchesUrls) throw noFetching();
  const { quotas, pipeline } = parts;
  const limits = limited ? await limitsOn(parts, expert) : noLimits;
  const reserved = await (limited ? quotas.reserve(expert.workspaceId) : quotas.reserveOwn(expert.workspaceId));
  return {
    write: writeOf(parts, expert, submission, { reserved, limits }),
    committed: (acceptance) => {
      const { overtaken, outcome } = acceptedOf(acceptance);
      if (submission.key !== internalKey) reserved.counted();
      if (overtaken !== null) void pipeline.abort(overtaken);
      if (outcome !== "duplicate") pipeline.wake("file" in origin ? "read" : "fetch");
    },
    ended: reserved.release,
  };
}

const noLimits: AcceptanceLimits = { maxQueued: 0, room: null };

async function limitsOn(
  { maxQueued, quotas }: SourceAdditionParts,
  { workspaceId }: Expert,
): Promise<AcceptanceLimits> {
  return { maxQueued: maxQueued(), room: await quotas.roomFor(workspaceId) };
}

function writeOf(
  { store, ids }: SourceAdditionParts,
  expert: Expert,
  { key, facts, origin, newBytes, follows }: Submission,
  { reserved: { at }, limits }: { readonly reserved: Reservation; readonly limits: AcceptanceLimits },
): Write<Acceptance> {
  const { title, ...rest } = facts;
  const shown = title ?? facts.filename ?? facts.url ?? facts.externalId ?? "Untitled";
  const place = { expertId: expert.id, sourceId: ids.mint("source"), keyId: key, at };
  const usage = {
    workspaceId: expert.workspaceId,
    expertId: expert.id,
    keyId: key,
    at,
    add: { ingest: 1, sourcesCreated: 1, bytes: newBytes ?? ("file" in origin ? origin.file.bytes : 0) },
  };
  const line = follows === undefined ? {} : { follows };
  const { keeper = keeperIn(facts.metadata) } = facts;
  const version: NewVersion = { ...rest, ...place, ...line, givenTitle: title, title: shown, origin, keeper };
  return store.acceptance(version, usage, limits);
}

export function acceptedOf(acceptance: Acceptance): Accepted {
  if (acceptance.outcome === "queue_full") throw queueFull(acceptance.limit);
  if (acceptance.outcome === "kept_elsewhere") throw keptElsewhere(acceptance.source, acceptance.keepers);
  if (acceptance.outcome === "no_room") throw storageQuotaExceeded(acceptance.lacking, acceptance.limit);
  return acceptance;
}

function keptElsewhere(source: SourceId, keepers: Keepers): Fault {
  return new Fault(
    "kept_elsewhere",
    `The source ${source} has this external id and is kept by ${namedKeepers(keepers)}.`,
    {
      param: "external_id",
      hint: "Use another external id, or delete that source first.",
    },
  );
}

function queueFull(most: number): Fault {
  return new Fault("queue_full", `${most} sources are waiting to be read, which is the limit.`, {
    hint: "Send the request again when some of them have been read.",
    headers: { "retry-after": "10" },
  });
}

function nothingIn({ type }: SourceFacts): Fault {
  const param = type === "text" ? "text" : "file";
  return new Fault("missing_required_parameter", `The ${param} is empty.`, { param });
}

function noFetching(): Fault {
  return new Fault("url_sources_disabled", "This service is set to offline, so it does not fetch documents.", {
    param: "url",
    hint: "Download the document and send its bytes.",
  });
}
