/**
 * Chooses the statements of an overview: from the passages whose headings or texts are about the topic, and from several
 * sections where several are about it.
 */
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { headingsOf, lastHeading, sectionPath } from "../../language/text/shown-text.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { RetrievedPassage } from "../answer.ts";
import { type Evidence, sectionOf } from "../evidence/evidence.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import type { Said } from "../evidence/sentence-score.ts";
import { framingWords } from "../question/breadth.ts";
import type { QuestionModel } from "../question/question-model.ts";

type Ranked = readonly Scored<Said>[];

/** The most statements, and the most words of them together. */
const most = { statements: 12, words: 230 };
/** A shorter unit is a label, not a statement. */
const leastWords = 4;
const mostPassages = 6;
/** The least worth of a passage, relative to the best. */
const leastWorth = 0.75;
/** The least likelihood of a passage that is not chosen by its heading, relative to the likeliest passage. */
const leastLikely = 0.05;
/** The weight of the topic's share in the heading and in the whole passage, relative to the passage's standing. */
const headingWeight = 0.8;
const textWeight = 0.5;
/** What each statement that a passage has given takes off the worth of its next one. */
const fatigue = 0.08;
/** The weight of the question's terms in the statement itself. */
const coverageWeight = 0.2;
interface TopicPassage {
  readonly number: number;
  /** The part of its section path that its statements are grouped by. */
  readonly section: string;
  readonly worth: number;
}

export interface Overview {
  /** The best section first, and the statements of each in the order of the text. */
  readonly statements: Ranked;
  /** The heading for the statements of a passage, by its position; no headings if all are of one section. */
  readonly headings: ReadonlyMap<number, string>;
}

/** @param ranked the sentences to choose from, best first */
export function overviewOf(evidence: Evidence, question: QuestionModel, ranked: Ranked): Overview {
  const passages = topicPassages(evidence, question, ranked);
  const chosen = statements(passages, ranked);
  const groupOf = ({ number, section }: TopicPassage) => `${evidence.passages[number]!.sourceId} ${section}`;
  const groups = [...new Set(passages.map(groupOf))];
  const rankOf = new Map(passages.map((one) => [one.number, groups.indexOf(groupOf(one))]));
  const place = ({ unit }: Said) => evidence.passages[unit.passage]!.start + unit.start;
  const inOrder = chosen.toSorted(
    (a, b) => rankOf.get(a.unit.passage)! - rankOf.get(b.unit.passage)! || place(a) - place(b),
  );
  const quoted = passages.filter(({ number }) => chosen.some(({ unit }) => unit.passage === number));
  return { statements: inOrder, headings: headingsFor(evidence.passages, quoted) };
}

/** The last part of each section path, behind the title if several sources are quoted. */
function headingsFor(
  passages: readonly RetrievedPassage[],
  quoted: readonly TopicPassage[],
): ReadonlyMap<number, string> {
  const isOneSource = new Set(quoted.map(({ number }) => passages[number]!.sourceId)).size === 1;
  const headings = quoted.map(({ number, section }) => {
    const { title } = passages[number]!;
    const last = lastHeading(section);
    const parts = isOneSource ? [last || title] : [title, last];
    return [number, [...new Set(parts)].filter((part) => part !== "").join(" – ")] as const;
  });
  const names = new Set(headings.map(([, heading]) => heading));
  const isShown = names.size > 1 && !names.values().some((name) => name === "" || hasUnsafeLink(name));
  return new Map(isShown ? headings : []);
}

/** Greedily: each next one from the passage that is worth most and has given least. */
function statements(passages: readonly TopicPassage[], ranked: Ranked): Ranked {
  const worthOf = new Map(passages.map(({ number, worth }) => [number, worth]));
  const rest = new Set(ranked.filter(({ unit, words }) => worthOf.has(unit.passage) && words >= leastWords));
  const chosen: Scored<Said>[] = [];
  const given = new Map<number, number>();
  let words = 0;
  while (chosen.length < most.statements && rest.size > 0) {
    const next = [...rest].reduce((a, b) => (worthNow(b) > worthNow(a) ? b : a));
    rest.delete(next);
    if (words + next.words > most.words) continue;
    chosen.push(next);
    given.set(next.unit.passage, (given.get(next.unit.passage) ?? 0) + 1);
    words += next.words;
  }
  return chosen;

  function worthNow({ unit, evidence: { coverage, kin } }: Scored<Said>): number {
    return worthOf.get(unit.passage)! - fatigue * (given.get(unit.passage) ?? 0) + coverageWeight * (coverage + kin);
  }
}

