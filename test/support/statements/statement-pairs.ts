/**
 * Statements, each with the text that does or does not say it, in four languages.
 *
 * In a fixture a line that begins with `=` is a source. The lines below it are statements: `+` says what the source says,
 * `-` something else, with its kind. `~` and `!` are the same, made from the first statement by replacing words.
 */
import { readFileSync } from "node:fs";

export interface StatementPair {
  readonly language: string;
  readonly source: string;
  readonly statement: string;
  /** What is wrong with it; null if it is true. */
  readonly fault: string | null;
  /** Sources take turns: the check was built with the first half only. */
  readonly half: "seen" | "unseen";
}

export const languages = ["en", "de", "fr", "es"] as const;

/** Written by hand. */
export function statementPairs(): readonly StatementPair[] {
  return languages.flatMap((language) => pairsIn(language, language));
}

/** Written by hand while the check was built: paraphrases, and the same words in another relation. */
export const wordingPairs = (): readonly StatementPair[] => seenPairs("wording");

/** The same, about units and numbers. */
export const measurePairs = (): readonly StatementPair[] => seenPairs("measures");

/** The same, about what does something. */
export const subjectPairs = (): readonly StatementPair[] => seenPairs("subjects");

const seenPairs = (name: string): readonly StatementPair[] =>
  languages.flatMap((language) => pairsIn(`${language}-${name}`, language).map((pair) => ({ ...pair, half: "seen" })));

/** Made by rules from paragraphs of this project's own documentation, which write-real-statements.ts has. */
export const realPairs = (): readonly StatementPair[] => pairsIn("real", "en");

function pairsIn(name: string, language: string): readonly StatementPair[] {
  const file = new URL(`../../fixtures/statements/${name}.txt`, import.meta.url);
  const blocks = readFileSync(file, "utf8").trim().split(/^= /m).slice(1);
  return blocks.flatMap((block, i) => pairsOf(block, language, i % 2 === 0 ? "seen" : "unseen"));
}

function pairsOf(block: string, language: string, half: StatementPair["half"]): StatementPair[] {
  const [source = "", ...lines] = block.trim().split("\n");
  const base = (lines[0] ?? "").slice(2);
  return lines.map((line) => {
    const [, sign = "", kind = null, said = ""] = /^([-+~!]) (?:(?<=[-!] )([a-z]+): )?(.*)$/.exec(line)!;
    const statement = "~!".includes(sign) ? replaced(base, said) : said;
    return { language, source, statement, fault: kind, half };
  });
}

/** @param change `old > new` */
function replaced(text: string, change: string): string {
  const [from = "", to = ""] = change.split(" > ");
  if (!text.includes(from)) throw new Error(`"${from}" is not in "${text}"`);
  return text.replace(from, to);
}
