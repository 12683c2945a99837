/** Groups questions that ask for the same thing, by their words. Pure. */
import type { Analyzer } from "../language/words/analysis.ts";
import type { AskedQuestion } from "./ports.ts";

export interface GapGroup {
  readonly question: string;
  /** Most frequent first. */
  readonly others: readonly string[];
  readonly count: number;
  readonly abstained: number;
  readonly firstAskedAt: number;
  readonly lastAskedAt: number;
}

/** Jaccard index of terms. */
const likeness = 0.5;

interface OpenGroup {
  readonly terms: ReadonlySet<string>;
  readonly questions: AskedQuestion[];
}

/** Largest groups first; of equal ones, the latest. */
export function groupQuestions(asked: readonly AskedQuestion[], analyzer: Analyzer): GapGroup[] {
  const groups: OpenGroup[] = [];
  const byWording = new Map<string, OpenGroup>();
  const byTerm = new Map<string, OpenGroup[]>();
  for (const one of asked) {
    const wording = one.question.trim().toLowerCase();
    byWording.getOrInsertComputed(wording, () => groupFor(one.question)).questions.push(one);
  }
  return groups.map(summary).toSorted((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt);

  function groupFor(question: string): OpenGroup {
    const terms = termsOf(question, analyzer);
    const candidates = new Set([...terms].flatMap((term) => byTerm.get(term) ?? []));
    const ranked = [...candidates].map((group) => ({ group, alike: shareInCommon(group.terms, terms) }));
    const best = ranked.toSorted((a, b) => b.alike - a.alike)[0];
    if (best !== undefined && best.alike >= likeness) return best.group;
    const group: OpenGroup = { terms, questions: [] };
    groups.push(group);
    for (const term of terms) byTerm.set(term, [...(byTerm.get(term) ?? []), group]);
    return group;
  }
}

function termsOf(question: string, analyzer: Analyzer): ReadonlySet<string> {
  const tokens = analyzer.analyze(question);
  const content = tokens.filter(({ stop }) => !stop);
  return new Set((content.length > 0 ? content : tokens).map(({ term }) => term));
}

function shareInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

function summary({ questions }: OpenGroup): GapGroup {
  const wordings = Map.groupBy(questions, ({ question }) => question.trim());
  const ranked = [...wordings].toSorted(([, a], [, b]) => b.length - a.length || latest(b) - latest(a));
  const [question = "", ...others] = ranked.map(([wording]) => wording);
  const times = questions.map(({ askedAt }) => askedAt);
  return {
    question,
    others,
    count: questions.length,
    abstained: questions.filter(({ abstained }) => abstained).length,
    firstAskedAt: times.reduce((least, time) => Math.min(least, time)),
    lastAskedAt: times.reduce((most, time) => Math.max(most, time)),
  };
}

const latest = (questions: readonly AskedQuestion[]) => questions.at(-1)?.askedAt ?? 0;
