/** How conversations are stored and continued. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  conversationBytes,
  type Message,
  readConversation,
  statedTime,
  withTurns,
} from "../../../src/sources/conversation/conversation.ts";

const said = (content: string, createdAt: string | null = null): Message => ({
  role: "user",
  name: null,
  content,
  createdAt,
});
const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);
const turns = (...all: string[]) => all.map((content) => said(content));

const message = fc.record({
  role: fc.constantFrom("user", "assistant"),
  name: fc.option(fc.constantFrom("Maria", "Jürgen 2")),
  content: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  createdAt: fc.option(fc.constantFrom("2026-03-23T14:05:00.000+01:00", "2026-12-31T23:59:59.999Z")),
});

test("what is stored is read back", () => {
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      expect(readConversation(conversationBytes(messages))).toEqual(messages);
    }),
  );
});

test.each(["", "{}", '{"messages":[{"role":"king","content":"x"}]}', '{"messages":[{"role":"user"}]}'])(
  "%s is not a conversation",
  (text) => {
    expect(() => readConversation(new TextEncoder().encode(text))).toThrow();
  },
);

describe("turns are added once", () => {
  const cases: readonly (readonly [string, string[], string[], string[]])[] = [
    ["only what is new", ["a", "b"], ["c"], ["a", "b", "c"]],
    ["everything so far", ["a", "b"], ["a", "b", "c"], ["a", "b", "c"]],
    ["the end again", ["a", "b", "c"], ["b", "c"], ["a", "b", "c"]],
    ["an overlap", ["a", "b", "c"], ["c", "d"], ["a", "b", "c", "d"]],
    ["an earlier state, late", ["a", "b", "c"], ["a", "b"], ["a", "b", "c"]],
    ["the first", [], ["a"], ["a"]],
    ["a word from the middle", ["a", "b", "c"], ["b"], ["a", "b", "c", "b"]],
  ];
  test.each(cases)("%s", (_name, known, sent, all) => {
    expect(contents(withTurns(turns(...known), turns(...sent)))).toEqual(all);
  });

  test("a turn with its time is told from the same words at another time", () => {
    const first = said("Yes.", "2026-03-23T14:05:00.000Z");
    const second = said("Yes.", "2026-03-23T14:06:00.000Z");
    expect(withTurns([first], [second])).toEqual([first, second]);
    expect(withTurns([first], [said("Yes.")])).toEqual([first]);
  });

  test("nothing that is known is changed, and a repeated request adds nothing", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.array(message, { maxLength: 8 }), (known, sent) => {
        const all = withTurns(known, sent);
        expect(all.slice(0, known.length)).toEqual(known);
        expect(withTurns(all, sent)).toEqual(all);
      }),
    );
  });
});

describe("times", () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["2026-03-23T14:05:00+01:00", "2026-03-23T14:05:00.000+01:00"],
    ["2026-03-23t14:05z", "2026-03-23T14:05:00.000Z"],
    ["2026-03-23T14:05:00.123456Z", "2026-03-23T14:05:00.123Z"],
    ["2026-02-31T14:05:00Z", null],
    ["2026-03-23T25:05:00Z", null],
    ["2026-03-23 14:05:00", null],
    ["yesterday", null],
  ];
  test.each(cases)("%s", (text, time) => {
    expect(statedTime(text)).toBe(time);
  });
});
