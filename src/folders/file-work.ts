import { NamedError } from "../kernel/error-code.ts";
import { type MarkerState, readMarker, writeMarker } from "./folder-marker.ts";
import { type FolderContents, hasExtension, type SeenFile, seenFile, walkFolder } from "./folder-walk.ts";
import { withFile } from "./open-inside.ts";

/** Every method throws `FolderSilent` if the file system does not answer within a while. */
export interface FolderFiles {
  looksFor(path: string): boolean;
  walk(): Promise<FolderContents>;
  /** Null: another file has taken its place. @throws SwappedFile, Error of the file system */
  read(path: string, seen: SeenFile): Promise<Uint8Array<ArrayBuffer> | null>;
  marker(): Promise<MarkerState>;
  /** False if the folder is read-only. */
  mark(id: string): Promise<boolean>;
  close(): void;
}

/** A lost network drive or a disk that hangs. */
export class FolderSilent extends NamedError {}

/** @param extensions lower case, without the dot */
export interface WatchedFolder {
  readonly root: string;
  readonly extensions: ReadonlySet<string>;
}

export type FileTask =
  | { readonly kind: "walk" }
  | { readonly kind: "read"; readonly path: string; readonly seen: SeenFile }
  | { readonly kind: "marker" }
  | { readonly kind: "mark"; readonly id: string };

export function perform({ root, extensions }: WatchedFolder, task: FileTask, alive: () => void = () => undefined) {
  switch (task.kind) {
    case "walk":
      return walkFolder(root, extensions, alive);
    case "read":
      return withFile(root, task.path, ({ stats, read }) => {
        if (seenFile(stats).signature !== task.seen.signature) return null;
        const bytes = read(alive);
        return bytes.byteLength === stats.size ? bytes : null;
      });
    case "marker":
      return readMarker(root);
    case "mark":
      return writeMarker(root, task.id);
  }
}

export function filesBy(
  { extensions }: Pick<WatchedFolder, "extensions">,
  run: (task: FileTask) => Promise<unknown>,
  close: () => void,
): FolderFiles {
  const ask = <T>(task: FileTask) => run(task) as Promise<T>;
  return {
    looksFor: (path) => hasExtension(path, extensions),
    walk: () => ask({ kind: "walk" }),
    read: (path, seen) => ask({ kind: "read", path, seen }),
    marker: () => ask({ kind: "marker" }),
    mark: (id) => ask({ kind: "mark", id }),
    close,
  };
}
