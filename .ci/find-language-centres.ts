/**
 * Computes the mean vector of the same questions in each language, for convert-dense-pack.py. The encoder's arithmetic is exact on
 * every machine, so the numbers are too.
 *
 *     bun .ci/find-language-centres.ts multilingual-e5-small.pack src/models/parallel-questions.json CENTRES.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createDenseModel } from "../src/models/dense-model.ts";
import { readDensePack } from "../src/models/dense-pack.ts";

const [packPath = "", questionsPath = "", target = ""] = process.argv.slice(2);
const pack = readDensePack(readFileSync(packPath));
const model = createDenseModel(pack);
const questions: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(questionsPath, "utf8"));

function centreOf(texts: readonly string[]): number[] {
  const vectors = texts.map((text) => model.embed(model.pieces(pack.facts.prefixes.question + text)));
  return Array.from({ length: pack.facts.dimensions }, (_, at) =>
    Math.fround(vectors.reduce((sum, vector) => sum + vector[at]!, 0) / vectors.length),
  );
}

const centres = Object.entries(questions).map(([language, texts]) => [language, centreOf(texts)]);
writeFileSync(target, JSON.stringify(Object.fromEntries(centres)));
