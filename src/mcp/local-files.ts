/** Files of this machine that a client may name, if client and server run on it. */
import type { NewDocument } from "../api/memory-backend.ts";

type FileDocument = Extract<NewDocument, { readonly file: Blob }>;

export interface LocalFiles {
  readonly folder: string;
  /** @throws Fault `invalid_parameter` if it is not a file or is outside the folder */
  open(path: string): Promise<Pick<FileDocument, "file"> & { readonly filename: string }>;
}
