/** Sentences that define what a question asks about: `A relief valve is a device that …`, `Non-Maintainer Upload (NMU)`. */
import type { Analyzer } from "../../../analysis/analysis.ts";
import { byKnownLanguage } from "../../../languages/by-language.ts";
import type { QuestionModel } from "./question-model.ts";

const definingIn = byKnownLanguage(({ defines }) =>
  defines === undefined
    ? null
    : new RegExp(
        String.raw`^(?<subject>[^.;:!?()]{1,80}?)(?:\s*\((?<also>[^()]{1,60})\))?,?\s+(?:${defines})(?![\p{L}\p{M}])`,
        "iu",
      ),
);

/** A name and its initials: `Non-Maintainer Upload (NMU)`. */
const shortened = /\p{L}[”"'’]? \((?:\p{Ll}{2,10}[ ,]+){0,2}(?<short>\p{L}?\p{Lu}[\p{Lu}\p{N}]+)s?[,;)]/gu;

/** A subject may have one term that the question lacks: `the Litestream VFS` for `VFS`. */
const mostOther = 1;

/** Whether a text says what that is which the question asks about, by its form. */
export function definingTest(
  { weights, framing }: Pick<QuestionModel, "weights" | "framing">,
  analyzer: Analyzer,
): (text: string) => boolean {
  const pattern = definingIn(analyzer.language);
  const termsOf = (text: string) => analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term]));
  const asked = [...weights.keys()].filter((term) => !framing.has(term));
  const isAsked = (terms: readonly string[]) =>
    terms.length <= asked.length + mostOther && asked.every((term) => terms.includes(term));
  return (text) => {
    if (asked.length === 0) return false;
    const { subject, also } = pattern?.exec(text)?.groups ?? {};
    if (subject !== undefined && (isAsked(termsOf(subject)) || isAsked(termsOf(also ?? "")))) return true;
    return text.includes("(") && text.matchAll(shortened).some(({ groups }) => isAsked(termsOf(groups!.short!)));
  };
}
