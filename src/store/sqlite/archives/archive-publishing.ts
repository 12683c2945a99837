/** An archive is written beside its destination, read back, and then renamed. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAbandoned } from "../folder/abandoned-folders.ts";
import { isOutOfSpace, syncFolder } from "../folder/durable-files.ts";
import { ArchiveError, type Manifest } from "./archive-layout.ts";
import { onlyChecked, readArchive } from "./archive-reader.ts";
import { type ArchiveEntry, checksumsText, type Digests, writeArchive } from "./archive-writer.ts";

export interface Destination {
  readonly file: string;
  readonly overwrite: boolean;
}

export interface StagingArea {
  readonly folder: string;
  /** @param target chooses another path than the destination */
  publish(manifest: Manifest, entries: Iterable<ArchiveEntry>, target?: (digests: Digests) => string): string;
}

const partial = ".docent-partial-";

/** @throws ArchiveError if the file exists and may not be replaced, or the disk is full; whatever `work` throws */
export function makeArchive<T>({ file, overwrite }: Destination, work: (workshop: StagingArea) => T): T {
  const refuseExisting = (path = file) => {
    if (existsSync(path) && !overwrite) throw new ArchiveError(`${path} exists already. Use --force to replace it.`);
  };
  const parent = dirname(file);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    throw new ArchiveError(`There is no folder ${parent}.`);
  refuseExisting();
  const folder = `${file}${partial}${process.pid}-${crypto.randomUUID()}`;
  try {
    sweep(file);
    mkdirSync(folder, { mode: 0o700 });
    const publish: StagingArea["publish"] = (manifest, entries, target = () => file) => {
      const made = join(folder, "archive");
      const written = writeArchive(made, manifest, entries);
      const { digests } = readArchive(made, manifest.kind, onlyChecked);
      if (checksumsText(digests) !== checksumsText(written))
        throw new ArchiveError(
          "The file that was written differs from what it should hold. Check the disk, and try again.",
        );
      const path = target(digests);
      refuseExisting(path);
      renameSync(made, path);
      syncFolder(dirname(path));
      return path;
    };
    return work({ folder, publish });
  } catch (error) {
    throw isOutOfSpace(error) ? new ArchiveError(noRoomFor(file), error) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sweep(file: string): void {
  const own = basename(file).split(/\d/, 1)[0] ?? "";
  for (const name of readdirSync(dirname(file))) {
    const [made, rest] = name.split(partial);
    const folder = join(dirname(file), name);
    const owner = Number.parseInt(rest ?? "", 10);
    if (made?.startsWith(own) && isAbandoned(owner, folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function noRoomFor(file: string): string {
  return `The disk is too full for ${file}. Nothing was left behind. Free some space and try again.`;
}
