/**
 * Schemathesis makes requests from the description and sends them to the executable: none may end with a status from 500,
 * and none may be refused, since the description allows them all. schemathesis.toml has what a description cannot say.
 * `make schemathesis` runs it; ARGS="COUNT SEED", by default about ten thousand requests.
 */
import { join } from "node:path";
import { apiKey, startDocent } from "./docent-process.ts";
import { startModelServer } from "./model-server.ts";
import { embeddingModel, model, question } from "./pump-manual.ts";

/** Where it is installed, and writes its reports. */
const place = join(import.meta.dir, "../../.cache/schemathesis");
const program = join(place, "bin/schemathesis");
const rules = join(import.meta.dir, "schemathesis.toml");
const exported = join(place, "expert.export");
const [count = "10000", seed = "1", ...more] = process.argv.slice(2);
const events = join(place, `events-${seed}.ndjson`);
/** They would end the run: what takes away its key, its expert or its source, and whole backups. */
const left = ["endSession", "revokeKey", "createBackup", "deleteExpert", "deleteSource", "deleteCheck"];

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly parameters?: readonly { readonly name: string }[];
}

/** The others get one request each. */
function varies({ operationId, requestBody, parameters = [] }: Operation): boolean {
  const given = ["id", "sid", "cid", "qid"];
  const isVaried = requestBody !== undefined || parameters.some(({ name }) => !given.includes(name));
  return isVaried && !left.includes(operationId);
}

interface Scenario {
  readonly recorder: {
    readonly label: string;
    readonly interactions: Readonly<Record<string, { readonly response?: { readonly status_code: number } | null }>>;
  };
}

/** By operation: how often each status was answered. */
function countsIn(report: string): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>();
  for (const line of report.split("\n").filter((line) => line.startsWith('{"ScenarioFinished"'))) {
    const { recorder } = (JSON.parse(line) as { ScenarioFinished: Scenario }).ScenarioFinished;
    const known = counts.get(recorder.label) ?? {};
    for (const { response } of Object.values(recorder.interactions)) {
      const status = String(response?.status_code ?? "none");
      known[status] = (known[status] ?? 0) + 1;
    }
    counts.set(recorder.label, known);
  }
  return new Map([...counts].toSorted());
}

interface Answered {
  readonly id: string;
  readonly computation?: object;
}

const costs =
  "# Costs\n\n| part | kind | euros |\n|---|---|---|\n| filter | spare | 12 |\n| seal | spare | 7 |\n| motor | main | 230 |\n";

/** Ids that exist, and what only the service itself can make: a computation and an export. */
async function knownTo(baseURL: string): Promise<Record<string, string>> {
  const ask = async (path: string, body?: object): Promise<Answered> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${baseURL}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const expert = (await ask(`/experts/${model}`)).id;
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const kept = JSON.stringify({ settings: { keep_questions: true } });
  await fetch(`${baseURL}/experts/${expert}`, { method: "PATCH", headers, body: kept });
  const source = await ask(`/experts/${expert}/sources?wait=30`, { title: "Costs", text: costs });
  const { computation } = await ask(`/experts/${expert}/query`, { question: "What is the sum of euros?" });
  await Bun.write(exported, await fetch(`${baseURL}/experts/${expert}/export`, { headers }));
  return {
    DOCENT_EXPERT: expert,
    DOCENT_SOURCE: source.id,
    DOCENT_CHECK: (await ask(`/experts/${expert}/checks`, { question, contains: ["six months"] })).id,
    DOCENT_QUERY: (await ask(`/experts/${expert}/query`, { question })).id,
    DOCENT_KEY: (await ask("/keys", { name: "fuzzed", scopes: ["query"] })).id,
    DOCENT_COMPUTATION: JSON.stringify(computation),
    DOCENT_EXPORT: exported,
    DOCENT_EMBEDDING_MODEL: embeddingModel,
  };
}

// Offline, since it makes up addresses of documents.
const server = startModelServer();
const embeddings = { DOCENT_EMBED_URL: server.url, DOCENT_EMBED_MODEL: embeddingModel };
const docent = await startDocent({ DOCENT_OFFLINE: "true", ...embeddings });
try {
  const origin = new URL(docent.baseURL).origin;
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: Record<string, object> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
  const examples = Math.ceil(Number(count) / operations.filter(varies).length);
  const command = [
    ...[program, "--config-file", rules, "run", `${origin}/openapi.json`],
    ...["--header", `Authorization: Bearer ${apiKey}`, "--phases", "fuzzing", "--mode", "positive"],
    ...["--checks", "not_a_server_error,positive_data_acceptance", "--continue-on-failure"],
    ...["--max-examples", String(examples), "--seed", seed],
    ...["--workers", "2", "--request-timeout", "60", "--report", "ndjson", "--report-ndjson-path", events, ...more],
    ...left.flatMap((operation) => ["--exclude-operation-id", operation]),
  ];
  const env = { ...process.env, ...(await knownTo(docent.baseURL)), PYTHONPATH: import.meta.dir };
  const child = Bun.spawn(command, { cwd: place, env, stdio: ["ignore", "inherit", "inherit"] });
  process.exitCode = await child.exited;
  const counts = countsIn(await Bun.file(events).text());
  for (const [operation, statuses] of counts) process.stdout.write(`${operation}: ${JSON.stringify(statuses)}\n`);
} finally {
  await docent.stop();
  await server.stop();
}
