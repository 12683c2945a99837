/**
 * Schemathesis makes requests from the description and sends them to the executable: none may end with a status from 500,
 * and none may be refused, since the description allows them all. schemathesis.toml has what a description cannot say.
 * `make schemathesis` runs it; ARGS="COUNT SEED", by default about ten thousand requests.
 */
import { join } from "node:path";
import { apiKey, startDocent } from "./docent-process.ts";
import { model, question } from "./pump-manual.ts";

/** Where it is installed, and writes its reports. */
const place = join(import.meta.dir, "../../.cache/schemathesis");
const program = join(place, "bin/schemathesis");
const rules = join(import.meta.dir, "schemathesis.toml");
const [count = "10000", seed = "1", ...more] = process.argv.slice(2);
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

interface Answered {
  readonly id: string;
  readonly data?: readonly { readonly id: string }[];
}

async function idsOf(baseURL: string): Promise<Record<string, string>> {
  const ask = async (path: string, body?: object): Promise<Answered> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${baseURL}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const expert = (await ask(`/experts/${model}`)).id;
  const { data: [source] = [] } = await ask(`/experts/${expert}/sources`);
  return {
    DOCENT_EXPERT: expert,
    DOCENT_SOURCE: source?.id ?? "",
    DOCENT_CHECK: (await ask(`/experts/${expert}/checks`, { question, contains: ["six months"] })).id,
    DOCENT_QUERY: (await ask(`/experts/${expert}/query`, { question })).id,
  };
}

// Offline, since it makes up addresses of documents.
const docent = await startDocent({ DOCENT_OFFLINE: "true" });
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
    ...["--workers", "2", "--request-timeout", "60", ...more],
    ...left.flatMap((operation) => ["--exclude-operation-id", operation]),
  ];
  const env = { ...process.env, ...(await idsOf(docent.baseURL)), PYTHONPATH: import.meta.dir };
  const child = Bun.spawn(command, { cwd: place, env, stdio: ["ignore", "inherit", "inherit"] });
  process.exitCode = await child.exited;
} finally {
  await docent.stop();
}
