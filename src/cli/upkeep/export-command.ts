import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { openForExport } from "../../compose/archives/archive-services.ts";
import { systemClock } from "../../kernel/clock.ts";
import { counted } from "../../language/text/shown-text.ts";
import { readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { expertNamed, workspaceChosen } from "../named-things.ts";
import { formatBytes } from "../terminal/text-table.ts";

const flags = { options: ["workspace"], switches: ["force"] };

export const exportCommand: Command = {
  name: "export",
  usage: "EXPERT FILE [--workspace NAME] [--force]",
  summary: "Write one expert to a file",
  examples: ["manuals manuals.tar", "manuals manuals.tar --force"],
  flags,
  run: async (args, console) => {
    const { config, words, options, switches } = readArguments(args, flags);
    const [name, file, surplus] = words;
    if (name === undefined || file === undefined || surplus !== undefined) {
      throw new UsageError("Name an expert and a file: `docent export EXPERT FILE`.");
    }
    await using services = await openForExport(config);
    const { id, slug } = await expertNamed(services, await workspaceChosen(services, options), name);
    const { bytes, sources, passages } = await services.exportExpert({
      expert: id,
      destination: { file: resolve(file), overwrite: switches.has("force") },
      at: systemClock.now(),
      madeBy: `docent ${buildInfo.version}`,
    });
    const contents = `${counted(sources, "source")}, ${counted(passages, "passage")}, ${formatBytes(bytes)}`;
    console.print(`${file}: ${slug}, ${contents}; verified.`);
    return 0;
  },
};
