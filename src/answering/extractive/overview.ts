/**
 * Chooses the statements of an overview: from the passages whose headings or texts are about the topic, and from several
 * sections where several are about it.
 */

import { hasUnsafeLink } from "../../text/link-safety.ts";
import { lastHeading } from "../../text/section-path.ts";
import type { RetrievedPassage } from "../answer.ts";
import { type Evidence, sectionOf } from "./evidence.ts";
import { asksForTopic, mayWantSeveral } from "./question/breadth.ts";
import type { QuestionModel } from "./question/question-model.ts";
import { haveSections, headingStanding, shareOf, topicOf } from "./question/topic.ts";
import type { Said } from "./repeats.ts";
import type { Scored } from "./sentence-score.ts";

type Ranked = readonly Scored<Said>[];

/** The most statements and the most words of them together. */
export interface OverviewLength {
  readonly statements: number;
  readonly words: number;
}

/** For a question that asks for an overview. */
export const wholeOverview: OverviewLength = { statements: 12, words: 230 };
/** For a question that may want one: it is about the topic of a section. */
export const shortOverview: OverviewLength = { statements: 8, words: 150 };
/** A shorter unit is a label, not a statement. */
const leastWords = 4;
/** Most passages that they come from. */
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
/** A section is about the topic if its heading contains this share of it. */
const leastInHeading = 0.5;
const mostlyInHeading = 0.6;
const leastNamed = 0.4;
/** The least share of what the passages have of the topic that one under such a heading must have: `stored` alone is not `How are passwords stored?`. */
const leastThere = 0.75;
/** The least probability that one of the sentences under such headings answers. */
const leastUnder = 0.25;
/** The least probability that the answer is in one section, for a question that may want several statements. */
const mostlyInSection = 0.35;
/** The fewest statements of such a section. */
const fewStatements = 3;
/** A document of at least so many of the passages is long. */
const longDocument = 3;

/** A passage by what it has of the topic. */
interface TopicPassage {
  /** Position among the passages. */
  readonly number: number;
  /** The part of its section path that its statements are grouped by. */
  readonly section: string;
  /** The share of the topic in its section's heading, less if the heading is about something more special. */
  readonly inHeading: number;
  /** Whether the question contains all of the heading, and that is more than one term. */
  readonly isNamed: boolean;
  /** The share of the topic in its section's heading or in its own text. */
  readonly inAll: number;
  readonly worth: number;
}

/**
 * Whether a question that asks for no single fact is about the topic of a section: it names the section, or the section's
 * heading contains most of the topic, or half of the topic if several of the passages or several lines of one are in it.
 * The sentences under such headings must be a part of the likely answers: `What are static files?` is not about the section
 * "Static files of the boot loader" if sentences elsewhere say what they are. And one of the passages must have most of the topic.
 */
export function isAboutSection(evidence: Evidence, question: QuestionModel, ranked: Ranked): boolean {
  if (!asksForTopic(question.kind) || !haveSections(evidence.passages)) return false;
  const passages = topicPassages(evidence, question, ranked, false);
  const best = passages.toSorted((a, b) => b.inHeading - a.inHeading)[0];
  const under = passages.filter(({ inHeading }) => inHeading >= leastNamed);
  if (likelihoodOf(under, ranked) < leastUnder || mostOfTopic(under) < leastThere * mostOfTopic(passages)) return false;
  if (under.some(({ isNamed }) => isNamed)) return true;
  if (best === undefined || best.inHeading < leastInHeading) return false;
  if (best.inHeading >= mostlyInHeading) return true;
  const lines = ranked.filter(({ unit }) => unit.passage === best.number && unit.kind === "line");
  return lines.length > 2 || passages.filter(({ section }) => section === best.section).length > 1;
}

/**
 * Whether a question that asks for no single fact, and for no steps, may want several statements by its words, and its answer is most likely
 * in one section that makes several. Where no document has sections, one counts as a section if it is long: several passages are from it.
 */
export function isInOneSection(
  { question: asked, passages, analyzer }: Evidence,
  question: QuestionModel,
  ranked: Ranked,
) {
  const best = ranked[0] === undefined ? undefined : passages[ranked[0].unit.passage]!;
  if (best === undefined || question.kind === "how_to" || !asksForTopic(question.kind)) return false;
  if (!mayWantSeveral(asked, analyzer.language)) return false;
  const section = sectionOf(best);
  const isOwn = (other: RetrievedPassage) => other.sourceId === best.sourceId && sectionOf(other) === section;
  if (!haveSections(passages) && passages.filter(isOwn).length < longDocument) return false;
  const mates = ranked.filter(({ unit }) => isOwn(passages[unit.passage]!));
  const likelihood = mates.reduce((sum, one) => sum + one.likelihood, 0);
  return likelihood >= mostlyInSection && mates.filter(({ words }) => words >= leastWords).length >= fewStatements;
}

