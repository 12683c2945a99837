/** The contract of sources as a tree. */
import { afterEach, describe, expect, test } from "bun:test";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { ingestQueueRows } from "../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { makersInPostgres, sourceRows } from "../support/worlds/source-makers.ts";
import {
  addVersion as add,
  closeSubjects,
  expert,
  overDatabase,
  overPostgresServer,
  usage,
} from "../support/worlds/source-stores.ts";

afterEach(closeSubjects);

const makers = { sourceRows, ingestQueueRows, openOriginalFiles };
const subjects = [
  ["the database and its folder", async () => overDatabase(makers)],
  ...overPostgres(() => overPostgresServer(makersInPostgres)),
] as const;

describe.each(subjects)("SourceStore: %s", (_name, open) => {
  test("external ids and addresses make a tree, which is read folder by folder", async () => {
    const subject = await open();
    const { store } = subject;
    const paths = ["a/x.md", "a/b/y.md", "a/b/c/z.md", "top.md", "https://example.org/docs/", "z%/q.md"];
    for (const externalId of paths) await add(subject, externalId, { externalId });
    const all = { status: null, externalId: null };
    const page = { limit: 10, order: "asc", after: null } as const;
    const within = async (path: string, below: boolean) =>
      (await store.list(expert, { ...all, folder: { path, below } }, page)).items.map((source) => source.externalId);
    const below = async (path: string, text: string | null = null) =>
      (await store.folders(expert, { ...all, text, folder: { path, below: false } })).folders.map(
        (folder) => `${folder.path} ${folder.name} ${folder.sources} ${folder.failed}`,
      );
    expect(await within("", false)).toEqual(["top.md"]);
    expect(await below("")).toEqual(["a/ a 3 0", "example.org/ example.org 1 0", "z%/ z% 1 0"]);
    expect(await within("a/", false)).toEqual(["a/x.md"]);
    expect(await below("a/")).toEqual(["a/b/ b 2 0"]);
    expect(await within("a/", true)).toEqual(["a/x.md", "a/b/y.md", "a/b/c/z.md"]);
    expect(await within("example.org/docs/", false)).toEqual(["https://example.org/docs/"]);
    expect(await below("", "y.md")).toEqual(["a/ a 1 0"]);
    expect(await within("nowhere/", true)).toEqual([]);
    const [job] = await subject.queue.claim("read", 1000);
    await subject.queue.fail(job!, { code: "corrupt_file", message: "x", retryable: false }, usage);
    expect(await below("")).toEqual(["a/ a 3 1", "example.org/ example.org 1 0", "z%/ z% 1 0"]);
    expect(await below("a/")).toEqual(["a/b/ b 2 0"]);
    for (const externalId of ["d/3", "d/1", "d/2"]) await add(subject, externalId, { externalId });
    const folder = { path: "d/", below: false };
    const first = await store.list(expert, { ...all, folder }, { ...page, limit: 2 });
    const second = await store.list(expert, { ...all, folder }, { ...page, limit: 2, after: first.items[1]!.id });
    expect([...first.items, ...second.items].map((source) => source.externalId)).toEqual(["d/1", "d/2", "d/3"]);
    expect([first.hasMore, second.hasMore, second.totalCount]).toEqual([true, false, 3]);
  });
});
