import { compactDatabase } from "../../storage/folder/database-compacting.ts";
import { readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";
import { requireDataFolder } from "./data-folder-only.ts";

export const compactCommand: Command = {
  name: "compact",
  usage: "",
  summary: "Give the space of deleted documents back to the disk",
  run: async (args, console) => {
    const { config, words } = readArguments(args, {});
    if (words.length > 0) throw new UsageError("`docent compact` takes only flags.");
    requireDataFolder(config, "compact", "PostgreSQL gives space back by itself (autovacuum), or with VACUUM FULL.");
    const { before, after } = compactDatabase(config.dataDir);
    console.print(`The database had ${formatBytes(before)} and has ${formatBytes(after)} now.`);
    return 0;
  },
};
