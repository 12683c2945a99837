import type { SnapshotFact } from "./facts.ts";

/** What a snapshot holds, as far as it can be read. */
export type InspectedSnapshot =
  | { readonly state: "whole"; readonly revision: number; readonly passages: ReadonlySet<number> }
  | { readonly state: "damaged" | "newer_format" };

/** What the rows of an expert hold, at one moment. */
export interface Standing {
  readonly revision: number;
  /** Numbers of the passages that it answers from. */
  readonly passages: ReadonlySet<number>;
}

/** Only a snapshot at the rows' revision must equal them; any other is updated or rebuilt. */
export function snapshotState(seen: InspectedSnapshot, standing: Standing | null): SnapshotFact["state"] {
  if (standing === null) return "nobody's";
  if (seen.state === "damaged") return "damaged";
  if (seen.state !== "whole" || seen.revision !== standing.revision) return "rebuilt";
  const isSame = seen.passages.size === standing.passages.size && seen.passages.isSubsetOf(standing.passages);
  return isSame ? "sound" : "differs";
}
