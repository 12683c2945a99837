/** Opens the files that all nodes of a database share. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { s3Address } from "../../config/s3-address.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { onePiece } from "../../kernel/awaitable.ts";
import { isMissing } from "../../kernel/error-code.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import {
  folderIdentity,
  identityFileName,
  identityFrom,
  identityText,
  writeFolderIdentity,
} from "../../storage/folder/folder-identity.ts";
import { filesInS3 } from "../../storage/shared/s3-files.ts";
import { filesInFolder } from "../../storage/shared/shared-folder.ts";

export interface FilesPlace {
  /** @param identity of the database: a folder with another one takes nothing; null: any folder does */
  files(identity: string | null): SharedFiles;
  /** Why the place cannot be used, as a sentence; null: it can, as far as is known. An object store is not asked. */
  trouble(identity: string): Promise<string | null>;
  /** The id of the database that they belong to; null: none yet. */
  identity(): Promise<string | null>;
  writeIdentity(id: string): Promise<void>;
}

/** @param dataDir of this node: what is sent to an object store is collected there */
export function filesPlace({ files, credentials }: SharedStorage, dataDir: string): FilesPlace {
  const place = s3Address(files);
  if (place === null) return folderPlace(files);
  const temporary = join(dataDir, "arriving");
  return storePlace(filesInS3(place, { temporary, ...(credentials && { credentials }) }));
}

function folderPlace(folder: string): FilesPlace {
  return {
    files: (identity) => filesInFolder(folder, identity),
    trouble: async (identity) => {
      try {
        await filesInFolder(folder, identity).remove([]);
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    identity: async () => folderIdentity(folder),
    writeIdentity: async (id) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFolderIdentity(folder, id);
    },
  };
}

function storePlace(files: SharedFiles): FilesPlace {
  return {
    files: () => files,
    // A store cannot be exchanged for an empty folder: it has a name and a key, and refuses others by itself.
    trouble: async () => null,
    identity: async () => {
      try {
        return identityFrom(new TextDecoder().decode(await files.read(identityFileName)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    writeIdentity: (id) => files.put(identityFileName, onePiece(new TextEncoder().encode(identityText(id)))),
  };
}
