/** What sources are promised by their store, the queue of versions to be read, and the folder of original files. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultSettings } from "../../src/experts/expert.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../src/kernel/ids.ts";
import type {
  Completed,
  IngestJob,
  IngestQueue,
  NewVersion,
  OriginalFiles,
  SourceStore,
} from "../../src/sources/ports.ts";
import type { Source } from "../../src/sources/source.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { openOriginalFiles } from "../../src/storage/folder/original-files.ts";
import { expertRows } from "../../src/storage/rows/expert-rows.ts";
import { ingestQueueRows } from "../../src/storage/rows/ingest-queue-rows.ts";
import { sourceRows } from "../../src/storage/rows/source-rows.ts";
import { workspaceRows } from "../../src/storage/rows/workspace-rows.ts";

interface Subject {
  readonly store: SourceStore;
  readonly queue: IngestQueue;
  readonly files: OriginalFiles;
  /** The names of the files that are kept. */
  names(): readonly string[];
}

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const home = "ws_home" as WorkspaceId;
const expert = "exp_pumps" as ExpertId;

function overDatabase(): Subject {
  const folder = mkdtempSync(join(tmpdir(), "docent-sources-"));
  const database = openDatabase(join(folder, "docent.db"));
  toClose.push(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  workspaceRows(database).add({ id: home, name: "default", createdAt: 0 });
  const facts = { description: "", instructions: "", language: "en", aliases: [], settings: defaultSettings };
  for (const slug of ["pumps", "boats"]) {
    const id = `exp_${slug}` as ExpertId;
    const times = { createdAt: 0, updatedAt: 0 };
    expertRows(database).add({
      id,
      workspaceId: home,
      name: slug,
      slug,
      metadata: {},
      embedding: null,
      ...facts,
      ...times,
    });
  }
  return {
    store: sourceRows(database),
    queue: ingestQueueRows(database),
    files: openOriginalFiles(join(folder, "originals"), database),
    names: () => readdirSync(join(folder, "originals")).sort(),
  };
}

const subjects = [["the database and its folder", overDatabase]] as const;

const piecesOf = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
};
const usage = { workspaceId: home, expertId: expert, keyId: "key_1" as KeyId, at: 1000, add: {} };

let numbers = 0;
async function add({ store, files }: Subject, text: string, more: Partial<NewVersion> = {}) {
  const file = await files.receive(piecesOf(text), 1000);
  const version: NewVersion = {
    expertId: expert,
    sourceId: `src_${String(++numbers).padStart(6, "0")}` as SourceId,
    type: "text",
    givenTitle: null,
    title: "Note",
    url: null,
    externalId: null,
    filename: null,
    declaredType: null,
    metadata: null,
    origin: { file },
    keyId: "key_1" as KeyId,
    at: 1000,
    ...more,
  };
  const accepted = store.accept(version, usage, () => undefined);
  file.discard();
  return accepted;
}

const resultOf = (text: string): Completed => ({
  title: null,
  mimeType: "text/plain",
  content: text,
  pageCount: null,
  warnings: [],
  chunkCount: 1,
  lastChunks: [{ start: 0, end: text.length, section: "", page: null, text }],
  vectorSet: null,
});

async function read(subject: Subject, text: string, more: Partial<NewVersion> = {}): Promise<Source> {
  const { source } = await add(subject, text, more);
  const job = subject.queue.claim("read", 1000)!;
  expect(await subject.queue.complete(job, resultOf(text), usage)).toBe(true);
  return subject.store.byId(expert, source.id)!;
}

