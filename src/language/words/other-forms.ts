/** Forms that stemming keeps apart: `began`, `begin`; `nahm … an`, `angenommen`; `backed up`, `backup`. */

import { remembered } from "../../kernel/stores/recently-used.ts";
import { byKnownLanguage } from "../data/by-language.ts";
import type { Language } from "../data/language.ts";
import type { Analyzer, Token } from "./analysis.ts";

interface Forms {
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly prefixes: readonly string[];
  readonly separable: SeparableVerbs | null;
}

interface KnownForms extends Forms {
  /** Cached, because most words were asked with before. */
  readonly relativesOf: (written: string) => readonly string[];
}

const wordsKept = 4096;
const longestKept = 32;

const formsOf = byKnownLanguage(({ forms, verbPrefixes, tag }: Language): KnownForms | null => {
  if (forms === null) return null;
  const groups = forms.split("|").map((group) => group.split(" "));
  const separable = separableVerbsIn(tag);
  const prefixes = new Set(["", ...(verbPrefixes?.split(" ") ?? []), ...(separable?.prefixes ?? [])]);
  const known: Forms = {
    groups: new Map(groups.flatMap((group) => group.map((word) => [word, group] as const))),
    prefixes: [...prefixes],
    separable,
  };
  return { ...known, relativesOf: remembered(wordsKept, (written) => findRelatives(written, known)) };
});

const ending = /(?:e[nrstm]?|est|et|ing|s|st|t|te|ten|n)$/u;

/** Forms, each with the terms of the question that it may stand for. */
export function otherFormsOf(
  question: string,
  tokens: readonly Token[],
  { wanted, analyzer }: { readonly wanted: { has(term: string): boolean }; readonly analyzer: Analyzer },
): ReadonlyMap<string, readonly string[]> {
  const forms = formsOf(analyzer.language);
  const asked = tokens.filter(({ term }) => wanted.has(term));
  const apart = forms?.separable ? separatedPrefix(question, tokens, forms.separable) : null;
  const found = new Map<string, string[]>();
  for (const [verb, joined] of joinedTerms(question, tokens, analyzer))
    if (wanted.has(joined)) found.set(verb, [joined]);
  for (const [word, { term, isJoined }] of wordsOf(question, asked, apart)) {
    const relatives = forms === null ? [] : relativesOf(word, forms);
    const others = [...(isJoined ? [word] : []), ...relatives, ...otherNotations(word, analyzer.language)];
    for (const other of others) noteForms(found, term, analyzer.analyze(other));
  }
  return found;
}

interface WordInQuestion {
  readonly term: string;
  readonly isJoined: boolean;
}

const particleIn = byKnownLanguage(({ particles }) =>
  particles === undefined ? null : new RegExp(String.raw`^[ -](${particles})(?!\p{L})`, "iu"),
);
const longestParticle = 10;

/** By the term of the verb: `backup` for `backed up`. */
export function joinedTerms(
  question: string,
  tokens: readonly Token[],
  analyzer: Analyzer,
): ReadonlyMap<string, string> {
  const particles = particleIn(analyzer.language);
  if (particles === null) return new Map();
  return new Map(
    tokens.flatMap(({ term, end, stop }) => {
      if (stop) return [];
      const particle = particles.exec(question.slice(end, end + longestParticle))?.[1];
      const [joined] = particle === undefined ? [] : analyzer.analyze(term + particle.toLowerCase());
      return joined === undefined || joined.stop ? [] : [[term, joined.term] as const];
    }),
  );
}

/** Distinct, and with `annahm` for `nahm … an`. */
function wordsOf(question: string, asked: readonly Token[], apart: Token | null): ReadonlyMap<string, WordInQuestion> {
  const words = new Map<string, WordInQuestion>();
  for (const { term, start, end } of asked) {
    const word = question.slice(start, end);
    if (apart !== null && end <= apart.start && isLowerCase.test(word))
      words.set(question.slice(apart.start, apart.end) + word, { term, isJoined: true });
    if (!words.has(word)) words.set(word, { term, isJoined: false });
  }
  return words;
}

const cardinalsOf = byKnownLanguage(({ counting }) => {
  if (!counting) return null;
  const forms = counting.cardinals.split(" ").map((each) => each.split("|"));
  return { forms, values: new Map(forms.flatMap((each, value) => each.map((form) => [form, value] as const))) };
});

/** `3` for `three`, and vice versa. */
function otherNotations(word: string, language: string): readonly string[] {
  const cardinals = cardinalsOf(language);
  if (cardinals === null) return [];
  if (/^\d{1,2}$/.test(word)) return cardinals.forms[Number(word)] ?? [];
  const value = cardinals.values.get(word.toLowerCase());
  return value === undefined ? [] : [String(value)];
}

function noteForms(found: Map<string, string[]>, term: string, form: readonly Token[]): void {
  for (const { term: other, stop } of form) {
    if (stop || other === term) continue;
    const terms = found.get(other);
    if (terms === undefined) found.set(other, [term]);
    else if (!terms.includes(term)) terms.push(term);
  }
}

