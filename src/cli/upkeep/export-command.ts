/** `docent export`: one expert as one file. */
import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { systemClock } from "../../kernel/clock.ts";
import { exportExpert } from "../../storage/archives/expert-export.ts";
import { openBesideServer } from "../../storage/folder/data-folder.ts";
import { readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { expertNamed, withRegistry, workspaceChosen } from "../registry.ts";
import { inUnits } from "../units-of-bytes.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "EXPERT FILE [--workspace NAME] [--force]",
  summary: "Write one expert into a file",
  run: async (args, console) => {
    const { config, words, options, switches } = readArguments(args, { options: ["workspace"], switches: ["force"] });
    const [name, file, surplus] = words;
    if (name === undefined || file === undefined || surplus !== undefined) {
      throw new UsageError("Name an expert and a file: `docent export EXPERT FILE`.");
    }
    const workspace = withRegistry(config, (all) => workspaceChosen(all, options));
    const database = openBesideServer(config.dataDir);
    try {
      const { id, slug } = expertNamed(database, workspace, name);
      const { bytes, sources, passages } = exportExpert({
        dataDir: config.dataDir,
        expert: id,
        destination: { file: resolve(file), overwrite: switches.has("force") },
        at: systemClock.now(),
        madeBy: `docent ${buildInfo.version}`,
      });
      console.print(
        `${file}: ${slug}, ${sources} sources, ${passages} passages, ${inUnits(bytes)}; read back and sound.`,
      );
      return 0;
    } finally {
      database.close();
    }
  },
};