describe.each(subjects)("SourceStore: %s", (_name, open) => {
  test("the same bytes, or the same external id, find the existing source", async () => {
    const subject = open();
    const first = await add(subject, "one", { externalId: "note" });
    expect(first.outcome).toBe("created");
    expect(await add(subject, "one", { externalId: "note" })).toMatchObject({ outcome: "duplicate" });
    const newer = await add(subject, "two", { externalId: "note" });
    expect([newer.outcome, newer.source.id, newer.overtaken]).toEqual([
      "new_version",
      first.source.id,
      first.source.versionNo,
    ]);
    const page = subject.store.list(
      expert,
      { status: null, externalId: null },
      { limit: 10, order: "asc", after: null },
    );
    expect(page.totalCount).toBe(1);
  });

  test("a refused growth leaves nothing behind", async () => {
    const { store, files, names } = open();
    const file = await files.receive(piecesOf("one"), 1000);
    const version = { expertId: expert, sourceId: "src_1" as SourceId, type: "text" as const, origin: { file } };
    const rest = { givenTitle: null, title: "Note", url: null, externalId: null, filename: null, declaredType: null };
    const refuse = () => {
      throw new Error("no room");
    };
    expect(() =>
      store.accept({ ...version, ...rest, metadata: null, keyId: usage.keyId, at: 1 }, usage, refuse),
    ).toThrow("no room");
    file.discard();
    expect([store.byId(expert, "src_1" as SourceId), names()]).toEqual([null, []]);
  });

  test("text and passages belong to the current version", async () => {
    const subject = open();
    const source = await read(subject, "The pump hums.");
    expect(source.status).toBe("ready");
    expect(subject.store.chunks(source).map(({ text }) => text)).toEqual(["The pump hums."]);
    expect(subject.store.content(source, null)?.version).toBe(1);
    expect(subject.store.content(source, 2)).toBeNull();
    expect(subject.store.isTextWhole(source)).toBe(true);
  });

  test("an edit changes only the given fields", async () => {
    const subject = open();
    const source = await read(subject, "The pump hums.", { url: "https://a.example/" });
    subject.store.edit(source, { title: "Pumps" }, 2000);
    expect(subject.store.byId(expert, source.id)).toMatchObject({ title: "Pumps", url: "https://a.example/" });
    subject.store.edit(source, { url: null, metadata: { floor: 3 } }, 2000);
    expect(subject.store.byId(expert, source.id)).toMatchObject({ title: "Pumps", url: null, metadata: { floor: 3 } });
  });

  test("a source moves only from the named states", async () => {
    const subject = open();
    const { source } = await add(subject, "one");
    expect(subject.store.move(source, ["failed"], { to: "queued", at: 2000 })).toBe(false);
    expect(subject.store.move(source, ["queued"], { to: "canceled", at: 2000 })).toBe(true);
    expect(subject.store.byId(expert, source.id)?.status).toBe("canceled");
  });

  test("a removed source disappears with its passages, and its versions are returned", async () => {
    const subject = open();
    const source = await read(subject, "The pump hums.");
    expect(subject.store.remove(source)).toEqual([source.versionNo]);
    expect(subject.store.byId(expert, source.id)).toBeNull();
  });

  test("a source that is to be read again waits, and does not answer meanwhile", async () => {
    const subject = open();
    const source = await read(subject, "The pump hums.");
    subject.store.readAgain(source, 3000);
    expect(subject.store.byId(expert, source.id)?.status).toBe("queued");
    expect(subject.store.chunks(subject.store.byId(expert, source.id)!)).toEqual([]);
    expect(subject.queue.claim("read", 3000)?.versionNo).toBe(source.versionNo);
  });
});

