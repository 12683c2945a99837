/**
 * How well a conversation of 600 turns is remembered, without a language model: which turns are found for a question, what
 * is answered, and what turn 601 costs. `bun bench/conversation-bench.ts --seeds 1,2,3 --sense on`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mean, ndcg, recall } from "../src/cli/asking/ranking-metrics.ts";
import { type Docent, openService } from "../src/compose/compose.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { silentLog } from "../src/kernel/log.ts";
import { type MadeQuestion, type MadeTurn, makeConversation } from "./conversation/made-conversation.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1,2,3" },
    sense: { type: "string", default: "on" },
    misses: { type: "boolean", default: false },
  },
});

interface Result {
  readonly asked: MadeQuestion;
  /** Positions of the turns that were found, best first. */
  readonly found: readonly string[];
  readonly answer: string;
  readonly abstained: boolean;
}

/** The fields of replies that are read here. */
interface Reply {
  readonly status: string;
  readonly chunk_count: number;
  readonly sense: { readonly done: number; readonly total: number } | null;
  readonly answer: string;
  readonly abstained: boolean;
  readonly retrieved: readonly { readonly speaker: string; readonly said_at: string }[];
}

interface Client {
  post(path: string, body: unknown): Promise<Reply>;
  get(path: string): Promise<Reply>;
}

function clientOf({ app }: Docent, key: string): Client {
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const request = new Request(`http://localhost/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const response = await app.handle(request);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Reply;
  };
  return { post: (path, body) => send("POST", path, body), get: (path) => send("GET", path) };
}

async function withService<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "docent-conversation-"));
  const config = loadConfig({ env: { DOCENT_DATA_DIR: dataDir, DOCENT_SENSE: values.sense }, flags: [] });
  const docent = await openService(config, { log: silentLog });
  try {
    const workspace = await docent.workspaces.create("default");
    const { secret } = await docent.keys.create({ workspaceId: workspace.id, name: "bench" });
    docent.begin();
    return await work(clientOf(docent, secret));
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const conversation = (messages: readonly MadeTurn[]) => ({ type: "conversation", external_id: "talk", messages });

async function measure(seed: number) {
  const { turns, questions } = makeConversation(seed);
  return withService(async (client) => {
    await client.post("/experts", { name: "Talk" });
    const began = performance.now();
    await client.post("/experts/talk/sources?wait=60", conversation(turns));
    const readMs = performance.now() - began;
    await untilEncoded(client);
    const results: Result[] = [];
    for (const question of questions) results.push(await ask(client, question, turns));
    return { results, readMs, appended: await append(client, turns) };
  });
}

async function untilEncoded(client: Client): Promise<void> {
  for (;;) {
    const { sense } = await client.get("/experts/talk");
    if (sense === null || sense.done === sense.total) return;
    await Bun.sleep(50);
  }
}

async function ask(client: Client, asked: MadeQuestion, turns: readonly MadeTurn[]): Promise<Result> {
  const { question } = asked;
  const { retrieved } = await client.post("/experts/talk/query", { question, k: 10, generate: false });
  const { answer, abstained } = await client.post("/experts/talk/query", { question });
  const turnOf = ({ speaker, said_at }: Reply["retrieved"][number]) =>
    turns.findIndex(({ name, created_at }) => name === speaker && created_at === said_at);
  return { asked, found: retrieved.map((one) => String(turnOf(one))), answer, abstained };
}

/** Milliseconds until turn 601 is ready, and whether it is found. */
async function append(client: Client, turns: readonly MadeTurn[]) {
  const content = "I left the spare key under the terracotta owl.";
  const turn = { role: "user" as const, name: "John", content, created_at: "2026-07-01T18:00:00.000Z" };
  const began = performance.now();
  const source = await client.post("/experts/talk/sources?wait=60", conversation([turn]));
  const milliseconds = performance.now() - began;
  const { answer } = await client.post("/experts/talk/query", { question: "Where did John leave the spare key?" });
  const { sense } = await client.get("/experts/talk");
  const isWhole = source.status === "ready" && source.chunk_count === turns.length + 1;
  return { milliseconds, isFound: isWhole && answer.includes("terracotta owl"), encoded: sense?.done ?? null };
}

function report(all: readonly Awaited<ReturnType<typeof measure>>[]): void {
  const results = all.flatMap((one) => one.results);
  const judged = results.filter(({ asked }) => asked.turn !== null);
  const over = (some: readonly Result[]) => {
    const value = (measureOf: typeof ndcg) =>
      mean(some.map(({ asked, found }) => measureOf(found, new Map([[String(asked.turn), 1]]), 10)))?.toFixed(4);
    return `nDCG@10 ${value(ndcg)}, R@10 ${value(recall)}`;
  };
  const kinds = [...Map.groupBy(judged, ({ asked }) => asked.kind)];
  const says = ({ asked, answer, abstained }: Result) => !abstained && answer.includes(asked.answer);
  const share = (kind: MadeQuestion["kind"], test: (one: Result) => boolean) => {
    const some = results.filter(({ asked }) => asked.kind === kind);
    return `${(some.filter(test).length / some.length).toFixed(3)} of ${some.length}`;
  };
  const round = (list: readonly number[]) => list.map((value) => Math.round(value)).join(", ");
  const lines = [
    `sense ${values.sense}, seeds ${values.seeds}, ${judged.length} questions with a turn that answers`,
    `turn-level: ${over(judged)}`,
    ...kinds.map(
      ([kind, some]) =>
        `${kind}: ${over(some)}; answered ${share(kind, says)}, refused ${share(kind, ({ abstained }) => abstained)}`,
    ),
    `another's fact given ${share("other's", says)}, something answered ${share("other's", ({ abstained }) => !abstained)}`,
    `600 turns read in ${round(all.map(({ readMs }) => readMs))} ms`,
    `turn 601 ready in ${round(all.map(({ appended }) => appended.milliseconds))} ms, found: ${all.map(({ appended }) => appended.isFound).join(", ")}; turns that still had their sense then: ${all.map(({ appended }) => appended.encoded).join(", ")}`,
  ];
  console.log(lines.join("\n"));
  if (!values.misses) return;
  for (const one of results) {
    const isMiss = one.asked.turn === null ? !one.abstained : !says(one);
    if (isMiss)
      console.log(
        `${one.asked.kind}: ${one.asked.question} (${one.asked.answer}, rank ${one.found.indexOf(String(one.asked.turn)) + 1}) → ${one.abstained ? "refused" : one.answer}`,
      );
  }
}

const all: Awaited<ReturnType<typeof measure>>[] = [];
for (const seed of values.seeds.split(",").map(Number)) all.push(await measure(seed));
report(all);
