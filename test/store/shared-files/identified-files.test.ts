/** An object store is asked whose files it has. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SharedFiles } from "../../../src/kernel/stores/shared-files.ts";
import { identifiedFiles, identityOf, writeIdentity } from "../../../src/store/shared-files/identified-files.ts";
import { filesInS3 } from "../../../src/store/shared-files/s3-files.ts";
import { type FakeS3, fakeS3 } from "../../support/fakes/fake-s3.ts";
import { piecesOf } from "../../support/worlds/source-stores.ts";

let store: FakeS3;
let temporary: string;
let plain: SharedFiles;
let files: SharedFiles;
beforeEach(async () => {
  store = fakeS3();
  temporary = mkdtempSync(join(tmpdir(), "docent-arriving-"));
  const place = { bucket: "docent", prefix: "", endpoint: store.endpoint, region: "eu-central-1" };
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  plain = filesInS3(place, { temporary, credentials, pause: async () => undefined });
  files = identifiedFiles(plain, "one");
  await writeIdentity(plain, "one");
  await files.put("originals/a", piecesOf("alpha"));
});
afterEach(async () => {
  await store.stop();
  rmSync(temporary, { recursive: true });
});

test("the store of this database is written and read", async () => {
  expect(await identityOf(plain)).toBe("one");
  await files.move("originals/a", "set-aside/a");
  expect(await files.list("", "docent.id")).toEqual(["set-aside/a"]);
  expect(new TextDecoder().decode(await files.read("set-aside/a"))).toBe("alpha");
  await expect(files.read("originals/a")).rejects.toMatchObject({ code: "ENOENT" });
  await files.remove(["set-aside/a"]);
  expect([...store.objects.keys()]).toEqual(["docent.id"]);
});

test.each([
  ["an emptied bucket", "has no docent.id", () => store.objects.clear()],
  [
    "the files of another database",
    "has the files of another database",
    async () => {
      store.objects.clear();
      await writeIdentity(plain, "two");
      await plain.put("originals/b", piecesOf("beta"));
    },
  ],
])("%s: nothing is acknowledged, written or deleted", async (_, says, exchange) => {
  await exchange();
  const before = new Map(store.objects);
  const refused = {
    code: "not_ready",
    message: expect.stringContaining(`The storage of files (DOCENT_FILES) ${says}.`),
  };
  for (const request of [
    () => files.put("originals/c", piecesOf("gamma")),
    () => files.read("originals/a"),
    () => files.stream("originals/a"),
    () => files.remove(["originals/b"]),
    () => files.remove([]),
    () => files.move("originals/b", "set-aside/b"),
    () => files.list("originals/", ""),
  ])
    await expect(request()).rejects.toMatchObject(refused);
  expect(store.objects).toEqual(before);
});
