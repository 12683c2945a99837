import { resolve } from "node:path";
import type { GivenSettings } from "./given-settings.ts";
import type { Setting } from "./setting.ts";
import { s3Address } from "./setting-values.ts";
import { settings } from "./settings.ts";

export interface SharedStorage {
  readonly database: string;
  /** A folder or an object store. */
  readonly files: string;
  /** Null: Amazon's variables. */
  readonly credentials: ReturnType<typeof readCredentials>;
}

interface SettingReader {
  read<T>(setting: Setting<T>): T;
  readonly problems: string[];
}

export function readSharedStorage(given: GivenSettings, reader: SettingReader): SharedStorage | null {
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
  const credentials = readCredentials(reader);
  return database === null || files === null
    ? null
    : { database, files: s3Address(files) === null ? resolve(files) : files, credentials };
}

function readCredentials(reader: SettingReader) {
  const [accessKeyId, secretAccessKey] = [reader.read(settings.s3KeyId), reader.read(settings.s3Secret)];
  if ((accessKeyId === null) !== (secretAccessKey === null))
    reader.problems.push("Give both DOCENT_S3_KEY_ID and DOCENT_S3_SECRET, or neither.");
  return accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey };
}
