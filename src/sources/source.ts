import type { Metadata } from "../experts/expert.ts";
import type { ExpertId, SourceId } from "../kernel/ids.ts";
import type { Keepers } from "../kernel/keepers.ts";
import type { DocumentWarning } from "./document.ts";

export const sourceStatuses = ["queued", "processing", "ready", "failed", "canceled"] as const;
/** `canceled` and `failed` stay until deleted or retried. */
export type SourceStatus = (typeof sourceStatuses)[number];

export const sourceTypes = ["text", "file", "url", "conversation"] as const;
/** `text` came inline, `file` as bytes, `url` is fetched, `conversation` has turns. */
export type SourceType = (typeof sourceTypes)[number];

export const failureCodes = [
  "no_extractable_text",
  "unsupported_file_type",
  "corrupt_file",
  "encrypted_file",
  "too_large",
  "timeout",
  "fetch_failed",
  "embedding_failed",
  "internal_error",
] as const;
export type FailureCode = (typeof failureCodes)[number];

export interface SourceFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** Title, type, file and state are of the newest version; an older one may still answer (`answeringVersion`). */
export interface Source {
  readonly no: number;
  readonly id: SourceId;
  readonly expertId: ExpertId;
  readonly type: SourceType;
  readonly title: string;
  readonly url: string | null;
  readonly fetchUrl: string | null;
  readonly externalId: string | null;
  readonly filename: string | null;
  readonly mimeType: string | null;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly version: number;
  /** The row number of the newest version, used by queue, files and index. */
  readonly versionNo: number;
  /** Null until a version is ready. */
  readonly answeringVersion: number | null;
  readonly status: SourceStatus;
  readonly stage: string | null;
  readonly progress: { readonly done: number; readonly total: number };
  readonly failure: SourceFailure | null;
  readonly attempts: number;
  readonly chunkCount: number;
  readonly pageCount: number | null;
  /** Detected primary subtag (BCP 47); `und`: unclear; null: not read yet. */
  readonly language: string | null;
  readonly warnings: readonly DocumentWarning[];
  readonly metadata: Metadata;
  /** The first one added it. */
  readonly keepers: Keepers;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly readyAt: number | null;
}

/** All but the text is as it was when the version came. */
export interface SourceVersion
  extends Pick<Source, "version" | "status" | "title" | "filename" | "mimeType" | "bytes" | "sha256" | "failure">,
    Pick<Source, "chunkCount" | "pageCount" | "createdAt" | "readyAt"> {
  readonly hasText: boolean;
}

export function isSettled(status: SourceStatus): status is Exclude<SourceStatus, "queued" | "processing"> {
  return status !== "queued" && status !== "processing";
}

export interface VersionRecord
  extends Pick<SourceVersion, "version" | "title" | "filename" | "mimeType" | "bytes" | "chunkCount" | "pageCount">,
    Pick<SourceVersion, "status" | "createdAt" | "readyAt">,
    Pick<Source, "type" | "fetchUrl" | "stage" | "attempts" | "warnings" | "updatedAt" | "language"> {
  readonly no: number;
  readonly sha256: string;
  readonly progressDone: number;
  readonly progressTotal: number;
  readonly errorCode: SourceFailure["code"] | null;
  readonly errorMessage: string | null;
  readonly errorRetryable: boolean | null;
}

export interface SourceRecord {
  readonly source: Pick<
    Source,
    "no" | "id" | "expertId" | "url" | "externalId" | "metadata" | "keepers" | "createdAt" | "updatedAt"
  > & { readonly latestVersionNo: number | null; readonly currentVersionNo: number | null };
  readonly latest: VersionRecord;
  readonly answering: number | null;
}

export function sourceOf({ source, latest, answering: answeringVersion }: SourceRecord): Source {
  const { latestVersionNo: _latest, currentVersionNo: _current, ...own } = source;
  return {
    ...own,
    ...factsOf(latest),
    type: latest.type,
    fetchUrl: latest.fetchUrl,
    versionNo: latest.no,
    answeringVersion,
    stage: latest.stage,
    progress: { done: latest.progressDone, total: latest.progressTotal },
    attempts: latest.attempts,
    language: latest.language,
    warnings: latest.warnings,
    updatedAt: Math.max(own.updatedAt, latest.updatedAt),
  };
}

export function versionOf(latest: VersionRecord, hasText: boolean): SourceVersion {
  return { ...factsOf(latest), hasText, createdAt: latest.createdAt };
}

function factsOf(latest: VersionRecord): Omit<SourceVersion, "hasText" | "createdAt"> {
  return {
    version: latest.version,
    status: latest.status,
    title: latest.title,
    filename: latest.filename,
    mimeType: latest.mimeType,
    bytes: latest.bytes,
    sha256: latest.sha256 || null,
    failure: failureOf(latest),
    chunkCount: latest.chunkCount,
    pageCount: latest.pageCount,
    readyAt: latest.readyAt,
  };
}

function failureOf({ errorCode, errorMessage, errorRetryable }: VersionRecord): SourceFailure | null {
  if (errorCode === null) return null;
  return { code: errorCode, message: errorMessage ?? "", retryable: errorRetryable ?? false };
}
