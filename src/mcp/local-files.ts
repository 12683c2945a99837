/** Files of this machine that a client may name, where client and server share it. */
import type { NewDocument } from "../http/mcp/memory-backend.ts";

type FileDocument = Extract<NewDocument, { readonly file: Blob }>;

export interface LocalFiles {
  /** The folder outside of which nothing is read. */
  readonly folder: string;
  /** @throws Fault `invalid_parameter` for what is no file, or lies outside of the folder */
  open(path: string): Promise<Pick<FileDocument, "file"> & { readonly filename: string }>;
}
