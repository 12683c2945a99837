import type { ExpertObject } from "../api/shapes.ts";
import { counted, shownLine } from "../language/text/shown-text.ts";
import { withActionAt } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { type ServiceCall, serviceCommand } from "./service-access.ts";
import { formatBytes, textTable } from "./terminal/text-table.ts";

const draftFlags = ["slug", "description", "language"];

export const expertsCommand = serviceCommand({
  name: "experts",
  usage: "[list | create NAME | show EXPERT | delete EXPERT]",
  summary: "Manage the experts of a running service",
  examples: ['create "Heating manual" --language de', "show manuals"],
  help: `  --slug SLUG, --description TEXT, --language TAG    With create
  --yes                                              With delete: confirms that all its documents go too
  --json                                             Print the service's reply as JSON
`,
  flags: { options: draftFlags, switches: ["json", "yes"] },
  run: async (call) => {
    const { words, options } = call.given;
    const [action = "list", name, ...surplus] = withActionAt(0, words, actions);
    const isAllowed = action === "create" || draftFlags.every((flag) => !options.has(flag));
    if (surplus.length > 0 || !isAllowed) throw new UsageError(wanted);
    await perform(call, action, name);
    return 0;
  },
});

const actions = ["list", "create", "show", "delete"];
const wanted = "Use `docent experts list`, `create NAME`, `show EXPERT` or `delete EXPERT`.";

function perform(call: ServiceCall, action: string, name: string | undefined): Promise<void> {
  if (action === "list" && name === undefined) return list(call);
  const work = new Map(Object.entries({ create, show, delete: remove })).get(action);
  if (name === undefined || work === undefined) throw new UsageError(wanted);
  return work(call, name);
}

async function list({ client, print }: ServiceCall): Promise<void> {
  const experts = await Array.fromAsync(client().listExperts({ order: "asc" }));
  const rows = experts.map(({ slug, name, source_counts: counts, passage_count: passages }) => [
    slug,
    shownLine(name),
    String(counts.ready),
    String(counts.queued + counts.processing),
    String(counts.failed),
    String(passages),
  ]);
  const head = ["expert", "name", "ready", "pending", "failed", "passages"];
  print(experts, textTable([head, ...rows]));
}

async function create({ given, console, client, print }: ServiceCall, name: string): Promise<void> {
  const [slug, description, language] = draftFlags.map((flag) => given.options.get(flag));
  const expert = await client().createExpert({
    name,
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
    ...(language !== undefined && { language }),
  });
  print(expert, [`${expert.slug}  ${expert.id}`]);
  if (!given.switches.has("json")) console.complain(`Give it documents: docent ingest ${expert.slug} PATH`);
}

async function show({ client, print }: ServiceCall, name: string): Promise<void> {
  const expert = await client().getExpert(name);
  print(expert, textTable(factsOf(expert)));
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

async function remove({ given, console, ...call }: ServiceCall, name: string): Promise<void> {
  const client = call.client();
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
