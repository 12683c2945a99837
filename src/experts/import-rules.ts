import type { Expert } from "./expert.ts";

type ExpertField = "name" | "slug" | "description" | "instructions" | "language" | "aliases";

export interface ImportedExpertRow extends Pick<Expert, ExpertField> {
  readonly settings: unknown;
  readonly metadata: unknown;
}

export interface ImportedSourceRow {
  readonly title: string | null;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly metadata: unknown;
}

/** Each rule returns the API's message; null if there is no problem. */
export interface ImportRules {
  expert(row: ImportedExpertRow): string | null;
  source(row: ImportedSourceRow): string | null;
  address(url: string): string | null;
}
