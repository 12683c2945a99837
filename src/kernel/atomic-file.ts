/**
 * Replaces a file whole: whoever opens the path finds the old content or the new, also after a power cut. The content
 * goes to a temporary file beside it, is flushed to the disk, takes the name, and the folder is flushed too.
 */
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes go out in pieces of this size, on the runtime's own threads: the calling thread is never held up for long. */
const pieceBytes = 1 << 20;

/** @throws what the file system throws; the old file is then unharmed and the temporary one gone. */
export async function replaceFile(path: string, content: Iterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await writeAll(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeAll(file: FileHandle, content: Iterable<Uint8Array>): Promise<void> {
  for (const bytes of content) {
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, start, Math.min(pieceBytes, bytes.length - start));
      start += bytesWritten;
    }
  }
}

/** Makes a rename last. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
