import type { UsageObject } from "../api/shapes.ts";
import { counted } from "../language/text/shown-text.ts";
import { UsageError } from "./command.ts";
import { serviceCommand } from "./service-access.ts";
import { formatBytes, textTable } from "./terminal/text-table.ts";

export const usageCommand = serviceCommand({
  name: "usage",
  usage: "[--month YYYY-MM]",
  summary: "Show what was used in a month",
  examples: ["", "--month 2026-10 --json"],
  help: `  --month YYYY-MM    The month to show; the current one (UTC) by default
  --json             Print the service's reply as JSON
`,
  flags: { options: ["month"], switches: ["json"] },
  run: async ({ given, client, print }) => {
    if (given.words.length > 0) throw new UsageError("`docent usage` takes only flags, such as --month 2026-11.");
    const usage = await client().getUsage(given.options.get("month"));
    print(usage, textTable(rowsOf(usage)));
    return 0;
  },
});

function rowsOf({ period, as_of: asOf, ...used }: UsageObject): readonly (readonly string[])[] {
  const { requests, answers, tokens, ingest, storage, limits } = used;
  const added = { ...ingest, sources: ingest.sources_created };
  return [
    ["month", `${period.start.slice(0, 7)}, as of ${asOf}`],
    [
      "requests",
      `${counted(requests.query, "question")}, ${counted(requests.chat, "chat")}, ${counted(requests.ingest, "document")}; ${requests.failed} failed`,
    ],
    ["answers", `${answers.answered}, and ${counted(answers.abstained, "abstention")}`],
    ["tokens", `${tokens.prompt} prompt, ${tokens.completion} completion, ${tokens.embedding} embedding`],
    ["added", `${contents(added)}; ${added.sources_failed} failed`],
    ["held", `${counted(storage.experts, "expert")}, ${contents(storage)}`],
    ...Object.entries(limits).flatMap(([name, limit]) => limitRow(name, limit)),
  ];
}

function limitRow(name: string, { used, limit }: UsageObject["limits"]["requests"]): readonly (readonly string[])[] {
  return limit === null ? [] : [["limit", `${used} of ${limit} ${name}`]];
}

function contents({ sources, passages, bytes }: Omit<UsageObject["storage"], "experts">): string {
  return `${counted(sources, "document")}, ${counted(passages, "passage")}, ${formatBytes(bytes)}`;
}
