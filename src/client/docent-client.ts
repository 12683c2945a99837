/**
 * The service's own API, by the names that its description has for operations. An expert is named by its slug, its id or
 * an alias.
 */
import type { AnswerProgress } from "../api/answer-events.ts";
import type {
  AnswerObject,
  CapabilitiesObject,
  CheckReportObject,
  ExpertObject,
  ExpertPatch,
  KeeperObject,
  KeyObject,
  KeyRequest,
  NewExpert,
  NewKeyObject,
  QuestionRequest,
  ReleaseObject,
  SessionObject,
  SourceObject,
  SourcePatch,
  UsageObject,
} from "../api/shapes.ts";
import type { Connection, Method, OutgoingRequest } from "./connection.ts";
import { readySource } from "./source-progress.ts";
import {
  type BodyOf,
  type CallOptions,
  type LooseInput,
  type OperationAt,
  type QueryOf,
  type TypedCalls,
  typedCalls,
} from "./typed-calls.ts";

export type SourceInput = Exclude<BodyOf<OperationAt<"POST", "/v1/experts/{id}/sources">>, { type: "site" }>;
export type SourceQuery = QueryOf<OperationAt<"GET", "/v1/experts/{id}/sources">>;
export type ExpertQuery = QueryOf<OperationAt<"GET", "/v1/experts">>;
export type KeyQuery = QueryOf<OperationAt<"GET", "/v1/keys">>;
type ReleaseWish = BodyOf<OperationAt<"POST", "/v1/experts/{id}/keepers/{keeper}/release">>;

export interface FileDetails {
  readonly title?: string | undefined;
  readonly filename?: string | undefined;
  readonly url?: string | undefined;
  readonly external_id?: string | undefined;
  readonly metadata?: object | undefined;
}

export interface WaitOptions extends CallOptions {
  /** Seconds (0–60) that the service may wait until the source is settled. */
  readonly wait?: number | undefined;
}

export interface FollowOptions extends CallOptions {
  /** Told of the source as it is, and of each change. */
  readonly onProgress?: (source: SourceObject) => void;
}

/** Each method: @throws DocentError, or the reason of the signal */
export interface DocentClient extends TypedCalls {
  getCapabilities(options?: CallOptions): Promise<CapabilitiesObject>;
  /** The newest first, if the query does not say otherwise; so are all lists. */
  listExperts(query?: ExpertQuery, options?: CallOptions): AsyncGenerator<ExpertObject>;
  getExpert(expert: string, options?: CallOptions): Promise<ExpertObject>;
  createExpert(draft: NewExpert, options?: CallOptions): Promise<ExpertObject>;
  updateExpert(expert: string, patch: ExpertPatch, options?: CallOptions): Promise<ExpertObject>;
  deleteExpert(expert: string, options?: CallOptions): Promise<void>;
  /** A text, an address or a conversation. */
  addSource(expert: string, draft: SourceInput, options?: WaitOptions): Promise<SourceObject>;
  /** A file. A Blob of one is read from the disk as it is sent. */
  addFile(expert: string, file: Blob, facts?: FileDetails, options?: WaitOptions): Promise<SourceObject>;
  getSource(expert: string, id: string, options?: WaitOptions): Promise<SourceObject>;
  /** The source when it is ready. @throws SourceError if it failed or was canceled */
  waitForSource(expert: string, source: string | SourceObject, options?: FollowOptions): Promise<SourceObject>;
  listSources(expert: string, query?: SourceQuery, options?: CallOptions): AsyncGenerator<SourceObject>;
  updateSource(expert: string, id: string, patch: SourcePatch, options?: CallOptions): Promise<SourceObject>;
  deleteSource(expert: string, id: string, options?: CallOptions): Promise<void>;
  retrySource(expert: string, id: string, options?: CallOptions): Promise<SourceObject>;
  putBackVersion(expert: string, id: string, version: number, options?: CallOptions): Promise<SourceObject>;
  /** The text that citations point into. */
  getContent(expert: string, id: string, version?: number, options?: CallOptions): Promise<string>;
  listKeepers(expert: string, options?: CallOptions): Promise<readonly KeeperObject[]>;
  /** A person's word on what is held. */
  decideHeldChange(expert: string, keeper: string, word: "confirm" | "dismiss"): Promise<KeeperObject>;
  /** A folder lets go of sources, or asks whether some may get content that is all alike. */
  releaseSources(expert: string, keeper: string, wanted: ReleaseWish): Promise<ReleaseObject>;
  queryExpert(expert: string, question: QuestionRequest, options?: CallOptions): Promise<AnswerObject>;
  /** The answer as it is written; the event `done` has the whole of it. */
  streamAnswer(expert: string, question: QuestionRequest, options?: CallOptions): AsyncGenerator<AnswerProgress>;
  runChecks(expert: string, options?: CallOptions): Promise<CheckReportObject>;
  listKeys(query?: KeyQuery, options?: CallOptions): AsyncGenerator<KeyObject>;
  createKey(draft: KeyRequest, options?: CallOptions): Promise<NewKeyObject>;
  revokeKey(id: string, options?: CallOptions): Promise<void>;
  getSession(options?: CallOptions): Promise<SessionObject>;
  /** Signs in to the console once, within ten minutes. */
  createSignInCode(options?: CallOptions): Promise<string>;
  /** @param month `2026-11`; without it, the current one */
  getUsage(month?: string, options?: CallOptions): Promise<UsageObject>;
}

