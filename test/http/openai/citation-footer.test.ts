import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { citationFooter, removeFooter } from "../../../src/http/openai/citation-footer.ts";
import { filterAnswer, sampleCitation } from "../../support/replies/answer-samples.ts";

describe("writing", () => {
  test("nothing is cited", () => expect(citationFooter([])).toBe(""));

  test("a title, a page, a link whose text and target are safe in Markdown", () => {
    expect(citationFooter(filterAnswer.citations)).toBe(
      "\n\nSources:\n- [1] Manual, p. 3\n- [2] [Care \\[2nd ed.\\]](https://example.org/care%20%28new%29)",
    );
  });

  test("the same place is listed once", () => {
    const place = { title: "Manual", page: 3 };
    const citations = [sampleCitation(1, place), sampleCitation(2, { title: "Other" }), sampleCitation(3, place)];
    expect(citationFooter(citations)).toBe("\n\nSources:\n- [1] [3] Manual, p. 3\n- [2] Other");
  });

  test.each([
    ["![x](https://tracker.example/p.gif)", "!\\[x\\](https://tracker.example/p.gif)"],
    ["[99] of a kind", "\\[99\\] of a kind"],
    ["<img src=x> `code` *bold*", "\\<img src=x> \\`code\\` \\*bold\\*"],
    ["a\\[b", "a\\\\\\[b"],
    ["my_file_v2.pdf", "my_file_v2.pdf"],
  ])("the markup of a title is only words: %s", (title, shown) => {
    expect(citationFooter([sampleCitation(1, { title })])).toBe(`\n\nSources:\n- [1] ${shown}`);
    const linked = citationFooter([sampleCitation(1, { title, url: "https://example.org/" })]);
    expect(linked).toBe(`\n\nSources:\n- [1] [${shown}](https://example.org/)`);
  });

  test("a title of several lines, a long one, none", () => {
    const titles = ["Two\n lines", "😀".repeat(200), "  "];
    expect(citationFooter(titles.map((title, i) => sampleCitation(i + 1, { title })))).toBe(
      `\n\nSources:\n- [1] Two lines\n- [2] ${"😀".repeat(119)}…\n- [3] ${sampleCitation(3).passage.sourceId}`,
    );
  });
});

describe("removing", () => {
  test("text without a footer stays", () => {
    for (const text of ["", "Sources:", "Sources:\nnone", "a\n- [1] b", "- [1] a", "x\n\nSources:\n- [1] a\nmore"]) {
      expect(removeFooter(text)).toBe(text);
    }
  });

  test("clients may change line ends and bullets", () => {
    expect(removeFooter("Yes [1].\r\n\r\nSources:\r\n* [1] Manual\r\n\r\n")).toBe("Yes [1].");
  });

  test("takes off what was written, for any title, page and address", () => {
    const citation = fc
      .record({ title: fc.string({ unit: "binary" }), page: fc.option(fc.nat()), url: fc.option(fc.webUrl()) })
      .map((place) => place);
    fc.assert(
      fc.property(fc.string(), fc.array(citation, { minLength: 1, maxLength: 5 }), (text, places) => {
        const body = `x${text}`.trimEnd();
        const footer = citationFooter(places.map((place, i) => sampleCitation(i + 1, place)));
        expect(removeFooter(body + footer)).toBe(body);
      }),
    );
  });
});
