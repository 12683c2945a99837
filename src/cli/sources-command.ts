import type { SourceObject, SourceObjectStatus } from "../api/shapes.ts";
import { shownLine } from "../language/text/shown-text.ts";
import { withActionAt } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { type ServiceCall, serviceCommand } from "./service-access.ts";
import { formatBytes, textTable } from "./terminal/text-table.ts";

const listFlags = ["status", "find"];

export const sourcesCommand = serviceCommand({
  name: "sources",
  usage: "EXPERT [list | show SOURCE | retry SOURCE | put-back SOURCE | delete SOURCE]",
  summary: "Manage the documents of an expert",
  examples: ["manuals --status failed", "manuals show SOURCE"],
  help: `  --status STATUS    With list: only those that are queued, processing, ready, failed or canceled
  --find TEXT        With list: only those with this text in their title, file name, external id or address
  --all              With retry, in place of SOURCE: all documents that do not wait to be read
  --version NUMBER   With put-back: the older version that becomes the newest again
  --yes              With delete: confirms it
  --json             Print the service's reply as JSON; with list, a line for each document
`,
  flags: { options: [...listFlags, "version"], switches: ["json", "yes", "all"] },
  run: async (call) => {
    const { words, options } = call.given;
    const [expert, action = "list", id, ...surplus] = withActionAt(1, words, actions);
    const isAllowed = action === "list" || listFlags.every((flag) => !options.has(flag));
    if (expert === undefined || surplus.length > 0 || !isAllowed) throw new UsageError(wanted);
    await perform({ ...call, expert }, action, id);
    return 0;
  },
});

const actions = ["list", "show", "retry", "put-back", "delete"];
const wanted =
  "Use `docent sources EXPERT`, and behind it `list`, `retry --all`, or `show`, `retry`, `put-back --version NUMBER` or `delete` and a SOURCE.";

interface SourceCall extends ServiceCall {
  readonly expert: string;
}

function perform(call: SourceCall, action: string, id: string | undefined): Promise<void> {
  if (action === "list" && id === undefined) return list(call);
  if (action === "retry" && id === undefined && call.given.switches.has("all")) return retryAll(call);
  const work = new Map(Object.entries({ show, retry, "put-back": putBack, delete: remove })).get(action);
  if (id === undefined || work === undefined) throw new UsageError(wanted);
  return work(call, id);
}

async function list({ given, console, client, expert }: SourceCall): Promise<void> {
  const { options, switches } = given;
  const [status, q] = [options.get("status") as SourceObjectStatus | undefined, options.get("find")];
  const query = { ...(status === undefined ? {} : { status }), ...(q === undefined ? {} : { q }) };
  const rows: (readonly string[])[] = [["source", "status", "passages", "title"]];
  for await (const source of client().listSources(expert, query)) {
    if (switches.has("json")) console.print(JSON.stringify(source));
    else rows.push([source.id, source.status, String(source.passage_count), shownLine(source.title)]);
  }
  if (!switches.has("json")) for (const line of textTable(rows)) console.print(line);
}

async function show({ client, print, expert }: SourceCall, id: string): Promise<void> {
  const source = await client().getSource(expert, id);
  print(source, textTable(factsOf(source)));
}

function factsOf(source: SourceObject): readonly (readonly string[])[] {
  const { id, title, status, error, bytes, version, url, external_id: externalId } = source;
  return [
    ["source", id],
    ["title", shownLine(title)],
    ["status", status],
    ...(error === null ? [] : [["reason", shownLine(error.message)]]),
    ["passages", `${source.passage_count} (${formatBytes(bytes)})`],
    ["version", String(version)],
    ...(url === null ? [] : [["address", shownLine(url)]]),
    ...(externalId === null ? [] : [["external id", shownLine(externalId)]]),
    ["created", source.created_at],
  ];
}

async function retry({ client, print, expert }: SourceCall, id: string): Promise<void> {
  const source = await client().retrySource(expert, id);
  print(source, [`${id} is ${source.status}.`]);
}

async function retryAll({ print, expert, ...call }: SourceCall): Promise<void> {
  const client = call.client();
  const ids: string[] = [];
  for await (const { id, status } of client.listSources(expert, {}))
    if (status !== "queued" && status !== "processing") ids.push(id);
  for (const id of ids) await client.retrySource(expert, id);
  const read = { object: "list", data: ids };
  print(read, [ids.length === 1 ? "1 document is read again." : `${ids.length} documents are read again.`]);
}

async function putBack({ given, client, print, expert }: SourceCall, id: string): Promise<void> {
  const version = Number(given.options.get("version"));
  if (!Number.isSafeInteger(version) || version < 1)
    throw new UsageError("put-back needs --version and a number from 1.");
  const source = await client().putBackVersion(expert, id, version);
  print(source, [`${id} has version ${source.version}, which is version ${version} again.`]);
}

async function remove({ given, console, expert, ...call }: SourceCall, id: string): Promise<void> {
  const client = call.client();
  const { title } = await client.getSource(expert, id);
  if (!given.switches.has("yes"))
    throw new UsageError(`"${shownLine(title)}" would be deleted permanently. Add --yes to confirm.`);
  await client.deleteSource(expert, id);
  console.print(`${id} is deleted.`);
}
