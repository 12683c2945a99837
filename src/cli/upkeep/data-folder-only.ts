import type { Config } from "../../config/load-config.ts";
import { StartError } from "../command.ts";

/** @param instead what to use, as a sentence. @throws StartError if the data is in PostgreSQL */
export function requireDataFolder({ shared }: Config, command: string, instead: string): void {
  if (shared === null) return;
  throw new StartError(
    `\`docent ${command}\` works on a data folder, but DOCENT_DATABASE is set: the data is in PostgreSQL. ${instead}`,
  );
}

export const useDatabaseTools =
  "Back up and restore the database with PostgreSQL's own tools, such as pg_dump and pg_restore, and after it the files in DOCENT_FILES.";
