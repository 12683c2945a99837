import { resolve } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { openForExport } from "../../compose/archives/archive-services.ts";
import { systemClock } from "../../kernel/clock.ts";
import { counted } from "../../language/text/shown-text.ts";
import { localCommand } from "../arguments.ts";
import { UsageError } from "../command.ts";
import { expertNamed, workspaceChosen } from "../named-things.ts";
import { formatBytes } from "../terminal/text-table.ts";

export const exportCommand = localCommand({
  name: "export",
  usage: "EXPERT FILE [--workspace NAME] [--force]",
  summary: "Write one expert to a file",
  examples: ["manuals manuals.tar", "manuals manuals.tar --force"],
  flags: { options: ["workspace"], switches: ["force"] },
  run: async ({ config, words, options, switches }, console) => {
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
});
