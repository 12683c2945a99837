/** The files of a drop or of a chooser, folders with all that is in them. */

export interface DroppedFile {
  readonly file: File;
  /** From the folder that was dropped: `manuals/pump/a.pdf`; the file's name where there was none. */
  readonly path: string;
  /** Of the source that it replaces, where it replaces one. */
  readonly externalId?: string;
}

/** More than a browser should hold at once. */
export const maxFiles = 20_000;

/** Must be called while the event is handled: the list is empty afterwards. */
export async function filesDropped(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: DroppedFile[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

/** Of an `<input type="file">`; with `webkitdirectory` each knows its path. */
export function filesChosen(list: FileList): readonly DroppedFile[] {
  return [...list]
    .filter(({ name }) => !isHidden(name))
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function collect(entry: FileSystemEntry, files: DroppedFile[]): Promise<void> {
  if (files.length >= maxFiles || isHidden(entry.name)) return;
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    files.push({ file, path: entry.fullPath.replace(/^\//, "") });
  } else if (entry instanceof FileSystemDirectoryEntry) {
    for (const inner of await entriesOf(entry)) await collect(inner, files);
  }
}

/** A reader hands them out in batches, the last of which is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** Of the system, not of the person: `.DS_Store`, `.git`. */
function isHidden(name: string): boolean {
  return name.startsWith(".");
}
