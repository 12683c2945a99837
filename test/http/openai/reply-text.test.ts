import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withoutMarkers } from "../../../src/http/openai/marked-text.ts";
import { type ReplyLimits, replyText } from "../../../src/http/openai/reply-text.ts";
import { estimateTokens } from "../../../src/language/words/tokens.ts";
import { answerText, cutText, markedText } from "../../support/replies/answer-samples.ts";

function run(pieces: readonly string[], limits: Partial<ReplyLimits>) {
  const reply = replyText({ keepMarkers: true, stop: [], maxTokens: null, ...limits });
  const text = pieces.map((piece) => reply.push(markedText(piece))).join("") + reply.end();
  return { text, finish: reply.finish, cut: reply.cut };
}
const whole = (text: string) => ({ text, finish: "stop", cut: false }) as const;
const stopped = (text: string) => ({ text, finish: "stop", cut: true }) as const;
const shortened = (text: string) => ({ text, finish: "length", cut: true }) as const;

test("without limits, text passes at once", () => {
  const reply = replyText({ keepMarkers: true, stop: [], maxTokens: null });
  expect([reply.push({ text: "a [" }), reply.push({ text: "1" }), reply.end()]).toEqual(["a [", "1", ""]);
});

describe("stop strings", () => {
  test("the text ends before the first complete stop string", () => {
    expect(run(["one END two"], { stop: ["two", "END"] })).toEqual(stopped("one "));
    expect(run(["abcX"], { stop: ["abcX", "bc"] })).toEqual(stopped("a"));
    expect(run(["xabc"], { stop: ["c", "abc"] })).toEqual(stopped("x"));
    expect(run(["none"], { stop: ["END"] })).toEqual(whole("none"));
  });

  test("found across pieces; a possible beginning is held back", () => {
    const reply = replyText({ keepMarkers: true, stop: ["END"], maxTokens: null });
    expect(["one E", "N", "! EN", "D two"].map((text) => reply.push({ text }))).toEqual(["one ", "", "EN! ", ""]);
    expect([reply.end(), reply.cut]).toEqual(["", true]);
    expect(run(["the E", "N"], { stop: ["END"] })).toEqual(whole("the EN"));
  });
});

describe("token limit", () => {
  test("ends after the last word that fits", () => {
    expect(run(["Replace the filter now."], { maxTokens: 3 })).toEqual(shortened("Replace the"));
    expect(run(["Replace the filter now."], { maxTokens: 6 })).toEqual(whole("Replace the filter now."));
    expect(run(["Incomprehensibilities"], { maxTokens: 1 })).toEqual(shortened(""));
  });

  test("includes a marker completely or not at all", () => {
    expect(run(["dry [12] x"], { maxTokens: 3 })).toEqual(shortened("dry"));
    expect(run(["dry [12] x"], { maxTokens: 4 })).toEqual(shortened("dry [12]"));
  });

  test("a stop string beyond the limit changes nothing", () => {
    expect(run(["one two three END"], { maxTokens: 2, stop: ["END"] })).toEqual(shortened("one two"));
    expect(run(["one two END"], { maxTokens: 2, stop: ["END"] })).toEqual(stopped("one two "));
  });
});

describe("a block of code that is cut for its length is closed", () => {
  const script = "Run it:\n\n```sh\nmake all of it\n```\n\nThen wait.";
  test("after the last line that fits, whatever the pieces are", () => {
    const closed = shortened("Run it:\n\n```sh\nmake all\n```");
    const cut = run([script], { maxTokens: 9 });
    expect(cut).toEqual(closed);
    expect(run([...script], { maxTokens: 9 })).toEqual(cut);
  });

  test("not if it was closed before, or ends at a stop string, or has not begun", () => {
    expect(run([script], { maxTokens: 2 }).text).not.toContain("```");
    expect(run([script], {}).text).toBe(script);
    expect(run([script], { stop: ["\n```\n"] })).toEqual(stopped("Run it:\n\n```sh\nmake all of it"));
    expect(run(["a `b` c ```d``` e f g h"], { maxTokens: 9 }).text).not.toEndWith("\n```");
  });

  test("with the fence that it began with, also where the model itself was cut", () => {
    const reply = replyText({ keepMarkers: true, stop: [], maxTokens: null });
    const text = reply.push({ text: "~~~~\n```\ncode" });
    expect(text + reply.end(true)).toBe("~~~~\n```\ncode\n~~~~");
  });
});

describe("markers", () => {
  test("are removed with the space before them", () => {
    expect(run(["wet ", " [1][23]", " dry [x", "] [4"], { keepMarkers: false })).toEqual(whole("wet dry [x] [4"));
  });

  test("are told from the text's own brackets", () => {
    const reply = replyText({ keepMarkers: false, stop: [], maxTokens: null });
    expect(reply.push({ text: "See [1] [1].", markers: [{ start: 8, end: 11 }] }) + reply.end()).toBe("See [1].");
    const limited = replyText({ keepMarkers: true, stop: [], maxTokens: 2 });
    expect(limited.push({ text: "See [1]." }) + limited.end()).toBe("See [");
  });

  test("are not cut by the beginning of a stop string", () => {
    const reply = replyText({ keepMarkers: true, stop: ["1] END"], maxTokens: 3 });
    expect([reply.push(markedText("a [1]")), reply.push({ text: " b" }), reply.end(), reply.cut]).toEqual([
      "a",
      "",
      "",
      true,
    ]);
  });
});

const limits = fc.record({
  keepMarkers: fc.boolean(),
  stop: fc.array(
    fc.oneof(fc.constantFrom("END", "ENDE", "weekly ", "[1", "]", "💧", "水水"), fc.string({ minLength: 1 })),
    {
      maxLength: 4,
    },
  ),
  maxTokens: fc.option(fc.integer({ min: 1, max: 40 })),
});

test("the output does not depend on the division of the text", () => {
  fc.assert(
    fc.property(cutText(answerText), limits, ({ text, pieces }, given) => {
      expect(run(pieces, given)).toEqual(run([text], given));
    }),
    { numRuns: 3000 },
  );
});

test("the limits hold, and uncut text is complete", () => {
  fc.assert(
    fc.property(answerText, limits, (text, given) => {
      const reply = run([text], given);
      if (given.maxTokens !== null) expect(estimateTokens(reply.text)).toBeLessThanOrEqual(given.maxTokens);
      for (const stop of given.stop) expect(reply.text).not.toContain(stop);
      const expected = given.keepMarkers ? text : withoutMarkers(markedText(text));
      expect(reply.cut ? expected.startsWith(reply.text) : reply.text === expected).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
