/**
 * The operations of the native API for one caller, without HTTP: what tools for agents are made of. One implementation
 * calls the services in this process, another the API of a running service; both take and give the API's own objects.
 */
import type { Static } from "@sinclair/typebox";
import { type Scope, scopes } from "../../keys/key.ts";
import type { TextWindow } from "../../text/text-window.ts";
import type { FileFacts } from "../native/add-source-request.ts";
import type { AnswerObject } from "../native/answer-schemas.ts";
import type { ExpertList, ExpertObject } from "../native/expert-schemas.ts";
import type { Query } from "../native/query-routes.ts";
import type {
  DeletedSource,
  SourceList,
  SourceListQuery,
  SourceObject,
  TextSource,
  UrlSource,
} from "../native/source-schemas.ts";

export type ExpertView = Static<typeof ExpertObject>;
export type SourceView = Static<typeof SourceObject>;
export type AnswerView = Static<typeof AnswerObject>;

/** What holds while an operation lasts. */
export interface CallProgress {
  /** Aborted when the caller has left or no longer wants it. */
  readonly signal: AbortSignal;
  /** Told in a few words of every step. */
  progress(message: string): void;
}

/** The fields of a request, or a file of this machine with its facts. */
export type NewDocument =
  | { readonly fields: TextSource | UrlSource }
  | { readonly file: Blob; readonly facts: FileFacts };

export interface PageOptions {
  /** 1–100. */
  readonly limit: number;
  /** The `last_id` of the page before; null: the first page. */
  readonly after: string | null;
}

/** What a caller can do, each as its route. */
export type BackendOperation = "look" | "read" | "ask" | "add" | "forget";

/** The scopes of which one is needed, as the routes have them; null: any key may. */
export const operationScopes: Readonly<Record<BackendOperation, readonly Scope[] | null>> = {
  look: null,
  read: ["query", "ingest", "manage"],
  ask: ["query"],
  add: ["ingest"],
  forget: ["ingest"],
};

/** Whether a key with these scopes may do it. */
export function mayDo(held: readonly string[], operation: BackendOperation): boolean {
  const needed = operationScopes[operation];
  if (needed === null) return scopes.some((scope) => held.includes(scope));
  return held.includes("admin") || needed.some((scope) => held.includes(scope));
}

/** Experts are named by id, slug or alias. Each: @throws Fault as the route does */
export interface MemoryBackend {
  may(operation: BackendOperation): boolean;
  /** Those that the caller can reach, the oldest first. */
  experts(page: PageOptions): Promise<Static<typeof ExpertList>>;
  expert(name: string): Promise<ExpertView>;
  ask(expert: string, query: Query, progress: CallProgress): Promise<AnswerView>;
  sources(expert: string, query: Static<typeof SourceListQuery>): Promise<Static<typeof SourceList>>;
  source(expert: string, id: string): Promise<SourceView>;
  /** A part of the text that citations point into. */
  text(expert: string, source: string, part: TextPart): Promise<SourcePart>;
  /** The source once it is settled, or after so many seconds. */
  add(expert: string, document: NewDocument, wait: number, progress: CallProgress): Promise<SourceView>;
  forget(expert: string, source: string): Promise<Static<typeof DeletedSource>>;
}

export interface TextPart {
  /** Null: the version that answers. */
  readonly version: number | null;
  /** Code points, half-open; the end may lie behind that of the text. */
  readonly start: number;
  readonly end: number;
}

export interface SourcePart extends TextWindow {
  readonly version: number;
}
