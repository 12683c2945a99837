import type { SampleDocument } from "../load/sample-document.ts";

export interface PutSource {
  readonly kind: "put_source";
  readonly expert: string;
  readonly slot: string;
  /** False: its bytes identify it. */
  readonly external: boolean;
  readonly document: SampleDocument;
  readonly form: "json" | "multipart" | "raw";
  readonly idempotencyKey: string | null;
  readonly copies: 1 | 2;
  readonly wait: number;
  /** Repeats a request whose outcome is known. */
  readonly again: { readonly done: boolean; readonly sourceId: string | null } | null;
}

export interface PatchSource {
  readonly kind: "patch_source";
  readonly expert: string;
  readonly slot: string;
  readonly sourceId: string;
  readonly title: string;
  readonly marker: number;
}

export interface DeleteSource {
  readonly kind: "delete_source";
  readonly expert: string;
  readonly slot: string;
  readonly sourceId: string;
}

export type SourceOperation = PutSource | PatchSource | DeleteSource;

export type ExpertOperation =
  | { readonly kind: "create_expert"; readonly expert: string }
  | { readonly kind: "patch_expert"; readonly expert: string; readonly description: string }
  | { readonly kind: "delete_expert"; readonly expert: string };

export type KeyOperation =
  | { readonly kind: "create_key"; readonly name: string }
  | { readonly kind: "revoke_key"; readonly id: string }
  | { readonly kind: "use_key"; readonly id: string; readonly secret: string; readonly revoked: boolean };

export interface QuestionOperation {
  readonly kind: "query" | "chat";
  readonly expert: string;
  readonly question: string;
  readonly stream: boolean;
  readonly leaves: boolean;
}

export interface SearchOperation {
  readonly kind: "search";
  readonly expert: string;
  readonly slot: string;
  readonly tokens: readonly string[];
}

export type LoadOperation = SourceOperation | ExpertOperation | KeyOperation | QuestionOperation | SearchOperation;
