/** Accents that a PDF draws as glyphs of their own. Courier: each glyph is 0.6 em wide. */
import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { read } from "../support/documents/pdf-pages.ts";
import { type PdfText, pdf } from "../support/documents/pdf-writer.ts";

const spacing: Readonly<Record<string, string>> = {
  "\u0308": "\u00a8",
  "\u0301": "\u00b4",
  "\u0300": "`",
  "\u0327": "\u00b8",
};

/** A line as TeX draws it: each accent in front of its letter, which begins at the same place; those of capitals raised. */
function asTex(text: string, y: number): PdfText[] {
  const drawn: PdfText[] = [];
  let at = 0;
  let open = { text: "", at: 0 };
  const end = () => {
    if (open.text !== "") drawn.push({ text: open.text, x: 60 + 6 * open.at, y, font: "Courier" });
    open = { text: "", at };
  };
  for (const sign of text.normalize("NFC")) {
    const [letter = "", mark] = sign.normalize("NFD");
    if (mark !== undefined) {
      const isCapital = letter !== letter.toLowerCase();
      if (isCapital) end();
      open.text += spacing[mark]!;
      at++;
      if (isCapital) {
        drawn.push({ text: open.text, x: 60 + 6 * (at - 1), y: y + 2, font: "Courier" });
        open = { text: "", at: at - 1 };
      } else {
        end();
        open.at--;
      }
      at--;
    }
    open.text += letter;
    at++;
  }
  end();
  return drawn;
}

/** The letter first, and the accent drawn back over it. */
const letterFirst = (text: string, y: number): PdfText[] =>
  [...text.normalize("NFC")].flatMap((sign, i) => {
    const [letter = "", mark] = sign.normalize("NFD");
    const glyph = { x: 60 + 6 * i, y, font: "Courier" as const };
    return [{ ...glyph, text: letter }, ...(mark === undefined ? [] : [{ ...glyph, text: spacing[mark]! }])];
  });

const told = [
  "Die Förderung für die Öffentlichkeit ist größer als das Übrige.",
  "Le café où le garçon élève son thé est à côté.",
];

describe("an accent and its letter are one letter", () => {
  test.each(["asTex", "letterFirst"] as const)("%s", async (name) => {
    const draw = { asTex, letterFirst }[name];
    const { text, warnings } = await read([told.flatMap((line, i) => draw(line.replace(/[ôù]/g, "o"), 700 - 40 * i))]);
    expect(text.split("\n\n")).toEqual(told.map((line) => line.replace(/[ôù]/g, "o")));
    expect(warnings).toBeUndefined();
  });

  test("a copyright sign is not a letter in a ring", async () => {
    const sign = [
      { text: "Copyright \u00a9", x: 60, y: 700, font: "Courier" as const },
      { text: "c 2001 by nobody", x: 120, y: 700, font: "Courier" as const },
    ];
    expect((await read([sign])).text).toBe("Copyright © 2001 by nobody");
  });
});

test("inside a run an accent goes to the letter that can have it", async () => {
  const { text } = await read([[{ text: "Der Vorstand f\u00a8ur \u00a8Anderungen", x: 60, y: 700 }]]);
  expect(text).toBe("Der Vorstand für Änderungen");
});

test("an accent that may belong to either of two letters is told, with its page", async () => {
  const pages = [
    [{ text: "The first page is as it should be.", x: 60, y: 700 }],
    [{ text: "Der Vorstand hat ge\u00a8andert, was alle wollten.", x: 60, y: 700 }],
  ];
  const { document } = await extract({ bytes: pdf(pages), filename: "a.pdf", declaredType: null });
  expect(document.text).toContain("ge¨andert");
  expect(document.warnings).toMatchObject([{ code: "accents_apart", pages: [2] }]);
});

test("quotation marks, code and signs stay", async () => {
  const lines = [
    "We don\u00b4t say `ls ~user` or a^b in code.",
    "It rose by 20\u00b0C; \u00b4quoted\u00b4 words stay.",
  ];
  const { text, warnings } = await read([lines.map((line, i) => ({ text: line, x: 60, y: 700 - 40 * i }))]);
  expect(text.split("\n\n")).toEqual(lines);
  expect(warnings).toBeUndefined();
});
