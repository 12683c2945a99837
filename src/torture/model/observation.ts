import type { UsageCounts } from "./usage-ledger.ts";

export interface SeenChunk {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface SeenSource {
  readonly id: string;
  readonly externalId: string | null;
  readonly version: number;
  readonly answeringVersion: number | null;
  readonly status: string;
  readonly sha256: string;
  readonly title: string;
  readonly marker: number | null;
  readonly chunkCount: number;
  readonly content: string | null;
  readonly chunks: readonly SeenChunk[];
  readonly fileSha256: string;
}

export interface SeenExpert {
  readonly id: string;
  readonly slug: string;
  readonly description: string;
  readonly chunkCount: number;
  readonly sourceCount: number;
  /** Null: not made by the torture. */
  readonly sources: readonly SeenSource[] | null;
}

export interface SeenUsage {
  readonly counts: ReadonlyMap<string, UsageCounts>;
  readonly storage: { readonly experts: number; readonly sources: number; readonly chunks: number };
}
