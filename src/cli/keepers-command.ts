import type { HeldChangeObject, KeeperObject } from "../api/shapes.ts";
import { withActionAt } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { serviceCommand } from "./service-access.ts";
import { textTable } from "./terminal/text-table.ts";

const wanted = "Use `docent keepers EXPERT`, and behind it `confirm KEEPER` or `dismiss KEEPER`.";

export const keepersCommand = serviceCommand({
  name: "keepers",
  usage: "EXPERT [list | confirm KEEPER | dismiss KEEPER]",
  summary: "Show and decide the mass changes of folders and sites",
  examples: ["manuals", "manuals confirm KEEPER"],
  help: `  confirm            What is held is done at the next look
  dismiss            The sources stay, and the API keeps them
  --json             Print the service's reply as JSON; with list, a line for each keeper
`,
  flags: { switches: ["json"] },
  run: async ({ given, console, client }) => {
    const [expert, action = "list", keeper, ...surplus] = withActionAt(1, given.words, ["list", "confirm", "dismiss"]);
    if (expert === undefined || surplus.length > 0) throw new UsageError(wanted);
    const isDecision = action === "confirm" || action === "dismiss";
    if (isDecision ? keeper === undefined : action !== "list" || keeper !== undefined) throw new UsageError(wanted);
    const keepers = isDecision
      ? [await client().decideHeldChange(expert, keeper ?? "", action)]
      : await client().listKeepers(expert);
    const lines = given.switches.has("json") ? keepers.map((keeper) => JSON.stringify(keeper)) : tableOf(keepers);
    for (const line of lines) console.print(line);
    return 0;
  },
});

function tableOf(keepers: readonly KeeperObject[]): readonly string[] {
  const rows = keepers.map(({ id, type, sources, held }) => [id, type, String(sources), heldText(held)]);
  return textTable([["keeper", "type", "sources", "held"], ...rows]);
}

function heldText(held: HeldChangeObject | null): string {
  if (held === null) return "";
  const counts = [
    ...(held.deletions > 0 ? [`${held.deletions} deletions`] : []),
    ...(held.changes > 0 ? [`${held.changes} replacements`] : []),
  ];
  return `${counts.join(", ")} since ${held.since}${held.confirmed_at === null ? "" : ", confirmed"}`;
}