/** The greatest share of the topic that one of the passages has. */
const mostOfTopic = (passages: readonly TopicPassage[]) => Math.max(0, ...passages.map(({ inAll }) => inAll));

/** The probability that the sentence that answers is in one of the passages. */
function likelihoodOf(passages: readonly TopicPassage[], ranked: Ranked): number {
  const numbers = new Set(passages.map(({ number }) => number));
  return ranked.reduce((sum, { unit, likelihood }) => (numbers.has(unit.passage) ? sum + likelihood : sum), 0);
}

export interface Overview {
  /** The best section first, and the statements of each in the order of the text. */
  readonly statements: Ranked;
  /** The heading for the statements of a passage, by its position; no headings if all are of one section. */
  readonly headings: ReadonlyMap<number, string>;
}

interface OverviewRequest {
  /** The sentences to choose from, best first. */
  readonly ranked: Ranked;
  readonly length: OverviewLength;
  /** Whether the statements are to answer, rather than to be about the topic: a heading is no reason to quote what follows. */
  readonly isAnswer: boolean;
}

export function overviewOf(
  evidence: Evidence,
  question: QuestionModel,
  { ranked, length, isAnswer }: OverviewRequest,
): Overview {
  const passages = topicPassages(evidence, question, ranked, isAnswer || !haveSections(evidence.passages));
  const chosen = statements(passages, ranked, length);
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
function statements(passages: readonly TopicPassage[], ranked: Ranked, length: OverviewLength): Ranked {
  const worthOf = new Map(passages.map(({ number, worth }) => [number, worth]));
  const rest = new Set(ranked.filter(({ unit, words }) => worthOf.has(unit.passage) && words >= leastWords));
  const chosen: Scored<Said>[] = [];
  const given = new Map<number, number>();
  let words = 0;
  while (chosen.length < length.statements && rest.size > 0) {
    const next = [...rest].reduce((a, b) => (worthNow(b) > worthNow(a) ? b : a));
    rest.delete(next);
    if (words + next.words > length.words) continue;
    chosen.push(next);
    given.set(next.unit.passage, (given.get(next.unit.passage) ?? 0) + 1);
    words += next.words;
  }
  return chosen;

  function worthNow({ unit, evidence: { coverage, kin } }: Scored<Said>): number {
    return worthOf.get(unit.passage)! - fatigue * (given.get(unit.passage) ?? 0) + coverageWeight * (coverage + kin);
  }
}

/**
 * The passages that are about the topic, best first.
 * @param isAnswer whether the answer may well be in each of them, as it must be where no document has headings
 */
function topicPassages(
  evidence: Evidence,
  question: QuestionModel,
  ranked: Ranked,
  isAnswer: boolean,
): readonly TopicPassage[] {
  const topic = topicOf(evidence, question);
  const numbers = [...new Set(ranked.map(({ unit }) => unit.passage))];
  const judged = numbers.map((number): TopicPassage & { readonly likelihood: number } => {
    const passage = evidence.passages[number]!;
    const mates = ranked.filter(({ unit }) => unit.passage === number);
    const { section, inHeading, isNamed, has } = headingStanding(passage, topic, evidence);
    const isSaid = (term: string) => mates.some((one) => one.marks.says(term));
    const inText = shareOf(topic, isSaid);
    const inAll = shareOf(topic, (term) => isSaid(term) || has(term));
    const likelihood = mates.reduce((sum, one) => sum + one.likelihood, 0);
    const worth = mates[0]!.evidence.standing + headingWeight * inHeading + textWeight * inText;
    return { number, section, inHeading, isNamed, inAll, worth, likelihood };
  });
  const ordered = judged.toSorted((a, b) => b.worth - a.worth);
  const likeliest = Math.max(...judged.map(({ likelihood }) => likelihood));
  const mayAnswer = ({ likelihood }: (typeof judged)[number]) => likelihood >= leastLikely * likeliest;
  const chosen = isAnswer ? ordered.filter(mayAnswer) : ordered;
  const least = leastWorth * (chosen[0]?.worth ?? 0);
  return chosen.filter(({ worth }) => worth >= least).slice(0, mostPassages);
}
