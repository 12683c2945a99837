/** `docent import`: takes in an expert that was exported, also while a server runs on the same folder. */
import { resolve } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import { sortableIds } from "../../kernel/ids.ts";
import { importExpert } from "../../storage/archives/expert-import.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { withRegistry, workspaceChosen } from "../registry.ts";

const slugPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

export const importCommand: Command = {
  name: "import",
  usage: "FILE [--name NAME] [--slug SLUG] [--workspace NAME]",
  summary: "Take in an expert from a file",
  run: async (args, console) => {
    const { config, words, options } = readArguments(args, { options: ["name", "slug", "workspace"] });
    const file = onlyWord(words, "Name one file: `docent import FILE`.");
    const [name = null, slug = null] = [options.get("name"), options.get("slug")];
    if (slug !== null && !slugPattern.test(slug)) throw new UsageError(`"${slug}" cannot be a slug.`);
    if (name !== null && (name.trim() === "" || name.length > 128))
      throw new UsageError("--name takes 1 to 128 characters.");
    const workspace = withRegistry(config, (all) => workspaceChosen(all, options));
    const report = await importExpert({
      dataDir: config.dataDir,
      file: resolve(file),
      workspace: workspace.id,
      name,
      slug,
      ids: sortableIds(systemClock, (bytes) => crypto.getRandomValues(bytes)),
      pace: { now: () => performance.now(), pause: (milliseconds) => Bun.sleep(milliseconds) },
    });
    console.print(`${report.slug}: ${report.sources} sources, ${report.passages} passages (${report.expert}).`);
    if (report.leftOut.length > 0) console.complain(`Aliases that another expert has: ${report.leftOut.join(", ")}.`);
    return 0;
  },
};
