/** A file is written under a random name before the transaction that names it; orphan-collection.ts finds unnamed ones. */
import { isMissing } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import { MissingFile, type OriginalNames, type SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { OriginalFiles, ReceivedFile } from "../../sources/ports/store-ports.ts";
import { countedBytes, hasHash } from "../sqlite/folder/original-files.ts";
import { originalsFolder, putBack } from "./shared-set-aside.ts";

export function originalsAmong(files: SharedFiles, names: OriginalNames): OriginalFiles {
  const named = async (versionNo: number): Promise<string> => {
    const name = await names.of(versionNo);
    if (name === null) throw new MissingFile(`no file belongs to version ${versionNo}`);
    return name;
  };
  const returning = returningFiles(files, names);
  /** A missing file may have been set aside. */
  const found = async <T>(versionNo: number, read: (name: string) => Promise<T>): Promise<T> => {
    const name = await named(versionNo);
    try {
      return await read(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await returning();
      return read(name);
    }
  };
  const stream = (versionNo: number) => found(versionNo, files.stream);
  return {
    receive: (content, limit) => receive(files, names, { content, limit }),
    read: (versionNo) => found(versionNo, files.read),
    stream,
    isWhole: (versionNo, sha256) => hasHash(() => stream(versionNo), sha256),
    remove: async (versionNos) => {
      if (versionNos.length === 0) return;
      await removeOriginals(files, names, versionNos).catch(() => undefined);
    },
  };
}

/** Puts files of returned versions back. Concurrent callers share a look. */
function returningFiles(files: SharedFiles, names: OriginalNames): () => Promise<number> {
  let current: Promise<number> | null = null;
  return () => {
    current ??= putBack(files, names).finally(() => {
      current = null;
    });
    return current;
  };
}

export async function removeOriginals(
  files: SharedFiles,
  names: OriginalNames,
  versionNos: readonly number[],
): Promise<void> {
  await files.remove(await names.ofAll(versionNos));
  await names.forget(versionNos);
}

async function receive(
  files: SharedFiles,
  names: OriginalNames,
  { content, limit }: { readonly content: AsyncIterable<Uint8Array>; readonly limit: number },
): Promise<ReceivedFile> {
  const name = originalsFolder + Bun.randomUUIDv7();
  const counted = countedBytes(content, limit);
  await files.put(name, counted.pieces);
  let state: "arrived" | "kept" | "discarded" = "arrived";
  return {
    ...counted.facts(),
    keep: async (versionNo, within) => {
      // The request was given up at its deadline; its transaction must not create a version without a file.
      if (state === "discarded") throw new Fault("not_ready", "The document was given up. Send it again.");
      state = "kept";
      await names.assign(versionNo, name, within);
    },
    discard: () => {
      if (state !== "arrived") return;
      state = "discarded";
      void files.remove([name]).catch(() => undefined);
    },
  };
}
