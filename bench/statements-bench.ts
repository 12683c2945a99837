/**
 * How well the check of a model's statements judges statements that rules made of real documents, by kind.
 *
 *     bun bench/statements-bench.ts [--most=N] [--list[=KIND]] LANGUAGE=FILE…
 *
 * FILE is a text with an empty line between its paragraphs, LANGUAGE one of en, de, fr and es. `--most` takes so many of each
 * kind and language, spread over the text; `--list` prints what was misjudged.
 */
import { readFileSync } from "node:fs";
import { createSupportJudge } from "../src/answering/check/support-judge.ts";
import { createAnalyzers } from "../src/language/words/analyzer.ts";
import { passagesOf } from "../test/answering/passages.ts";
import { faults } from "./statements/rules-of-language.ts";
import { type MadeStatement, type RuleLanguage, statementsOf } from "./statements/statement-maker.ts";

const options = process.argv.slice(2).filter((each) => each.startsWith("--"));
const files = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const optionOf = (name: string) => options.find((each) => each.startsWith(`--${name}`))?.split("=")[1];
const most = Number(optionOf("most") ?? Number.POSITIVE_INFINITY);

const analyzers = createAnalyzers();

function isKept({ source, statement, language }: MadeStatement): boolean {
  const judge = createSupportJudge(passagesOf(source), analyzers(language));
  return judge.placesFor({ text: statement, cites: [1] }).length > 0;
}

/** So many of them, at equal distances. */
function spread<T>(items: readonly T[], count: number): T[] {
  return items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}

const made = files.flatMap((file) => {
  const [language = "", path = ""] = file.split("=");
  const all = statementsOf(readFileSync(path, "utf8"), language as RuleLanguage);
  const lies = faults.flatMap((fault) =>
    spread(
      all.filter((one) => one.fault === fault),
      most,
    ),
  );
  return [
    ...lies,
    ...spread(
      all.filter(({ fault }) => fault === null),
      lies.length,
    ),
  ];
});
const judged = made.map((one) => ({ ...one, isRight: isKept(one) === (one.fault === null) }));

const rowOf = (label: string, some: readonly (typeof judged)[number][]) => {
  const right = some.filter(({ isRight }) => isRight).length;
  console.log(
    `${label.padEnd(14)} ${String(right).padStart(5)} of ${String(some.length).padStart(5)}  ${(right / some.length).toFixed(3)}`,
  );
};
for (const language of [...new Set(judged.map((one) => one.language))]) {
  const own = judged.filter((one) => one.language === language);
  rowOf(
    `${language} true`,
    own.filter(({ fault }) => fault === null),
  );
  rowOf(
    `${language} false`,
    own.filter(({ fault }) => fault !== null),
  );
}
rowOf(
  "true",
  judged.filter(({ fault }) => fault === null),
);
rowOf(
  "false",
  judged.filter(({ fault }) => fault !== null),
);
for (const fault of faults)
  rowOf(
    fault,
    judged.filter((one) => one.fault === fault),
  );

if (options.some((each) => each.startsWith("--list"))) {
  const kind = optionOf("list");
  for (const { isRight, fault, language, statement, source } of judged) {
    if (!isRight && (kind === undefined || kind === (fault ?? "true")))
      console.log(`\n${language} ${fault ?? "true"}: ${statement}\n  = ${source}`);
  }
}
