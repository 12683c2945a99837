import type { SnapshotFact } from "./facts.ts";

export type InspectedSnapshot =
  | { readonly state: "whole"; readonly revision: number; readonly passages: ReadonlySet<number> }
  | { readonly state: "damaged" | "newer_format" };

export interface AnsweringPassages {
  readonly revision: number;
  readonly passages: ReadonlySet<number>;
}

/** Only a snapshot at the rows' revision must equal them. */
export function snapshotState(seen: InspectedSnapshot, standing: AnsweringPassages | null): SnapshotFact["state"] {
  if (standing === null) return "nobody's";
  if (seen.state === "damaged") return "damaged";
  if (seen.state !== "whole" || seen.revision !== standing.revision) return "rebuilt";
  const isSame = seen.passages.size === standing.passages.size && seen.passages.isSubsetOf(standing.passages);
  return isSame ? "sound" : "differs";
}