const patiently = { isLong: true } as const;

const one = "/v1/experts/{id}";
const oneSource = "/v1/experts/{id}/sources/{sid}";
const oneKeeper = "/v1/experts/{id}/keepers/{keeper}";

/** @param defaults of every call */
export function docentClient(connection: Connection, defaults: CallOptions = {}): DocentClient {
  const calls = callsOver(connection, defaults);
  return {
    request: calls.request,
    each: calls.each,
    ...expertCalls(calls),
    ...sourceCalls(calls),
    ...keeperCalls(calls),
    ...questionCalls(calls),
    ...systemCalls(calls),
  };
}

type Calls = ReturnType<typeof callsOver>;

function callsOver(connection: Connection, defaults: CallOptions) {
  const typed = typedCalls(connection, defaults);
  const { outgoing } = typed;
  return {
    ...typed,
    connection,
    call: <T extends { readonly object: string }>(
      object: T["object"],
      method: Method,
      path: string,
      input?: LooseInput,
    ) => connection.json<T>(outgoing(method, path, input), object),
    remove: async (object: string, path: string, input: LooseInput) => {
      await connection.json(outgoing("DELETE", path, input), object);
    },
  };
}

function expertCalls({ call, remove, each }: Calls) {
  return {
    listExperts: (query = {}, options = {}) => each("/v1/experts", { ...options, query }),
    getExpert: (id, options = {}) => call<ExpertObject>("expert", "GET", one, { ...options, path: { id } }),
    createExpert: (body, options = {}) =>
      call<ExpertObject>("expert", "POST", "/v1/experts", { ...once(), ...options, body }),
    updateExpert: (id, body, options = {}) =>
      call<ExpertObject>("expert", "PATCH", one, { ...options, path: { id }, body }),
    deleteExpert: (id, options = {}) => remove("expert.deleted", one, { ...options, path: { id } }),
  } satisfies Partial<DocentClient>;
}

/** A repetition under the same key is not done a second time. */
function once() {
  return { idempotencyKey: crypto.randomUUID() };
}

