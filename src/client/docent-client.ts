/** The service's own API, as far as the commands use it. An expert is named by its slug, its id or an alias. */
import type {
  AnswerObject,
  CapabilitiesObject,
  CheckReportObject,
  ExpertObject,
  KeeperObject,
  KeyObject,
  KeyRequest,
  NewExpert,
  NewKeyObject,
  QuestionRequest,
  ReleaseObject,
  SessionObject,
  SourceObject,
  UsageObject,
} from "../api/shapes.ts";
import { type Connection, jsonBody, type OutgoingRequest } from "./connection.ts";

export interface Upload {
  /** Its bytes, or the address that the service fetches it from. */
  readonly content: Blob | { readonly url: string };
  readonly filename: string | null;
  readonly title: string | null;
  readonly externalId: string | null;
  /** Null: what the source has stays, or it has none. */
  readonly metadata?: object | null;
  /** Any text of its own: with it a document that is sent again is added once. */
  readonly idempotencyKey: string;
}

export interface SourceQuery {
  readonly status: string | null;
  /** Only those with this text in their title, file name, external id or address; null: all. */
  readonly text: string | null;
}

/** Each method: @throws ClientError */
export interface DocentClient {
  capabilities(): Promise<CapabilitiesObject>;
  /** Lists have the oldest first. */
  experts(): Promise<readonly ExpertObject[]>;
  expert(name: string): Promise<ExpertObject>;
  createExpert(draft: NewExpert): Promise<ExpertObject>;
  deleteExpert(name: string): Promise<void>;
  /** When it is settled, or after this many seconds (0–60). */
  addSource(expert: string, upload: Upload, wait: number): Promise<SourceObject>;
  source(expert: string, id: string): Promise<SourceObject>;
  /** Its states until it is settled, or for some minutes. */
  follow(expert: string, id: string): AsyncGenerator<SourceObject>;
  /** The newest first. */
  sources(expert: string, request: SourceQuery): AsyncGenerator<SourceObject>;
  deleteSource(expert: string, id: string): Promise<void>;
  retrySource(expert: string, id: string): Promise<SourceObject>;
  putBackSource(expert: string, id: string, version: number): Promise<SourceObject>;
  keepers(expert: string): Promise<readonly KeeperObject[]>;
  /** A person's word on what is held. */
  decide(expert: string, keeper: string, word: "confirm" | "dismiss"): Promise<KeeperObject>;
  /** A folder lets go of sources, or asks whether some may get content that is all alike. */
  releaseSources(
    expert: string,
    keeper: string,
    wanted: { readonly sources?: readonly string[]; readonly alike?: readonly string[] },
  ): Promise<ReleaseObject>;
  /** Passages alone. */
  search(expert: string, question: QuestionRequest): Promise<AnswerObject>;
  /** Yields the answer piece by piece and returns the whole answer. */
  ask(expert: string, question: QuestionRequest): AsyncGenerator<string, AnswerObject>;
  runChecks(expert: string): Promise<CheckReportObject>;
  keys(): Promise<readonly KeyObject[]>;
  createKey(draft: KeyRequest): Promise<NewKeyObject>;
  session(): Promise<SessionObject>;
  /** Signs in to the console once, within ten minutes. */
  signInCode(): Promise<string>;
  revokeKey(id: string): Promise<void>;
  usage(month: string | null): Promise<UsageObject>;
}

/** Milliseconds for a large file over a slow line, or for a model that takes its time. */
const longDeadline = 900_000;

