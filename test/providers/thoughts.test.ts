import { describe, expect, test } from "bun:test";
import { SpokenText } from "../../src/providers/thoughts.ts";
import { expectLinear } from "../support/growth.ts";

/** The text without thoughts, from pieces. */
function spoken(pieces: readonly string[], { opened = false, cut = false } = {}): string {
  const reader = new SpokenText(opened);
  return pieces.map((piece) => reader.push(piece)).join("") + reader.end(cut);
}

const cases: [name: string, reply: string, shown: string][] = [
  ["none", "Every six months [1].", "Every six months [1]."],
  ["none, with white space", "  Every six months [1].\n", "  Every six months [1].\n"],
  ["a thought", "<think>I plan to say seven weeks.</think>\n\nSix months [1].", "Six months [1]."],
  ["after white space, in capitals", "\n <THINK>hunter2</Think> Six months.", "Six months."],
  ["an empty one", "<think>\n\n</think>\n\nSix.", "Six."],
  ["several", "<think>a</think><reasoning>b</reasoning>\n<thinking>c</thinking>Six.", "Six."],
  ["the marks of Magistral", "[THINK]seven?[/THINK]Six.", "Six."],
  ["the marks of Kimi", "◁think▷seven?◁/think▷Six.", "Six."],
  ["unclosed", "<think>I plan to say seven weeks and mention hunter2.", ""],
  ["closed by another mark", "<think>so </thinking> hunter2", ""],
  [
    "of marks as prose",
    "The `<think>` tag of HTML is not one, </think> neither.",
    "The `<think>` tag of HTML is not one, </think> neither.",
  ],
  [
    "an example in code",
    "Use:\n```\n<think>\nidea\n</think>\n```\nDone.",
    "Use:\n```\n<think>\nidea\n</think>\n```\nDone.",
  ],
  ["angle brackets", "<thin> and <b>x</b> a < b <|x|> [think of it]", "<thin> and <b>x</b> a < b <|x|> [think of it]"],
  ["JSON", '<think>hmm {"a":1}</think>{"answer":"six"}', '{"answer":"six"}'],
  [
    "channels",
    "<|channel|>analysis<|message|>hunter2<|end|><|start|>assistant<|channel|>final<|message|>Six [1].<|return|>",
    "Six [1].",
  ],
  ["channels, begun by a role", "<|start|>assistant<|channel|>final<|message|>Six.", "Six."],
  ["a channel for tools", '<|channel|>commentary to=f <|constrain|>json<|message|>{"x":1}<|call|>', ""],
  ["a channel that does not end", "<|channel|>analysis<|message|>hunter2", ""],
  [
    "thoughts behind the final one",
    "<|channel|>final<|message|>Six.<|end|><|start|>assistant<|channel|>analysis<|message|>hunter2",
    "Six.",
  ],
  ["a channel behind plain text", "Six. <|channel|>analysis<|message|>hunter2<|end|>", "Six. "],
  [
    "a channel as prose",
    "The mark `<|channel|>analysis<|message|>` and <|channel|>s.",
    "The mark `<|channel|>analysis<|message|>` and <|channel|>s.",
  ],
  ["letters that grow in lower case", "İİİİ <think>", "İİİİ <think>"],
];

describe("thoughts are taken out at every split", () => {
  for (const [name, reply, shown] of cases) {
    test(name, () => {
      expect(spoken([reply])).toBe(shown);
      expect(spoken([...reply].map(String))).toBe(shown);
      for (let at = 1; at < reply.length; at++) {
        expect(spoken([reply.slice(0, at), reply.slice(at)])).toBe(shown);
        for (let then = at + 1; then < reply.length; then += 3)
          expect(spoken([reply.slice(0, at), reply.slice(at, then), reply.slice(then)])).toBe(shown);
      }
    });
  }
});

describe("a thought that the prompt opened", () => {
  const reply = "I plan to say seven weeks.\n</think>\n\nSix months [1].";

  test("is taken out where it is known, at every split", () => {
    for (let at = 0; at <= reply.length; at++)
      expect(spoken([reply.slice(0, at), reply.slice(at)], { opened: true })).toBe("Six months [1].");
  });

  test("is found the first time, too late for what was told", () => {
    expect(spoken([reply])).toBe("Six months [1].");
    const reader = new SpokenText(false);
    reader.push("I plan to say");
    expect(reader.unopened).toBe(false);
    expect(reader.push(" seven.\n</think>\n\nSix.")).toBe("Six.");
    expect(reader.unopened).toBe(true);
  });

  test("a reply without one is kept, unless it was cut", () => {
    expect(spoken(["Six months, each ", "and every year."], { opened: true })).toBe("Six months, each and every year.");
    expect(spoken(["So I think that ", "hunter2"], { opened: true, cut: true })).toBe("");
  });
});

test("long thoughts and texts take time in proportion to their length", () => {
  for (const opener of ["", "<think>", "<|channel|>analysis<|message|>", "<"]) {
    for (const opened of [false, true]) {
      expectLinear((length) => spoken([opener, ...Array.from({ length }, () => "word < and ")], { opened }), 20_000);
    }
  }
});
