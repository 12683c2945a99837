import { edenGC } from "bun:jsc";
import { isLate, replyInTime } from "../answering/choice/extractive-reply.ts";
import { createTableShelf } from "../answering/computed/table-shelf.ts";
import { findOnThisThread, handedOver } from "../answering/finding.ts";
import { createSnapshotReader } from "../engine/orama/snapshot-reader.ts";
import { immediately } from "../kernel/awaitable.ts";
import { systemClock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { silentLog } from "../kernel/log.ts";
import { createMutex } from "../kernel/mutex.ts";
import { createAnalyzers } from "../language/words/analyzer.ts";
import { followMemories, MemoryBehind } from "../memory/followed-memories.ts";
import { createQuestionVectors } from "../memory/question-vectors.ts";
import { createQuestionSenses } from "../memory/sense.ts";
import { openReader } from "../models/reader-model.ts";
import { openSenseModel } from "../models/sense-model.ts";
import { ownEmbedder } from "../models/vector-model.ts";
import { passageRows } from "../store/passages/passage-rows.ts";
import { openReadingConnection, type ReadingConnection } from "../store/sqlite/reading-connection.ts";
import { answerRows } from "../store/sqlite/rows/answer-rows.ts";
import { readingIn } from "../store/sqlite/store-dialect.ts";
import type { AnswerOpening, AnswerRequest, ThreadReply } from "./answer-thread.ts";
import { described, paceGarbage } from "./thread-serving.ts";

declare const self: Worker;

type OpenedParts = ReturnType<typeof open>;

serve();

function serve(): void {
  const turns = createMutex();
  const answered = paceGarbage(() => void edenGC());
  let opened: OpenedParts | null = null;
  self.onmessage = ({ data }: MessageEvent<AnswerRequest>) => {
    if (data.kind === "open") {
      opened = open(data.opening);
      reply({ kind: "ready" });
    } else if (opened !== null) {
      const parts = opened;
      void turns.run(async () => {
        await follow(data, parts);
        if (data.kind === "find") answered();
      });
    }
  };
}

function reply(message: ThreadReply): void {
  self.postMessage(message);
}

async function follow(asked: Exclude<AnswerRequest, { kind: "open" }>, opened: OpenedParts): Promise<void> {
  const { connection, memory } = opened;
  const before = memory.held();
  if (asked.kind === "find") reply(await replyTo(asked, opened));
  if (asked.kind === "choose") reply(chosenFrom(asked, opened));
  if (asked.kind === "forget") memory.forget(asked.expert);
  if (memory.held() !== before) reply({ kind: "held", held: memory.held() });
  if (asked.kind !== "end") return;
  connection.close();
  process.exit(0); // ends this thread only
}

/** A question that was given up is finished: it takes a few milliseconds. */
const never = new AbortController().signal;

type AskedThread<Kind extends AnswerRequest["kind"]> = Extract<AnswerRequest, { kind: Kind }>;

async function replyTo(
  { no, request, readUntil }: AskedThread<"find">,
  { connection, ...parts }: OpenedParts,
): Promise<ThreadReply> {
  try {
    const finding = await connection.atOneMoment(() => findOnThisThread(parts, request, never, isLate(readUntil)));
    return { kind: "found", no, finding: handedOver(finding, request.wants) };
  } catch (error) {
    if (error instanceof MemoryBehind) return { kind: "behind", no };
    if (error instanceof Fault) return { kind: "refused", no };
    return { kind: "failed", no, description: described(error) };
  }
}

function chosenFrom({ no, input, readUntil }: AskedThread<"choose">, parts: OpenedParts): ThreadReply {
  try {
    return { kind: "chosen", no, reply: replyInTime(parts, input, isLate(readUntil)) };
  } catch (error) {
    return { kind: "failed", no, description: described(error) };
  }
}

function open({ database, memory, sense, vectors, reader, budgetBytes, tableBytes }: AnswerOpening) {
  const connection: ReadingConnection = openReadingConnection(database);
  const analyzers = createAnalyzers();
  const model = sense ? openSenseModel() : null;
  const passages = answerRows(connection, model?.name);
  const rows = passageRows(readingIn(connection.orm), model?.name);
  return {
    connection,
    analyzers,
    passages,
    shelf: createTableShelf(passages, analyzers, tableBytes),
    memory: followMemories({
      snapshots: createSnapshotReader({ directory: memory, analyzers }),
      rows: { ...rows, revision: immediately(rows).revision },
      sense: model,
      budgetBytes,
    }),
    embedding: vectors ? questionEmbedding() : null,
    reader: reader ? openReader() : null,
    sense: model && { model, questions: createQuestionSenses(model) },
  };
}

function questionEmbedding() {
  const embedder = ownEmbedder();
  return { embedder, questions: createQuestionVectors({ embedder, clock: systemClock, log: silentLog, rest: 0 }) };
}
