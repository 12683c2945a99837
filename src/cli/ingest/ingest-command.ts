import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ExpertObject } from "../../api/shapes.ts";
import { addAll } from "../../client/adding.ts";
import { ApiError } from "../../client/client-error.ts";
import type { DocentClient } from "../../client/docent-client.ts";
import { systemClock } from "../../kernel/clock.ts";
import { numberOption } from "../arguments.ts";
import { plain, StartError, UsageError } from "../command.ts";
import { type ServiceCall, serviceCommand } from "../service-access.ts";
import { listenForSignals } from "../serving/service-signals.ts";
import { reportModels } from "../terminal/model-progress.ts";
import { keepInStep } from "./folder-watching.ts";
import { acceptedFiles, gather } from "./ingest-additions.ts";
import { progressTo, summaryJson, summaryLines } from "./ingest-report.ts";

export const ingestCommand = serviceCommand({
  name: "ingest",
  usage: "EXPERT PATH…",
  summary: "Add documents to an expert of a running service",
  examples: ["manuals ./manuals --create", "manuals ./manuals --external-ids --watch"],
  help: `A PATH is a file, a folder with everything in it, an http(s) address, or - for standard input. Files that a .gitignore
or .docentignore in a folder names are left out.
Run the command again to send what has changed, or to continue after an interruption.

  --create          Create the expert if it does not exist
  --external-ids    Identify each file by its path in the folder, so that a changed file replaces its older version
  --title TEXT      Title of the document, when there is one document
  --wait            Exit when everything is ready for questions; this is the default
  --no-wait         Exit when everything is stored, before it is ready for questions
  --wait-sense      Wait until the models have encoded everything as well
  --watch           Keep the expert in step with one folder until the command is stopped: files that are added, changed,
                    renamed or deleted are, in the expert, too
  --poll SECONDS    With --watch: look so often instead of waiting for the system's reports, as on network drives
  --json            Print the result as JSON

Exit codes: 0 when everything is ready, 1 when something failed.`,
  flags: {
    options: ["title", "poll"],
    switches: ["create", "external-ids", "wait", "no-wait", "wait-sense", "watch", "json"],
  },
  run: async (call) => {
    const { given } = call;
    const [expert, ...paths] = given.words;
    if (expert === undefined || paths.length === 0)
      throw new UsageError("Name an expert and at least one document: `docent ingest EXPERT PATH…`.");
    if (given.switches.has("watch")) return watch(call, expert, paths);
    if (given.options.has("poll")) throw new UsageError("--poll goes with --watch.");
    return ingest(call, expert, paths);
  },
});

async function watch({ given, console, ...call }: ServiceCall, expert: string, paths: readonly string[]) {
  const [folder, ...more] = paths;
  const isFolder = folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || more.length > 0) throw new UsageError("--watch needs exactly one folder.");
  const wrong = ["title", "external-ids", "no-wait", "wait", "wait-sense"].find(
    (flag) => given.options.has(flag) || given.switches.has(flag),
  );
  if (wrong !== undefined) throw new UsageError(`--${wrong} cannot be used with --watch.`);
  const seconds = numberOption(given, "poll");
  if (seconds === 0) throw new UsageError("--poll takes a number of seconds from 1.");
  const client = call.client();
  const [abilities, { slug }] = [
    acceptedFiles(await client.getCapabilities()),
    await expertFor(client, expert, given.switches.has("create")),
  ];
  const signals = listenForSignals({ reload: () => undefined, hangUpStops: true });
  const wish = { expert: slug, root: resolve(folder), pollEvery: seconds && seconds * 1000 };
  await keepInStep(client, abilities, { ...wish, isJson: given.switches.has("json") }, console, signals.stop);
  signals.end();
  return 0;
}

async function ingest({ given, console, ...call }: ServiceCall, expert: string, paths: readonly string[]) {
  const { switches, options } = given;
  const client = call.client();
  const abilities = acceptedFiles(await client.getCapabilities());
  const naming = { title: options.get("title") ?? null, byPath: switches.has("external-ids") };
  const { additions, skipped } = await gather(paths, abilities, naming);
  const { slug } = await expertFor(client, expert, switches.has("create"));
  const isWaiting = !switches.has("no-wait");
  const sizes = new Map(
    additions.map(({ name, upload: { content } }) => [name, content instanceof Blob ? content.size : 0]),
  );
  const onAdded = progressTo(console, additions.length, (name) => sizes.get(name) ?? 0, systemClock);
  const result = await addAll(client, additions, { expert: slug, isWaiting, onAdded });
  console.renew?.("");
  const summary = { expert: slug, result, skipped, total: additions.length };
  const lines = switches.has("json") ? [summaryJson(summary)] : summaryLines(summary, console.paint ?? plain);
  for (const line of lines) console.print(line);
  if (result.stoppedBy !== null) {
    console.complain(`${result.stoppedBy.message} Run the same command again to continue from here.`);
    return 1;
  }
  if (isWaiting) await reportModels(client, slug, console, switches.has("wait-sense"));
  console.renew?.("");
  return result.added.every(({ state }) => state !== "failed") ? 0 : 1;
}

const slugShape = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

async function expertFor(client: DocentClient, name: string, mayCreate: boolean): Promise<ExpertObject> {
  try {
    return await client.getExpert(name);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "expert_not_found") throw error;
    if (mayCreate) return create(client, name);
    throw new StartError(
      `There is no expert "${name}". Use --create to make it, or run \`docent experts\` to see the existing ones.`,
    );
  }
}

function create(client: DocentClient, name: string): Promise<ExpertObject> {
  if (slugShape.test(name)) return client.createExpert({ name, slug: name });
  throw new UsageError(
    `--create needs a name of lower-case letters, digits and hyphens, such as heating-manual; "${name}" is not one.`,
  );
}
