/** Checks the bucket's id before each change, because the bucket may have been exchanged. */
import { onePiece } from "../../kernel/awaitable.ts";
import { isMissing } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import { identityFileName, identityFrom, identityText } from "../sqlite/folder/folder-identity.ts";

export async function identityOf(files: SharedFiles): Promise<string | null> {
  try {
    return identityFrom(new TextDecoder().decode(await files.read(identityFileName)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function writeIdentity(files: SharedFiles, id: string): Promise<void> {
  return files.put(identityFileName, onePiece(new TextEncoder().encode(identityText(id))));
}

/** Every method: @throws Fault `not_ready` if the files are of another database */
export function identifiedFiles(files: SharedFiles, identity: string): SharedFiles {
  const refuseOthers = async () => {
    const found = await identityOf(files);
    if (found !== identity) throw otherStore(found);
  };
  const ask = async <T>(request: () => Promise<T>): Promise<T> => {
    await refuseOthers();
    return request();
  };
  /** A file with the right name is the right one, because names are random. */
  const reading = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (isMissing(error)) await refuseOthers();
      throw error;
    }
  };
  return {
    put: (name, content) => ask(() => files.put(name, content)),
    read: (name) => reading(files.read(name)),
    stream: (name) => reading(files.stream(name)),
    remove: (names) => (names.length === 0 ? refuseOthers() : ask(() => files.remove(names))),
    move: (from, to) => ask(() => files.move(from, to)),
    list: (folder, after) => ask(() => files.list(folder, after)),
  };
}

function otherStore(found: string | null): Fault {
  const what = found === null ? `has no ${identityFileName}` : "has the files of another database";
  return new Fault("not_ready", `The storage of files (DOCENT_FILES) ${what}.`, {
    hint: "Restore the bucket of this database, or name it again; the service goes on by itself.",
    headers: { "retry-after": "5" },
  });
}
