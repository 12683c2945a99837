/** Distinguishes a kept folder from others and from the mount point of a lost mount. Its last line is its name. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFolderMark } from "../kernel/keepers.ts";
import { isGone, reasonOf } from "./folder-walk.ts";
import { withFile } from "./open-inside.ts";

export const markerName = ".docent-folder";

export type MarkerState =
  | { readonly state: "present"; readonly id: string }
  | { readonly state: "absent" }
  | { readonly state: "unreadable"; readonly reason: string };

export type NewMark = () => string;

export const randomMark: NewMark = () =>
  `fld_${Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex")}`;

const mostMarker = 10_000;

export function readMarker(root: string): MarkerState {
  try {
    const text = withFile(root, markerName, (file) => {
      if (file.stats.size > mostMarker) throw new Error(`it is larger than ${mostMarker} bytes`);
      return new TextDecoder().decode(file.read());
    });
    const id = text.trim().split("\n").at(-1)?.trim() ?? "";
    if (!isFolderMark(id)) return { state: "unreadable", reason: "its last line is not a name such as fld_0a1b2c3d" };
    return { state: "present", id };
  } catch (cause) {
    return isGone(cause) ? { state: "absent" } : { state: "unreadable", reason: reasonOf(cause) };
  }
}

function markerText(id: string): string {
  return `# Docent keeps this folder in step with an expert. Without this file it deletes nothing there.\n${id}\n`;
}

/** Does not replace an existing marker, nor follow a link. Blocks the thread. @returns false if the folder is read-only */
export function writeMarker(root: string, id: string): boolean {
  try {
    writeFileSync(join(root, markerName), markerText(id), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
