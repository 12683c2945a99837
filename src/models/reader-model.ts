import { readFileSync } from "node:fs";
import type { AskedBlock, BlockReading, Reader } from "../answering/evidence/evidence.ts";
import { createEncoder } from "./encoder/encoder.ts";
import { createGroupProjection } from "./encoder/group-projection.ts";
import { embedFromGroups, groupedWords } from "./encoder/grouped-words.ts";
import { type Address, createModelMemory, type ModelMemory, wholeBlocks } from "./encoder/model-memory.ts";
import { createWordPiece, type WordPiece } from "./encoder/wordpiece.ts";
import pack from "./packs/reader.pack" with { type: "file" };
import { readWordPiecePack } from "./sense-pack.ts";

/** Pieces of each part, as in training (bench/reader/tokens.py). */
const most = { question: 32, context: 24, text: 120 };

type ReaderPack = ReturnType<typeof readReaderPack>;

/** Its head says whether and where a block answers a question. */
export function readReaderPack(file: Uint8Array) {
  const read = readWordPiecePack(file, "reader");
  return { ...read, words: groupedWords(read, read.shape) };
}

/** Opened with the first block; some 20 MB a thread. */
export function openReader(): Reader {
  let opened: Reader | null = null;
  const reader = () => {
    opened ??= createReader(readReaderPack(readFileSync(pack)));
    return opened;
  };
  return { read: (question, block) => reader().read(question, block) };
}

export function createReader(pack: ReaderPack): Reader {
  const memory = createModelMemory(pack);
  const { shape } = pack;
  const projection = createGroupProjection(memory, shape);
  const encoder = createEncoder(memory, shape, projection, embedFromGroups(pack.words, shape.width));
  const head = createHead(memory, pack, projection);
  const pieces = createWordPiece(pack.vocabulary);
  return {
    read(question, block) {
      const { ids, ends } = arrange(pieces, question, block);
      return head(encoder.states(ids), ends);
    },
  };
}

/** [CLS] question [SEP] context : text [SEP]. `ends`: the position of the first piece, then behind each unit. */
function arrange(pieces: WordPiece, question: string, { context, units }: AskedBlock) {
  const bare = (text: string) => [...pieces.words(text)].flatMap((word) => word.pieces);
  const [first, last] = pieces.encode("", 2) as [number, number];
  const above = middleCut(bare(context));
  const colon = above.length === 0 ? [] : bare(":");
  const ids = [first, ...bare(question).slice(0, most.question), last, ...above, ...colon];
  const ends = [ids.length];
  let room = most.text;
  for (const unit of units) {
    const own = bare(unit).slice(0, room);
    room -= own.length;
    ids.push(...own);
    ends.push(ids.length);
  }
  ids.push(last);
  return { ids, ends };
}

/** The title, which comes first, and the nearest headings. */
function middleCut(ids: readonly number[]): readonly number[] {
  const half = most.context / 2;
  return ids.length <= most.context ? ids : [...ids.slice(0, half), ...ids.slice(-half)];
}

type GroupProjection = ReturnType<typeof createGroupProjection>;
type Head = (states: Address, ends: readonly number[]) => BlockReading;

/** BERT's pooler (dense, tanh) on the first piece, and a linear layer on each. */
function createHead(memory: ModelMemory, { shape: { width } }: ReaderPack, { matrix, apply }: GroupProjection): Head {
  const pool = matrix("head.pool", width, width);
  const pooled = memory.reserve(4 * wholeBlocks(1) * width);
  const [answers, part] = ["answers", "part"].map((name) => memory.floats(`head.${name}`, width)) as [Address, Address];
  const biases = memory.floats("head.bias", 2);
  return (states, ends) => {
    apply(states, pool, 1, pooled);
    const { buffer } = memory.kernel.memory;
    const floats = (at: Address, count: number) => new Float32Array(buffer, at, count);
    const [answersBias = 0, partBias = 0] = floats(biases, 2);
    const all = floats(states, ends.at(-1)! * width);
    const ofPiece = floats(part, width);
    const units = ends.slice(1).map((end, unit) => {
      let highest = Number.NEGATIVE_INFINITY;
      for (let piece = ends[unit]!; piece < end; piece++) {
        const state = all.subarray(piece * width, (piece + 1) * width);
        highest = Math.max(highest, partBias + product(state, ofPiece));
      }
      return highest;
    });
    return { answers: answersBias + product(floats(pooled, width).map(Math.tanh), floats(answers, width)), units };
  };
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
