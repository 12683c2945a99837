/** What a question about two things needs: the evidence for each side, and whether what is said tells them apart. */
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { headingsOf } from "../../language/text/shown-text.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import type { Said } from "../evidence/sentence-score.ts";
import { breadthOf, type Side } from "../question/breadth.ts";

/**
 * The evidence for one of the sides: the other's terms are not asked for. The search was for both, which says nothing against a
 * passage about one.
 */
export function ofSide(evidence: Evidence, question: string): Evidence {
  const asked = new Set(evidence.analyzer.analyze(question).map(({ term }) => term));
  const score = Math.max(...evidence.passages.map((one) => one.score));
  const sense = Math.max(...evidence.passages.map(({ scores }) => scores.sense ?? 0));
  const passages = evidence.passages.map((one) => {
    const scores = one.scores.sense === null ? one.scores : { ...one.scores, sense };
    return { ...one, score, scores };
  });
  const terms = evidence.terms.filter(({ term }) => asked.has(term));
  return { ...evidence, question, followUp: null, passages, terms };
}

/** Where what is said of a side does not name it: for each passage, the uppermost heading that those of the other side lack. */
export function namesOfSides(
  { passages, analyzer }: Evidence,
  ofEach: readonly (readonly Scored<Said>[])[],
  sides: readonly [Side, Side],
): ReadonlyMap<number, string> {
  const isNamed = (some: readonly Scored<Said>[], { own }: Side) =>
    some.some(({ unit }) => own.isSubsetOf(new Set(analyzer.analyze(unit.text).map(({ term }) => term))));
  if (ofEach.every((some, i) => isNamed(some, sides[i]!))) return new Map();
  const partsOf = ({ unit }: Scored<Said>) => {
    const { title, section } = passages[unit.passage]!;
    return [title, ...headingsOf(section)];
  };
  const parts = ofEach.map((some) => some.map(partsOf));
  const names = ofEach.flatMap((some, i) =>
    some.map((said, j) => {
      const others = new Set(parts[1 - i]!.flat());
      return [said.unit.passage, parts[i]![j]!.find((part) => part !== "" && !others.has(part)) ?? ""] as const;
    }),
  );
  return new Map(names.every(([, name]) => name !== "" && !hasUnsafeLink(name)) ? names : []);
}

/** `Four are a quorum at a public or a special meeting` names both and says what neither is. */
export function onlyNames(
  { analyzer }: Evidence,
  best: Scored<Said> | undefined,
  sides: readonly [Side, Side],
): boolean {
  if (best === undefined || !sides[0].isCompared) return false;
  const said = new Set(analyzer.analyze(best.unit.text).map(({ term }) => term));
  return sides.every(({ own }) => own.isSubsetOf(said)) && breadthOf(best.unit.text, analyzer.language) !== "sides";
}
