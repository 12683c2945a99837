/** Sends requests generated from our own description to a whole service, and checks every response against it. */
import fc from "fast-check";
import type { ExpertArchives } from "../../src/http/system-parts.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { operationsOf, withoutReferences } from "../support/replies/openapi-document.ts";
import { startWorld, type World } from "../support/requests/route-world.ts";
import { type Described, responseChecker } from "./described-response.ts";
import { type FuzzRequest, type Operation, type Parameter, requestsFor } from "./fuzz-requests.ts";

export interface FuzzReport {
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The failure, with the request that shows it. */
  readonly failures: readonly string[];
}

/** Files of experts are made and read by processes, which have tests of their own. */
const damagedArchives: ExpertArchives = {
  write: async () => pieces(),
  read: () => Promise.reject(new Fault("invalid_parameter", "It is damaged.", { param: "body" })),
};

async function* pieces() {
  yield new TextEncoder().encode("expert");
}

/** Requests to one service before another is started, so that their objects do not slow down later requests. */
const batch = 1500;

/** The same seed gives the same requests in the same order. */
export async function fuzz(requests: number, seed: number): Promise<FuzzReport> {
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  for (let done = 0; done < requests; done += batch) {
    const settings = { DOCENT_OFFLINE: "true", DOCENT_MAX_FILE_BYTES: "300B" };
    const world = await startWorld({ settings, archives: () => () => damagedArchives });
    try {
      await fuzzBatch(world, { count: Math.min(batch, requests - done), seed: seed + done, statuses, failures });
    } finally {
      await world.close();
    }
  }
  return { requests, statuses, failures };
}

interface Batch {
  readonly count: number;
  readonly seed: number;
  readonly statuses: Record<string, number>;
  readonly failures: string[];
}

async function fuzzBatch(world: World, { count, seed, statuses, failures }: Batch): Promise<void> {
  const document = Object((await world.request("GET", "/openapi.json")).json);
  const wrongWith = judge(document);
  const operations = operationsOf(withoutReferences(document)).map(({ name, path, operation }) =>
    readOperation(name, path, operation),
  );
  const each = Math.ceil(count / operations.length);
  const made = operations.map((operation) => fc.sample(requestsFor(operation), { seed, numRuns: each }));
  const known: Known = { experts: [world.ids.expert], sources: [world.source], keys: [], only: world.ids.expert };
  const asked = Array.from({ length: each }, (_, turn) =>
    operations.map((operation, at) => ({ operation, request: made[at]![turn]! })),
  );
  for (const { operation, request } of asked.flat()) {
    const { response, shown } = await send(world, operation, request, known);
    const { status } = response;
    const text = await response.text();
    statuses[status] = (statuses[status] ?? 0) + 1;
    const wrong = wrongWith(operation, { status, contentType: response.headers.get("content-type"), text });
    if (wrong !== null) failures.push(`${shown}\n  ${wrong}`);
    if (status === 201 || status === 202) collectIds(known, text);
  }
}

function judge(document: object) {
  const check = responseChecker(document);
  return ({ method, path }: Operation, response: Described): string | null =>
    response.status >= 500 ? `${response.status}: ${response.text}` : check(method, path, response);
}

/** Ids that a path may name. The expert that the world began with is never deleted. */
interface Known {
  readonly experts: string[];
  readonly sources: string[];
  readonly keys: string[];
  readonly only: string;
}

function collectIds({ experts, sources, keys }: Known, text: string): void {
  const { id, object } = Object(JSON.parse(text));
  const list = { expert: experts, source: sources, key: keys }[String(object)];
  if (typeof id === "string") list?.push(id);
}

function readOperation(name: string, path: string, operation: Readonly<Record<string, unknown>>): Operation {
  const content = Object(Object(operation.requestBody).content) as Record<string, { schema: unknown }>;
  return {
    method: name.split(" ", 1)[0]!.toLowerCase(),
    path,
    parameters: (operation.parameters ?? []) as readonly Parameter[],
    body: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema])),
  };
}

async function send(world: World, { method, path, parameters }: Operation, request: FuzzRequest, known: Known) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = request.path[name];
    return part !== undefined && "text" in part
      ? part.text
      : existing(known, { path, method, name }, part?.existing ?? 0);
  });
  const query = new URLSearchParams(request.query.map(([name, value]): [string, string] => [name, value])).toString();
  const url = `http://localhost${filled}${query === "" ? "" : `?${query}`}`;
  const named = parameters.filter((each) => each.in === "header").map(({ name }) => name.toLowerCase());
  const headers = {
    authorization: `Bearer ${world.owner}`,
    ...(request.contentType === null ? {} : { "content-type": request.contentType }),
    ...request.headers,
    ...(named.includes("idempotency-key") && filled.length % 3 === 0
      ? { "idempotency-key": `key-${filled.length % 7}` }
      : {}),
  };
  const shown = `${method.toUpperCase()} ${filled}?${query} ${JSON.stringify(headers)} ${typeof request.body === "string" ? request.body.slice(0, 400) : request.body?.constructor.name}`;
  const response = await world.docent.app.handle(
    new Request(url, { method: method.toUpperCase(), headers, body: request.body }),
  );
  return { response, shown };
}

function existing(
  known: Known,
  { path, method, name }: { path: string; method: string; name: string },
  pick: number,
): string {
  const { experts, sources, keys, only } = known;
  if (path.startsWith("/v1/keys")) return keys[pick % keys.length] ?? "key_none";
  if (name === "sid") return sources[pick % sources.length] ?? "src_none";
  if (name === "model" || path.endsWith("/sources") || path.includes("{sid}")) return only;
  if (method === "delete") return experts[1 + (pick % experts.length)] ?? "exp_none";
  return pick % 2 === 0 ? only : (experts[pick % experts.length] ?? only);
}
