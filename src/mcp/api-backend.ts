import type { Static, TSchema } from "@sinclair/typebox";
import { AnswerObject } from "../api/answer-schemas.ts";
import { ExpertList, ExpertObject } from "../api/expert-schemas.ts";
import { SessionObject } from "../api/key-schemas.ts";
import { type CallProgress, type MemoryBackend, mayDo, type NewDocument } from "../api/memory-backend.ts";
import { DeletedSource, SourceList, SourceObject } from "../api/source-schemas.ts";
import { type Checked, checked } from "../api/validation.ts";
import { ClientError, Refusal } from "../client/client-error.ts";
import type { Connection, OutgoingRequest } from "../client/connection.ts";
import { type Json, parseJson } from "../client/reply-reading.ts";
import { Fault, type FaultCode, faultKinds } from "../kernel/fault.ts";
import { serverEvents } from "../language/text/event-stream-reader.ts";
import { textWindow } from "../language/text/text-window.ts";

/** The schemas of replies. A newer service may send more fields. */
const replies = {
  session: checked(SessionObject),
  answer: checked(AnswerObject),
  experts: checked(ExpertList),
  expert: checked(ExpertObject),
  sources: checked(SourceList),
  source: checked(SourceObject),
  deleted: checked(DeletedSource),
} as const;

/** Milliseconds for a large file, a long text, or a model that takes its time. */
const longDeadline = 900_000;

/** While the service does not answer, every operation is offered; the service itself refuses what the key may not do. */
export async function openApiBackend(connection: Connection): Promise<MemoryBackend> {
  const api = apiOf(connection);
  let scopes: readonly string[] = ["admin"];
  try {
    ({ scopes } = await api.get("/v1/session", replies.session));
  } catch (error) {
    if (!(error instanceof Fault) || error.kind.status < 500) throw error;
  }
  return {
    may: (operation) => mayDo(scopes, operation),
    experts: ({ limit, after }) =>
      api.get(`/v1/experts?${queryOf({ limit, order: "asc", after: after ?? undefined })}`, replies.experts),
    expert: (name) => api.get(expertPath(name), replies.expert),
    ask: (name, query, progress) => api.ask(`${expertPath(name)}/query`, query, progress),
    sources: (name, query) => api.get(`${expertPath(name)}/sources?${queryOf(query)}`, replies.sources),
    source: (name, id) => api.get(sourcePath(name, id), replies.source),
    text: async (name, id, part) => {
      const version = part.version ?? (await api.get(sourcePath(name, id), replies.source)).answering_version ?? 1;
      const pieces = api.stream({ method: "GET", path: `${sourcePath(name, id)}/content?version=${version}` });
      return { version, ...(await textWindow(pieces, part)) };
    },
    add: async (name, document, wait, progress) => {
      const added = await api.send(additionOf(name, document, progress), replies.source);
      const settled = await follow(api, sourcePath(name, added.id), { added, wait }, progress);
      return { ...settled, deduplicated: added.deduplicated };
    },
    forget: (name, id) => api.send({ method: "DELETE", path: sourcePath(name, id) }, replies.deleted),
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

function jsonOf(value: object): Pick<OutgoingRequest, "headers" | "body"> {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function apiOf(connection: Connection) {
  const read = <T extends TSchema>(reply: Json, { parse }: Checked<T>): Static<T> => {
    try {
      return parse(reply.value);
    } catch (error) {
      throw connection.strange(error);
    }
  };
  const send = <T extends TSchema>(outgoing: OutgoingRequest, expected: Checked<T>): Promise<Static<T>> =>
    inOneEnvelope(() => connection.json(outgoing, (reply) => read(reply, expected)));
  const stream = (outgoing: OutgoingRequest) => told(connection.stream({ deadline: longDeadline, ...outgoing }));
  return {
    send,
    stream,
    get: <T extends TSchema>(path: string, expected: Checked<T>) => send({ method: "GET", path }, expected),
    /** Asks for a stream, to report its steps. */
    ask: async (path: string, query: object, { signal, progress }: CallProgress) => {
      const events = serverEvents(stream({ method: "POST", path, signal, ...jsonOf({ ...query, stream: true }) }));
      const tell = stepsOf(progress);
      for await (const { name, data } of events) {
        tell(name, data);
        if (name === "done") return read(parseJson(data), replies.answer);
        if (name === "error") throw faultIn(parseJson(data).at("error"));
      }
      throw faultFrom(connection.strange("the answer broke off"));
    },
  };
}

/** Reports the steps of an answer from its events; the text once. */
function stepsOf(progress: CallProgress["progress"]): (event: string, data: string) => void {
  let isWriting = false;
  return (event, data) => {
    if (event === "retrieval") progress(`Passages found: ${parseJson(data).at("retrieval").at("returned").number}`);
    if (event !== "delta" || isWriting) return;
    isWriting = true;
    progress("Writing the answer");
  };
}

type Api = ReturnType<typeof apiOf>;

function additionOf(expert: string, document: NewDocument, { signal }: CallProgress): OutgoingRequest {
  const common = { method: "POST", signal, deadline: longDeadline } as const;
  const path = `${expertPath(expert)}/sources`;
  if ("fields" in document) return { ...common, path, ...jsonOf(document.fields) };
  const { metadata, ...facts } = document.facts;
  const query = queryOf({ ...facts, metadata: metadata === undefined ? undefined : JSON.stringify(metadata) });
  const headers = { "content-type": "application/octet-stream" };
  return { ...common, path: `${path}?${query}`, headers, body: document.file };
}

interface Following {
  readonly added: Static<typeof SourceObject>;
  readonly wait: number;
}

/** Seconds between progress reports while a document is read. */
const reportInterval = 1;

async function follow(api: Api, path: string, { added, wait }: Following, { signal, progress }: CallProgress) {
  let source = added;
  const isSettled = () => source.status !== "queued" && source.status !== "processing";
  for (let left = wait; left > 0 && !isSettled(); left -= reportInterval) {
    source = await api.send(
      { method: "GET", path: `${path}?wait=${Math.min(left, reportInterval)}`, signal },
      replies.source,
    );
    const { stage, status, progress: at } = source;
    progress(at.total === 0 ? (stage ?? status) : `${stage ?? status}, ${at.done} of ${at.total}`);
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

async function* told(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw faultFrom(error);
  }
}

/** The service's error; without a reply, an error that it cannot be reached. */
function faultFrom(error: unknown): unknown {
  if (error instanceof Refusal && isFaultCode(error.code))
    return new Fault(error.code, error.message, { param: error.param });
  return error instanceof ClientError ? new Fault("not_ready", error.message, { cause: error }) : error;
}

function faultIn(error: Json): Fault {
  const code = error.at("code").textOrNull;
  const message = error.at("message").text;
  return new Fault(isFaultCode(code) ? code : "internal_error", message, { param: error.at("param").textOrNull });
}

function isFaultCode(code: string | null): code is FaultCode {
  return code !== null && Object.hasOwn(faultKinds, code);
}
