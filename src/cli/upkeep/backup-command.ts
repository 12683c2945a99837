import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeBackup } from "../../storage/archives/backup-making.ts";
import { faultLines } from "../../upkeep/backup-faults.ts";
import { isWhole } from "../../upkeep/backup-ports.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";
import { requireDataFolder, useDatabaseTools } from "./data-folder-only.ts";

const flags = { switches: ["force"] };

export const backupCommand: Command = {
  name: "backup",
  usage: "FILE [--force]",
  summary: "Write a backup of the whole service to one file",
  flags,
  run: async (args, console) => {
    const { config, words, switches } = readArguments(args, flags);
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
};

/** The exit code of `docent backup` and `docent restore` when everything that could be copied was, but something is missing. */
export const incompleteExitCode = 3;
