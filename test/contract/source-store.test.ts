/** The contracts of the store of sources, the queue of versions to be read, and the folder of original files. */
import { afterEach, describe, expect, test } from "bun:test";
import type { StoredAmounts } from "../../src/accounting/quota.ts";
import type { ExpertId, SourceId } from "../../src/kernel/ids.ts";
import type { IngestJob } from "../../src/sources/ports/queue-ports.ts";
import type { Source } from "../../src/sources/source.ts";
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
  piecesOf,
  readVersion as read,
  resultOf,
  type SourceSubject,
  usage,
  versionOf,
} from "../support/worlds/source-stores.ts";

afterEach(closeSubjects);

const makers = { sourceRows, ingestQueueRows, openOriginalFiles };
const subjects = [
  ["the database and its folder", async () => overDatabase(makers)],
  ...overPostgres(() => overPostgresServer(makersInPostgres)),
] as const;

async function retried({ store, queue }: SourceSubject, source: Source): Promise<IngestJob> {
  await store.readAgain(source, 2000);
  return (await queue.claim("read", 2000))[0]!;
}

describe.each(subjects)("SourceStore: %s", (_name, open) => {
  test("the same bytes, or the same external id, find the existing source", async () => {
    const subject = await open();
    const first = await add(subject, "one", { externalId: "note" });
    expect(first.outcome).toBe("created");
    expect(await add(subject, "one", { externalId: "note" })).toMatchObject({ outcome: "duplicate" });
    const newer = await add(subject, "two", { externalId: "note" });
    expect([newer.outcome, newer.source.id, newer.overtaken]).toEqual([
      "new_version",
      first.source.id,
      first.source.versionNo,
    ]);
    const page = await subject.store.list(
      expert,
      { status: null, externalId: null },
      { limit: 10, order: "asc", after: null },
    );
    expect(page.totalCount).toBe(1);
  });

  test.each(["note", null])("a document that comes twice at once is one source, by %s", async (externalId) => {
    const subject = await open();
    const sent = await Promise.all([add(subject, "one", { externalId }), add(subject, "one", { externalId })]);
    expect(sent.map(({ outcome }) => outcome).toSorted()).toEqual(["created", "duplicate"]);
    expect(new Set(sent.map(({ source }) => source.id)).size).toBe(1);
  });

  test("a newer version cancels the one before it, but not once that is ready", async () => {
    const subject = await open();
    const first = await add(subject, "one", { externalId: "note" });
    const job = (await subject.queue.claim("read", 1000))[0]!;
    const [completed, newer] = await Promise.all([
      subject.queue.complete(job, resultOf("one"), usage),
      add(subject, "two", { externalId: "note" }),
    ]);
    const versions = await subject.store.versions(newer.source);
    expect(newer.overtaken).toBe(completed ? null : first.source.versionNo);
    expect(versions.map(({ version, status }) => [version, status])).toEqual([
      [2, "queued"],
      [1, completed ? "ready" : "canceled"],
    ]);
  });

  test("a long text is sent in pieces, whole to the byte", async () => {
    const subject = await open();
    const text = "Größe: 5 µm. ".repeat(200_000);
    const source = await read(subject, "long");
    await subject.store.edit(source, { metadata: {} }, 2000);
    const job = await retried(subject, source);
    await subject.queue.complete(job, { ...resultOf("x"), content: text }, usage);
    const content = await subject.store.content(source, null);
    const pieces = await Array.fromAsync(content!.pieces());
    expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
    expect([content!.bytes, pieces.length > 1]).toEqual([Buffer.byteLength(text), true]);
  });

  test("a source is found by its external id, in its own expert", async () => {
    const subject = await open();
    const { source } = await add(subject, "one", { externalId: "note" });
    expect((await subject.store.byExternalId(expert, "note"))?.id).toBe(source.id);
    expect(await subject.store.byExternalId("exp_boats" as ExpertId, "note")).toBeNull();
    expect(await subject.store.byExternalId(expert, "other")).toBeNull();
  });

  test("of a conversation only the newest version and the one that answers stay", async () => {
    const subject = await open();
    const talk = { externalId: "talk", type: "conversation" as const };
    const first = await read(subject, "one", talk);
    const second = await read(subject, "one two", talk);
    const canceled = await add(subject, "one two three", talk);
    const newest = await add(subject, "one two three four", talk);
    expect((await subject.store.dropSuperseded(newest.source)).toSorted((a, b) => a - b)).toEqual([
      first.versionNo,
      canceled.source.versionNo,
    ]);
    expect((await subject.store.versions(newest.source)).map(({ version }) => version)).toEqual([4, 2]);
    expect((await subject.store.content(newest.source, 2))?.version).toBe(second.version);
    expect(await subject.store.dropSuperseded(newest.source)).toEqual([]);
  });

  test("of other sources every version stays", async () => {
    const subject = await open();
    await read(subject, "one", { externalId: "note" });
    const { source } = await add(subject, "two", { externalId: "note" });
    await add(subject, "three", { externalId: "note" });
    expect(await subject.store.dropSuperseded(source)).toEqual([]);
  });

  test("a passage keeps who said it, and when", async () => {
    const subject = await open();
    const { source } = await add(subject, "one");
    const turn = { speaker: "Maria", saidAt: "2026-03-23T14:05:00.000+01:00" };
    const { lastChunks, ...rest } = resultOf("Maria: one");
    const job = (await subject.queue.claim("read", 1000))[0]!;
    await subject.queue.complete(job, { ...rest, lastChunks: lastChunks.map((one) => ({ ...one, turn })) }, usage);
    expect((await subject.store.chunks((await subject.store.byId(expert, source.id))!)).map((one) => one.turn)).toEqual(
      [turn],
    );
  });

  test("a refused growth leaves nothing behind", async () => {
    const { store, perform, files, names } = await open();
    const file = await files.receive(piecesOf("one"), 1000);
    const version = { expertId: expert, sourceId: "src_1" as SourceId, type: "text" as const, origin: { file } };
    const rest = { givenTitle: null, title: "Note", url: null, externalId: null, filename: null, declaredType: null };
    const whole = { ...version, ...rest, metadata: null, keeper: "api", keyId: usage.keyId, at: 1 };
    const kept: StoredAmounts[] = [];
    const room = {
      limits: { requests: null, sources: null, bytes: 2 },
      known: () => null,
      keep: (held: StoredAmounts) => void kept.push(held),
    };
    expect(await perform(store.acceptance(whole, usage, { maxQueued: 0, room }))).toEqual({
      outcome: "no_room",
      lacking: "bytes",
      limit: 2,
    });
    file.discard();
    while (names().length > 0) await new Promise((resolve) => setImmediate(resolve)); // it may be deleted a moment later
    expect([await store.byId(expert, "src_1" as SourceId), kept]).toEqual([null, []]);
  });

  test("as many versions wait as may", async () => {
    const { store, perform, files } = await open();
    const offer = async (text: string) => {
      const file = await files.receive(piecesOf(text), 1000);
      const wanted = versionOf(file);
      const { outcome } = await perform(store.acceptance(wanted, usage, { maxQueued: 2, room: null }));
      file.discard();
      return outcome;
    };
    expect([await offer("one"), await offer("two"), await offer("three"), await offer("one")]).toEqual([
      "created",
      "created",
      "queue_full",
      "duplicate",
    ]);
  });

  test("text and passages belong to the current version", async () => {
    const subject = await open();
    const source = await read(subject, "The pump hums.");
    expect(source.status).toBe("ready");
    expect((await subject.store.chunks(source)).map(({ text }) => text)).toEqual(["The pump hums."]);
    expect((await subject.store.content(source, null))?.version).toBe(1);
    expect(await subject.store.content(source, 2)).toBeNull();
    expect(await subject.store.isTextWhole(source)).toBe(true);
  });

  test("an edit changes only the given fields", async () => {
    const subject = await open();
    const source = await read(subject, "The pump hums.", { url: "https://a.example/" });
    await subject.store.edit(source, { title: "Pumps" }, 2000);
    expect(await subject.store.byId(expert, source.id)).toMatchObject({ title: "Pumps", url: "https://a.example/" });
    await subject.store.edit(source, { url: null, metadata: { floor: 3 } }, 2000);
    expect(await subject.store.byId(expert, source.id)).toMatchObject({
      title: "Pumps",
      url: null,
      metadata: { floor: 3 },
    });
  });

  test("a source moves only from the named states", async () => {
    const subject = await open();
    const { source } = await add(subject, "one");
    expect(await subject.store.move(source, ["failed"], { to: "queued", at: 2000 })).toBe(false);
    expect(await subject.store.move(source, ["queued"], { to: "canceled", at: 2000 })).toBe(true);
    expect((await subject.store.byId(expert, source.id))?.status).toBe("canceled");
  });

  test("a removed source disappears with its passages, and its versions are returned", async () => {
    const subject = await open();
    const source = await read(subject, "The pump hums.");
    expect(await subject.store.remove(source)).toEqual([source.versionNo]);
    expect(await subject.store.byId(expert, source.id)).toBeNull();
  });

  test("a source that is to be read again waits, and does not answer meanwhile", async () => {
    const subject = await open();
    const source = await read(subject, "The pump hums.");
    await subject.store.readAgain(source, 3000);
    expect((await subject.store.byId(expert, source.id))?.status).toBe("queued");
    expect(await subject.store.chunks((await subject.store.byId(expert, source.id))!)).toEqual([]);
    expect((await subject.queue.claim("read", 3000))[0]?.versionNo).toBe(source.versionNo);
  });
});

