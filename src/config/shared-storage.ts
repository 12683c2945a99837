/** The settings of services that share their data. */
import { resolve } from "node:path";
import type { GivenSettings } from "./given-settings.ts";
import type { Setting } from "./setting.ts";
import { settings } from "./settings.ts";

export interface SharedStorage {
  /** The address of a PostgreSQL database. It may contain a password. */
  readonly database: string;
  /** The folder of original files. */
  readonly files: string;
}

interface Reader {
  read<T>(setting: Setting<T>): T;
  readonly problems: string[];
}

/** Both a database and files, or neither: then one service keeps everything in its data folder. */
export function readSharedStorage(given: GivenSettings, reader: Reader): SharedStorage | null {
  const { problems } = reader;
  const [database, files] = [reader.read(settings.database), reader.read(settings.files)];
  const names = [settings.database, settings.files, settings.backupDir].map((setting) => given.find(setting)?.name);
  const [ofDatabase, ofFiles, ofBackups] = names;
  if (ofDatabase !== undefined && ofFiles === undefined)
    problems.push(`${ofDatabase} is given without DOCENT_FILES, the folder of original files that all services share.`);
  if (ofFiles !== undefined && ofDatabase === undefined)
    problems.push(`${ofFiles} is given without DOCENT_DATABASE. Without that, original files are in the data folder.`);
  if (ofDatabase !== undefined && ofBackups !== undefined)
    problems.push(
      `${ofBackups} cannot be used with DOCENT_DATABASE: back up the database with PostgreSQL's own tools, such as ` +
        "pg_dump, and after it the files.",
    );
  return database === null || files === null ? null : { database, files: resolve(files) };
}
