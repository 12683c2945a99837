import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { attribute, findBlock, withoutBlocks } from "../../../src/http/openai/front-ends/tagged-block.ts";
import { ownWords, unwrap } from "../../../src/http/openai/front-ends/wrapped-text.ts";

test("a block, the first one closed, with its attributes", () => {
  const block = { start: 1, end: 9, inner: "c", innerStart: 4, attributes: "" };
  expect(findBlock("a<b>c</b>d<b>e</b>", "b")).toEqual(block);
  expect(findBlock("a<b>c</b>d<b>e</b>", "b", 2)).toEqual({ ...block, start: 10, end: 18, inner: "e", innerStart: 13 });
  expect(findBlock("a<b>c", "b")).toBeNull();
  expect(findBlock("a</b><b>", "b")).toBeNull();
  const file = findBlock('<filename/><file id="1" name="a b.md">x</file>', "file")!;
  expect([file.inner, attribute(file, "name"), attribute(file, "me")]).toEqual(["x", "a b.md", null]);
});

test("blocks are removed, unclosed ones stay", () => {
  expect(withoutBlocks("1<b>2</b>3<b></b>4<b>5", "b")).toBe("134<b>5");
});

test("the user's text, without tag and editor state", () => {
  const state = "<environment_details>\nREADME.md\n</environment_details>";
  expect(ownWords(`<task>\nHow often?\n</task>\n${state}`)).toBe("How often?");
  expect(ownWords(`<feedback>Again.</feedback>${state}${state}`)).toBe("Again.");
  expect(ownWords(`Plain ${state}`)).toBe("Plain");
});

test("other text stays", () => {
  for (const text of ["How often?", "What does <task> mean?", "<task>a</task> and <task>b</task>", "<task></task>"]) {
    expect(ownWords(text)).toBe(text);
  }
  expect(ownWords("<environment_details>x</environment_details>")).toBe("<environment_details>x</environment_details>");
});

test("many unclosed tags take linear time", () => {
  const tags = "<environment_details>".repeat(100_000);
  expect(ownWords(tags)).toBe(tags);
});

/** Text around the user's words: its title, address, text and position. */
function broughtIn(text: string) {
  const { said, material } = unwrap(text);
  for (const { start, text: part } of material) expect(text.slice(start, start + part.length)).toBe(part);
  return { said, material: material.map(({ title, url, text: part }) => [title, url, part.trim()]) };
}

const question = "How often is the filter replaced?";

describe("material", () => {
  test("Open WebUI: an attached file, knowledge, a web search", () => {
    const orders =
      "### Task:\nAnswer from the context, with [id] where a <source> has one.\n\n### Example:\nSo [1].\n\n";
    const sources =
      '<source id="1" name="pump.md">Twice a year.</source>\n<source id="2" name="https://a.example/b">Never.</source>';
    const expected = {
      said: question,
      material: [
        ["pump.md", null, "Twice a year."],
        ["https://a.example/b", "https://a.example/b", "Never."],
      ],
    };
    expect(broughtIn(`${orders}<context>\n${sources}\n</context>\n\n${question}`)).toEqual(expected);
    expect(broughtIn(`${orders}<context>${sources}</context>\n\n<user_query>\n${question}\n</user_query>`)).toEqual(
      expected,
    );
    expect(broughtIn(`${question}\n\n<context>Twice a year.</context>`)).toEqual({
      said: question,
      material: [["Attached text", null, "Twice a year."]],
    });
  });

  test("LibreChat: files in the instructions and in the question", () => {
    const file = (name: string, context: string) =>
      `<file>\n<filename>${name}</filename>\n<context>${context}\n</context>\n</file>`;
    const items = ["One.", "Two."].map((text) => `<contextItem>\n<![CDATA[${text}]]>\n</contextItem>`).join("\n");
    expect(
      broughtIn(`Be brief.\n<context>${file("a.pdf", items)}${file("b.md", "Three.")}</context>\nThe end.`),
    ).toEqual({
      said: "Be brief.\n\nThe end.",
      material: [
        ["a.pdf", null, "One."],
        ["a.pdf", null, "Two."],
        ["b.md", null, "Three."],
      ],
    });
    const attached = 'Attached document(s):\n```md\n# "a.md"\nOne.\n\n\n---\n\n# "b.md"\nTwo.\n\n```';
    expect(broughtIn(`${attached}\n${question}`)).toEqual({
      said: question,
      material: [
        ["a.md", null, "One."],
        ["b.md", null, "Two."],
      ],
    });
  });

  test("LobeChat: files and found pages behind the question", () => {
    const files =
      '<files_info>\n<files>\n<file id="1" name="a.md" type="text" size="9" url="https://a.example/1">One.</file>\n</files>\n</files_info>';
    const text = `${question}\n\n<!-- SYSTEM CONTEXT (NOT PART OF USER QUERY) -->\n<context.instruction>x</context.instruction>\n${files}\n<!-- END SYSTEM CONTEXT -->`;
    const expected = { said: question, material: [["a.md", "https://a.example/1", "One."]] };
    expect(broughtIn(text)).toEqual(expected);
    expect(broughtIn(`${question}\n${files}`)).toEqual(expected);
  });

  test("AnythingLLM: numbered contexts in the instructions", () => {
    expect(
      broughtIn("Be kind.\nContext:\n[CONTEXT 0]:\nOne.\n[END CONTEXT 0]\n\n[CONTEXT 1]:\nTwo.\n[END CONTEXT 1]\n\n"),
    ).toEqual({
      said: "Be kind.\nContext:",
      material: [
        ["Context 0", null, "One."],
        ["Context 1", null, "Two."],
      ],
    });
  });

  test("Continue and Cline: code and files", () => {
    expect(broughtIn("```src/pump.ts (1-2)\nrun();\n```\n\n```docs/a.md\nOne.\n```\nWhat does run do?")).toEqual({
      said: "What does run do?",
      material: [
        ["src/pump.ts", null, "run();"],
        ["docs/a.md", null, "One."],
      ],
    });
    expect(broughtIn('<task>What is it?</task>\n<file_content path="a.md">\nOne.\n</file_content>')).toEqual({
      said: "What is it?",
      material: [["a.md", null, "One."]],
    });
    const shown = "Why does this fail?\n```src/pump.ts\nrun();\n```";
    expect(broughtIn(shown)).toEqual({ said: shown, material: [] });
  });

  test("LangChain, and n8n with it: pieces of context under a dashed line", () => {
    const orders =
      "Use the following pieces of retrieved context to answer the question.\nBe honest.\n----------------\n";
    expect(broughtIn(`${orders}Context: One.\nTwo.`).material).toEqual([["Context", null, "One.\nTwo."]]);
    expect(broughtIn(`${orders}One.\n----------------\n`).material).toEqual([["Context", null, "One."]]);
  });

  test("any text: material has its stated position, and no other word is lost", () => {
    const part = fc.constantFrom(
      "<context>",
      "</context>",
      '<source id="1" name="n">',
      "</source>",
      "\n```a.md\n",
      "\n```",
      "[CONTEXT 0]:\n",
      "[END CONTEXT 0]",
      "### Task:",
      "word ",
      "<![CDATA[",
      "]]>",
      "💧",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const text = parts.join("");
        const { said } = broughtIn(text);
        expect(said.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test("many unclosed tags take linear time", () => {
    const text = '<context><source name="a">'.repeat(50_000);
    expect(unwrap(text)).toEqual({ said: text, material: [] });
  });
});
