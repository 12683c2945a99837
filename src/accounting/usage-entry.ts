import type { ExpertId, KeyId, WorkspaceId } from "../kernel/ids.ts";

export const counterNames = [
  "query",
  "chat",
  "ingest",
  "failed",
  "answered",
  "abstained",
  "promptTokens",
  "completionTokens",
  "embeddingTokens",
  "sourcesCreated",
  "sourcesFailed",
  "bytes",
  "chunks",
] as const;
export type CounterName = (typeof counterNames)[number];
export type Counters = Readonly<Record<CounterName, number>>;

/** Stands for the program's own work, which is nobody's usage. */
export const internalKey = "" as KeyId;

/** `query`, `chat` and `ingest` count requests; `failed` those that ended in a 5xx. */
export interface UsageEntry {
  readonly workspaceId: WorkspaceId;
  readonly expertId: ExpertId | null;
  readonly keyId: KeyId;
  readonly at: number;
  readonly add: Partial<Counters>;
}

export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / 86_400_000);
}