describe.each(subjects)("IngestQueue: %s", (_name, open) => {
  test("a version is claimed once, and again after it is returned", async () => {
    const subject = open();
    await add(subject, "one");
    const job = subject.queue.claim("read", 1000);
    expect([job?.attempts, subject.queue.claim("read", 1000)]).toEqual([1, null]);
    subject.queue.release(job!, 2000, true);
    expect(subject.queue.claim("read", 2000)?.attempts).toBe(2);
  });

  test("experts take turns, and excluded versions are not claimed", async () => {
    const subject = open();
    await add(subject, "one");
    await add(subject, "two");
    const other = await add(subject, "three", { expertId: "exp_boats" as ExpertId });
    const first = subject.queue.claim("read", 1000)!;
    const second = subject.queue.claim("read", 1000, { after: first.expertId, except: new Set() });
    expect(new Set<unknown>([first.expertId, second?.expertId])).toEqual(new Set<unknown>([expert, "exp_boats"]));
    const rest = subject.queue.claim("read", 1000, { after: null, except: new Set([other.source.versionNo]) });
    expect(rest?.expertId).toBe(expert);
    expect(subject.queue.claim("fetch", 1000)).toBeNull();
  });

  test("a job of an ended process is returned, and fails after too many attempts", async () => {
    const subject = open();
    await add(subject, "one");
    const failure = { code: "internal", message: "It ended the process.", retryable: false } as never;
    const limit = { maxAttempts: 2, failure, at: 2000 };
    const job = subject.queue.claim("read", 1000)!;
    expect(subject.queue.requeue(new Set([job.versionNo]), limit)).toEqual([]);
    expect(subject.queue.claim("read", 1000)).toBeNull();
    expect(subject.queue.requeue(new Set(), limit)).toEqual([]);
    expect(subject.queue.claim("read", 1000)?.attempts).toBe(2);
    expect(subject.queue.requeue(new Set(), limit)).toEqual([job.versionNo]);
  });

  test("a canceled version is not completed, failed or given passages", async () => {
    const subject = open();
    const { source } = await add(subject, "one");
    const job = subject.queue.claim("read", 1000) as IngestJob;
    subject.store.move(source, ["processing"], { to: "canceled", at: 1500 });
    expect(await subject.queue.complete(job, resultOf("one"), usage)).toBe(false);
    expect(subject.queue.addChunks(job, resultOf("one").lastChunks)).toBe(false);
    expect(subject.queue.fail(job, { code: "corrupt_file", message: "x" } as never, usage)).toBe(false);
    expect(subject.store.byId(expert, source.id)?.status).toBe("canceled");
  });

  test("the number of waiting versions is correct", async () => {
    const subject = open();
    await add(subject, "one");
    await add(subject, "two");
    expect(subject.queue.waiting()).toBe(2);
    subject.queue.claim("read", 1000);
    expect(subject.queue.waiting()).toBe(1);
  });
});

describe.each(subjects)("OriginalFiles: %s", (_name, open) => {
  test("bytes are stored under their version, with their hash", async () => {
    const { files, names } = open();
    const file = await files.receive(piecesOf("one ", "two"), 7);
    const sha256 = new Bun.CryptoHasher("sha256").update("one two").digest("hex");
    expect([file.bytes, file.sha256]).toEqual([7, sha256]);
    file.keep(5);
    file.discard();
    expect(names()).toEqual(["5"]);
    expect(new TextDecoder().decode(await files.read(5))).toBe("one two");
    expect(await new Response(await files.stream(5)).text()).toBe("one two");
    expect([await files.isWhole(5, sha256), await files.isWhole(5, "0"), await files.isWhole(6, sha256)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("a file that is too large, or breaks off, leaves nothing", async () => {
    const { files, names } = open();
    await expect(files.receive(piecesOf("one ", "two"), 6)).rejects.toMatchObject({ code: "payload_too_large" });
    const broken = (async function* () {
      yield new Uint8Array(1);
      throw new Error("the client left");
    })();
    await expect(files.receive(broken, 10)).rejects.toThrow("the client left");
    expect(names()).toEqual([]);
  });

  test("a discarded or removed file is deleted; removing a missing one does nothing", async () => {
    const { files, names } = open();
    (await files.receive(piecesOf("one"), 10)).discard();
    (await files.receive(piecesOf("two"), 10)).keep(5);
    files.remove([5, 6]);
    expect(names()).toEqual([]);
    await expect(files.read(5)).rejects.toThrow();
    await expect(files.stream(5)).rejects.toThrow();
  });
});
