/** An expert: a named memory with its own sources, settings and manner of answering. */
import { invalidParameter } from "../kernel/fault.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";

export type MetadataValue = string | number | boolean | readonly string[];
/** Flat, and at most 16 KB as JSON. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

export interface ExpertSettings {
  /** Passages retrieved when a question does not say, 1–100. */
  readonly k: number;
  /** Passages below this score are not used, 0–1. */
  readonly minScore: number;
  /** Below this confidence the expert abstains, 0–1; null leaves it to the built-in calibration. */
  readonly minConfidence: number | null;
  /** What it says when it abstains; null says it in the expert's language. */
  readonly refusalText: string | null;
  /** How many sentences an answer without a model has; null lets the evidence decide: one to four. */
  readonly sentences: number | null;
  /** Whether chat answers end with a list of their sources. */
  readonly chatFooter: boolean;
  /** What answers when the model fails: nothing (the error is told), or the sentences of the sources if they answer. */
  readonly fallback: "none" | "extractive";
  /** What becomes of a model's sentence that its sources do not support: left out, or marked as such. */
  readonly unsupported: "drop" | "mark";
  /** Whether what users say in chats is added to its memory. */
  readonly remember: boolean;
  /** Whether questions that it did not answer are kept, so that its gaps can be listed. */
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

/** The model that a memory's passages are embedded with. Vectors that differ in any of these do not compare. */
export interface Embedding {
  readonly model: string;
  readonly dimensions: number;
  /** How texts are put to the model: the name of its prefixes, or `plain`. */
  readonly recipe: string;
}

export interface Expert {
  readonly id: ExpertId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** How it should answer; used where a model writes the answers. */
  readonly instructions: string;
  /** BCP 47, for texts that do not show theirs; or `auto`. Stemming, stop words and refusals follow what is found in each text. */
  readonly language: string;
  /** Further model names that reach it. */
  readonly aliases: readonly string[];
  readonly settings: ExpertSettings;
  readonly metadata: Metadata;
  /** Of the passages that it answers from; null when it is searched by words alone. */
  readonly embedding: Embedding | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How far a model that works in the background is with the passages that the expert answers from. */
export interface ModelProgress {
  readonly model: string;
  readonly done: number;
  readonly total: number;
}

/** What its sources amount to. */
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
  /** UTF-8 bytes of the texts that answer. */
  readonly contentBytes: number;
  /** Null: the model is switched off, or does not speak the expert's language. */
  readonly sense: ModelProgress | null;
  /** Null: no model pack is installed, or the expert has vectors of a model server. */
  readonly vectors: ModelProgress | null;
}

/** Of an expert without sources, before its models are asked. */
export const noContents: ExpertContents = {
  sourceCounts: { queued: 0, processing: 0, ready: 0, failed: 0, canceled: 0, total: 0 },
  chunkCount: 0,
  contentBytes: 0,
  sense: null,
  vectors: null,
};

const reach = 64;

/** A slug from a name: lower-case ASCII letters, digits and hyphens, at most 64; `expert` if nothing is left. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, reach);
  return slug.replace(/^-+|(?<!-)-+$/g, "") || "expert";
}

/** The slug with a number behind it, still within its length. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return slug.slice(0, reach - suffix.length) + suffix;
}

/** @throws Fault `invalid_parameter` when it is too large; the schema has seen to its shape. */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > 16_384) {
    throw invalidParameter("metadata", "metadata may have at most 16 KB as JSON.");
  }
}
