/**
 * The file that distinguishes a kept folder from another one, and from the empty mount point of a lost mount. Its last line
 * is the folder's name, which its sources carry.
 */
import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isGone, reasonOf, seenFile } from "./folder-walk.ts";

export const markerName = ".docent-folder";

export type Marker =
  | { readonly state: "present"; readonly id: string; readonly signature: string }
  | { readonly state: "absent" }
  | { readonly state: "unreadable"; readonly reason: string };

/** Creates a name for a folder without one. */
export type NewMark = () => string;

/** Of 48 random bits. */
export const randomMark: NewMark = () =>
  `fld_${Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex")}`;

const idShape = /^fld_[a-z0-9]{8,64}$/;

export async function readMarker(root: string): Promise<Marker> {
  const path = join(root, markerName);
  try {
    const id = (await readFile(path, "utf8")).trim().split("\n").at(-1)?.trim() ?? "";
    if (!idShape.test(id)) return { state: "unreadable", reason: `its last line is not a name such as fld_0a1b2c3d` };
    return { state: "present", id, signature: seenFile(await lstat(path)).signature };
  } catch (cause) {
    return isGone(cause) ? { state: "absent" } : { state: "unreadable", reason: reasonOf(cause) };
  }
}

export function markerText(id: string): string {
  return `# Docent keeps this folder in step with an expert. Without this file it deletes nothing there.\n${id}\n`;
}

/** Does not replace an existing marker. @returns false if the folder is read-only */
export async function writeMarker(root: string, id: string): Promise<boolean> {
  try {
    await writeFile(join(root, markerName), markerText(id), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
