/** Each runs in one transaction. Foreign keys are off, because rebuilding a table would delete referring rows. */
import type { Database as Sqlite } from "bun:sqlite";
import { DataDirError } from "./folder/data-lock.ts";
import initial from "./migrations/0001-initial.sql" with { type: "text" };
import urlsAndReplies from "./migrations/0002-urls-and-replies.sql" with { type: "text" };
import embeddings from "./migrations/0003-embeddings.sql" with { type: "text" };
import sense from "./migrations/0004-sense.sql" with { type: "text" };
import limits from "./migrations/0005-limits.sql" with { type: "text" };
import senseStandings from "./migrations/0006-sense-standings.sql" with { type: "text" };
import installation from "./migrations/0007-installation.sql" with { type: "text" };
import sessions from "./migrations/0008-sessions.sql" with { type: "text" };
import warnings from "./migrations/0009-warnings.sql" with { type: "text" };
import readings from "./migrations/0010-readings.sql" with { type: "text" };
import turns from "./migrations/0011-turns.sql" with { type: "text" };
import sites from "./migrations/0012-sites.sql" with { type: "text" };
import questions from "./migrations/0013-questions.sql" with { type: "text" };
import webhooks from "./migrations/0014-webhooks.sql" with { type: "text" };
import outlines from "./migrations/0015-outlines.sql" with { type: "text" };
import keepers from "./migrations/0016-keepers.sql" with { type: "text" };
import languages from "./migrations/0017-languages.sql" with { type: "text" };
import derived from "./migrations/0018-derived.sql" with { type: "text" };
import recentAnswers from "./migrations/0019-recent-answers.sql" with { type: "text" };
import recognisedPages from "./migrations/0020-recognised-pages.sql" with { type: "text" };
import keptConversations from "./migrations/0021-kept-conversations.sql" with { type: "text" };

/** The n-th brings a database to version n. Released ones are never edited. */
const migrations: readonly string[] = [
  initial,
  urlsAndReplies,
  embeddings,
  sense,
  limits,
  senseStandings,
  installation,
  sessions,
  warnings,
  readings,
  turns,
  sites,
  questions,
  webhooks,
  outlines,
  keepers,
  languages,
  derived,
  recentAnswers,
  recognisedPages,
  keptConversations,
];

export const newestSchema: number = migrations.length;

/** @throws DataDirError if the database is from a newer Docent; Error if a migration breaks a reference */
export function migrate(sqlite: Sqlite, steps: readonly string[] = migrations): void {
  const version = schemaVersion(sqlite);
  if (version > steps.length) {
    throw newerSchema(version, steps.length);
  }
  if (version === steps.length) return;
  sqlite.run("PRAGMA foreign_keys = OFF");
  const takeAll = () => {
    for (const [position, sql] of steps.entries()) if (position >= version) step(sqlite, sql, position + 1);
  };
  // A new database is synchronised once.
  if (version === 0) sqlite.transaction(takeAll).immediate();
  else takeAll();
  sqlite.run("PRAGMA foreign_keys = ON");
}

export function newerSchema(version: number, known = newestSchema): DataDirError {
  return new DataDirError(
    `The database has version ${version}, made by a newer Docent; this one knows versions up to ${known}. ` +
      "Start the newer Docent, or restore a backup made by this one.",
    null,
  );
}

export function migrationsUpTo(version: number): readonly string[] {
  return migrations.slice(0, version);
}

function step(sqlite: Sqlite, sql: string, version: number): void {
  sqlite
    .transaction(() => {
      sqlite.run(sql);
      const broken = sqlite.query("PRAGMA foreign_key_check").all();
      if (broken.length > 0) throw new Error(`Migration ${version} would break ${broken.length} references.`);
      sqlite.run(`PRAGMA user_version = ${version}`);
    })
    .immediate();
}

export function schemaVersion(sqlite: Sqlite): number {
  return sqlite.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}
