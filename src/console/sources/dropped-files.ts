export interface DroppedFile {
  readonly file: File;
  /** The path from the dropped folder: `manuals/pump/a.pdf`; without a folder, the file's name. */
  readonly path: string;
  readonly externalId?: string;
}

export const maxFiles = 20_000;

/** Call it while the event is handled: the list is empty afterwards. */
export async function filesDropped(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  // What another page or program hands over has no place in a file system.
  if (!entries.some((entry) => entry !== null)) return filesChosen(transfer.files);
  const files: DroppedFile[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, files);
  return files;
}

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

/** A reader returns entries in batches. The last batch is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** Files of the operating system or of tools: `.DS_Store`, `.git`. */
function isHidden(name: string): boolean {
  return name.startsWith(".");
}
