import type { SharedStorage } from "../../config/shared-storage.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { OriginalFiles } from "../../sources/ports/store-ports.ts";
import { openPostgres } from "../../store/postgres/database.ts";
import { originalNamesIn } from "../../store/postgres/rows/original-names.ts";
import { originalsAmong } from "../../store/shared-files/shared-originals.ts";
import { originalsFolder } from "../../store/shared-files/shared-set-aside.ts";
import { MoveError } from "../../upkeep/move-ports.ts";
import { filesPlace } from "../database/files-place.ts";

export interface MovedFiles {
  readonly files: OriginalFiles;
  close(): Promise<void>;
}

interface FilesOfMove {
  readonly dataDir: string;
  readonly shared: SharedStorage;
  readonly identity: string;
}

/** @throws MoveError if the place has files of other data */
export async function filesToWrite({ dataDir, shared, identity }: FilesOfMove): Promise<MovedFiles> {
  const place = filesPlace(shared, dataDir);
  const own = await place.identity();
  const isTaken = own === null ? (await place.files(null).list(originalsFolder, "")).length > 0 : own !== identity;
  if (isTaken) throw new MoveError(`${shared.files} already contains other files. Name another place with --files.`);
  if (own === null) await place.writeIdentity(identity);
  return opened(place.files(identity), shared);
}

export async function filesToRead({ dataDir, shared, identity }: FilesOfMove): Promise<MovedFiles> {
  const place = filesPlace(shared, dataDir);
  if ((await place.identity()) !== identity)
    throw new MoveError(
      `${shared.files} does not contain the original files of this database. Name them with --files.`,
    );
  return opened(place.files(identity), shared);
}

const connections = 4;

async function opened(files: SharedFiles, { database: address }: SharedStorage): Promise<MovedFiles> {
  const database = await openPostgres(address, { connections, mayBeUnfinished: true });
  return { files: originalsAmong(files, originalNamesIn(database)), close: database.close };
}
