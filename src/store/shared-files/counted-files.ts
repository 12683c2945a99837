import { isMissing } from "../../kernel/error-code.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";

export interface FileCounts {
  readonly requests: number;
  readonly failures: number;
  readonly bytesWritten: number;
  readonly bytesRead: number;
}

export interface CountedFiles {
  readonly files: SharedFiles;
  counts(): FileCounts;
}

export function countedFiles(files: SharedFiles): CountedFiles {
  const counts = { requests: 0, failures: 0, bytesWritten: 0, bytesRead: 0 };
  const counted = async <T>(request: Promise<T>): Promise<T> => {
    counts.requests += 1;
    try {
      return await request;
    } catch (error) {
      if (!isMissing(error)) counts.failures += 1;
      throw error;
    }
  };
  return {
    files: {
      put: async (name, content) => {
        const passed = { bytes: 0 };
        await counted(files.put(name, measured(content, passed)));
        counts.bytesWritten += passed.bytes;
      },
      read: async (name) => {
        const found = await counted(files.read(name));
        counts.bytesRead += found.length;
        return found;
      },
      stream: async (name) => {
        const pieces = await counted(files.stream(name));
        const counting = new TransformStream<Uint8Array, Uint8Array>({
          transform: (piece, out) => {
            counts.bytesRead += piece.length;
            out.enqueue(piece);
          },
        });
        return pieces.pipeThrough(counting);
      },
      remove: (names) => counted(files.remove(names)),
      move: (from, to) => counted(files.move(from, to)),
      list: (folder, after) => counted(files.list(folder, after)),
    },
    counts: () => ({ ...counts }),
  };
}

async function* measured(content: AsyncIterable<Uint8Array>, passed: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    passed.bytes += piece.length;
    yield piece;
  }
}
