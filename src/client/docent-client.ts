/** The service's own API, as far as the commands use it. An expert is named by its slug, its id or an alias. */
import { type ServerEvent, serverEvents } from "../language/text/event-stream-reader.ts";
import { shownText } from "../language/text/shown-text.ts";
import { Refusal } from "./client-error.ts";
import {
  type AnswerReply,
  answerFrom,
  type Capabilities,
  type CheckReportReply,
  capabilitiesFrom,
  checkReportFrom,
  type DescribedSource,
  describedSourceFrom,
  type ExpertReply,
  expertFrom,
  type SearchReply,
  type SourceReply,
  searchFrom,
  sourceFrom,
  type UsageReply,
  usageFrom,
} from "./client-replies.ts";
import type { Connection, OutgoingRequest } from "./connection.ts";
import { type KeepersClient, keepersClient } from "./keepers-client.ts";
import { type KeyReply, keyFrom, type NewKeyReply, newKeyFrom } from "./key-replies.ts";
import { parseJson, ReplyShape } from "./reply-reading.ts";

export interface NewExpert {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
}

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

export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Experts by id, slug or alias; null: all that the requesting key can reach. */
  readonly experts: readonly string[] | null;
  /** RFC 3339; null: when the requesting key expires. */
  readonly expiresAt: string | null;
}

export interface Question {
  readonly text: string;
  /** Earlier turns of the conversation, oldest first. */
  readonly before?: readonly Turn[];
  readonly k: number | null;
  readonly mode: string | null;
}

export interface SourceQuery {
  readonly status: string | null;
  /** Only those with this text in their title, file name, external id or address; null: all. */
  readonly text: string | null;
}

/** Each method: @throws ClientError */
export interface DocentClient extends KeepersClient {
  capabilities(): Promise<Capabilities>;
  experts(): Promise<readonly ExpertReply[]>;
  expert(name: string): Promise<ExpertReply>;
  createExpert(draft: NewExpert): Promise<ExpertReply>;
  deleteExpert(name: string): Promise<void>;
  /** When it is settled, or after this many seconds (0–60). */
  addSource(expert: string, upload: Upload, wait: number): Promise<SourceReply>;
  /** The same at once, with all that describes it. */
  storeSource(expert: string, upload: Upload): Promise<DescribedSource>;
  source(expert: string, id: string, wait: number): Promise<SourceReply>;
  sources(expert: string, request: SourceQuery): AsyncGenerator<DescribedSource>;
  describedSource(expert: string, id: string): Promise<DescribedSource>;
  deleteSource(expert: string, id: string): Promise<void>;
  retrySource(expert: string, id: string): Promise<DescribedSource>;
  putBackSource(expert: string, id: string, version: number): Promise<DescribedSource>;
  search(expert: string, question: Question): Promise<SearchReply>;
  /** Yields the answer piece by piece and returns the whole answer. */
  ask(expert: string, question: Question): AsyncGenerator<string, AnswerReply>;
  runChecks(expert: string): Promise<CheckReportReply>;
  /** All of the workspace, the oldest first. */
  keys(): Promise<readonly KeyReply[]>;
  createKey(draft: NewKey): Promise<NewKeyReply>;
  revokeKey(id: string): Promise<void>;
  usage(month: string | null): Promise<UsageReply>;
}

/** Milliseconds for a large file over a slow line, or for a model that takes its time. */
const longDeadline = 900_000;

export function docentClient(connection: Connection): DocentClient {
  return {
    capabilities: () => connection.json({ method: "GET", path: "/v1/capabilities" }, capabilitiesFrom),
    experts: () => allExperts(connection),
    expert: (name) => connection.json({ method: "GET", path: expertPath(name) }, expertFrom),
    createExpert: (draft) => connection.json({ method: "POST", path: "/v1/experts", ...json(draft) }, expertFrom),
    deleteExpert: (name) => connection.json({ method: "DELETE", path: expertPath(name) }, () => undefined),
    addSource: (expert, upload, wait) => connection.json(addition(expert, upload, wait), sourceFrom),
    storeSource: (expert, upload) => connection.json(addition(expert, upload, 0), describedSourceFrom),
    source: (expert, id, wait) => {
      const path = `${expertPath(expert)}/sources/${id}?wait=${wait}`;
      return connection.json({ method: "GET", path, isRepeatable: true }, sourceFrom);
    },
    sources: (expert, request) => allSources(connection, expert, request),
    describedSource: (expert, id) =>
      connection.json({ method: "GET", path: sourcePath(expert, id) }, describedSourceFrom),
    deleteSource: (expert, id) => connection.json({ method: "DELETE", path: sourcePath(expert, id) }, () => undefined),
    retrySource: (expert, id) =>
      connection.json({ method: "POST", path: `${sourcePath(expert, id)}/retry` }, describedSourceFrom),
    putBackSource: (expert, id, version) =>
      connection.json(
        { method: "POST", path: `${sourcePath(expert, id)}/versions/${version}/put-back` },
        describedSourceFrom,
      ),
    ...keepersClient(connection),
    search: (expert, question) => {
      const request = { ...questionFields(question), generate: false };
      const path = `${expertPath(expert)}/query`;
      return connection.json({ method: "POST", path, deadline: longDeadline, ...json(request) }, searchFrom);
    },
    ask: (expert, question) => ask(connection, expert, question),
    runChecks: (expert) =>
      connection.json(
        { method: "POST", path: `${expertPath(expert)}/check-runs`, deadline: longDeadline },
        checkReportFrom,
      ),
    keys: () => allKeys(connection),
    createKey: ({ name, scopes, experts, expiresAt }) => {
      const reach = experts === null ? {} : { expert_ids: experts };
      const body = json({ name, scopes, ...reach, ...(expiresAt === null ? {} : { expires_at: expiresAt }) });
      return connection.json({ method: "POST", path: "/v1/keys", ...body }, newKeyFrom);
    },
    revokeKey: (id) =>
      connection.json({ method: "DELETE", path: `/v1/keys/${encodeURIComponent(id)}` }, () => undefined),
    usage: (month) => {
      const path = `/v1/usage${month === null ? "" : `?month=${encodeURIComponent(month)}`}`;
      return connection.json({ method: "GET", path }, usageFrom);
    },
  };
}

