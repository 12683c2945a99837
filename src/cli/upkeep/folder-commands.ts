import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import type { Config } from "../../config/load-config.ts";
import { systemClock, timestamp } from "../../kernel/clock.ts";
import { vectorTraits } from "../../models/vector-model.ts";
import { makeBackup } from "../../store/sqlite/archives/backup-making.ts";
import { restoreBackup } from "../../store/sqlite/archives/backup-restoring.ts";
import { missingPack } from "../../store/sqlite/folder/model-packs.ts";
import { compactDatabase } from "../../store/sqlite/space-reclaiming.ts";
import { faultLines } from "../../upkeep/backup-faults.ts";
import { isWhole } from "../../upkeep/backup-ports.ts";
import { localCommand, onlyWord } from "../arguments.ts";
import { StartError, UsageError } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";

export const backupCommand = localCommand({
  name: "backup",
  usage: "FILE [--force]",
  summary: "Write a backup of the whole service to one file",
  examples: ["docent.tar", "docent.tar --force"],
  flags: { switches: ["force"] },
  run: async ({ config, words, switches }, console) => {
    requireDataFolder(config, "backup", useDatabaseTools);
    const file = onlyWord(words, "Name one file: `docent backup FILE`.");
    const {
      file: made,
      bytes,
      originals,
      ...faults
    } = makeBackup({
      dataDir: config.dataDir,
      destination: { file: resolve(file), overwrite: switches.has("force") },
      at: systemClock.now(),
      madeBy: `docent ${buildInfo.version}`,
    });
    const contents = `${formatBytes(bytes)}, ${originals} original files`;
    if (isWhole(faults)) {
      console.print(`${file}: ${contents}; verified.`);
      return 0;
    }
    console.print(`${made}: ${contents}; incomplete.`);
    for (const line of faultLines(faults)) console.complain(`${line}.`);
    console.complain("Keep the older backups. `docent doctor` says what can be repaired.");
    return incompleteExitCode;
  },
});

/** All that could be copied was, but something is missing. */
export const incompleteExitCode = 3;

export const restoreCommand = localCommand({
  name: "restore",
  usage: "FILE [--force]",
  summary: "Restore the whole service from a backup",
  examples: ["docent.tar --data-dir ./restored", "docent.tar --force"],
  flags: { switches: ["force"] },
  run: async ({ config, words, switches }, console) => {
    requireDataFolder(config, "restore", useDatabaseTools);
    const file = onlyWord(words, "Name one file: `docent restore FILE`.");
    const { manifest, aside, ...faults } = restoreBackup({
      dataDir: config.dataDir,
      file: resolve(file),
      replace: switches.has("force"),
      at: systemClock.now(),
    });
    console.print(`${config.dataDir} now holds the state of ${timestamp(manifest.createdAt)}.`);
    if (aside !== null)
      console.print(`The previous data is in ${aside}. Delete that folder when you no longer need it.`);
    const missing = missingPack(config.dataDir, vectorTraits.model);
    if (missing !== null)
      console.complain(
        `The backup does not contain the model pack ${missing}. Install it with \`docent model add FILE\`; until then, questions are answered by words.`,
      );
    for (const line of faultLines(faults)) console.complain(`${line}.`);
    return isWhole(faults) ? 0 : incompleteExitCode;
  },
});

export const compactCommand = localCommand({
  name: "compact",
  usage: "",
  summary: "Give the space of deleted documents back to the disk",
  examples: ["", "--data-dir /srv/docent"],
  run: async ({ config, words }, console) => {
    if (words.length > 0) throw new UsageError("`docent compact` takes only flags.");
    requireDataFolder(config, "compact", "PostgreSQL gives space back by itself (autovacuum), or with VACUUM FULL.");
    const { before, after } = compactDatabase(config.dataDir);
    console.print(`The database had ${formatBytes(before)} and has ${formatBytes(after)} now.`);
    return 0;
  },
});

/** @param instead a sentence @throws StartError if the data is in PostgreSQL */
export function requireDataFolder({ shared }: Config, command: string, instead: string): void {
  if (shared === null) return;
  throw new StartError(
    `\`docent ${command}\` works on a data folder, but DOCENT_DATABASE is set: the data is in PostgreSQL. ${instead}`,
  );
}

export const useDatabaseTools =
  "Back up and restore the database with PostgreSQL's own tools, such as pg_dump and pg_restore, and after it the files in DOCENT_FILES.";
