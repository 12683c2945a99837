import { join } from "node:path";
import { s3Address } from "../../config/setting-values.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import { identifiedFiles, identityOf, writeIdentity } from "../../store/shared-files/identified-files.ts";
import { filesInS3 } from "../../store/shared-files/s3-files.ts";
import { filesInFolder } from "../../store/shared-files/shared-folder.ts";
import { threadedSharedFolder } from "../../worker/threaded-folder-files.ts";
import { workerEntries } from "../../worker-entries.ts";

export interface FilesPlace {
  /** @param identity of the database; a folder with another identity is refused; null: any is accepted */
  files(identity: string | null): SharedFiles;
  identity(): Promise<string | null>;
  writeIdentity(id: string): Promise<void>;
  close(): void;
}

/** @param dataDir collects what is sent to an object store */
export function filesPlace({ files, credentials }: SharedStorage, dataDir: string): FilesPlace {
  const place = s3Address(files);
  if (place === null) return folderPlace(files);
  const temporary = join(dataDir, "arriving");
  return storePlace(filesInS3(place, { temporary, ...(credentials && { credentials }) }));
}

function folderPlace(directory: string): FilesPlace {
  const opened: (() => void)[] = [];
  const filesIn = (identity: string | null) => {
    const { work, close } = threadedSharedFolder(workerEntries.folder(), { directory, identity });
    opened.push(close);
    return filesInFolder(work);
  };
  const any = filesIn(null);
  return {
    files: filesIn,
    identity: any.identity,
    writeIdentity: any.claim,
    close: () => {
      for (const close of opened) close();
    },
  };
}

function storePlace(files: SharedFiles): FilesPlace {
  return {
    files: (identity) => (identity === null ? files : identifiedFiles(files, identity)),
    identity: () => identityOf(files),
    writeIdentity: (id) => writeIdentity(files, id),
    close: () => undefined,
  };
}
