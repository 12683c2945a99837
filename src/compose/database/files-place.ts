/** Opens the files that all nodes of a database share. */

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
  readonly files: SharedFiles;
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
    files: filesInFolder(folder),
    identity: async () => folderIdentity(folder),
    writeIdentity: async (id) => writeFolderIdentity(folder, id),
  };
}

function storePlace(files: SharedFiles): FilesPlace {
  return {
    files,
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
