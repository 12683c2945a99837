import type { Metadata } from "../../experts/expert.ts";
import type { AnyIterable, Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId } from "../../kernel/ids.ts";
import type { Keepers, SourceKeeper } from "../../kernel/keepers.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { SourceFilter } from "../../kernel/stores/source-filter.ts";
import type { OpenTransaction, Write } from "../../kernel/stores/write.ts";
import type { SpokenTurn } from "../../language/structure/outline.ts";
import type { Room } from "../../limits/quota.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { Source, SourceStatus, SourceType, SourceVersion } from "../source.ts";
import type { KeptPage } from "./recognised-page.ts";

/** Keeps the original bytes, one file for each version. A file is durable before the row that names it is written. */
export interface OriginalFiles {
  /** Streams the bytes to a file of their own, synced. @throws Fault `payload_too_large`, `storage_full` */
  receive(content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>;
  read(versionNo: number): Promise<Uint8Array>;
  stream(versionNo: number): Promise<ReadableStream<Uint8Array>>;
  /** Whether the file is there, with the bytes that came in. */
  isWhole(versionNo: number, sha256: string): Promise<boolean>;
  remove(versionNos: readonly number[]): Awaitable<void>;
}

export interface ReceivedFile {
  readonly bytes: number;
  readonly sha256: string;
  /**
   * Inside the transaction that writes the version. @throws Fault `not_ready` if it was discarded @param within on
   * another machine; absent: it is written already
   */
  keep(versionNo: number, within?: OpenTransaction): Awaitable<void>;
  discard(): void;
}

export interface NewVersion {
  readonly expertId: ExpertId;
  /** Of the new source; unused when `externalId` or the same bytes find an existing one. */
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
  /** The version that it continues; null: none. If another is newest by now, the acceptance throws `OutdatedWrite`. */
  readonly follows?: number | null;
  /** Who sends it. Null: a person chose it for the source that `of` names, whoever keeps that. */
  readonly keeper: SourceKeeper | null;
  /** The source whose next version it is; absent: that is found by the external id, the bytes or the address. */
  readonly of?: SourceId;
  /** What makes it a version of its own although its bytes are known: pages with lines that were corrected. */
  readonly corrected?: readonly KeptPage[];
  readonly keyId: KeyId;
  readonly at: number;
}

export type Origin = { readonly file: ReceivedFile } | { readonly fetchUrl: string };

export interface Accepted {
  readonly source: Source;
  /**
   * `duplicate`: the same bytes are there or on their way. `mended`: text or passages were damaged, and are read again.
   */
  readonly outcome: "created" | "new_version" | "duplicate" | "mended";
  /** The version that was on its way and is canceled now, because this one is newer. */
  readonly overtaken: number | null;
}

export interface AcceptanceLimits {
  readonly maxQueued: number;
  readonly room: Room | null;
}

/** `queue_full`: as many wait as may. `no_room`: the workspace's limit. `kept_elsewhere`: only others may change it. */
export type Acceptance =
  | Accepted
  | { readonly outcome: "kept_elsewhere"; readonly source: SourceId; readonly keepers: Keepers }
  | { readonly outcome: "queue_full"; readonly limit: number }
  | { readonly outcome: "no_room"; readonly lacking: "sources" | "bytes"; readonly limit: number };

export interface SourceSelection {
  readonly status: SourceStatus | null;
  readonly externalId: string | null;
  /** Stands in the title, the file's name, the external id or the address; ASCII letters in either case. */
  readonly text?: string | null;
  /** Its `type` and `title` are those of the newest version. */
  readonly filter?: SourceFilter | null;
  /** Whose newest version changed then or later, in Unix milliseconds. */
  readonly changedSince?: number | null;
  readonly folder?: SourceFolder | null;
}

/** A part of the tree that the sources' external ids and addresses make. */
export interface SourceFolder {
  /** Empty, or with a slash at its end: `manuals/pump/`. */
  readonly path: string;
  /** Whether sources of folders in it belong to it. */
  readonly below: boolean;
}

export interface SourceFolders {
  readonly folders: readonly { readonly path: string; readonly name: string; readonly sources: number }[];
  readonly hasMore: boolean;
}

export interface SourceStore {
  /** Finds or adds the source, with version and usage, within the limits. The write throws `OutdatedWrite`. */
  acceptance(version: NewVersion, usage: UsageEntry, limits: AcceptanceLimits): Write<Acceptance>;
  byId(expert: ExpertId, id: SourceId): Awaitable<Source | null>;
  byExternalId(expert: ExpertId, externalId: string): Awaitable<Source | null>;
  /** By creation; the sources that stand directly in a folder, by their paths. */
  list(expert: ExpertId, filter: SourceSelection, page: PageRequest): Awaitable<Page<Source>>;
  /** Those whose newest version is queued or processing, the oldest first. Takes no longer with many others. */
  unsettled(expert: ExpertId, most: number): Awaitable<readonly Source[]>;
  /** The folders directly in the one that is selected, with the number of selected sources in and below each. */
  folders(expert: ExpertId, filter: SourceSelection): Awaitable<SourceFolders>;
  /** The normalised text of a version (null: the answering one, else the newest that has one). */
  content(source: Source, version: number | null): Awaitable<SourceText | null>;
  versions(source: Source): Awaitable<SourceVersion[]>;
  /** Whether the newest version has its text, and all of its passages at their places in it. */
  isTextWhole(source: Source): Awaitable<boolean>;
  /** One transaction: the newest version, which is ready, waits to be read again, and answers nothing until then. */
  readAgain(source: Source, at: number): Awaitable<void>;
  chunks(source: Source): Awaitable<OutlinedChunk[]>;
  /** One transaction: rows, chunks, and a revision of the expert if anything searchable went. Returns its versions. */
  remove(source: Source): Awaitable<readonly number[]>;
  /** As `remove`, if it was the last keeper; null if others keep it, or it does not. An heir keeps it instead. */
  release(source: Source, keeper: SourceKeeper, heir: SourceKeeper | null): Awaitable<readonly number[] | null>;
  /** The original of an older version: its number, and how it came. Null: there is none. */
  versionFacts(source: Source, version: number): Awaitable<VersionFacts | null>;
  /** The settled versions of a conversation that are neither current nor newest: the newest has all their content. */
  dropSuperseded(source: Source): Awaitable<readonly number[]>;
  /** False when the newest version is not in one of those states (somebody was faster). */
  move(source: Source, from: readonly SourceStatus[], change: { to: SourceStatus; at: number }): Awaitable<boolean>;
  /** In one transaction: changes the given fields. A new title is searchable at once. */
  edit(source: Source, edit: SourceEdit, at: number): Awaitable<void>;
}

export interface SourceText {
  readonly version: number;
  readonly bytes: number;
  pieces(): AnyIterable<Uint8Array>;
}

export interface VersionFacts {
  readonly versionNo: number;
  readonly type: SourceType;
  readonly givenTitle: string | null;
  readonly title: string;
  readonly filename: string | null;
  readonly declaredType: string | null;
  /** Hexadecimal; empty while the bytes have not been fetched. */
  readonly sha256: string;
}

export interface SourceEdit {
  readonly title?: string | undefined;
  /** Where citations lead; null for nowhere. The address that was fetched stays the same. */
  readonly url?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
}

/** A chunk with its outline (`outlineBytes`); null: it is still to be made. */
export interface OutlinedChunk extends StoredChunk {
  readonly outline: Uint8Array | null;
}

export interface StoredChunk {
  readonly no: number;
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly page: number | null;
  readonly text: string;
  readonly turn?: SpokenTurn | null;
}
