import { resolve } from "node:path";
import { systemClock, timestamp } from "../../kernel/clock.ts";
import { restoreBackup } from "../../storage/archives/backup-restoring.ts";
import { missingPack } from "../../storage/folder/model-packs.ts";
import { faultLines } from "../../upkeep/backup-faults.ts";
import { isWhole } from "../../upkeep/backup-ports.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { incompleteExitCode } from "./backup-command.ts";
import { requireDataFolder, useDatabaseTools } from "./data-folder-only.ts";

const flags = { switches: ["force"] };

export const restoreCommand: Command = {
  name: "restore",
  usage: "FILE [--force]",
  summary: "Restore the whole service from a backup",
  flags,
  run: async (args, console) => {
    const { config, words, switches } = readArguments(args, flags);
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
    const missing = missingPack(config.dataDir);
    if (missing !== null)
      console.complain(
        `The backup does not contain the model pack ${missing}. Install it with \`docent model add FILE\`; until then, questions are answered by words.`,
      );
    for (const line of faultLines(faults)) console.complain(`${line}.`);
    return isWhole(faults) ? 0 : incompleteExitCode;
  },
};
