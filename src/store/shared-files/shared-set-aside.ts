/** Originals without a version, in folders named after the time, until a version has them again. */
import { isMissing } from "../../kernel/error-code.ts";
import type { OriginalNames, SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { SetAside } from "../sqlite/folder/set-aside.ts";

/** Names ascend with time (RFC 9562, version 7). */
export const originalsFolder = "originals/";
const parent = "set-aside/";

export async function* pagesOf(files: SharedFiles, folder: string): AsyncGenerator<readonly string[]> {
  for (let after = ""; ; ) {
    const page = await files.list(folder, after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

/** @param folder by `setAsideAt`, one for each collection */
export async function setAside(files: SharedFiles, names: readonly string[], folder: string): Promise<void> {
  for (const name of names) await files.move(name, `${folder}/${baseOf(name)}`);
}

export async function allSetAside(files: SharedFiles): Promise<readonly SetAside[]> {
  const counts = new Map<string, number>();
  for await (const page of pagesOf(files, parent))
    for (const name of page) counts.set(folderOf(name), (counts.get(folderOf(name)) ?? 0) + 1);
  return [...counts].map(([folder, count]) => ({ folder, files: count }));
}

/** Returns the number of files put back. */
export async function putBack(files: SharedFiles, names: OriginalNames): Promise<number> {
  let moved = 0;
  for await (const page of pagesOf(files, parent)) {
    const surplus = await surplusIn(page, names);
    for (const name of page.filter((each) => !surplus.has(each))) {
      const isMoved = await files.move(name, originalOf(name)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      );
      if (isMoved) moved += 1;
    }
  }
  return moved;
}

/** Permanent, so only at a person's request. Returns their number. */
export async function discardSurplus(files: SharedFiles, names: OriginalNames): Promise<number> {
  await putBack(files, names);
  let deleted = 0;
  for await (const page of pagesOf(files, parent)) {
    const surplus = [...(await surplusIn(page, names))];
    await files.remove(surplus);
    deleted += surplus.length;
  }
  return deleted;
}

async function surplusIn(page: readonly string[], names: OriginalNames): Promise<ReadonlySet<string>> {
  const unassigned = new Set(await names.unassigned(page.map(originalOf)));
  return new Set(page.filter((name) => unassigned.has(originalOf(name))));
}

const baseOf = (name: string) => name.slice(name.lastIndexOf("/") + 1);
const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/"));
const originalOf = (name: string) => originalsFolder + baseOf(name);
