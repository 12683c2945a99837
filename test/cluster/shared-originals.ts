/** Original files that nodes share: in an object store, named by PostgreSQL, and collected when nothing names them. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MissingFile, type SharedFiles } from "../../src/kernel/stores/shared-files.ts";
import type { PostgresDatabase } from "../../src/store/postgres/database.ts";
import { leasesIn } from "../../src/store/postgres/leased-work.ts";
import { expertsInPostgres, missingExpertsIn } from "../../src/store/postgres/rows/expert-rows.ts";
import { queueInPostgres } from "../../src/store/postgres/rows/ingest-queue-rows.ts";
import { originalNamesIn } from "../../src/store/postgres/rows/original-names.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { replyStore } from "../../src/store/reply-store.ts";
import { collectionInterval, collectOrphans } from "../../src/store/shared-files/orphan-collection.ts";
import { filesInS3 } from "../../src/store/shared-files/s3-files.ts";
import { filesInFolder } from "../../src/store/shared-files/shared-folder.ts";
import { originalsAmong } from "../../src/store/shared-files/shared-originals.ts";
import { allSetAside, discardSurplus, putBack } from "../../src/store/shared-files/shared-set-aside.ts";
import type { SetAside } from "../../src/store/sqlite/folder/set-aside.ts";
import { fakeS3 } from "../support/fakes/fake-s3.ts";
import { sourcesInPostgres } from "../support/worlds/source-makers.ts";
import { addVersion, closeSubjects, expert, overPostgresServer, piecesOf } from "../support/worlds/source-stores.ts";
import { workHere } from "../support/worlds/work-here.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  await closeSubjects();
  for (const close of toClose.splice(0)) await close();
});

async function world() {
  const subject = await overPostgresServer({
    sources: sourcesInPostgres,
    queue: queueInPostgres,
    perform: (database: PostgresDatabase) => replyStore(storeInPostgres(database, "node")).performOnce,
    experts: expertsInPostgres,
  });
  const server = fakeS3();
  const temporary = mkdtempSync(join(tmpdir(), "docent-arriving-"));
  toClose.push(server.stop, () => rmSync(temporary, { recursive: true }));
  const files = filesInS3(
    { bucket: "docent", prefix: "", endpoint: server.endpoint, region: "eu-central-1" },
    { temporary, credentials: { accessKeyId: "key", secretAccessKey: "secret" }, pause: async () => undefined },
  );
  const names = originalNamesIn(subject.database);
  const originals = { ...subject, files: originalsAmong(files, names) };
  const told: SetAside[] = [];
  const collect = (node: string, later: number, among: SharedFiles = files) =>
    collectOrphans({
      files: among,
      names,
      missing: missingExpertsIn(subject.database),
      isDue: (interval) => leasesIn(subject.database, node).take("collection of files", interval),
      told: (aside) => told.push(aside),
      now: () => Date.now() + later,
    });
  return { ...originals, server, collect, told, originalNames: names, stored: files };
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("a version has its object, and a version that is deleted loses it", async () => {
  const subject = await world();
  const { source } = await addVersion(subject, "one", { externalId: "note" });
  expect(textOf(await subject.files.read(source.versionNo))).toBe("one");
  expect(subject.server.objects.size).toBe(1);
  await subject.files.remove(await subject.store.remove(source));
  expect(subject.server.objects.size).toBe(0);
  expect(await failureOf(subject.files.read(source.versionNo))).toMatchObject({ code: "ENOENT" });
});

test("while the store fails nothing is accepted, and a deletion is made up for", async () => {
  const subject = await world();
  const { source } = await addVersion(subject, "one", { externalId: "note" });
  subject.server.behave("badly");
  expect(await failureOf(addVersion(subject, "two", { externalId: "note" }))).toMatchObject({ code: "not_ready" });
  expect((await subject.store.versions(source)).length).toBe(1);
  await subject.files.remove(await subject.store.remove(source));
  subject.server.behave("well");
  expect(subject.server.objects.size).toBe(1);
  await subject.collect("a", 0);
  expect(subject.server.objects.size).toBe(0);
});

test("objects that no version has are set aside after a day, by one node, and none is deleted", async () => {
  const subject = await world();
  const { source } = await addVersion(subject, "one");
  for (const text of ["lost 1", "lost 2", "lost 3", "lost 4"]) await subject.files.receive(piecesOf(text), 100);
  expect(await subject.collect("a", collectionInterval / 2)).toBe(0);
  expect(await subject.collect("b", 2 * collectionInterval)).toBe(0);
  expect(await allSetAside(subject.stored)).toEqual([]);
  expect(await subject.collect("a", 2 * collectionInterval)).toBe(4);
  expect([subject.server.objects.size, await subject.stored.list("originals/", "")]).toEqual([5, [expect.anything()]]);
  expect(subject.told).toEqual([{ folder: expect.stringMatching(/^set-aside\/20\d\d-/), files: 4 }]);
  expect(await allSetAside(subject.stored)).toEqual(subject.told);
  expect(textOf(await subject.files.read(source.versionNo))).toBe("one");
});

describe.each(["an object store", "a folder"])("in %s, originals of a state that the database lost", (kind) => {
  async function afterSetBack() {
    const subject = await world();
    const directory = mkdtempSync(join(tmpdir(), "docent-set-back-"));
    toClose.push(() => rmSync(directory, { recursive: true }));
    const stored = kind === "a folder" ? filesInFolder(workHere(directory)) : subject.stored;
    const files = originalsAmong(stored, subject.originalNames);
    const versions: number[] = [];
    for (const text of ["one", "two", "three"])
      versions.push((await addVersion({ ...subject, files }, text)).source.versionNo);
    const named = await Promise.all(versions.map(async (no) => [no, await subject.originalNames.of(no)] as const));
    await subject.originalNames.forget(versions);
    const putNewerBack = async () => {
      for (const [no, name] of named) await subject.originalNames.assign(no, name ?? "");
    };
    expect(await subject.collect("a", 2 * collectionInterval, stored)).toBe(3);
    return { subject, stored, files, versions, putNewerBack };
  }

  test("are found again by the first reader when the newer database is back", async () => {
    const { subject, stored, files, versions, putNewerBack } = await afterSetBack();
    await putNewerBack();
    // Another node puts them back between the look of this one and its own search for them.
    let isMissed = false;
    const behind: SharedFiles = {
      ...stored,
      read: async (name) => {
        if (!isMissed) {
          isMissed = true;
          await putBack(stored, subject.originalNames);
          throw new MissingFile("it was not there yet");
        }
        return stored.read(name);
      },
    };
    expect(textOf(await originalsAmong(behind, subject.originalNames).read(versions[0] ?? 0))).toBe("one");
    const texts = await Promise.all(versions.map(async (no) => textOf(await files.read(no))));
    expect(texts).toEqual(["one", "two", "three"]);
    expect([await allSetAside(stored), (await stored.list("originals/", "")).length]).toEqual([[], 3]);
  });

  test("are put back by the next collection too", async () => {
    const { subject, stored, putNewerBack } = await afterSetBack();
    await putNewerBack();
    expect(await subject.collect("a", 4 * collectionInterval, stored)).toBe(0);
    expect(await allSetAside(stored)).toEqual([]);
  });

  test("are deleted only on request, and not those that a version has again", async () => {
    const { subject, stored, files, versions, putNewerBack } = await afterSetBack();
    await putNewerBack();
    expect(await discardSurplus(stored, subject.originalNames)).toBe(0);
    expect(textOf(await files.read(versions[2] ?? 0))).toBe("three");
  });

  test("are deleted for good once a person says so", async () => {
    const { subject, stored } = await afterSetBack();
    expect(await discardSurplus(stored, subject.originalNames)).toBe(3);
    expect([await allSetAside(stored), await stored.list("", "")]).toEqual([[], []]);
  });
});

test("a file that was given up cannot be kept any more: a transaction that goes on regardless is undone", async () => {
  const subject = await world();
  const file = await subject.files.receive(piecesOf("late"), 100);
  file.discard();
  const late = addVersion(subject, "late", { externalId: "late" }, file);
  expect(await failureOf(late)).toMatchObject({ code: "not_ready" });
  expect(await subject.store.byExternalId(expert, "late")).toBeNull();
});

test.each(["an object store", "a folder"])(
  "in %s, snapshots of experts that are not there any more go",
  async (kind) => {
    const subject = await world();
    const directory = mkdtempSync(join(tmpdir(), "docent-published-"));
    toClose.push(() => rmSync(directory, { recursive: true }));
    const files = kind === "a folder" ? filesInFolder(workHere(directory)) : subject.stored;
    const { source } = await addVersion(subject, "one");
    const [here, gone] = [`memory/${source.expertId}/`, "memory/exp_deleted/"];
    for (const name of [`${here}1`, `${gone}1`, `${gone}2`]) await files.put(name, piecesOf("snapshot"));
    expect(await subject.collect("a", 0, files)).toBe(2);
    expect([await files.list(here, ""), await files.list(gone, "")]).toEqual([[`${here}1`], []]);
  },
);
