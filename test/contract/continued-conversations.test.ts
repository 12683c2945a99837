/** A conversation that two processes over one database continue at once: no turn is lost. */
import { afterEach, describe, expect, test } from "bun:test";
import { OutdatedWrite, untilCurrent } from "../../src/kernel/stores/write.ts";
import { conversationType, type Message, readConversation } from "../../src/sources/conversation/conversation.ts";
import { type Continuation, createConversations } from "../../src/sources/conversation/conversations.ts";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { ingestQueueRows } from "../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { makersInPostgres, sourceRows } from "../support/worlds/source-makers.ts";
import {
  closeSubjects,
  expert,
  overDatabase,
  overPostgresServer,
  type SourceSubject,
  usage,
  versionOf,
} from "../support/worlds/source-stores.ts";

afterEach(closeSubjects);

const subjects = [
  ["the database", async () => overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles })],
  ...overPostgres(() => overPostgresServer(makersInPostgres)),
] as const;

const turn = (content: string): Message => ({ role: "user", name: null, content, createdAt: null });

/** A process that continues conversations. */
function processOver({ store, files, perform }: SourceSubject) {
  const receive = (content: AsyncIterable<Uint8Array>) => files.receive(content, 1_000_000);
  const conversations = createConversations({ store, files, receive, maxChars: 100_000 });
  const begin = (content: string, externalId: string | null = "talk") =>
    conversations.begin({ id: expert } as never, externalId, [turn(content)]);
  const accept = ({ file, follows }: Continuation) => {
    const facts = { externalId: "talk", type: "conversation" as const, declaredType: conversationType };
    const version = versionOf(file, { ...facts, ...(follows !== undefined && { follows }) });
    return perform(store.acceptance(version, usage, { maxQueued: 0, room: null }));
  };
  return {
    begin,
    accept,
    /** As a request does it. */
    say: async (content: string) => {
      let continuation: Continuation | null = null;
      await untilCurrent(async () => {
        continuation = await (continuation?.again() ?? begin(content));
        await accept(continuation);
      });
      continuation!.release();
    },
  };
}

const turnsIn = async ({ store, files }: SourceSubject) => {
  const source = (await store.byExternalId(expert, "talk"))!;
  return readConversation(await files.read(source.versionNo)).map(({ content }) => content);
};

describe.each(subjects)("a continued conversation: %s", (_name, open) => {
  test("is refused when another process was faster, and then continued from what that one wrote", async () => {
    const subject = await open();
    const [one, other] = [processOver(subject), processOver(subject)];
    await one.say("First.");
    const [mine, theirs] = [await one.begin("Mine."), await other.begin("Theirs.")];
    await other.accept(theirs);
    const before = await subject.store.byExternalId(expert, "talk");
    expect(one.accept(mine)).rejects.toBeInstanceOf(OutdatedWrite);
    await one.accept(mine).catch(() => undefined);
    expect(await subject.store.byExternalId(expert, "talk")).toEqual(before);
    await one.accept(await mine.again());
    expect(await turnsIn(subject)).toEqual(["First.", "Theirs.", "Mine."]);
  });

  test("that two processes begin is one conversation with the turns of both", async () => {
    const subject = await open();
    const [one, other] = [processOver(subject), processOver(subject)];
    const [mine, theirs] = [await one.begin("Mine."), await other.begin("Theirs.")];
    await other.accept(theirs);
    await one.accept(await one.accept(mine).then(() => mine, mine.again));
    expect(await turnsIn(subject)).toEqual(["Theirs.", "Mine."]);
  });

  test("keeps every turn when several processes continue it at once", async () => {
    const subject = await open();
    const processes = [processOver(subject), processOver(subject), processOver(subject)];
    const said = Array.from({ length: 12 }, (_, i) => `Turn ${i}.`);
    await Promise.all(said.map((content, i) => processes[i % 3]!.say(content)));
    expect((await turnsIn(subject)).toSorted()).toEqual(said.toSorted());
  });

  test("without an external id cannot be continued by anybody", async () => {
    const { follows, again } = await processOver(await open()).begin("Alone.", null);
    expect(follows).toBeUndefined();
    expect(again()).rejects.toThrow("cannot be outdated");
  });
});
