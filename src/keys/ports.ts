/** What keys need from the outside. */
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { ApiKey } from "./key.ts";

export interface KeyStore {
  add(key: ApiKey, hash: Uint8Array): void;
  /** Also revoked and expired ones: the service tells them apart. */
  byHash(hash: Uint8Array): ApiKey | null;
  /** Newest first. */
  list(workspace: WorkspaceId): ApiKey[];
  /** False when there is no such key in the workspace, or it is revoked already. */
  revoke(workspace: WorkspaceId, id: KeyId, at: number): boolean;
  touch(id: KeyId, at: number): void;
}