describe.each(subjects)("IngestQueue: %s", (_name, open) => {
  test("a version is claimed once, and again after it is returned", async () => {
    const subject = await open();
    await add(subject, "one");
    const job = (await subject.queue.claim("read", 1000))[0];
    expect([job?.attempts, (await subject.queue.claim("read", 1000))[0]]).toEqual([1, undefined]);
    await subject.queue.release(job!, 2000, true);
    expect((await subject.queue.claim("read", 2000))[0]?.attempts).toBe(2);
  });

  test("experts take turns, and excluded versions are not claimed", async () => {
    const subject = await open();
    await add(subject, "one");
    await add(subject, "two");
    const other = await add(subject, "three", { expertId: "exp_boats" as ExpertId });
    const first = (await subject.queue.claim("read", 1000))[0]!;
    const second = (await subject.queue.claim("read", 1000, { after: first.expertId }))[0];
    expect(new Set<unknown>([first.expertId, second?.expertId])).toEqual(new Set<unknown>([expert, "exp_boats"]));
    const rest = (
      await subject.queue.claim("read", 1000, { after: null, except: new Set([other.source.versionNo]) })
    )[0];
    expect(rest?.expertId).toBe(expert);
    expect((await subject.queue.claim("fetch", 1000))[0]).toBeUndefined();
  });

  test("a job of an ended process is returned, and fails after too many attempts", async () => {
    const subject = await open();
    await add(subject, "one");
    const failure = { code: "internal", message: "It ended the process.", retryable: false } as never;
    const limit = { maxAttempts: 2, failure, at: 2000 };
    const job = (await subject.queue.claim("read", 1000))[0]!;
    expect(await subject.queue.requeue(new Set([job.versionNo]), limit)).toEqual([]);
    expect((await subject.queue.claim("read", 1000))[0]).toBeUndefined();
    await subject.endLeases();
    expect(await subject.queue.requeue(new Set(), limit)).toEqual([]);
    expect((await subject.queue.claim("read", 1000))[0]?.attempts).toBe(2);
    await subject.endLeases();
    expect(await subject.queue.requeue(new Set(), limit)).toEqual([job.versionNo]);
  });

  test("a canceled version is not completed, failed or given passages", async () => {
    const subject = await open();
    const { source } = await add(subject, "one");
    const job = (await subject.queue.claim("read", 1000))[0] as IngestJob;
    await subject.store.move(source, ["processing"], { to: "canceled", at: 1500 });
    expect(await subject.queue.complete(job, resultOf("one"), usage)).toBe(false);
    expect(await subject.queue.addChunks(job, resultOf("one").lastChunks)).toBe(false);
    expect(await subject.queue.fail(job, { code: "corrupt_file", message: "x" } as never, usage)).toBe(false);
    expect((await subject.store.byId(expert, source.id))?.status).toBe("canceled");
  });

  test("the sources that wait or are read are told, the oldest first", async () => {
    const subject = await open();
    const [done, ...others] = [await add(subject, "one"), await add(subject, "two"), await add(subject, "three")];
    const [job] = await subject.queue.claim("read", 2000);
    await subject.queue.complete(job!, resultOf("one"), usage);
    expect(job?.sourceId).toBe(done!.source.id);
    const ids = async (most: number) => (await subject.store.unsettled(expert, most)).map(({ id }) => id);
    expect([await ids(9), await ids(1)]).toEqual([others.map(({ source }) => source.id), [others[0]!.source.id]]);
  });

  test("the number of waiting versions is correct", async () => {
    const subject = await open();
    await add(subject, "one");
    await add(subject, "two");
    expect(await subject.queue.waiting()).toBe(2);
    await subject.queue.claim("read", 1000);
    expect(await subject.queue.waiting()).toBe(1);
  });
});
