import type { ExpertReply } from "../client/client-replies.ts";
import type { DocentClient } from "../client/docent-client.ts";
import { counted } from "../language/text/counted.ts";
import { shownLine } from "../language/text/shown-text.ts";
import type { Arguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { accessHelp, reachService, readServiceArguments } from "./service-access.ts";
import { textTable } from "./terminal/text-table.ts";
import { formatBytes } from "./terminal/units-of-bytes.ts";

const draftFlags = ["slug", "description", "language"];
const flags = { options: draftFlags, switches: ["json", "yes"] };

export const expertsCommand: Command = {
  name: "experts",
  usage: "[list | create NAME | show EXPERT | delete EXPERT]",
  summary: "Manage the experts of a running service",
  help: `  --slug SLUG, --description TEXT, --language TAG    With create
  --yes                                              With delete: confirms that all its documents go too
  --json                                             Print the service's reply as JSON

${accessHelp}`,
  flags,
  run: async (args, console) => {
    const given = readServiceArguments(args, flags);
    const [action = "list", name, ...surplus] = given.words;
    const isAllowed = action === "create" || draftFlags.every((flag) => !given.options.has(flag));
    if (surplus.length > 0 || !isAllowed) throw new UsageError(wanted);
    await perform(action, name, { given, console });
    return 0;
  },
};

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
  const experts = await client.experts();
  if (given.switches.has("json")) {
    console.print(JSON.stringify(experts.map(({ raw }) => raw)));
    return;
  }
  const rows = experts.map(({ slug, name, sources, passages }) => [
    slug,
    shownLine(name),
    String(sources.ready),
    String(sources.pending),
    String(sources.failed),
    String(passages),
  ]);
  for (const line of textTable([["expert", "name", "ready", "pending", "failed", "passages"], ...rows])) {
    console.print(line);
  }
}

async function create(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const [slug, description, language] = draftFlags.map((flag) => given.options.get(flag));
  const expert = await client.createExpert({ name, slug, description, language });
  if (given.switches.has("json")) console.print(JSON.stringify(expert.raw));
  else {
    console.print(`${expert.slug}  ${expert.id}`);
    console.complain(`Give it documents: docent ingest ${expert.slug} PATH`);
  }
}

async function show(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const expert = await client.expert(name);
  if (given.switches.has("json")) console.print(JSON.stringify(expert.raw));
  else for (const line of textTable(factsOf(expert))) console.print(line);
}

function factsOf(expert: ExpertReply): readonly (readonly string[])[] {
  const { sources, aliases, sense, vectors } = expert;
  return [
    ["expert", `${expert.slug} (${expert.id})`],
    ["name", shownLine(expert.name)],
    ...(expert.description === "" ? [] : [["description", shownLine(expert.description)]]),
    ...(aliases.length === 0 ? [] : [["aliases", aliases.join(", ")]]),
    ["language", expert.language],
    ["documents", `${sources.ready} ready, ${sources.pending} pending, ${sources.failed} failed`],
    ["passages", `${expert.passages} (${formatBytes(expert.bytes)})`],
    ["meaning", sense === null ? "not used" : `${sense.done} of ${counted(sense.total, "passage")}`],
    ...(vectors === null ? [] : [["vectors", `${vectors.done} of ${counted(vectors.total, "passage")}`]]),
    ["created", expert.createdAt],
  ];
}

async function remove(client: DocentClient, name: string, { given, console }: CommandContext): Promise<void> {
  const { id, slug, sources } = await client.expert(name);
  if (!given.switches.has("yes")) {
    const documents = sources.ready + sources.pending + sources.failed;
    throw new UsageError(
      `${slug} has ${counted(documents, "document")}, which would be deleted with it. Add --yes to confirm.`,
    );
  }
  await client.deleteExpert(id);
  console.print(`${slug} is deleted.`);
}
