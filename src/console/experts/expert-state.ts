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

/** Characters of the longest name that is made. */
const longestName = 60;

/** A name for an expert that is made of files: that of the folder that holds all of them, or else of the first. */
export function nameForFiles(paths: readonly string[]): string {
  const first = paths[0]!;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isShared = folder !== "" && paths.every((path) => path.startsWith(folder));
  const name = isShared ? folder.slice(0, -1) : first.slice(first.lastIndexOf("/") + 1).replace(/\.\w{1,5}$/, "");
  return (name.replace(/[_-]+/g, " ").trim() || first).slice(0, longestName);
}
