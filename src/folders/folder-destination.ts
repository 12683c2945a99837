import type { Keepers } from "../kernel/keepers.ts";

export type FolderMetadata = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface KeptSource {
  readonly id: string;
  readonly path: string;
  /** Hexadecimal hash of the newest version's bytes; null while it is unknown. */
  readonly sha256: string | null;
  readonly status: string;
  /** Why it could not be read; null if it was read, or is waiting. */
  readonly failure: string | null;
  readonly keepers: Keepers;
}

/** Deletions, and content that is all alike, that wait for a person. */
export interface HeldChanges {
  readonly deletions: number;
  readonly changes: number;
  readonly since: number;
}

export interface FolderDocument {
  readonly path: string;
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: FolderMetadata;
}

/** Every method throws `DestinationUnavailable` if a later attempt may succeed. */
export interface FolderDestination {
  list(): Promise<readonly KeptSource[]>;
  /** Durably stored when it returns. @throws DocumentRefused */
  send(document: FolderDocument): Promise<KeptSource>;
  find(id: string): Promise<KeptSource | null>;
  /** Sources that nobody else keeps are deleted, or held if they are many. An empty list withdraws what is held. */
  release(mark: string, ids: readonly string[]): Promise<HeldChanges | null>;
  /** Whether these may get content that others have too. Null: yes. An empty list: none is to get any. */
  replace(mark: string, ids: readonly string[]): Promise<HeldChanges | null>;
}

export class DocumentRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DocumentRefused";
  }
}

export class DestinationUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DestinationUnavailable";
  }
}
