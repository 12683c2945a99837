/**
 * Makes the table that languages are found by: of the n-grams that the package `eld` has for sixty languages, those of the
 * languages that are told apart by words, with their scores. src/language/language-table.ts describes the file.
 *
 *     bun .ci/convert-language-table.ts FILE
 */
import { gramHash } from "../src/language/word-grams.ts";

/** The first line: languages with analysis of their own. The others are found only in longer texts. */
const languages = [
  ..."en de fr es it pt nl da sv no fi tr vi ro ru ar pl".split(" "),
  ..."cs hu uk bg be sr sk sl hr ca eu et lt lv ms tl is sq az fa ur".split(" "),
];
const [, , target] = process.argv;
if (target === undefined) throw new Error("Name the file to write.");

const folder = new URL("../", import.meta.resolve("eld/small"));
const { ngramsData } = (await import(new URL("ngrams/medium.js", folder).href)) as {
  readonly ngramsData: {
    readonly languages: Readonly<Record<string, string>>;
    readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
};
const { dictionary } = (await import(new URL("dictionary.js", folder).href)) as {
  readonly dictionary: readonly string[];
};

/** The package writes a byte above 127 as a character of its own. */
const byteOf = new Map(
  dictionary.flatMap((character, byte) => (byte > 127 && character !== " " ? [[character, byte]] : [])),
);
const bytesOf = (gram: string) =>
  Uint8Array.from(gram, (character) => byteOf.get(character) ?? character.charCodeAt(0));

const places = new Map(languages.map((tag, place) => [tag, place]));
const rows: { readonly key: number; readonly scores: readonly (readonly [place: number, score: number])[] }[] = [];
for (const [gram, measured] of Object.entries(ngramsData.ngrams)) {
  const scores = Object.entries(measured).flatMap(([number, score]) => {
    const place = places.get(ngramsData.languages[number]!);
    return place === undefined ? [] : ([[place, score]] as const);
  });
  const bytes = bytesOf(gram);
  if (scores.length > 0) rows.push({ key: gramHash(bytes, 0, bytes.length), scores });
}
rows.sort((a, b) => a.key - b.key);
const twice = rows.findIndex(({ key }, i) => rows[i + 1]?.key === key);
if (twice >= 0) throw new Error("Two n-grams have the same hash.");

const pairs = rows.flatMap(({ scores }) => scores);
const names = new TextEncoder().encode(languages.join(" ").padEnd(256));
const header = Uint32Array.of(rows.length, pairs.length);
const parts = [
  new TextEncoder().encode("DOCLANG1"),
  new Uint8Array(header.buffer),
  names,
  new Uint8Array(Uint32Array.from(rows, ({ key }) => key).buffer),
  Uint8Array.from(rows, ({ scores }) => scores.length),
  Uint8Array.from(pairs, ([place]) => place),
  Uint8Array.from(pairs, ([, score]) => score),
];
await Bun.write(target, new Blob(parts));
