/**
 * How often the language of the first 20 and of the first 100 characters of a paragraph is found: reads
 * FOLDER/SOURCE/LANGUAGE.txt, a paragraph a line, as .ci/train-language-table.ts does, of which it must be other sources. A share is
 * the mean over the sources.
 *
 *     bun bench/language-figures.ts FOLDER
 */
import { readdirSync, readFileSync } from "node:fs";
import { findLanguage } from "../src/language/find-language.ts";

const [, , folder = "."] = process.argv;
const lengths = [20, 100];
const [leastParagraphs, mostParagraphs] = [25, 500];

function paragraphsOf(source: string, language: string): string[] {
  const read = (tag: string) => readFileSync(`${folder}/${source}/${tag}.txt`, "utf8").split("\n");
  const untranslated = new Set(language === "en" ? [] : read("en"));
  const own = read(language).filter((line) => !untranslated.has(line));
  // Without the numbers and signs of sections.
  return own.map((line) => line.replace(/^[^\p{L}]+/u, "")).filter((line) => line.length >= 25);
}

const shares = new Map<string, number[][]>();
for (const source of readdirSync(folder)) {
  for (const file of readdirSync(`${folder}/${source}`)) {
    const language = file.replace(".txt", "");
    const paragraphs = paragraphsOf(source, language).slice(0, mostParagraphs);
    const own = shares.get(language) ?? lengths.map((): number[] => []);
    shares.set(language, own);
    for (const [i, length] of lengths.entries()) {
      const pieces = paragraphs.filter((paragraph) => paragraph.length >= length).map((one) => one.slice(0, length));
      const found = pieces.filter((piece) => findLanguage(piece) === language).length;
      if (pieces.length >= leastParagraphs) own[i]!.push(found / pieces.length);
    }
  }
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
console.log(`| language | ${lengths.join(" | ")} |\n|---|${lengths.map(() => "---|").join("")}`);
for (const [language, own] of shares)
  console.log(`| ${language} | ${own.map((all) => mean(all).toFixed(3)).join(" | ")} |`);
