/** Opens each folder below the root in turn without following links (openat(2), through /proc/self/fd); no pipe blocks. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join, sep } from "node:path";
import { NamedError } from "../kernel/error-code.ts";
import { heldFile } from "../kernel/regular-file.ts";

// All but the first are undefined on Windows, which counts as 0.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;
const asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK;
const asFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
const descriptors = "/proc/self/fd";
const walksByDescriptor = existsSync(descriptors);

/** The name is no regular file or folder below the root, or not the one that was seen. */
export class SwappedFile extends NamedError {
  readonly path: string;

  constructor(path: string) {
    super(`${path || "The folder"} was replaced while it was read, or is a link, a pipe or a device.`);
    this.path = path;
  }
}

/** @param path from the root; empty: the root, which may be a link @throws SwappedFile, Error of the file system */
export function insideFolder<T>(
  root: string,
  path: string,
  work: (place: string) => T,
  byDescriptor = walksByDescriptor,
): T {
  if (!byDescriptor) return work(placeWithoutLinks(root, path));
  let folder = openSync(root, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
  try {
    for (const part of path.split("/").filter((each) => each !== "")) {
      const next = openUnlinked(`${descriptors}/${folder}/${part}`, asFolder, path);
      closeSync(folder);
      folder = next;
    }
    return work(`${descriptors}/${folder}`);
  } finally {
    closeSync(folder);
  }
}

export interface OpenedFile {
  readonly stats: Stats;
  /** Reads up to the size at opening, or less if the file has shrunk. @param alive called after each piece */
  read(alive?: () => void): Uint8Array<ArrayBuffer>;
}

export function withFile<T>(
  root: string,
  path: string,
  work: (file: OpenedFile) => T,
  byDescriptor = walksByDescriptor,
): T {
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  const inFolder = (place: string) => {
    using file = heldFile(openUnlinked(join(place, name), asFile, path));
    const stats = fstatSync(file.descriptor);
    if (!stats.isFile() || !(byDescriptor || isStillAt(join(place, name), stats))) throw new SwappedFile(path);
    return work({ stats, read: (alive = () => undefined) => readWhole(file.descriptor, stats.size, alive) });
  };
  return insideFolder(root, path.slice(0, Math.max(cut, 0)), inFolder, byDescriptor);
}

function openUnlinked(address: string, flags: number, path: string): number {
  try {
    return openSync(address, flags);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : null;
    // ENXIO: a socket. ELOOP, EMLINK: a link.
    if (code === "ELOOP" || code === "EMLINK" || code === "ENXIO") throw new SwappedFile(path);
    throw cause;
  }
}

function isStillAt(address: string, { dev, ino }: Stats): boolean {
  const now = lstatSync(address);
  return now.dev === dev && now.ino === ino && !now.isSymbolicLink() && realpathSync(address) === address;
}

function placeWithoutLinks(root: string, path: string): string {
  const base = realpathSync(root);
  const place = path === "" ? base : `${base}${sep}${path.split("/").join(sep)}`;
  if (realpathSync(place) !== place) throw new SwappedFile(path);
  return place;
}

const piece = 4_194_304;

function readWhole(descriptor: number, size: number, alive: () => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const read = readSync(descriptor, bytes, length, Math.min(size - length, piece), length);
    if (read === 0) break;
    length += read;
    alive();
  }
  return length === size ? bytes : bytes.slice(0, length);
}