function expertPath(name: string): string {
  return `/v1/experts/${encodeURIComponent(name)}`;
}

function sourcePath(expert: string, id: string): string {
  return `${expertPath(expert)}/sources/${encodeURIComponent(id)}`;
}

async function* allSources(
  connection: Connection,
  expert: string,
  { status, text }: SourceQuery,
): AsyncGenerator<DescribedSource> {
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const query = new URLSearchParams({ limit: "100" });
    for (const [name, value] of Object.entries({ status, q: text, after })) if (value !== null) query.set(name, value);
    const path = `${expertPath(expert)}/sources?${query}`;
    const page = await connection.json({ method: "GET", path }, (reply) => ({
      sources: reply.at("data").list.map(describedSourceFrom),
      hasMore: reply.at("has_more").flag,
    }));
    yield* page.sources;
    hasMore = page.hasMore;
    after = page.sources.at(-1)?.id ?? null;
  }
}

function json(value: object): Pick<OutgoingRequest, "headers" | "body"> {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

async function allKeys(connection: Connection): Promise<readonly KeyReply[]> {
  const keys: KeyReply[] = [];
  for (let after: string | null = null, hasMore = true; hasMore; after = keys.at(-1)?.id ?? null) {
    const path = `/v1/keys?limit=100&order=asc${after === null ? "" : `&after=${after}`}`;
    hasMore = await connection.json({ method: "GET", path }, (page) => {
      keys.push(...page.at("data").list.map(keyFrom));
      return page.at("has_more").flag;
    });
  }
  return keys;
}

async function allExperts(connection: Connection): Promise<readonly ExpertReply[]> {
  const experts: ExpertReply[] = [];
  for (let after: string | null = null, hasMore = true; hasMore; after = experts.at(-1)?.id ?? null) {
    const path = `/v1/experts?limit=100&order=asc${after === null ? "" : `&after=${after}`}`;
    hasMore = await connection.json({ method: "GET", path }, (page) => {
      experts.push(...page.at("data").list.map(expertFrom));
      return page.at("has_more").flag;
    });
  }
  return experts;
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
    const { headers, body } = json({ type: "url", url: content.url, ...facts, ...(metadata && { metadata }) });
    return { ...common, path: `${path}?wait=${wait}`, headers: { ...headers, ...once }, body: body ?? "" };
  }
  const given = { ...(filename === null ? {} : { filename }), ...(metadata && { metadata: JSON.stringify(metadata) }) };
  const query = new URLSearchParams({ wait: String(wait), ...given, ...facts });
  // A type that says nothing: the service looks at the content, and JSON by its own type would be a request's fields.
  const headers = { "content-type": "application/octet-stream", ...once };
  return { ...common, path: `${path}?${query}`, headers, body: content };
}

function questionFields({ text, k, mode, before = [] }: Question): object {
  const turns = before.length === 0 ? {} : { messages: before };
  return { question: text, ...turns, ...(k === null ? {} : { k }), ...(mode === null ? {} : { mode }) };
}

async function* ask(connection: Connection, expert: string, question: Question): AsyncGenerator<string, AnswerReply> {
  const request = { ...questionFields(question), stream: true };
  const path = `${expertPath(expert)}/query`;
  const stream = connection.stream({ method: "POST", path, deadline: longDeadline, ...json(request) });
  try {
    for await (const event of serverEvents(stream)) {
      const news = newsIn(event);
      if (typeof news === "string") yield news;
      else if (news !== null) return news;
    }
  } catch (error) {
    throw error instanceof ReplyShape || error instanceof RangeError ? connection.strange(error) : error;
  }
  throw connection.strange("the answer broke off");
}

/** A piece of the answer, or the whole answer; null for events that are not used here. @throws Refusal, ReplyShape */
function newsIn({ name, data }: ServerEvent): string | AnswerReply | null {
  switch (name) {
    case "delta":
      return parseJson(data).at("text").text;
    case "done":
      return answerFrom(parseJson(data));
    case "error":
      throw errorOf(data);
    default:
      return null;
  }
}

function errorOf(data: string): Refusal {
  const error = parseJson(data).at("error");
  return new Refusal(shownText(error.at("message").text), {
    status: 200,
    code: error.at("code").textOrNull,
    param: error.at("param").textOrNull,
  });
}
