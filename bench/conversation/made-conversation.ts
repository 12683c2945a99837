/**
 * A conversation of two people, made from a seed in words of our own, with questions whose answering turn is known. Both
 * say the same kinds of things about themselves with different particulars, so that a question is answered only by the
 * right speaker's turn. Most turns are small talk and remarks about the same subjects that say nothing.
 */

import { days, events, exchanges, kinds, openers, prompts, remarks } from "./sayings.ts";

export interface MadeTurn {
  readonly role: "user";
  readonly name: string;
  readonly content: string;
  /** RFC 3339. */
  readonly created_at: string;
}

export interface MadeQuestion {
  /** `exchange`: a short reply to a question. `paraphrased`: asked in words that the turn does not have. */
  readonly kind: "direct" | "paraphrased" | "exchange" | "when" | "other's";
  readonly question: string;
  /** Position of the turn that answers it; null: none does, and only the other speaker said such a thing. */
  readonly turn: number | null;
  /** A part of the answer: a word of the turn, or a date. For a question that none answers, what must not be said. */
  readonly answer: string;
}

const sessions = 24;
const perSession = 25;
export const turnCount = sessions * perSession;
export const speakers = ["Maria", "John"] as const;

interface Planted {
  /** What the other speaker asks in the turn before, if it is a reply. */
  readonly after?: string;
  readonly speaker: number;
  readonly content: string;
  readonly asked: (turn: number, day: number) => MadeQuestion[];
}

export function makeConversation(seed: number): { turns: MadeTurn[]; questions: MadeQuestion[] } {
  const random = numbersFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const planted = shuffled(
    [
      ...kinds.flatMap(factsOf),
      ...exchanges.flatMap(repliesOf),
      ...events.map((event, i) => eventOf(event, i, pick(days))),
    ],
    random,
  );
  // Every third turn at most, so that each has a turn before it, in the same session.
  const free = range(0, turnCount).filter((turn) => turn % perSession > 0 && (turn % perSession) % 3 === 0);
  const places = new Map(
    shuffled(free, random)
      .slice(0, planted.length)
      .map((turn, i) => [turn, planted[i]!]),
  );
  const turns: MadeTurn[] = [];
  const questions: MadeQuestion[] = [];
  for (let turn = 0; turn < turnCount; turn++) {
    const day = 5 * Math.floor(turn / perSession);
    const fact = places.get(turn);
    const next = places.get(turn + 1);
    const speaker = fact?.speaker ?? (next === undefined ? turn % 2 : 1 - next.speaker);
    const isFirst = turn % perSession === 0;
    const small = isFirst
      ? `Hey ${speakers[1 - speaker]!}!`
      : next !== undefined
        ? (next.after ?? pick(prompts))
        : `${pick(openers)} ${pick(remarks)}`;
    turns.push({
      role: "user",
      name: speakers[speaker]!,
      content: fact?.content ?? small,
      created_at: timeOf(day, turn),
    });
    questions.push(...(fact?.asked(turn, day) ?? []));
  }
  return { turns, questions };
}

function factsOf([statement = "", direct = "", paraphrased = "", first = "", second]: readonly string[]): Planted[] {
  const told = (speaker: number, value: string): Planted => ({
    speaker,
    content: statement.replace("{v}", value),
    asked: (turn) => [
      { kind: "direct", question: direct.replace("{n}", speakers[speaker]!), turn, answer: value },
      { kind: "paraphrased", question: paraphrased.replace("{n}", speakers[speaker]!), turn, answer: value },
      ...(second === undefined
        ? [
            {
              kind: "other's" as const,
              question: direct.replace("{n}", speakers[1 - speaker]!),
              turn: null,
              answer: value,
            },
          ]
        : []),
    ],
  });
  return second === undefined ? [told(0, first)] : [told(0, first), told(1, second)];
}

function repliesOf([after = "", reply = "", question = "", ...particulars]: readonly string[]): Planted[] {
  return particulars.map((value, speaker) => ({
    speaker,
    after,
    content: reply.replace("{v}", value),
    asked: (turn) => [{ kind: "exchange", question: question.replace("{n}", speakers[speaker]!), turn, answer: value }],
  }));
}

function eventOf(
  [statement = "", question = ""]: readonly string[],
  i: number,
  [words, back]: readonly [string, number],
): Planted {
  return {
    speaker: i % 2,
    content: statement.replace("{d}", words),
    asked: (turn, day) => [
      { kind: "when", question: question.replace("{n}", speakers[i % 2]!), turn, answer: dateOf(day - back) },
    ],
  };
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10);
const timeOf = (day: number, turn: number) =>
  `${dateOf(day)}T18:${String((turn % perSession) * 2).padStart(2, "0")}:00.000Z`;

const range = (from: number, end: number) => Array.from({ length: end - from }, (_, i) => from + i);

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

/** xorshift32 (Marsaglia 2003): from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