function sourceCalls({ call, remove, each, outgoing, connection }: Calls) {
  return {
    addSource: (id, body, { wait, ...options } = {}) => {
      const input = { ...once(), ...patiently, ...options, path: { id }, query: { wait }, body };
      return call<SourceObject>("source", "POST", `${one}/sources`, input);
    },
    addFile: (id, file, facts = {}, { wait, ...options } = {}) =>
      connection.json<SourceObject>(addition(outgoing, id, file, facts, { ...options, wait }), "source"),
    getSource: (id, sid, { wait, ...options } = {}) =>
      call<SourceObject>("source", "GET", oneSource, { ...options, path: { id, sid }, query: { wait } }),
    waitForSource: (id, source, { onProgress, ...options } = {}) => {
      const sid = typeof source === "string" ? source : source.id;
      const events = outgoing("GET", `${oneSource}/events`, { ...patiently, ...options, path: { id, sid } });
      return readySource(source, () => connection.progress(events), onProgress);
    },
    listSources: (id, query = {}, options = {}) =>
      each("/v1/experts/{id}/sources", { ...options, path: { id }, query }),
    updateSource: (id, sid, body, options = {}) =>
      call<SourceObject>("source", "PATCH", oneSource, { ...options, path: { id, sid }, body }),
    deleteSource: (id, sid, options = {}) => remove("source.deleted", oneSource, { ...options, path: { id, sid } }),
    retrySource: (id, sid, options = {}) =>
      call<SourceObject>("source", "POST", `${oneSource}/retry`, { ...options, path: { id, sid } }),
    putBackVersion: (id, sid, version, options = {}) => {
      const input = { ...options, path: { id, sid, version } };
      return call<SourceObject>("source", "POST", `${oneSource}/versions/{version}/put-back`, input);
    },
    getContent: (id, sid, version, options = {}) =>
      connection.text(outgoing("GET", `${oneSource}/content`, { ...options, path: { id, sid }, query: { version } })),
  } satisfies Partial<DocentClient>;
}

function addition(
  outgoing: Calls["outgoing"],
  id: string,
  file: Blob,
  { metadata, filename, ...facts }: FileDetails,
  { wait, ...options }: WaitOptions,
): OutgoingRequest {
  // Bun names a file on the disk by its path.
  const own = "name" in file && typeof file.name === "string" ? file.name.split(/[\\/]/).at(-1) : undefined;
  const query = { wait, filename: filename ?? own, ...facts, metadata: metadata && JSON.stringify(metadata) };
  const request = outgoing("POST", `${one}/sources`, { ...once(), ...patiently, ...options, path: { id }, query });
  // A type that says nothing: the service looks at the content, and JSON by its own type would be a request's fields.
  return { ...request, headers: { ...request.headers, "content-type": "application/octet-stream" }, body: file };
}

function keeperCalls({ call }: Calls) {
  return {
    listKeepers: async (id, options = {}) =>
      (await call<KeeperList>("list", "GET", `${one}/keepers`, { ...options, path: { id } })).data,
    decideHeldChange: (id, keeper, word) =>
      call<KeeperObject>("keeper", "POST", `${oneKeeper}/${word}`, { path: { id, keeper } }),
    releaseSources: (id, keeper, body) =>
      call<ReleaseObject>("release", "POST", `${oneKeeper}/release`, { path: { id, keeper }, body }),
  } satisfies Partial<DocentClient>;
}

interface KeeperList {
  readonly object: "list";
  readonly data: readonly KeeperObject[];
}

function questionCalls({ call, outgoing, connection }: Calls) {
  return {
    queryExpert: (id, body, options = {}) =>
      call<AnswerObject>("answer", "POST", `${one}/query`, { ...patiently, ...options, path: { id }, body }),
    streamAnswer: (id, question, options = {}) => {
      const body = { ...question, stream: true };
      return connection.answer(outgoing("POST", `${one}/query`, { ...patiently, ...options, path: { id }, body }));
    },
    runChecks: (id, options = {}) =>
      call<CheckReportObject>("check.report", "POST", `${one}/check-runs`, { ...patiently, ...options, path: { id } }),
  } satisfies Partial<DocentClient>;
}

function systemCalls({ call, remove, each }: Calls) {
  return {
    getCapabilities: (options = {}) => call<CapabilitiesObject>("capabilities", "GET", "/v1/capabilities", options),
    listKeys: (query = {}, options = {}) => each("/v1/keys", { ...options, query }),
    createKey: (body, options = {}) => call<NewKeyObject>("key", "POST", "/v1/keys", { ...options, body }),
    revokeKey: (id, options = {}) => remove("key.deleted", "/v1/keys/{id}", { ...options, path: { id } }),
    getSession: (options = {}) => call<SessionObject>("session", "GET", "/v1/session", options),
    createSignInCode: async (options = {}) =>
      (await call<SignInCode>("sign_in_code", "POST", "/v1/session/code", { ...options, body: {} })).code,
    getUsage: (month, options = {}) => call<UsageObject>("usage", "GET", "/v1/usage", { ...options, query: { month } }),
  } satisfies Partial<DocentClient>;
}

interface SignInCode {
  readonly object: "sign_in_code";
  readonly code: string;
}
