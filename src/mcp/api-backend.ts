import type { AnswerProgress } from "../api/answer-events.ts";
import {
  type AnswerView,
  type CallProgress,
  type MemoryBackend,
  mayDo,
  type NewDocument,
  type SourceView,
} from "../api/memory-backend.ts";
import type { SessionObject } from "../api/shapes.ts";
import { ApiError, DocentError } from "../client/client-error.ts";
import { type Connection, jsonBody, type OutgoingRequest } from "../client/connection.ts";
import { Fault, type FaultCode, faultKinds } from "../kernel/fault.ts";
import { textWindow } from "../language/text/text-window.ts";

/** Milliseconds, for a large file or a slow model. */
const longDeadline = 900_000;

/** Without an answer from the service every operation is offered; the service refuses what the key may not do. */
export async function openApiBackend(connection: Connection): Promise<MemoryBackend> {
  const api = apiOf(connection);
  let scopes: readonly string[] = ["admin"];
  try {
    ({ scopes } = await api.get<SessionObject>("/v1/session", "session"));
  } catch (error) {
    if (!(error instanceof Fault) || error.kind.status < 500) throw error;
  }
  return {
    may: (operation) => mayDo(scopes, operation),
    experts: ({ limit, after }) =>
      api.get(`/v1/experts?${queryOf({ limit, order: "asc", after: after ?? undefined })}`, "list"),
    expert: (name) => api.get(expertPath(name), "expert"),
    create: (draft) => api.send({ method: "POST", path: "/v1/experts", ...jsonBody(draft) }, "expert"),
    ask: (name, query, progress) => api.ask(`${expertPath(name)}/query`, query, progress),
    sources: (name, query) => api.get(`${expertPath(name)}/sources?${queryOf(query)}`, "list"),
    source: (name, id) => api.get(sourcePath(name, id), "source"),
    tables: (name, id) => api.get(`${sourcePath(name, id)}/tables`, "list"),
    queryTable: (name, id, { table, query }) => {
      const path = `${sourcePath(name, id)}/tables/${table}/query`;
      return api.send({ method: "POST", path, ...jsonBody(query) }, "table.result");
    },
    text: async (name, id, part) => {
      const version =
        part.version ?? (await api.get<SourceView>(sourcePath(name, id), "source")).answering_version ?? 1;
      const pieces = api.stream({ method: "GET", path: `${sourcePath(name, id)}/content?version=${version}` });
      return { version, ...(await textWindow(pieces, part)) };
    },
    add: async (name, document, wait, progress) => {
      const added = await api.send<SourceView>(additionOf(name, document, progress), "source");
      const settled = await follow(api, sourcePath(name, added.id), { added, wait }, progress);
      return { ...settled, deduplicated: added.deduplicated };
    },
    addSite: (name, site) => api.send({ method: "POST", path: `${expertPath(name)}/sites`, ...jsonBody(site) }, "site"),
    forget: (name, id) => api.send({ method: "DELETE", path: sourcePath(name, id) }, "source.deleted"),
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