export function docentClient(connection: Connection): DocentClient {
  const { get, post, remove, all } = callsOver(connection);
  return {
    capabilities: () => get("/v1/capabilities", "capabilities"),
    experts: () => all("/v1/experts"),
    expert: (name) => get(expertPath(name), "expert"),
    createExpert: (draft) => post("/v1/experts", "expert", draft),
    deleteExpert: (name) => remove(expertPath(name), "expert.deleted"),
    addSource: (expert, upload, wait) => connection.json(addition(expert, upload, wait), "source"),
    source: (expert, id) => get(sourcePath(expert, id), "source"),
    follow: (expert, id) =>
      connection.progress({ method: "GET", path: `${sourcePath(expert, id)}/events`, deadline: longDeadline }),
    sources: (expert, { status, text }) =>
      everyItem<SourceObject>(connection, `${expertPath(expert)}/sources`, { status, q: text }),
    deleteSource: (expert, id) => remove(sourcePath(expert, id), "source.deleted"),
    retrySource: (expert, id) => post(`${sourcePath(expert, id)}/retry`, "source"),
    putBackSource: (expert, id, version) => post(`${sourcePath(expert, id)}/versions/${version}/put-back`, "source"),
    keepers: async (expert) => (await get<ListOf<KeeperObject>>(`${expertPath(expert)}/keepers`, "list")).data,
    decide: (expert, keeper, word) => post(`${keeperPath(expert, keeper)}/${word}`, "keeper"),
    releaseSources: (expert, keeper, wanted) => post(`${keeperPath(expert, keeper)}/release`, "release", wanted),
    search: (expert, question) => {
      const body = jsonBody({ ...question, generate: false });
      const path = `${expertPath(expert)}/query`;
      return connection.json({ method: "POST", path, deadline: longDeadline, ...body }, "answer");
    },
    ask: (expert, question) => ask(connection, expert, question),
    runChecks: (expert) => {
      const path = `${expertPath(expert)}/check-runs`;
      return connection.json({ method: "POST", path, deadline: longDeadline }, "check.report");
    },
    keys: () => all("/v1/keys"),
    createKey: (draft) => post("/v1/keys", "key", draft),
    session: () => get("/v1/session", "session"),
    signInCode: async () =>
      (await post<Named & { readonly code: string }>("/v1/session/code", "sign_in_code", {})).code,
    revokeKey: (id) => remove(`/v1/keys/${encodeURIComponent(id)}`, "key.deleted"),
    usage: (month) => get(`/v1/usage${month === null ? "" : `?month=${encodeURIComponent(month)}`}`, "usage"),
  };
}

function callsOver(connection: Connection) {
  return {
    get: <T extends Named>(path: string, object: T["object"]) => connection.json<T>({ method: "GET", path }, object),
    post: <T extends Named>(path: string, object: T["object"], body?: object) =>
      connection.json<T>({ method: "POST", path, ...(body && jsonBody(body)) }, object),
    remove: async <T extends Named>(path: string, object: T["object"]) => {
      await connection.json<T>({ method: "DELETE", path }, object);
    },
    all: <T>(path: string) => Array.fromAsync(everyItem<T>(connection, path, { order: "asc" })),
  };
}

interface Named {
  readonly object: string;
}

interface ListOf<T> {
  readonly object: "list";
  readonly data: readonly T[];
}

interface PageOf<T> extends ListOf<T> {
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/** Of all pages. */
async function* everyItem<T>(
  connection: Connection,
  path: string,
  request: Readonly<Record<string, string | null>>,
): AsyncGenerator<T> {
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const query = new URLSearchParams({ limit: "100" });
    for (const [name, value] of Object.entries({ ...request, after })) if (value !== null) query.set(name, value);
    const page: PageOf<T> = await connection.json({ method: "GET", path: `${path}?${query}` }, "list");
    yield* page.data;
    [hasMore, after] = [page.has_more, page.last_id];
  }
}

function expertPath(name: string): string {
  return `/v1/experts/${encodeURIComponent(name)}`;
}

function sourcePath(expert: string, id: string): string {
  return `${expertPath(expert)}/sources/${encodeURIComponent(id)}`;
}

function keeperPath(expert: string, keeper: string): string {
  return `${expertPath(expert)}/keepers/${encodeURIComponent(keeper)}`;
}

function addition(expert: string, upload: Upload, wait: number): OutgoingRequest {
  const { content, filename, title, externalId, metadata, idempotencyKey } = upload;
  const facts = {
    ...(title === null ? {} : { title }),
    ...(externalId === null ? {} : { external_id: externalId }),
  };
  const once = { "idempotency-key": idempotencyKey };
  const common = { method: "POST", isRepeatable: true, deadline: longDeadline } as const;
  const path = `${expertPath(expert)}/sources`;
  if ("url" in content) {
    const { headers, body } = jsonBody({ type: "url", url: content.url, ...facts, ...(metadata && { metadata }) });
    return { ...common, path: `${path}?wait=${wait}`, headers: { ...headers, ...once }, body };
  }
  const given = { ...(filename === null ? {} : { filename }), ...(metadata && { metadata: JSON.stringify(metadata) }) };
  const query = new URLSearchParams({ wait: String(wait), ...given, ...facts });
  // A type that says nothing: the service looks at the content, and JSON by its own type would be a request's fields.
  const headers = { "content-type": "application/octet-stream", ...once };
  return { ...common, path: `${path}?${query}`, headers, body: content };
}

async function* ask(
  connection: Connection,
  expert: string,
  question: QuestionRequest,
): AsyncGenerator<string, AnswerObject> {
  const path = `${expertPath(expert)}/query`;
  const body = jsonBody({ ...question, stream: true });
  const outgoing = { method: "POST", path, deadline: longDeadline, ...body } as const;
  for await (const event of connection.answer(outgoing)) {
    if (event.type === "delta") yield event.text;
    if (event.type === "done") return event.answer;
  }
  throw new Error("an answer has an end");
}
