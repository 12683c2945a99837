/** Forms of the question's words that stemming keeps apart: `began` for `begin`, `erhielt` for `erhalten`. */
import type { Analyzer, Token } from "../../../analysis/analysis.ts";
import { byKnownLanguage } from "../../../languages/by-language.ts";
import type { Language } from "../../../languages/language.ts";

interface Forms {
  /** The group of each word. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly prefixes: readonly string[];
}

const formsOf = byKnownLanguage(({ forms, verbPrefixes }: Language): Forms | null => {
  if (forms === null) return null;
  const groups = forms.split("|").map((group) => group.split(" "));
  const prefixes = ["", ...(verbPrefixes?.split(" ") ?? [])];
  return { groups: new Map(groups.flatMap((group) => group.map((word) => [word, group] as const))), prefixes };
});

/** What may follow a listed word. */
const ending = /(?:e[nrstm]?|est|et|ing|s|st|t|te|ten|n)$/u;

interface Asked {
  /** The question's content terms. */
  readonly weights: ReadonlyMap<string, number>;
  readonly analyzer: Analyzer;
}

/** The terms of the other forms, each with the question's terms that it is a form of. */
export function otherFormsOf(
  question: string,
  tokens: readonly Token[],
  { weights, analyzer }: Asked,
): ReadonlyMap<string, readonly string[]> {
  const forms = formsOf(analyzer.language);
  if (forms === null) return new Map();
  const content = tokens.filter(({ term }) => weights.has(term));
  const pairs = content.flatMap(({ term, start, end }) =>
    relativesOf(question.slice(start, end).toLowerCase(), forms)
      .flatMap((word) => analyzer.analyze(word))
      .filter((other) => !other.stop && other.term !== term)
      .map((other) => ({ form: other.term, term })),
  );
  const byForm = Map.groupBy(pairs, ({ form }) => form);
  return new Map([...byForm].map(([form, some]) => [form, [...new Set(some.map(({ term }) => term))]]));
}

/** The other words of its group, with its prefix. */
function relativesOf(word: string, { groups, prefixes }: Forms): readonly string[] {
  return prefixes.flatMap((prefix) => {
    if (!word.startsWith(prefix)) return [];
    const bare = word.slice(prefix.length);
    const group = groups.get(bare) ?? groups.get(bare.replace(ending, ""));
    return group?.map((form) => prefix + form) ?? [];
  });
}
