/** `docent backup`: everything in one file, also while a server runs on the folder. */
import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeBackup, type OriginalFaults } from "../../storage/archives/backup-making.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import type { Command, Console } from "../command.ts";
import { inUnits } from "../units-of-bytes.ts";

export const backupCommand: Command = {
  name: "backup",
  usage: "FILE [--force]",
  summary: "Write a backup of the whole service to one file",
  run: async (args, console) => {
    const { config, words, switches } = readArguments(args, { switches: ["force"] });
    const file = onlyWord(words, "Name one file: `docent backup FILE`.");
    const { bytes, originals, ...faults } = makeBackup({
      dataDir: config.dataDir,
      destination: { file: resolve(file), overwrite: switches.has("force") },
      at: systemClock.now(),
      madeBy: `docent ${buildInfo.version}`,
    });
    console.print(`${file}: ${inUnits(bytes)}, ${originals} original files; verified.`);
    tellFaults(faults, console);
    return 0;
  },
};

/** Says which originals are not what the database says, if any. */
export function tellFaults({ missing, damaged }: OriginalFaults, console: Console): void {
  const tell = (numbers: readonly number[], what: string) => {
    if (numbers.length > 0)
      console.complain(`${numbers.length} original files ${what}: ${numbers.slice(0, 10).join(", ")}`);
  };
  tell(missing, "were not in the data folder");
  tell(damaged, "are not what they were when they came in");
}
