/** The questions and the title of a plain text. */
import { describe, expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";

const lines = (...all: readonly string[]) => all.join("\n");
const outlineOf = async (text: string) => (await extracted(text, "faq.txt")).outline;

describe("the questions of a text of questions and answers", () => {
  test("are headings where numbered questions have answers that stand in, and so is an entry among them that asks nothing", async () => {
    const text = lines(
      "                Frequently Asked Questions about pumps",
      "",
      "Look at the web site first.",
      "",
      " 1. Does the pump need oil?",
      "",
      "    Yes. Once a year.",
      "",
      " 2. The pump hums.",
      "",
      "    There is air in the pipe. Do this:",
      "        * open the tap",
      "        * wait",
      "",
      " 3. Where do I get",
      "    spare parts?",
      "",
      "    From the dealer.",
      "",
      " 4. Is it loud?",
      "",
      "    No.",
    );
    expect(await extracted(text, "faq.txt")).toEqual({
      title: "Frequently Asked Questions about pumps",
      mimeType: "text/plain",
      outline: [
        "paragraph: Frequently Asked Questions about pumps",
        "paragraph: Look at the web site first.",
        "heading 1: 1. Does the pump need oil?",
        "paragraph: Yes. Once a year.",
        "heading 1: 2. The pump hums.",
        "paragraph: There is air in the pipe. Do this:",
        "list_item 1: * open the tap",
        "list_item 1: * wait",
        "heading 1: 3. Where do I get spare parts?",
        "paragraph: From the dealer.",
        "heading 1: 4. Is it loud?",
        "paragraph: No.",
      ],
    });
  });

  test("are headings by their letter, under the heading of their part; two with one answer lie below each other", async () => {
    const text = lines(
      "Pump FAQ",
      "========",
      "",
      "Q: Does it need oil?",
      "A: Yes.",
      "",
      "Q: Is it loud? I have a",
      "   small flat.",
      "",
      "A: No.",
      "",
      "Q: Can I paint it?",
      "",
      "Q: Can I varnish it?",
      "",
      "A: Both.",
    );
    expect(await outlineOf(text)).toEqual([
      "heading 1: Pump FAQ",
      "heading 2: Q: Does it need oil?",
      "paragraph: A: Yes.",
      "heading 2: Q: Is it loud? I have a small flat.",
      "paragraph: A: No.",
      "heading 2: Q: Can I paint it?",
      "heading 3: Q: Can I varnish it?",
      "paragraph: A: Both.",
    ]);
  });

  test("are as deep as their numbers, and the list of them above stays a list", async () => {
    const text = lines(
      "1 Oil",
      "1.1 Does it need oil?",
      "1.2 Which one?",
      "",
      "1 Oil",
      "",
      "1.1 Does it need oil?",
      "Yes, once a year.",
      "",
      "1.2 Which one?",
      "",
      "Thin oil.",
      "",
      "1.2.1 Is any other good?",
      "",
      "No.",
    );
    expect((await outlineOf(text)).slice(-7)).toEqual([
      "heading 1: 1 Oil",
      "heading 2: 1.1 Does it need oil?",
      "paragraph: Yes, once a year.",
      "heading 2: 1.2 Which one?",
      "paragraph: Thin oil.",
      "heading 3: 1.2.1 Is any other good?",
      "paragraph: No.",
    ]);
  });

  test("stay paragraphs and items in other texts", async () => {
    const prose = lines("We asked.", "", "What is it?", "", "It was a pump.", "", "And why?", "", "Nobody knew.");
    expect((await outlineOf(prose)).filter((block) => block.startsWith("heading"))).toEqual([]);
    const steps = lines("1. Open it.", "   Does it hum?", "", "2. Close it.", "", "3. Wait.", "", "4. Is it warm?");
    expect((await outlineOf(steps)).filter((block) => block.startsWith("heading"))).toEqual([]);
  });
});

describe("the title of a plain text", () => {
  const text = "The pump is in the cellar, beside the tank.\n\nIt is checked every Monday.";
  const titleOf = async (...above: readonly string[]) => (await extracted(lines(...above, "", text), "a.txt")).title;

  test.each(["The pump in the cellar", "                   THE PUMP", "Pumpe 3.1: Handbuch", "泵的手册"])(
    "%s",
    async (line) => {
      expect(await titleOf(line)).toBe(line.trim());
    },
  );

  test("stands far from the margin below the fields of a header", async () => {
    expect(await titleOf("Archive-Name: pumps", "Version: 015", "", "                    THE PUMP FAQ", "")).toBe(
      "THE PUMP FAQ",
    );
  });

  test.each([
    "Is it loud?",
    "Copyright 2020 The Pump Makers",
    "Version 3.2 - July 2020",
    "12 March 2024",
    "Dear Ms Brown,",
    "Subject: pumps",
    "- oil",
    "It is a pump.",
  ])("is not %s", async (line) => {
    expect(await titleOf(line)).toBeNull();
  });

  test("is not the first of many releases, and no heading in the middle of the text", async () => {
    const release = (number: string) => ["", `Pump ${number}`, "========", "", "It hums less."];
    expect(await titleOf(...release("1.2"), ...release("1.1"))).toBeNull();
    expect(await titleOf(...release("1.2"), "", "Older ones", "----------", "")).toBe("Pump 1.2");
    const late = lines(...Array.from({ length: 9 }, (_, i) => `It hums ${i} times.\n`), "Oil", "---", "", "None.");
    expect((await extracted(late, "a.txt")).title).toBeNull();
  });
});
