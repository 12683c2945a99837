/** The expert that a folder is kept in step with, as the keeper of the folder needs it. */

export type FolderMetadata = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The field of a source's metadata that names the folder it came from. */
export const folderField = "docent_folder";

export interface KeptSource {
  readonly id: string;
  /** Its external id: for a kept source, the path below the folder. */
  readonly path: string;
  /** Hexadecimal, of the newest version's bytes; null while they are not known. */
  readonly sha256: string | null;
  readonly status: string;
  /** Why it could not be read; null: it could, or was not yet. */
  readonly failure: string | null;
  readonly metadata: FolderMetadata;
}

export interface FolderDocument {
  readonly path: string;
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: FolderMetadata;
}

/** Every method throws `DestinationUnavailable` where trying later may help. */
export interface FolderDestination {
  /** All sources with an external id. */
  list(): Promise<readonly KeptSource[]>;
  /** Durably stored when it returns. @throws DocumentRefused */
  send(document: FolderDocument): Promise<KeptSource>;
  /** Null: it is gone. */
  find(id: string): Promise<KeptSource | null>;
  /** Also succeeds when it is gone already. */
  remove(id: string): Promise<void>;
}

/** The document is the reason, so that the others may be accepted. */
export class DocumentRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DocumentRefused";
  }
}

/** The expert cannot be reached or changed now. */
export class DestinationUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DestinationUnavailable";
  }
}
