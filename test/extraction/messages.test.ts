import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { cutDocument } from "../../src/sources/conversation/turn-chunks.ts";
import { extracted } from "../support/documents/document-outline.ts";

async function messagesIn(lines: readonly string[], filename = "a.txt") {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const { document } = await extract({ bytes, filename, declaredType: null });
  return document.blocks.flatMap(({ kind, turn }) => (kind === "turn" ? [[turn?.speaker, turn?.saidAt]] : []));
}

describe("messages of a chat", () => {
  test("have their times; days come before months where one says so", async () => {
    const lines = [
      "12/03/24, 10:15 - Ben: hi",
      "13/03/24, 22:16 - Ada: the keys are in the box",
      "13/03/24, 22:17 - Ben: thx",
    ];
    expect(await messagesIn([...lines, "13/03/24, 22:18 - Ada: np"])).toEqual([
      ["Ben", "2024-03-12T10:15:00Z"],
      ["Ada", "2024-03-13T22:16:00Z"],
      ["Ben", "2024-03-13T22:17:00Z"],
      ["Ada", "2024-03-13T22:18:00Z"],
    ]);
  });

  test("of the net have nicknames, and no day", async () => {
    const lines = ["[10:15] <ben> hi", "[10:16] <ada_> hello", "[10:17] <ben> is it on?", "[10:18] <ada_> yes"];
    expect(await messagesIn(lines)).toEqual([
      ["ben", null],
      ["ada_", null],
      ["ben", null],
      ["ada_", null],
    ]);
  });

  test("in minutes end at headings and lists, whatever the file is called", async () => {
    const said = ["JS: we should keep the old release for a year", "MT: the users of tools need the newest one"];
    const lines = [
      ...["# Meeting", "", "Recording: https://example.org/1", "", "## Releases", "", "```", "make", "```", ""],
      ...[
        ...said,
        "Poll: shall we keep it for one more year?",
        "* yes: 8",
        "* no: 0",
        "",
        "Recording: https://example.org/2",
      ],
      ...["", ...said, ...said, "", "### Next meeting", "", "In May."],
    ];
    const { title, outline } = await extracted(lines.join("\n"), "minutes.txt");
    expect(title).toBe("Meeting");
    expect(outline).toEqual([
      "heading 1: Meeting",
      "paragraph: Recording: https://example.org/1",
      ...["heading 2: Releases", "code: make", ...said.map((line) => `turn: ${line}`)],
      ...["turn: Poll: shall we keep it for one more year?", "list_item 1: yes: 8", "list_item 1: no: 0"],
      "paragraph: Recording: https://example.org/2",
      ...[...said, ...said].map((line) => `turn: ${line}`),
      ...["heading 3: Next meeting", "paragraph: In May."],
    ]);
  });

  test("in minutes have the list below them", async () => {
    const said = ["JS: we should keep the old release for a year", "MT: the users of tools need the newest one"];
    const lines = [...said, ...said, "MT: there are two more:", "* the first", "* the second", "", "So be it."];
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const { document } = await extract({ bytes, filename: "a.md", declaredType: null });
    const speakers = document.blocks.slice(-4).map(({ kind, turn }) => [kind, turn?.speaker]);
    expect(speakers).toEqual([
      ["turn", "MT"],
      ["list_item", "MT"],
      ["list_item", "MT"],
      ["paragraph", undefined],
    ]);
    const chunks = cutDocument(document, { language: "en" }).slice(-2);
    expect(chunks.map(({ start, end }) => document.text.slice(start, end))).toEqual([
      "MT: there are two more:\n\nthe first\nthe second",
      "So be it.",
    ]);
  });

  test("in minutes stand among other items; a label that is no name is none", async () => {
    const said = ["James: we should keep the old release for a year", "Joyee: the users of tools need the newest one"];
    const lines = [
      "# Meeting",
      "* Recording: https://example.org/watch",
      ...[...said, ...said, ...said].map((line) => `* ${line}`),
    ];
    expect(await messagesIn(lines, "a.md")).toEqual(
      Array.from({ length: 6 }, (_, i) => [i % 2 === 0 ? "James" : "Joyee", null]),
    );
  });
});

test.each([
  [
    "fields of a form",
    [
      "Name: Ada Lovelace of London",
      "Born: 10 December 1815 in London",
      "Died: 27 November 1852 in Marylebone",
      "Work: notes on the engine of Babbage",
    ],
  ],
  [
    "records that repeat their fields",
    Array.from({ length: 5 }, (_, i) => [
      `Name: the pump number ${i} of the house`,
      `Place: in the cellar of house ${i}`,
      `Use: for cold and clean water ${i}`,
      "",
    ]).flat(),
  ],
  [
    "notes in prose",
    [
      "Note: this is a text about pumps and water.",
      "It goes on for a while and has no speakers at all.",
      "Warning: hot.",
      "More text follows here, and here.",
    ],
  ],
  ["settings", ["Host: a", "Port: 1", "Host: b", "Port: 2", "Host: c", "Port: 3"]],
])("%s are no messages", async (_, lines) => {
  expect(await messagesIn(lines)).toEqual([]);
});
