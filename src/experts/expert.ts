import { invalidParameter } from "../kernel/fault.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";

export type MetadataValue = string | number | boolean | readonly string[];
export type Metadata = Readonly<Record<string, MetadataValue>>;

export interface ExpertSettings {
  readonly k: number;
  readonly minScore: number;
  /** 0–1: below it the expert abstains; null: the built-in threshold. */
  readonly minConfidence: number | null;
  /** Null: in the expert's language. */
  readonly refusalText: string | null;
  /** Null: one to four, by the evidence. */
  readonly sentences: number | null;
  readonly chatFooter: boolean;
  readonly fallback: "none" | "extractive";
  readonly unsupported: "drop" | "mark";
  readonly remember: boolean;
  readonly keepQuestions: boolean;
}

export const defaultSettings: ExpertSettings = {
  k: 8,
  minScore: 0,
  minConfidence: null,
  refusalText: null,
  sentences: null,
  chatFooter: true,
  fallback: "extractive",
  unsupported: "drop",
  remember: false,
  keepQuestions: false,
};

/** Vectors that differ in any field are not comparable. */
export interface Embedding {
  readonly model: string;
  readonly dimensions: number;
  /** The model's prefixes, or `plain`. */
  readonly recipe: string;
}

export interface Expert {
  readonly id: ExpertId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly instructions: string;
  /** BCP 47, for texts whose language is not found; or `auto`. */
  readonly language: string;
  readonly aliases: readonly string[];
  readonly settings: ExpertSettings;
  readonly metadata: Metadata;
  /** Null: searched by words alone. */
  readonly embedding: Embedding | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ModelProgress {
  readonly model: string;
  readonly done: number;
  readonly total: number;
}

export interface ExpertContents {
  readonly sourceCounts: {
    readonly queued: number;
    readonly processing: number;
    readonly ready: number;
    readonly failed: number;
    readonly canceled: number;
    readonly total: number;
  };
  readonly chunkCount: number;
  readonly contentBytes: number;
  /** Null: switched off, or not for the expert's language. */
  readonly sense: ModelProgress | null;
  /** Null: no model pack, or vectors of a server. */
  readonly vectors: ModelProgress | null;
}

export const noContents: ExpertContents = {
  sourceCounts: { queued: 0, processing: 0, ready: 0, failed: 0, canceled: 0, total: 0 },
  chunkCount: 0,
  contentBytes: 0,
  sense: null,
  vectors: null,
};

const reach = 64;

/** Lower-case ASCII letters, digits and hyphens, at most 64. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, reach);
  return slug.replace(/^-+|(?<!-)-+$/g, "") || "expert";
}

export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return slug.slice(0, reach - suffix.length) + suffix;
}

/** @throws Fault `invalid_parameter` if it is too large */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > 16_384) {
    throw invalidParameter("metadata", "metadata may have at most 16 KB as JSON.");
  }
}

export function namesOf({ slug, aliases }: Pick<Expert, "slug" | "aliases">): string[] {
  return [slug, ...aliases];
}

export function nameRows(expert: Expert) {
  const { workspaceId, id: expertId } = expert;
  return namesOf(expert).map((name, position) => ({ workspaceId, name, expertId, isSlug: position === 0, position }));
}

/** The first name that another expert has. @param holders who has these names now */
export function takenBy(
  holders: readonly { readonly name: string; readonly expertId: ExpertId }[],
  expert: Expert,
): string | null {
  const others = new Set(holders.filter(({ expertId }) => expertId !== expert.id).map(({ name }) => name));
  return namesOf(expert).find((name) => others.has(name)) ?? null;
}

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

/** Rules return the API's message; null: no problem. */
export interface ImportRules {
  expert(row: ImportedExpertRow): string | null;
  source(row: ImportedSourceRow): string | null;
  address(url: string): string | null;
}
