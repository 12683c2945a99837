import type { Room } from "../../accounting/quota.ts";
import type { UsageEntry } from "../../accounting/usage-entry.ts";
import type { Metadata } from "../../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId } from "../../kernel/ids.ts";
import type { Keepers, SourceKeeper } from "../../kernel/keepers.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { SourceFilter } from "../../kernel/stores/source-filter.ts";
import type { OpenTransaction, Write } from "../../kernel/stores/write.ts";
import type { SpokenTurn } from "../../language/structure/outline.ts";
import type { OldPassage } from "../../memory/reading-ports.ts";
import type { Source, SourceStatus, SourceType, SourceVersion } from "../source.ts";
import type { KeptPage } from "./recognised-page.ts";

/** One file for each version, durable before the row that names it. */
export interface OriginalFiles {
  /** Writes and syncs a new file. @throws Fault `payload_too_large`, `storage_full` */
  receive(content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>;
  read(versionNo: number): Promise<Uint8Array>;
  stream(versionNo: number): Promise<ReadableStream<Uint8Array>>;
  /** Whether the file has the bytes that came in. */
  isWhole(versionNo: number, sha256: string): Promise<boolean>;
  remove(versionNos: readonly number[]): Awaitable<void>;
}

export interface ReceivedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** @param within the transaction of the version if it is on another machine @throws Fault `not_ready` if discarded */
  keep(versionNo: number, within?: OpenTransaction): Awaitable<void>;
  discard(): void;
}

export interface NewVersion {
  readonly expertId: ExpertId;
  /** Unused when an existing source is found. */
  readonly sourceId: SourceId;
  readonly type: SourceType;
  readonly givenTitle: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly metadata: Metadata | null;
  readonly origin: Origin;
  /** Null: none. The acceptance throws `OutdatedWrite` if another version is the newest by now. */
  readonly follows?: number | null;
  /** The sender. Null: a person chose it for the source that `of` names, whoever keeps that. */
  readonly keeper: SourceKeeper | null;
  /** Absent: found by external id, bytes or address. */
  readonly of?: SourceId;
  /** Corrected pages, which make a new version of known bytes. */
  readonly corrected?: readonly KeptPage[];
  readonly keyId: KeyId;
  readonly at: number;
}

export type Origin = { readonly file: ReceivedFile } | { readonly fetchUrl: string };

export interface Accepted {
  readonly source: Source;
  /** `duplicate`: these bytes are there or queued. `mended`: damaged text or passages are read again. */
  readonly outcome: "created" | "new_version" | "duplicate" | "mended";
  /** An older version that was queued and is now canceled. */
  readonly overtaken: number | null;
  /** Facts that a known document came with and that the source did not take over, because others keep it. */
  readonly ignored?: readonly string[];
}

export interface AcceptanceLimits {
  readonly maxQueued: number;
  readonly room: Room | null;
}

/** `no_room`: the workspace's limit. `kept_elsewhere`: only others may change it. */
export type Acceptance =
  | Accepted
  | { readonly outcome: "kept_elsewhere"; readonly source: SourceId; readonly keepers: Keepers }
  | { readonly outcome: "queue_full"; readonly limit: number }
  | { readonly outcome: "no_room"; readonly lacking: "sources" | "bytes"; readonly limit: number };

export interface SourceSelection {
  readonly status: SourceStatus | null;
  readonly externalId: string | null;
  /** Part of title, file name, external id or address; ASCII letters match in either case. */
  readonly text?: string | null;
  /** `type` and `title` are those of the newest version. */
  readonly filter?: SourceFilter | null;
  /** Unix milliseconds: the newest version changed at or after this. */
  readonly changedSince?: number | null;
  readonly folder?: SourceFolder | null;
}

/** Folders are the paths in external ids and addresses. */
export interface SourceFolder {
  /** Empty, or with a slash at its end: `manuals/pump/`. */
  readonly path: string;
  /** Whether subfolders are included. */
  readonly below: boolean;
}

interface ListedFolder {
  readonly path: string;
  readonly name: string;
  readonly sources: number;
  readonly failed: number;
}

export interface SourceFolders {
  readonly folders: readonly ListedFolder[];
  readonly hasMore: boolean;
}

export interface SourceStore {
  /** Within the limits, with version and usage. The write throws `OutdatedWrite`. */
  acceptance(version: NewVersion, usage: UsageEntry, limits: AcceptanceLimits): Write<Acceptance>;
  byId(expert: ExpertId, id: SourceId): Awaitable<Source | null>;
  byExternalId(expert: ExpertId, externalId: string): Awaitable<Source | null>;
  /** By creation; within a folder by path. */
  list(expert: ExpertId, filter: SourceSelection, page: PageRequest): Awaitable<Page<Source>>;
  /** Oldest first. As fast with many settled sources. */
  unsettled(expert: ExpertId, most: number): Awaitable<readonly Source[]>;
  /** Folders directly in the selected one, with the number of selected sources in and below each. */
  folders(expert: ExpertId, filter: SourceSelection): Awaitable<SourceFolders>;
  /** @param version null: the answering one, else the newest with a text */
  content(source: Source, version: number | null): Awaitable<SourceText | null>;
  versions(source: Source): Awaitable<SourceVersion[]>;
  /** Whether the newest version has its text, and all passages at their places in it. */
  isTextWhole(source: Source): Awaitable<boolean>;
  /** One transaction: the newest, ready version is queued again, and answers nothing until then. */
  readAgain(source: Source, at: number): Awaitable<void>;
  chunks(source: Source): Awaitable<OutlinedChunk[]>;
  /** One transaction, with a new revision if anything searchable went. Returns its versions. */
  remove(source: Source): Awaitable<readonly number[]>;
  /** Like `remove` for the last keeper; null: others keep it, or `keeper` did not. */
  release(source: Source, keeper: SourceKeeper, heir: SourceKeeper | null): Awaitable<readonly number[] | null>;
  /** Null: there is no original of that version. */
  versionFacts(source: Source, version: number): Awaitable<VersionFacts | null>;
  /** Drops settled versions of a conversation that the newest one contains. */
  dropSuperseded(source: Source): Awaitable<readonly number[]>;
  /** False: the newest version has left those states. */
  move(source: Source, from: readonly SourceStatus[], change: { to: SourceStatus; at: number }): Awaitable<boolean>;
  /** In one transaction. A new title is searchable at once. */
  edit(source: Source, edit: SourceEdit, at: number): Awaitable<void>;
}

export interface SourceText {
  readonly version: number;
  readonly bytes: number;
  pieces(): AnyIterable<Uint8Array>;
}

export interface VersionFacts extends Pick<NewVersion, "type" | "givenTitle" | "title" | "filename" | "declaredType"> {
  readonly versionNo: number;
  /** Hexadecimal; empty before the bytes are fetched. */
  readonly sha256: string;
}

export interface SourceEdit {
  readonly title?: string | undefined;
  /** Where citations lead; null: nowhere. The fetched address stays the same. */
  readonly url?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
}

/** @param outline null: still to be made */
export interface OutlinedChunk extends StoredChunk {
  readonly outline: Uint8Array | null;
}

export interface StoredChunk extends OldPassage {
  readonly text: string;
  readonly turn?: SpokenTurn | null;
}
