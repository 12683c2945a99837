/** Verbs whose prefix stands apart: `nahm … an`, `anzunehmen`. */
import { byKnownLanguage } from "../data/by-language.ts";
import type { Token } from "./analysis.ts";

export interface SeparableVerbs {
  readonly prefixes: ReadonlySet<string>;
  readonly participle: string;
  readonly infinitive: string;
  readonly noun: string;
}

export const separableVerbsIn = byKnownLanguage(({ separableVerbs }): SeparableVerbs | null =>
  separableVerbs === undefined ? null : { ...separableVerbs, prefixes: new Set(separableVerbs.prefixes.split(" ")) },
);

const clauseEnd = /^\s*(?:$|[?,;]|(?:und|oder)\s)/u;

/** The `an` of `Wer nahm das Angebot an?`. */
export function separatedPrefix(
  question: string,
  tokens: readonly Token[],
  { prefixes }: SeparableVerbs,
): Token | null {
  const isApart = ({ start, end }: Token) =>
    prefixes.has(question.slice(start, end)) && clauseEnd.test(question.slice(end));
  return tokens.slice(2).find(isApart) ?? null;
}

const verbEnding = /(?:e?ten|e?test|e?te|est|en|et|st|t|n|e)$/u;
const shortestStem = 3;

/** Before a `t`: `melde` in `meldet`. */
const beforeT = (stem: string) => (/[dt]$/u.test(stem) ? `${stem}e` : stem);

/** `spielte`, `mitgespielt`, `mitzuspielen`. */
export function regularForms(
  prefix: string,
  rest: string,
  { participle, infinitive }: SeparableVerbs,
): readonly string[] {
  const mark = [participle, infinitive].find((one) => rest.startsWith(one)) ?? "";
  const stem = rest.slice(mark.length).replace(verbEnding, "");
  if (stem.length < shortestStem) return [];
  const joint = beforeT(stem);
  const joined = [`${stem}en`, `${participle}${joint}t`, `${infinitive}${stem}en`].map((form) => prefix + form);
  return [`${joint}t`, `${joint}te`, ...joined];
}

const shortestNounStem = 4;

/** `melden`, `meldet`, `gemeldet` for `Meldungen`, and `Meldung` for each of those. */
export function verbalNounForms(word: string, { noun, participle }: SeparableVerbs): readonly string[] {
  const isNoun = word.endsWith(noun) || word.endsWith(`${noun}en`);
  const mark = word.startsWith(participle) && word.endsWith("t") ? participle : "";
  const stem = isNoun ? word.slice(0, word.lastIndexOf(noun)) : word.slice(mark.length).replace(verbEnding, "");
  if (stem.length < shortestNounStem) return [];
  const joint = beforeT(stem);
  return isNoun ? [`${stem}en`, `${joint}t`, `${joint}te`, `${participle}${joint}t`] : [`${stem}${noun}`];
}
