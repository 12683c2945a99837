/** Who keeps a source: the API, a folder or a site; the first added it. It is deleted when its last keeper lets go. */
import { isId } from "./ids.ts";

export type SourceKeeper = string;
export type Keepers = readonly SourceKeeper[];

export const apiKeeper: SourceKeeper = "api";

export const folderField = "docent_folder";

export const folderMarkPattern = "^fld_[a-z0-9]{8,64}$";
const folderShape = new RegExp(folderMarkPattern);

export function isFolderMark(text: unknown): text is SourceKeeper {
  return typeof text === "string" && folderShape.test(text);
}

/** The folder that the document's metadata names, or else the API. */
export function keeperIn(metadata: Readonly<Record<string, unknown>> | null): SourceKeeper {
  const mark = metadata?.[folderField];
  return isFolderMark(mark) ? mark : apiKeeper;
}

/** Whether a keeper may give the source other content. Sites may: those that share a page read the same address. */
export function mayChange(keepers: Keepers, keeper: SourceKeeper): boolean {
  if (keepers.includes(apiKeeper)) return keeper === apiKeeper;
  return keepers[0] === keeper || [...keepers, keeper].every((each) => isId("site", each));
}

export function keptToo(keepers: Keepers, keeper: SourceKeeper): Keepers {
  return keepers.includes(keeper) ? keepers : [...keepers, keeper];
}

/** Null: `keeper` was not among them. Empty: nobody keeps the source any more. */
export function keepersWithout(keepers: Keepers, keeper: SourceKeeper, heir: SourceKeeper | null): Keepers | null {
  if (!keepers.includes(keeper)) return null;
  const left = keepers.filter((each) => each !== keeper);
  return heir === null ? left : keptToo(left, heir);
}

export function namedKeepers(keepers: Keepers): string {
  return keepers.map((each) => (each === apiKeeper ? "the API" : each)).join(" and ");
}
