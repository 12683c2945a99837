/** The counters of usage, and whom they belong to. */
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

/** Replaces a key for the program's own work, such as adding the handbook, which counts as nobody's usage. */
export const internalKey = "" as KeyId;

/** Who is charged. */
export interface UsageAccount {
  readonly workspaceId: WorkspaceId;
  /** Null for work that no expert was asked for. */
  readonly expertId: ExpertId | null;
  readonly keyId: KeyId;
}

/** Amounts to add. `query`, `chat` and `ingest` count requests; `failed` those of them that ended in a 5xx. */
export interface UsageEntry extends UsageAccount {
  readonly at: number;
  readonly add: Partial<Counters>;
}

/** Days since 1970-01-01 UTC. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / 86_400_000);
}
