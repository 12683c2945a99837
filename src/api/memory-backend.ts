/** The native API's operations for one caller, for tools of agents: implemented over the services and over the API. */
import type { Static } from "@sinclair/typebox";
import type { Metadata } from "../experts/expert.ts";
import { type Scope, scopes } from "../keys/key.ts";
import type { TextWindow } from "../language/text/text-window.ts";
import type { AnswerObject, QueryRequest } from "./answer-schemas.ts";
import type { ConversationSource } from "./contents/conversation-schemas.ts";
import type { SourceList, SourceListQuery } from "./contents/source-list-schemas.ts";
import type { TableList, TableQueryRequest, TableResult } from "./contents/table-schemas.ts";
import type { ExpertList, ExpertObject, NewExpert } from "./expert-schemas.ts";
import type { NewSite, SiteObject } from "./site-schemas.ts";
import type { DeletedSource, SourceObject, TextSource, UrlSource } from "./source-schemas.ts";

export type ExpertView = Static<typeof ExpertObject>;
export type SourceView = Static<typeof SourceObject>;
export type SiteView = Static<typeof SiteObject>;
export type AnswerView = Static<typeof AnswerObject>;

export interface CallProgress {
  readonly signal: AbortSignal;
  progress(message: string): void;
}

export type NewDocument =
  | { readonly fields: TextSource | UrlSource | ConversationSource }
  | { readonly file: Blob; readonly facts: FileFacts };

export interface DocumentFacts {
  readonly title?: string;
  readonly url?: string;
  readonly external_id?: string;
  readonly metadata?: Metadata | undefined;
}

export interface FileFacts extends DocumentFacts {
  readonly filename: string;
}

export type Query = Static<typeof QueryRequest>;

export interface PageOptions {
  readonly limit: number;
  /** `last_id` of the page before. */
  readonly after: string | null;
}

export type BackendOperation = "look" | "create" | "read" | "ask" | "add" | "forget";

/** One of them is needed; null: any key. */
export const operationScopes: Readonly<Record<BackendOperation, readonly Scope[] | null>> = {
  look: null,
  create: ["manage"],
  read: ["query", "ingest", "manage"],
  ask: ["query"],
  add: ["ingest"],
  forget: ["ingest"],
};

export function mayDo(held: readonly string[], operation: BackendOperation): boolean {
  const needed = operationScopes[operation];
  if (needed === null) return scopes.some((scope) => held.includes(scope));
  return held.includes("admin") || needed.some((scope) => held.includes(scope));
}

export interface ToolMessage {
  readonly request: Request;
  readonly body: object;
  /** Messages of the same caller may be about each other. */
  readonly caller: string;
  readonly backend: MemoryBackend;
}

export interface ToolEndpoint {
  answer(message: ToolMessage): Promise<Response>;
}

/** @throws Fault as the routes do */
export interface MemoryBackend {
  may(operation: BackendOperation): boolean;
  /** Oldest first. */
  experts(page: PageOptions): Promise<Static<typeof ExpertList>>;
  expert(name: string): Promise<ExpertView>;
  create(draft: Static<typeof NewExpert>): Promise<ExpertView>;
  ask(expert: string, query: Query, progress: CallProgress): Promise<AnswerView>;
  sources(expert: string, query: Static<typeof SourceListQuery>): Promise<Static<typeof SourceList>>;
  source(expert: string, id: string): Promise<SourceView>;
  tables(expert: string, source: string): Promise<Static<typeof TableList>>;
  queryTable(expert: string, source: string, asked: AskedTable): Promise<Static<typeof TableResult>>;
  text(expert: string, source: string, part: TextPart): Promise<SourcePart>;
  /** Once it is settled, or after so many seconds. */
  add(expert: string, document: NewDocument, wait: number, progress: CallProgress): Promise<SourceView>;
  /** Its pages become sources in the background. */
  addSite(expert: string, site: Static<typeof NewSite>): Promise<SiteView>;
  forget(expert: string, source: string): Promise<Static<typeof DeletedSource>>;
}

export interface AskedTable {
  /** From 1. */
  readonly table: number;
  readonly query: Static<typeof TableQueryRequest>;
}

export interface TextPart {
  /** Null: the version that answers. */
  readonly version: number | null;
  /** Code points, half-open; may end behind the text. */
  readonly start: number;
  readonly end: number;
}

export interface SourcePart extends TextWindow {
  readonly version: number;
}
