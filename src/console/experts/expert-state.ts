import type { Expert } from "../../api/shapes.ts";

export const expertStates = ["empty", "reading", "failing", "ready"] as const;
export type ExpertState = (typeof expertStates)[number];

/** A value that changes whenever a source is added, read or removed. */
export function contentsMark({ source_counts: counts, chunk_count, content_bytes }: Expert): string {
  return JSON.stringify([counts, chunk_count, content_bytes]);
}

export function expertState({ source_counts: counts }: Expert): ExpertState {
  if (counts.queued + counts.processing > 0) return "reading";
  if (counts.failed > 0) return "failing";
  return counts.ready === 0 ? "empty" : "ready";
}
