/** The API's operations for one caller, for tools of agents. Each: @throws Fault as the routes do */
import type { OwnFetch } from "../api/agent-messages.ts";
import type { AnswerProgress } from "../api/answer-events.ts";
import type { ConversationSource } from "../api/contents/conversation-schemas.ts";
import type {
  AnswerObject,
  ExpertObject,
  KeyScope,
  NewExpert,
  QuestionRequest,
  SourceListRequest,
  SourceObject,
} from "../api/shapes.ts";
import type { TextSource, UrlSource } from "../api/source-schemas.ts";
import { ApiError, DocentError, SourceError } from "../client/client-error.ts";
import { type Connection, openConnection } from "../client/connection.ts";
import { type DocentClient, docentClient, type FileDetails, type SourceInput } from "../client/docent-client.ts";
import { noRetries } from "../client/retry-plan.ts";
import { type BodyOf, type OperationAt, typedCalls } from "../client/typed-calls.ts";
import { Fault, type FaultCode, faultKinds } from "../kernel/fault.ts";
import { textWindow } from "../language/text/text-window.ts";

export type { AnswerObject as AnswerView, ExpertObject as ExpertView, SourceObject as SourceView };

export interface CallProgress {
  readonly signal: AbortSignal;
  progress(message: string): void;
}

export type NewDocument =
  | { readonly fields: TextSource | UrlSource | ConversationSource }
  | { readonly file: Blob; readonly facts: FileDetails & { readonly filename: string } };

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

const oneSource = "/v1/experts/{id}/sources/{sid}";

interface AskedTable {
  /** From 1. */
  readonly table: number;
  readonly query: BodyOf<OperationAt<"POST", `${typeof oneSource}/tables/{number}/query`>>;
}

interface TextPart {
  /** Null: the version that answers. */
  readonly version: number | null;
  /** Code points, half-open; may end behind the text. */
  readonly start: number;
  readonly end: number;
}

/** Without an answer from the service every operation is offered; the service refuses what the key may not do. */
export async function openMemoryBackend(connection: Connection): Promise<MemoryBackend> {
  try {
    const { scopes } = await faulted(docentClient(connection).getSession());
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

const unrepeated = { idempotencyKey: undefined };

function memoryBackend(connection: Connection, scopes: readonly string[]) {
  const client = docentClient(connection);
  const { outgoing } = typedCalls(connection, {});
  const source = (id: string, sid: string) => faulted(client.getSource(id, sid));
  return {
    may: (operation: BackendOperation) =>
      ["admin", ...operationScopes[operation]].some((scope) => scopes.includes(scope)),
    /** Oldest first. */
    experts: ({ limit, after }: PageOptions) =>
      faulted(
        client.request("GET", "/v1/experts", { query: { limit, order: "asc", ...(after !== null && { after }) } }),
      ),
    expert: (id: string) => faulted(client.getExpert(id)),
    create: (draft: NewExpert) => faulted(client.createExpert(draft, unrepeated)),
    ask: (id: string, question: QuestionRequest, { signal, progress }: CallProgress) =>
      faulted(answerOf(client.streamAnswer(id, question, { signal }), progress)),
    sources: (id: string, query: NonNullable<SourceListRequest["query"]>) =>
      faulted(client.request("GET", "/v1/experts/{id}/sources", { path: { id }, query })),
    source,
    tables: (id: string, sid: string) => faulted(client.request("GET", `${oneSource}/tables`, { path: { id, sid } })),
    queryTable: (id: string, sid: string, { table: number, query: body }: AskedTable) => {
      const path = { id, sid, number };
      return faulted(client.request("POST", `${oneSource}/tables/{number}/query`, { path, body }));
    },
    text: async (id: string, sid: string, part: TextPart) => {
      const version = part.version ?? (await source(id, sid)).answering_version;
      const content = outgoing("GET", `${oneSource}/content`, { path: { id, sid }, query: { version }, isLong: true });
      return { version: version ?? 1, ...(await faulted(textWindow(connection.stream(content), part))) };
    },
    /** Once it is settled, or after so many seconds. */
    add: (id: string, document: NewDocument, seconds: number, progress: CallProgress) =>
      faulted(added(client, id, { document, seconds }, progress)),
    addSite: (id: string, url: string) => {
      const body = { url } as BodyOf<OperationAt<"POST", "/v1/experts/{id}/sites">>;
      return faulted(client.request("POST", "/v1/experts/{id}/sites", { path: { id }, body }));
    },
    forget: (id: string, sid: string) => faulted(client.deleteSource(id, sid)),
  };
}

async function answerOf(
  events: AsyncGenerator<AnswerProgress>,
  progress: CallProgress["progress"],
): Promise<AnswerObject> {
  let isWriting = false;
  for await (const event of events) {
    if (event.type === "retrieval") progress(`Passages found: ${event.retrieval.returned}`);
    if (event.type === "delta" && !isWriting) progress("Writing the answer");
    isWriting ||= event.type === "delta";
    if (event.type === "done") return event.answer;
  }
  throw new Error("an answer has an end");
}

async function added(
  client: DocentClient,
  id: string,
  { document, seconds }: { document: NewDocument; seconds: number },
  { signal, progress }: CallProgress,
): Promise<SourceObject> {
  const options = { ...unrepeated, signal };
  const first = await ("fields" in document
    ? client.addSource(id, document.fields as SourceInput, options)
    : client.addFile(id, document.file, document.facts, options));
  if (seconds === 0 || (first.status !== "queued" && first.status !== "processing")) return first;
  let now = first;
  const onProgress = (source: SourceObject) => {
    now = source;
    const { stage, status, progress: at } = source;
    progress(at.total === 0 ? (stage ?? status) : `${stage ?? status}, ${at.done} of ${at.total}`);
  };
  const over = AbortSignal.timeout(seconds * 1000);
  try {
    await client.waitForSource(id, first, { signal: AbortSignal.any([signal, over]), onProgress });
  } catch (error) {
    if (!(error instanceof SourceError) && (!over.aborted || signal.aborted)) throw error;
  }
  return { ...now, deduplicated: first.deduplicated };
}

async function faulted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
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
