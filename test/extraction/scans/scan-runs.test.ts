/** What the words of recognised pages become: lines of a size, items, headings. */
import { expect, test } from "bun:test";
import { extract } from "../../../src/extraction/extract.ts";
import type { RecognisedPage, RecognisedWord } from "../../../src/sources/ports/recognised-page.ts";
import { recognisedPage, type ScanLine } from "../../support/documents/recognised-pages.ts";
import { filterPicture } from "../../support/models/scan-packs.ts";

const read = (page: RecognisedPage) =>
  extract({ bytes: filterPicture("png"), filename: null, declaredType: null, recognised: [page] });
const lines = (...texts: readonly string[]): ScanLine[] => texts.map((text, i) => ({ text, y: 100 + 13 * i }));

/** As the library frames a dot. */
const asDot = (word: RecognisedWord): RecognisedWord => ({
  ...word,
  right: word.left + 3,
  top: word.baseline - 5,
  bottom: word.baseline - 2,
});

async function saidOf(page: RecognisedPage) {
  const { document } = await read(page);
  return document.blocks.map(({ kind, start, end }) => [kind, document.text.slice(start, end)]);
}

test("a dot at a distance before a line marks an item, whatever it is read as", async () => {
  const page = recognisedPage(
    lines("What is needed", "e a filter", "* a pump", "« a valve that is", "c) opened", "e con noi"),
  );
  const words = page.words.map((word, i) => {
    const isDot = /^[e*«]$/.test(word.text) && page.words[i + 1]!.text === "a";
    return isDot ? asDot(word) : word;
  });
  expect(await saidOf({ ...page, words })).toEqual([
    ["paragraph", "What is needed"],
    ["list_item", "a filter"],
    ["list_item", "a pump"],
    ["list_item", "a valve that is"],
    ["list_item", "c) opened e con noi"],
  ]);
});

test("letters that are as high tell the size of a line, not the row that the library makes of it", async () => {
  const page = recognisedPage([
    { text: "Backen", y: 60, size: 12 },
    ...lines("Hier gilt: je heiß eine", "um so mehr ein Ofen weiß", "um so eher wird es gut").map((line) => ({
      ...line,
      size: 10,
    })),
  ]);
  const words = page.words.map((word) => ({ ...word, size: 10 }));
  const { document } = await read({ ...page, words });
  expect(document.blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
});

test("heads are larger than what stands below them; sizes that differ by a trifle are one", async () => {
  const text = lines("The pump is looked after every", "year by the people of the", "works, who write it down.");
  const page = recognisedPage([
    { text: "Care of the pump", y: 60, size: 16 },
    ...text.map((line, i) => ({ ...line, size: 10 + 0.4 * i })),
  ]);
  const { document } = await read(page);
  expect(document.blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
  expect(document.title).toBe("Care of the pump");
});

test("a dot that is read as the first sign of a word marks an item, where others stand as far left", async () => {
  const page = recognisedPage(lines("e a filter", "•raw: if true the text", "is not changed", "«sic» is said of it"));
  const words = page.words.map((word, i) => (i === 0 ? asDot(word) : word));
  const { document } = await read({ ...page, words });
  expect(document.blocks.map(({ start, end }) => document.text.slice(start, end))).toEqual([
    "a filter",
    "raw: if true the text is not changed «sic» is said of it",
  ]);
  const places = document.places?.map(({ start, end }) => document.text.slice(start, end));
  expect(places).toContain("raw:");
});

test("lines that end far from the edge and begin with capitals are not joined", async () => {
  const letter = [
    "From: Ada Lovelace",
    "To: the works",
    "Date: 3 October",
    "All the sensors are late, because the salt got",
    "into them again.",
  ];
  expect(await saidOf(recognisedPage(lines(...letter)))).toEqual([
    ...letter.slice(0, 3).map((line) => ["paragraph", line]),
    ["paragraph", letter.slice(3).join(" ")],
  ]);
});

test("a size of a quarter of the text is no heading's, though most letters of the file are smaller", async () => {
  const text = Array.from({ length: 12 }, (_, i) => ({
    text: `The pump number ${i} is looked after every year by the people`,
    y: 60 + 14 * i,
    size: 11,
  }));
  const code = Array.from({ length: 45 }, (_, i) => ({
    text: `pump.open(${i}); valve.close(${i});`,
    y: 240 + 10 * i,
    size: 9,
  }));
  const { document } = await read(recognisedPage([...text, ...code]));
  expect(document.blocks.filter(({ kind }) => kind === "heading")).toEqual([]);
});