const isLowerCase = /^\p{Ll}/u;

function relativesOf(written: string, forms: KnownForms): readonly string[] {
  return written.length <= longestKept ? forms.relativesOf(written) : findRelatives(written, forms);
}

function findRelatives(written: string, forms: Forms): readonly string[] {
  const word = written.toLowerCase();
  const mayBeVerb = isLowerCase.test(written);
  const nouns = forms.separable === null ? [] : verbalNounForms(word, forms.separable);
  const byPrefix = forms.prefixes
    .filter((prefix) => word.startsWith(prefix))
    .flatMap((prefix) => {
      const rest = word.slice(prefix.length);
      const { separable } = forms;
      const strong =
        separable?.prefixes.has(prefix) === true
          ? strongSeparableForms(prefix, rest, { ...forms, separable })
          : strongForms(prefix, rest, forms);
      if (strong.length > 0 || separable === null || !mayBeVerb) return strong;
      return prefix === "" || separable.prefixes.has(prefix) ? regularForms(prefix, rest, separable) : [];
    });
  return [...nouns, ...byPrefix];
}

function strongForms(prefix: string, rest: string, forms: Forms): readonly string[] {
  const { separable } = forms;
  if (prefix === "" || separable === null) return groupOf(rest, forms)?.map((form) => prefix + form) ?? [];
  // `erfunden` has no `ge`.
  const { participle } = separable;
  const group = groupOf(rest, forms) ?? groupOf(participle + rest, forms) ?? [];
  const bare = group.filter((form) => form.startsWith(participle)).map((form) => form.slice(participle.length));
  return [...group, ...bare].map((form) => prefix + form);
}

interface SeparableForms extends Forms {
  readonly separable: SeparableVerbs;
}

function strongSeparableForms(prefix: string, rest: string, forms: SeparableForms): readonly string[] {
  const { infinitive } = forms.separable;
  const inner = rest.startsWith(infinitive) ? rest.slice(infinitive.length) : rest;
  const group = groupOf(rest, forms) ?? groupOf(inner, forms);
  if (group === undefined) return [];
  return [...group.flatMap((form) => [form, prefix + form]), `${prefix}${infinitive}${group[0]}en`];
}

const groupOf = (word: string, { groups }: Forms) => groups.get(word) ?? groups.get(word.replace(ending, ""));

/** Verbs whose prefix stands apart: `nahm … an`, `anzunehmen`. */
export interface SeparableVerbs {
  readonly prefixes: ReadonlySet<string>;
  readonly participle: string;
  readonly infinitive: string;
  readonly noun: string;
}

const separableVerbsIn = byKnownLanguage(({ separableVerbs }): SeparableVerbs | null =>
  separableVerbs === undefined ? null : { ...separableVerbs, prefixes: new Set(separableVerbs.prefixes.split(" ")) },
);

const clauseEnd = /^\s*(?:$|[?,;]|(?:und|oder)\s)/u;

/** The `an` of `Wer nahm das Angebot an?`. */
function separatedPrefix(question: string, tokens: readonly Token[], { prefixes }: SeparableVerbs): Token | null {
  const isApart = ({ start, end }: Token) =>
    prefixes.has(question.slice(start, end)) && clauseEnd.test(question.slice(end));
  return tokens.slice(2).find(isApart) ?? null;
}

const verbEnding = /(?:e?ten|e?test|e?te|est|en|et|st|t|n|e)$/u;
const shortestStem = 3;

/** Before a `t`: `melde` in `meldet`. */
const beforeT = (stem: string) => (/[dt]$/u.test(stem) ? `${stem}e` : stem);

/** `spielte`, `mitgespielt`, `mitzuspielen`. */
function regularForms(prefix: string, rest: string, { participle, infinitive }: SeparableVerbs): readonly string[] {
  const mark = [participle, infinitive].find((one) => rest.startsWith(one)) ?? "";
  const stem = rest.slice(mark.length).replace(verbEnding, "");
  if (stem.length < shortestStem) return [];
  const joint = beforeT(stem);
  const joined = [`${stem}en`, `${participle}${joint}t`, `${infinitive}${stem}en`].map((form) => prefix + form);
  return [`${joint}t`, `${joint}te`, ...joined];
}

const shortestNounStem = 4;

/** `melden`, `meldet`, `gemeldet` for `Meldungen`, and `Meldung` for each of those. */
function verbalNounForms(word: string, { noun, participle }: SeparableVerbs): readonly string[] {
  const isNoun = word.endsWith(noun) || word.endsWith(`${noun}en`);
  const mark = word.startsWith(participle) && word.endsWith("t") ? participle : "";
  const stem = isNoun ? word.slice(0, word.lastIndexOf(noun)) : word.slice(mark.length).replace(verbEnding, "");
  if (stem.length < shortestNounStem) return [];
  const joint = beforeT(stem);
  return isNoun ? [`${stem}en`, `${joint}t`, `${joint}te`, `${participle}${joint}t`] : [`${stem}${noun}`];
}
