import { resolve } from "node:path";
import { systemRandom } from "../../compose/accounts.ts";
import { importInto } from "../../compose/archives/archive-services.ts";
import { createIfNew, openCommandServices } from "../../compose/database/opened-services.ts";
import { openDocumentVerifier } from "../../compose/text-verifier.ts";
import type { Config } from "../../config/load-config.ts";
import { importRules } from "../../http/import-validation.ts";
import { systemClock } from "../../kernel/clock.ts";
import { sortableIds } from "../../kernel/ids.ts";
import type { Workspace } from "../../keys/ports.ts";
import { counted } from "../../language/text/shown-text.ts";
import type { ImportReport } from "../../store/sqlite/archives/import-rows.ts";
import { localCommand, onlyWord } from "../arguments.ts";
import { type Console, UsageError } from "../command.ts";
import { workspaceChosen } from "../named-things.ts";

const slugPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

export const importCommand = localCommand({
  name: "import",
  usage: "FILE [--name NAME] [--slug SLUG] [--workspace NAME] [--verify] [--json]",
  summary: "Add an expert from an exported file",
  examples: ["manuals.tar", 'manuals.tar --name "Heating manual"'],
  flags: {
    options: ["name", "slug", "workspace"],
    switches: ["verify", "json"],
  },
  run: async ({ config, words, options, switches }, console) => {
    const file = onlyWord(words, "Name one file: `docent import FILE`.");
    const [name = null, slug = null] = [options.get("name"), options.get("slug")];
    if (slug !== null && !slugPattern.test(slug))
      throw new UsageError(
        `"${slug}" is not a valid slug. Use lower-case letters, digits, - and _, at most 64 of them.`,
      );
    if (name !== null && (name.trim() === "" || name.length > 128))
      throw new UsageError("--name needs 1 to 128 characters.");
    await createIfNew(config);
    const workspace = await workspaceIn(config, options);
    using verifier = openDocumentVerifier();
    const report = await importInto(config, {
      file: resolve(file),
      workspace: workspace.id,
      name,
      slug,
      ids: sortableIds(systemClock, systemRandom),
      pace: { now: () => performance.now(), pause: (milliseconds) => Bun.sleep(milliseconds) },
      rules: importRules(),
      verify: switches.has("verify") ? verifier.matches : null,
    });
    tell(console, report, switches.has("json"));
    return 0;
  },
});

export interface PrintedImport {
  readonly id: string;
  readonly object: "expert.imported";
  readonly slug: string;
  readonly sources: number;
  readonly passages: number;
  readonly left_out: readonly string[];
}

function tell(console: Console, { expert: id, slug, sources, passages, leftOut }: ImportReport, isJson: boolean): void {
  const imported: PrintedImport = { id, object: "expert.imported", slug, sources, passages, left_out: leftOut };
  const contents = `${counted(sources, "source")}, ${counted(passages, "passage")}`;
  console.print(isJson ? JSON.stringify(imported) : `${slug}: ${contents} (${id}).`);
  if (leftOut.length > 0 && !isJson)
    console.complain(`Left out these aliases, which another expert already has: ${leftOut.join(", ")}.`);
}

async function workspaceIn(config: Config, options: ReadonlyMap<string, string>): Promise<Workspace> {
  await using services = await openCommandServices(config);
  return await workspaceChosen(services, options);
}
