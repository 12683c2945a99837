import { closeSync, existsSync, fsyncSync, mkdtempDisposableSync, openSync, statfsSync, writeSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { type Docent, openService } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import { silentLog } from "../../kernel/log.ts";
import { localCommand } from "../arguments.ts";
import { formatBytes } from "../terminal/text-table.ts";

interface CheckTrial {
  readonly name: string;
  readonly isWell: boolean;
  readonly detail: string;
}

type TrialOutcome = Omit<CheckTrial, "name">;

export const selfCheckCommand = localCommand({
  name: "self-check",
  usage: "[--json]",
  summary: "Try this installation: its disk, its memory, and an answer from a document",
  examples: ["", "--json"],
  help: "It works in a folder of its own on the disk of the data folder, and deletes it. Your data is not touched.",
  flags: { switches: ["json"] },
  run: async ({ config, switches }, console) => {
    const findings = await findingsIn(config);
    const isWell = findings.every((finding) => finding.isWell);
    if (switches.has("json")) console.print(JSON.stringify({ well: isWell, findings }));
    else {
      for (const { name, isWell: well, detail } of findings)
        console.print(`${well ? "ok  " : "NOT "} ${name}: ${detail}`);
      console.print(isWell ? "All is well." : "Not all is well.");
    }
    return isWell ? 0 : 1;
  },
});

async function findingsIn(config: Config): Promise<readonly CheckTrial[]> {
  using folder = mkdtempDisposableSync(join(existingFolder(config.dataDir), ".docent-self-check-"));
  const { path } = folder;
  return [
    disk(path),
    syncing(path),
    memory(),
    ...(await serving({ ...config, dataDir: join(path, "data"), shared: null, backups: null })),
  ];
}

function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path));
}

const leastDisk = 1e9;
const leastMemory = 512e6;
const slowSync = 50;

function disk(folder: string): CheckTrial {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return {
    name: "disk",
    isWell: free >= leastDisk,
    detail: `${formatBytes(free)} free on the disk of the data folder`,
  };
}

function syncing(folder: string): CheckTrial {
  const file = openSync(join(folder, "sync"), "w");
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    writeSync(file, new Uint8Array(4096));
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  const median = times.sort((a, b) => a - b)[10] ?? 0;
  return {
    name: "sync",
    isWell: median <= slowSync,
    detail: `${median.toFixed(1)} ms until the disk has what was written`,
  };
}

function memory(): CheckTrial {
  const limit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return { name: "memory", isWell: limit >= leastMemory, detail: `${formatBytes(limit)} for this process` };
}

const sentence = "The key of the lighthouse hangs behind the blue door.";

async function serving(config: Config): Promise<readonly CheckTrial[]> {
  const { key, written } = await withService(config, async (docent) => {
    const made = await keyIn(docent);
    return { key: made, written: await tried("write", () => write(docent, made)) };
  });
  return withService(config, async (docent) => [
    written,
    await tried("ask", () => askForSentence(docent, key)),
    await tried("refuse", () => askForNothing(docent, key)),
  ]);
}

async function write(docent: Docent, key: string): Promise<TrialOutcome> {
  await ask(docent, key, "experts", { name: "Check", slug: "check" });
  const { status } = await ask(docent, key, "experts/check/sources?wait=30", { title: "Check", text: sentence });
  return { isWell: status === "ready", detail: `a document is ${status}` };
}

async function askForSentence(docent: Docent, key: string): Promise<TrialOutcome> {
  const question = "Where does the key of the lighthouse hang?";
  const { citations } = await ask(docent, key, "experts/check/query", { question });
  const { quote = "nothing" } = Object(citations)[0] ?? {};
  return { isWell: quote === sentence, detail: `after another start, an answer quotes: ${quote}` };
}

async function askForNothing(docent: Docent, key: string): Promise<TrialOutcome> {
  const { abstained } = await ask(docent, key, "experts/check/query", { question: "Who won the chess tournament?" });
  return { isWell: abstained === true, detail: "a question that no document answers is refused" };
}

async function withService<T>(config: Config, work: (docent: Docent) => Promise<T>): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const docent = opened.adopt(await openService(config, { log: silentLog }), (it) => it.close());
  docent.begin();
  return await work(docent);
}

async function keyIn({ workspaces, keys }: Docent): Promise<string> {
  const { id: workspaceId } = await workspaces.create("default");
  return (await keys.create({ workspaceId, name: "self-check", expertIds: null, expiresAt: null })).secret;
}

async function tried(name: string, work: () => Promise<TrialOutcome>): Promise<CheckTrial> {
  const start = performance.now();
  try {
    const { isWell, detail } = await work();
    return { name, isWell, detail: `${detail} (${Math.round(performance.now() - start)} ms)` };
  } catch (error) {
    return { name, isWell: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function ask({ app }: Docent, key: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await app.handle(
    new Request(`http://localhost/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return JSON.parse(text);
}
