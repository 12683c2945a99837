import { NamedError } from "../kernel/error-code.ts";
import type { Keepers } from "../kernel/keepers.ts";

export type FolderMetadata = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface KeptSource {
  readonly id: string;
  readonly path: string;
  /** Hexadecimal, of the newest version; null: not known yet. */
  readonly sha256: string | null;
  readonly status: string;
  /** Why it could not be read; null: it was, or it waits. */
  readonly failure: string | null;
  readonly keepers: Keepers;
}

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

/** Methods throw `DestinationUnavailable` if a later attempt may succeed. */
export interface FolderDestination {
  list(): Promise<readonly KeptSource[]>;
  /** Durably stored when it returns. @throws DocumentRefused */
  send(document: FolderDocument): Promise<KeptSource>;
  find(id: string): Promise<KeptSource | null>;
  /** Deletes sources that nobody else keeps, or holds them if they are many. An empty list withdraws what is held. */
  release(mark: string, ids: readonly string[]): Promise<HeldChanges | null>;
  /** Asks to give these sources the same content as others. Null: allowed. An empty list withdraws what is held. */
  replace(mark: string, ids: readonly string[]): Promise<HeldChanges | null>;
}

export class DocumentRefused extends NamedError {}

export class DestinationUnavailable extends NamedError {}
