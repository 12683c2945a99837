/** The API's operations for one caller, for tools of agents. Each: @throws Fault as the routes do */
import type { Static } from "@sinclair/typebox";
import type { OwnFetch } from "../api/agent-messages.ts";
import type { AnswerProgress } from "../api/answer-events.ts";
import type { AnswerObject, QueryRequest } from "../api/answer-schemas.ts";
import type { ConversationSource } from "../api/contents/conversation-schemas.ts";
import type { SourceList, SourceListQuery } from "../api/contents/source-list-schemas.ts";
import type { TableList, TableQueryRequest, TableResult } from "../api/contents/table-schemas.ts";
import type { ExpertList, ExpertObject, NewExpert } from "../api/expert-schemas.ts";
import type { KeyScope, SessionObject } from "../api/shapes.ts";
import type { NewSite, SiteObject } from "../api/site-schemas.ts";
import type { DeletedSource, SourceObject, TextSource, UrlSource } from "../api/source-schemas.ts";
import { ApiError, DocentError } from "../client/client-error.ts";
import { type Connection, jsonBody, type OutgoingRequest, openConnection } from "../client/connection.ts";
import { noRetries } from "../client/retry-plan.ts";
import { Fault, type FaultCode, faultKinds } from "../kernel/fault.ts";
import { type TextWindow, textWindow } from "../language/text/text-window.ts";

export type ExpertView = Static<typeof ExpertObject>;
export type SourceView = Static<typeof SourceObject>;
export type AnswerView = Static<typeof AnswerObject>;
type Query = Static<typeof QueryRequest>;

export interface CallProgress {
  readonly signal: AbortSignal;
  progress(message: string): void;
}

export type NewDocument =
  | { readonly fields: TextSource | UrlSource | ConversationSource }
  | { readonly file: Blob; readonly facts: FileFacts };

interface FileFacts extends Pick<TextSource, "title" | "url" | "external_id" | "metadata"> {
  readonly filename: string;
}

export type BackendOperation = "look" | "create" | "read" | "ask" | "add" | "forget";

const allScopes: readonly KeyScope[] = ["query", "ingest", "manage", "admin"];

/** One of them is needed, or `admin`. */
const operationScopes: Readonly<Record<BackendOperation, readonly KeyScope[]>> = {
  look: allScopes,
  create: ["manage"],
  read: ["query", "ingest", "manage"],
  ask: ["query"],
  add: ["ingest"],
  forget: ["ingest"],
};

interface PageOptions {
  readonly limit: number;
  /** `last_id` of the page before. */
  readonly after: string | null;
}

interface AskedTable {
  /** From 1. */
  readonly table: number;
  readonly query: Static<typeof TableQueryRequest>;
}

interface TextPart {
  /** Null: the version that answers. */
  readonly version: number | null;
  /** Code points, half-open; may end behind the text. */
  readonly start: number;
  readonly end: number;
}

interface SourcePart extends TextWindow {
  readonly version: number;
}

/** Milliseconds, for a large file or a slow model. */
const longDeadline = 900_000;

/** Without an answer from the service every operation is offered; the service refuses what the key may not do. */
export async function openMemoryBackend(connection: Connection): Promise<MemoryBackend> {
  try {
    const { scopes } = await apiOf(connection).get<SessionObject>("/v1/session", "session");
    return memoryBackend(connection, scopes);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind.status < 500) throw error;
    return memoryBackend(connection, allScopes);
  }
}

export function ownMemoryBackend(fetch: OwnFetch, scopes: readonly string[]): MemoryBackend {
  const place = { address: "http://localhost", socket: null, trusted: null };
  const onWait = () => undefined;
  return memoryBackend(
    openConnection({ place, key: null, pause: Bun.sleep, onWait, retries: noRetries, fetch }),
    scopes,
  );
}

export type MemoryBackend = ReturnType<typeof memoryBackend>;

