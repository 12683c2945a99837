/** What an overview is about, and how much of it headings and texts have. */

import { areKin } from "../../../analysis/kinship.ts";
import { headingsOf, sectionPath } from "../../../text/section-path.ts";
import type { RetrievedPassage } from "../../answer.ts";
import { type Evidence, sectionOf } from "../evidence.ts";
import { framingWords } from "./breadth.ts";
import type { QuestionModel } from "./question-model.ts";

/** The weight of what a question for steps wants done, relative to its other terms: `test` in `How do I test it before the upload?`. */
const actionWeight = 2;

/** The terms of what an overview is about, with their weights. */
export type Topic = ReadonlyMap<string, number>;

/** The terms that are not only framing; all terms if no others remain. */
export function topicOf({ question, analyzer }: Evidence, { weights, action, termNumbers }: QuestionModel): Topic {
  const framing = new Set(analyzer.analyze(framingWords(question, analyzer.language)).map(({ term }) => term));
  const topic = [...weights].filter(([term]) => !framing.has(term));
  const weigh = (term: string, weight: number) => (action.has(termNumbers.of(term)) ? actionWeight * weight : weight);
  return new Map((topic.length === 0 ? [...weights] : topic).map(([term, weight]) => [term, weigh(term, weight)]));
}

/** What each level below the heading with the topic takes off, from the second on: it is about something more special. */
const special = 0.75;

/** Whether any of the documents has sections. Among such documents, one without is about its title. */
export const haveSections = (passages: readonly RetrievedPassage[]) =>
  passages.some((passage) => sectionOf(passage) !== "");

/** The share of the topic in a passage's section path, and the path down to the heading that has most of it. */
export function headingStanding(passage: RetrievedPassage, topic: Topic, { analyzer, passages }: Evidence) {
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

  /** Whether it contains the term or a related one. */
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