/** The passages that are about the topic, best first. Where no document has headings, each must be a likely answer. */
function topicPassages(evidence: Evidence, question: QuestionModel, ranked: Ranked): readonly TopicPassage[] {
  const topic = topicOf(evidence, question);
  const numbers = [...new Set(ranked.map(({ unit }) => unit.passage))];
  const judged = numbers.map((number): TopicPassage & { readonly likelihood: number } => {
    const mates = ranked.filter(({ unit }) => unit.passage === number);
    const { section, inHeading } = headingStanding(evidence.passages[number]!, topic, evidence);
    const inText = shareOf(topic, (term) => mates.some((one) => one.marks.says(term)));
    const likelihood = mates.reduce((sum, one) => sum + one.likelihood, 0);
    const worth = mates[0]!.evidence.standing + headingWeight * inHeading + textWeight * inText;
    return { number, section, worth, likelihood };
  });
  const ordered = judged.toSorted((a, b) => b.worth - a.worth);
  const likeliest = Math.max(...judged.map(({ likelihood }) => likelihood));
  const mayAnswer = ({ likelihood }: (typeof judged)[number]) => likelihood >= leastLikely * likeliest;
  const chosen = haveSections(evidence.passages) ? ordered : ordered.filter(mayAnswer);
  const least = leastWorth * (chosen[0]?.worth ?? 0);
  return chosen.filter(({ worth }) => worth >= least).slice(0, mostPassages);
}

/** The weight of what a question for steps wants done, relative to its other terms: `test` in `How do I test it before the upload?`. */
const actionWeight = 2;

/** The terms of what an overview is about, with their weights. */
type Topic = ReadonlyMap<string, number>;

/** The terms that are not only framing; all terms if no others remain. */
function topicOf({ question, analyzer }: Evidence, { weights, action, termNumbers }: QuestionModel): Topic {
  const framing = new Set(analyzer.analyze(framingWords(question, analyzer.language)).map(({ term }) => term));
  const topic = [...weights].filter(([term]) => !framing.has(term));
  const weigh = (term: string, weight: number) => (action.has(termNumbers.of(term)) ? actionWeight * weight : weight);
  return new Map((topic.length === 0 ? [...weights] : topic).map(([term, weight]) => [term, weigh(term, weight)]));
}

/** What each level below the heading with the topic takes off, from the second on: it is about something more special. */
const special = 0.75;

/** Whether any of the documents has sections. Among such documents, one without is about its title. */
const haveSections = (passages: readonly RetrievedPassage[]) => passages.some((passage) => sectionOf(passage) !== "");

/** The share of the topic in a passage's section path, and the path down to the heading that has most of it. */
function headingStanding(passage: RetrievedPassage, topic: Topic, { analyzer, passages }: Evidence) {
  const section = sectionOf(passage);
  const parts = section === "" && haveSections(passages) ? [passage.title] : headingsOf(section);
  const inParts = parts.map((part) => new HeadingTerms(analyzer, part));
  const shares = inParts.map((heading) => shareOf(topic, (term) => heading.has(term)));
  const depth = shares.indexOf(Math.max(...shares));
  const whole = shareOf(topic, (term) => inParts.some((heading) => heading.has(term)));
  const below = parts.length - 1 - depth;
  if (whole === 0) return { section, inHeading: 0 };
  return {
    section: sectionPath(parts.slice(0, depth + 1)),
    inHeading: whole * special ** Math.max(0, below - 1),
  };
}

class HeadingTerms {
  readonly #terms: ReadonlySet<string>;

  constructor(analyzer: Evidence["analyzer"], heading: string) {
    this.#terms = new Set(analyzer.analyze(heading).flatMap(({ term, stop }) => (stop ? [] : [term])));
  }

  has(term: string): boolean {
    return this.#terms.has(term) || this.#terms.values().some((other) => areKin(term, other));
  }
}

export function shareOf(topic: Topic, test: (term: string) => boolean): number {
  let [all, passed] = [0, 0];
  for (const [term, weight] of topic) {
    all += weight;
    if (test(term)) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}
