import { openForReading } from "../database-soundness.ts";

/**
 * Copies a database as it is at one moment, also while others write to it, into a new file without free pages
 * (https://sqlite.org/lang_vacuum.html#vacuuminto). It blocks: for a thread or process of its own.
 */
export function copyDatabase(from: string, to: string): void {
  const sqlite = openForReading(from);
  try {
    sqlite.query("VACUUM INTO ?").run(to);
  } finally {
    sqlite.close();
  }
}

/** The original files that a database names: SHA-256 (hexadecimal) by the version's number, ascending. */
export function namedOriginals(path: string): ReadonlyMap<number, string> {
  const sqlite = openForReading(path);
  try {
    const rows = sqlite.query<{ no: number; sha256: string }, []>(
      "SELECT no, sha256 FROM source_versions WHERE sha256 <> '' ORDER BY no",
    );
    return new Map(rows.all().map(({ no, sha256 }) => [no, sha256]));
  } finally {
    sqlite.close();
  }
}
