import type { ExpertObject } from "../api/shapes.ts";
import type { DocentClient } from "../client/docent-client.ts";
import { counted, shownLine } from "../language/text/shown-text.ts";
import { type Arguments, withActionAt } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { accessHelp, printReply, reachService, readServiceArguments } from "./service-access.ts";
import { formatBytes, textTable } from "./terminal/text-table.ts";

const draftFlags = ["slug", "description", "language"];
const flags = { options: draftFlags, switches: ["json", "yes"] };

export const expertsCommand: Command = {
  name: "experts",
  usage: "[list | create NAME | show EXPERT | delete EXPERT]",
  summary: "Manage the experts of a running service",
  examples: ['create "Heating manual" --language de', "show manuals"],
  help: `  --slug SLUG, --description TEXT, --language TAG    With create
  --yes                                              With delete: confirms that all its documents go too
  --json                                             Print the service's reply as JSON

${accessHelp}`,
  flags,
  run: async (args, console) => {
    const given = readServiceArguments(args, flags);
    const [action = "list", name, ...surplus] = withActionAt(0, given.words, actions);
    const isAllowed = action === "create" || draftFlags.every((flag) => !given.options.has(flag));
    if (surplus.length > 0 || !isAllowed) throw new UsageError(wanted);
    await perform(action, name, { given, console });
    return 0;
  },
};

const actions = ["list", "create", "show", "delete"];
const wanted = "Use `docent experts list`, `create NAME`, `show EXPERT` or `delete EXPERT`.";

interface CommandContext {
  readonly given: Arguments;
  readonly console: Console;
}

function perform(action: string, name: string | undefined, place: CommandContext): Promise<void> {
  const client = () => reachService(place.given, place.console);
  if (action === "list" && name === undefined) return list(client(), place);
  if (name === undefined) throw new UsageError(wanted);
  if (action === "create") return create(client(), name, place);
  if (action === "show") return show(client(), name, place);
  if (action === "delete") return remove(client(), name, place);
  throw new UsageError(wanted);
}

async function list(client: DocentClient, { given, console }: CommandContext): Promise<void> {
  const experts = await Array.fromAsync(client.listExperts({ order: "asc" }));
  const rows = experts.map(({ slug, name, source_counts: counts, passage_count: passages }) => [
    slug,
    shownLine(name),
    String(counts.ready),
    String(counts.queued + counts.processing),
    String(counts.failed),
    String(passages),
  ]);
  const head = ["expert", "name", "ready", "pending", "failed", "passages"];
  printReply(given, console, experts, textTable([head, ...rows]));
}

async function create(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const [slug, description, language] = draftFlags.map((flag) => given.options.get(flag));
  const expert = await client.createExpert({
    name,
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
    ...(language !== undefined && { language }),
  });
  printReply(given, console, expert, [`${expert.slug}  ${expert.id}`]);
  if (!given.switches.has("json")) console.complain(`Give it documents: docent ingest ${expert.slug} PATH`);
}

async function show(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const expert = await client.getExpert(name);
  printReply(given, console, expert, textTable(factsOf(expert)));
}

function factsOf(expert: ExpertObject): readonly (readonly string[])[] {
  const { source_counts: counts, aliases, sense, vectors } = expert;
  return [
    ["expert", `${expert.slug} (${expert.id})`],
    ["name", shownLine(expert.name)],
    ...(expert.description === "" ? [] : [["description", shownLine(expert.description)]]),
    ...(aliases.length === 0 ? [] : [["aliases", aliases.join(", ")]]),
    ["language", expert.language],
    ["documents", `${counts.ready} ready, ${counts.queued + counts.processing} pending, ${counts.failed} failed`],
    ["passages", `${expert.passage_count} (${formatBytes(expert.content_bytes)})`],
    ["meaning", sense === null ? "not used" : `${sense.done} of ${counted(sense.total, "passage")}`],
    ...(vectors === null ? [] : [["vectors", `${vectors.done} of ${counted(vectors.total, "passage")}`]]),
    ["created", expert.created_at],
  ];
}

async function remove(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const { id, slug, source_counts: counts } = await client.getExpert(name);
  if (!given.switches.has("yes")) {
    const documents = counts.ready + counts.queued + counts.processing + counts.failed;
    throw new UsageError(
      `${slug} has ${counted(documents, "document")}, which would be deleted with it. Add --yes to confirm.`,
    );
  }
  await client.deleteExpert(id);
  console.print(`${slug} is deleted.`);
}
