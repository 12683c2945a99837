/** The contract of files that nodes share, in a folder and in an object store; and how the latter fails. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SharedFiles } from "../../src/kernel/stores/shared-files.ts";
import { filesInS3 } from "../../src/store/shared-files/s3-files.ts";
import { filesInFolder } from "../../src/store/shared-files/shared-folder.ts";
import { type FakeS3, fakeS3 } from "../support/fakes/fake-s3.ts";
import { newPrefix, s3Bucket, s3Credentials, s3Endpoint } from "../support/worlds/s3-world.ts";
import { piecesOf } from "../support/worlds/source-stores.ts";
import { workHere } from "../support/worlds/work-here.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "docent-files-"));
  toClose.push(() => rmSync(made, { recursive: true }));
  return made;
}

interface Subject {
  readonly files: SharedFiles;
  /** The names of all that is there, whole or not. */
  everything(): Promise<readonly string[]>;
}

function inFolder(): Subject {
  const path = folder();
  const everything = async () =>
    readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"));
  return { files: filesInFolder(workHere(path)), everything };
}

function inS3({ deadline = 10_000 } = {}): Subject & { readonly server: FakeS3; readonly temporary: string } {
  const server = fakeS3();
  toClose.push(server.stop);
  const place = { bucket: "docent", prefix: "team/", endpoint: server.endpoint, region: "eu-central-1" };
  const temporary = folder();
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const files = filesInS3(place, { temporary, deadline, credentials, pause: async () => undefined });
  const everything = async () => [...server.objects.keys()].map((name) => name.replace(/^team\//, ""));
  return { files, everything, server, temporary };
}

/** In a server that others wrote, and that checks signatures. */
function inOtherS3(): Subject {
  const place = { bucket: s3Bucket, prefix: newPrefix(), endpoint: s3Endpoint ?? "", region: "eu-central-1" };
  const files = filesInS3(place, { temporary: folder(), credentials: s3Credentials });
  return { files, everything: () => files.list("", "") };
}

const subjects: readonly (readonly [string, () => Subject])[] = [
  ["a folder", inFolder],
  ["an object store", inS3],
  ...(s3Endpoint === undefined ? [] : [["an S3 server", inOtherS3] as const]),
];

describe.each(subjects)("SharedFiles: %s", (_name, open) => {
  test("a file is read as it was written, whole and in pieces", async () => {
    const { files, everything } = open();
    await files.put("originals/one", piecesOf("one ", "two"));
    expect(new TextDecoder().decode(await files.read("originals/one"))).toBe("one two");
    expect(await new Response(await files.stream("originals/one")).text()).toBe("one two");
    expect(await everything()).toEqual(["originals/one"]);
  });

  test("a large file is whole to the byte", async () => {
    const { files } = open();
    const bytes = new Uint8Array(11_000_000).map((_, i) => i % 251);
    const pieces = async function* () {
      for (let from = 0; from < bytes.length; from += 1_000_000) yield bytes.subarray(from, from + 1_000_000);
    };
    await files.put("originals/large", pieces());
    expect(Buffer.compare(await files.read("originals/large"), bytes)).toBe(0);
  });

  test("a file that breaks off leaves nothing", async () => {
    const { files, everything } = open();
    const broken = async function* () {
      yield new Uint8Array(1);
      throw new Error("the client left");
    };
    await expect(files.put("originals/one", broken())).rejects.toThrow("the client left");
    expect(await everything()).toEqual([]);
  });

  test("a missing file fails before its first piece, and can be removed", async () => {
    const { files } = open();
    await expect(files.read("originals/none")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(files.stream("originals/none")).rejects.toMatchObject({ code: "ENOENT" });
    await files.remove(["originals/none"]);
  });

  test("a folder is listed in the order of names, page by page", async () => {
    const { files } = open();
    for (const name of ["b", "a", "d", "c", "e"]) await files.put(`memory/x/${name}`, piecesOf(name));
    await files.put("memory/y/a", piecesOf("a"));
    const found: string[] = [];
    for (
      let page = await files.list("memory/x/", "");
      page.length > 0;
      page = await files.list("memory/x/", found.at(-1)!)
    )
      found.push(...page);
    expect(found).toEqual(["a", "b", "c", "d", "e"].map((name) => `memory/x/${name}`));
    expect((await files.list("memory/", "memory/x/d")).slice(0, 2)).toEqual(["memory/x/e", "memory/y/a"]);
    await files.remove(found.slice(0, 4));
    expect([await files.list("memory/x/", ""), await files.list("memory/z/", "")]).toEqual([["memory/x/e"], []]);
  });
});

describe("an object store that is in trouble", () => {
  const unreachable = {
    code: "not_ready",
    message: "The storage of files cannot be reached. Send the request again in a moment.",
  };

  test("is asked three times", async () => {
    const { files, server } = inS3();
    await files.put("originals/one", piecesOf("one"));
    server.failNext(2);
    expect(new TextDecoder().decode(await files.read("originals/one"))).toBe("one");
    const before = server.requests();
    server.failNext(3);
    await expect(files.read("originals/one")).rejects.toMatchObject({
      ...unreachable,
      headers: { "retry-after": "5" },
    });
    expect(server.requests()).toBe(before + 3);
  });

  const refusing = {
    code: "not_ready",
    message:
      "The storage of files refused the request: AccessDenied. Check DOCENT_FILES, DOCENT_S3_KEY_ID and DOCENT_S3_SECRET.",
    headers: { "retry-after": "60" },
  };

  test.each([
    ["badly", unreachable, 3],
    ["forbidding", refusing, 1],
  ] as const)("and behaves %s: nothing is written or left on this node", async (how, fault, tries) => {
    const { files, server, temporary } = inS3();
    server.behave(how);
    await expect(files.put("originals/one", piecesOf("one"))).rejects.toMatchObject(fault);
    // The client repeats a part of a file by itself.
    const before = server.requests();
    await expect(files.list("originals/", "")).rejects.toMatchObject(fault);
    await expect(files.remove(["originals/one"])).rejects.toMatchObject(fault);
    expect([server.requests() - before, server.objects.size, readdirSync(temporary)]).toEqual([2 * tries, 0, []]);
  });

  test("and does not answer is given up", async () => {
    const { files, server, temporary } = inS3({ deadline: 20 });
    server.behave("silent");
    await expect(files.put("originals/one", piecesOf("one"))).rejects.toMatchObject(unreachable);
    await expect(files.read("originals/one")).rejects.toMatchObject(unreachable);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