function memoryBackend(connection: Connection, scopes: readonly string[]) {
  const api = apiOf(connection);
  return {
    may: (operation: BackendOperation) =>
      ["admin", ...operationScopes[operation]].some((scope) => scopes.includes(scope)),
    /** Oldest first. */
    experts: ({ limit, after }: PageOptions) =>
      api.get<Static<typeof ExpertList>>(
        `/v1/experts?${queryOf({ limit, order: "asc", after: after ?? undefined })}`,
        "list",
      ),
    expert: (name: string) => api.get<ExpertView>(expertPath(name), "expert"),
    create: (draft: Static<typeof NewExpert>) => api.post<ExpertView>("/v1/experts", draft, "expert"),
    ask: (name: string, query: Query, progress: CallProgress) => api.ask(`${expertPath(name)}/query`, query, progress),
    sources: (name: string, query: Static<typeof SourceListQuery>) =>
      api.get<Static<typeof SourceList>>(`${expertPath(name)}/sources?${queryOf(query)}`, "list"),
    source: (name: string, id: string) => api.get<SourceView>(sourcePath(name, id), "source"),
    tables: (name: string, id: string) => api.get<Static<typeof TableList>>(`${sourcePath(name, id)}/tables`, "list"),
    queryTable: (name: string, id: string, { table, query }: AskedTable) =>
      api.post<Static<typeof TableResult>>(`${sourcePath(name, id)}/tables/${table}/query`, query, "table.result"),
    text: async (name: string, id: string, part: TextPart): Promise<SourcePart> => {
      const path = sourcePath(name, id);
      const version = part.version ?? (await api.get<SourceView>(path, "source")).answering_version;
      const chosen = version === null ? "" : `?version=${version}`;
      const pieces = api.stream({ method: "GET", path: `${path}/content${chosen}` });
      return { version: version ?? 1, ...(await textWindow(pieces, part)) };
    },
    /** Once it is settled, or after so many seconds. */
    add: async (name: string, document: NewDocument, wait: number, progress: CallProgress): Promise<SourceView> => {
      const added = await api.send<SourceView>(additionOf(name, document, progress), "source");
      const settled = await follow(api, sourcePath(name, added.id), { added, wait }, progress);
      return { ...settled, deduplicated: added.deduplicated };
    },
    /** Its pages become sources in the background. */
    addSite: (name: string, site: Static<typeof NewSite>) =>
      api.post<Static<typeof SiteObject>>(`${expertPath(name)}/sites`, site, "site"),
    forget: (name: string, id: string) =>
      api.send<Static<typeof DeletedSource>>({ method: "DELETE", path: sourcePath(name, id) }, "source.deleted"),
  };
}

function expertPath(name: string): string {
  return `/v1/experts/${encodeURIComponent(name)}`;
}

function sourcePath(expert: string, id: string): string {
  return `${expertPath(expert)}/sources/${encodeURIComponent(id)}`;
}

function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

interface ApiObject {
  readonly object: string;
}

function apiOf(connection: Connection) {
  const send = <T extends ApiObject>(outgoing: OutgoingRequest, object: T["object"]): Promise<T> =>
    inOneEnvelope(() => connection.json<T>(outgoing, object));
  const stream = (outgoing: OutgoingRequest) => told(connection.stream({ deadline: longDeadline, ...outgoing }));
  return {
    send,
    stream,
    progress: (path: string, signal: AbortSignal) =>
      told(connection.progress({ method: "GET", path, signal, deadline: longDeadline })),
    get: <T extends ApiObject>(path: string, object: T["object"]) => send<T>({ method: "GET", path }, object),
    post: <T extends ApiObject>(path: string, body: object, object: T["object"]) =>
      send<T>({ method: "POST", path, ...jsonBody(body) }, object),
    ask: async (path: string, query: object, { signal, progress }: CallProgress): Promise<AnswerView> => {
      const tell = stepsOf(progress);
      const question: OutgoingRequest = {
        method: "POST",
        path,
        signal,
        deadline: longDeadline,
        ...jsonBody({ ...query, stream: true }),
      };
      for await (const event of told(connection.answer(question))) {
        tell(event);
        if (event.type === "done") return event.answer as AnswerView;
      }
      throw new Error("an answer has an end");
    },
  };
}

function stepsOf(progress: CallProgress["progress"]): (event: AnswerProgress) => void {
  let isWriting = false;
  return (event) => {
    if (event.type === "retrieval") progress(`Passages found: ${event.retrieval.returned}`);
    if (event.type !== "delta" || isWriting) return;
    isWriting = true;
    progress("Writing the answer");
  };
}

type Api = ReturnType<typeof apiOf>;

function additionOf(expert: string, document: NewDocument, { signal }: CallProgress): OutgoingRequest {
  const common = { method: "POST", signal, deadline: longDeadline } as const;
  const path = `${expertPath(expert)}/sources`;
  if ("fields" in document) return { ...common, path, ...jsonBody(document.fields) };
  const { metadata, ...facts } = document.facts;
  const query = queryOf({ ...facts, metadata: metadata === undefined ? undefined : JSON.stringify(metadata) });
  const headers = { "content-type": "application/octet-stream" };
  return { ...common, path: `${path}?${query}`, headers, body: document.file };
}

interface FollowedSource {
  readonly added: SourceView;
  readonly wait: number;
}

async function follow(api: Api, path: string, { added, wait }: FollowedSource, { signal, progress }: CallProgress) {
  if (wait === 0 || (added.status !== "queued" && added.status !== "processing")) return added;
  let source = added;
  const over = AbortSignal.timeout(wait * 1000);
  try {
    for await (source of api.progress(`${path}/events`, AbortSignal.any([signal, over]))) {
      const { stage, status, progress: at } = source;
      progress(at.total === 0 ? (stage ?? status) : `${stage ?? status}, ${at.done} of ${at.total}`);
    }
  } catch (error) {
    if (!over.aborted || signal.aborted) throw error;
  }
  return source;
}

async function inOneEnvelope<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultFrom(error);
  }
}

async function* told<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    throw faultFrom(error);
  }
}

function faultFrom(error: unknown): unknown {
  if (error instanceof ApiError && isFaultCode(error.code))
    return new Fault(error.code, error.message, { param: error.param });
  return error instanceof DocentError ? new Fault("not_ready", error.message, { cause: error }) : error;
}

function isFaultCode(code: string | null): code is FaultCode {
  return code !== null && Object.hasOwn(faultKinds, code);
}
