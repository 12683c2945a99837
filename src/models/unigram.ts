/** As in SentencePiece (arXiv 1804.10959): the division with the greatest sum of scores. */

export interface UnigramVocabulary {
  /** UTF-8, sorted by bytes. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly ids: Uint32Array;
  readonly scores: Float32Array;
  readonly first: number;
  readonly last: number;
  readonly unknown: number;
  readonly unknownScore: number;
}

interface NodeRange {
  low: number;
  high: number;
}

const none = 0xff_ff_ff_ff;

export function createUnigram(vocabulary: UnigramVocabulary) {
  const { ids, unknown } = vocabulary;
  const encoder = new TextEncoder();
  return {
    /** Without special pieces. Adjacent unknown characters are one piece. */
    divide(text: string) {
      const bytes = encoder.encode(text);
      const { pieces, starts } = bestDivision(vocabulary, bytes);
      const found: number[] = [];
      for (let end = bytes.length; end > 0; end = starts[end]!) {
        const id = pieces[end] === none ? unknown : ids[pieces[end]!]!;
        if (id !== unknown || found.at(-1) !== unknown) found.push(id);
      }
      return found.reverse();
    },
  };
}

/** Viterbi's algorithm over bytes. */
function bestDivision(vocabulary: UnigramVocabulary, bytes: Uint8Array) {
  const { scores, ends, unknownScore } = vocabulary;
  const best = new Float32Array(bytes.length + 1).fill(Number.NEGATIVE_INFINITY);
  const [pieces, starts] = [new Uint32Array(bytes.length + 1), new Uint32Array(bytes.length + 1)];
  const narrow = narrowing(vocabulary);
  const range: NodeRange = { low: 0, high: 0 };
  best[0] = 0;
  for (let start = 0; start < bytes.length; start++) {
    const before = best[start]!;
    if (before === Number.NEGATIVE_INFINITY) continue;
    const reach = (end: number, piece: number, score: number) => {
      const sum = Math.fround(before + score);
      if (sum <= best[end]!) return;
      best[end] = sum;
      pieces[end] = piece;
      starts[end] = start;
    };
    range.low = 0;
    range.high = ends.length;
    for (let depth = 0; start + depth < bytes.length; depth++) {
      narrow(range, depth, bytes[start + depth]!);
      if (range.low === range.high) break;
      if (lengthOf(ends, range.low) === depth + 1) reach(start + depth + 1, range.low, scores[range.low]!);
    }
    reach(Math.min(bytes.length, start + characterBytes(bytes[start]!)), none, unknownScore);
  }
  return { pieces, starts };
}

function lengthOf(ends: Uint32Array, piece: number): number {
  return ends[piece]! - (piece === 0 ? 0 : ends[piece - 1]!);
}

function characterBytes(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function narrowing({ bytes, ends }: UnigramVocabulary) {
  /** −1 beyond its end. */
  const byteAt = (piece: number, depth: number) => {
    const at = (piece === 0 ? 0 : ends[piece - 1]!) + depth;
    return at < ends[piece]! ? bytes[at]! : -1;
  };
  const bound = ({ low, high }: NodeRange, depth: number, least: number) => {
    let [from, to] = [low, high];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (byteAt(middle, depth) < least) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const beginnings = Uint32Array.from({ length: 257 }, (_, byte) => bound({ low: 0, high: ends.length }, 0, byte));
  return (range: NodeRange, depth: number, byte: number) => {
    if (depth === 0) {
      range.low = beginnings[byte]!;
      range.high = beginnings[byte + 1]!;
      return;
    }
    range.low = bound(range, depth, byte);
    range.high = bound(range, depth, byte + 1);
  };
}
