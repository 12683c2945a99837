import { expect, test } from "bun:test";
import fc from "fast-check";
import { shownLine, shownText } from "../../src/language/text/shown-text.ts";

test("terminal controls are replaced, line ends and tabs stay", () => {
  expect(shownText("red \x1b[31m, bell \x07,\r back,\ttab,\nline, \x9b1m")).toBe(
    "red \ufffd[31m, bell \ufffd,\ufffd back,\ttab,\nline, \ufffd1m",
  );
});

test("direction controls are replaced, joiners stay", () => {
  expect(shownText("cod\u202egpj.exe \u2066x\u2069")).toBe("cod\ufffdgpj.exe \ufffdx\ufffd");
  expect(shownText("می\u200cخواهم 👩\u200d🔧")).toBe("می\u200cخواهم 👩\u200d🔧");
});

test("a line stays one line", () => {
  expect(shownLine("  two\r\nlines\u2028and\tmore \n")).toBe("two lines and more");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(shownLine(text)).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
    }),
  );
});

test("other text stays unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aZ 0.[]\n\tßé漢🙂") }), (text) => {
      expect(shownText(text)).toBe(text);
    }),
  );
});
