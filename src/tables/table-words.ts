/** The words of a language, ready to read tables and questions. */

import { englishTerms } from "./english-terms.ts";
import { germanTerms } from "./german-terms.ts";
import type { TableWords } from "./question-terms.ts";
import type { BuildingWords } from "./table-building.ts";
import { foldedWord, type QuestionReader, questionReader } from "./table-question.ts";

const tables: Readonly<Record<string, TableWords>> = { en: englishTerms, de: germanTerms };

/** Whether questions in a language are read; of another one, tables are only shown. */
export const readsQuestionsIn = (subtag: string) => Object.hasOwn(tables, subtag);

export const questionReaderOf = (subtag: string): QuestionReader => questionReader(tables[subtag] ?? englishTerms);

/** The words in cells of every language; numbers that can be read in two ways are read as in this one. */
export function buildingWords(subtag: string): BuildingWords {
  const all = Object.values(tables);
  const months = new Map<string, number>();
  const scales = new Map<string, number>();
  for (const { months: names, scales: own } of all) {
    for (const [i, name] of names.entries())
      for (const form of [name, name.slice(0, 3), name.slice(0, 4)]) months.set(form, i + 1);
    for (const [name, scale] of Object.entries(own)) scales.set(foldedWord(name), scale);
  }
  months.set("märz", 3);
  const totals = new Set(all.flatMap((one) => one.totals));
  return { months, scales, totals, notation: tables[subtag]?.notation ?? null };
}
