/** Example questions that an expert can answer. Each is tried before it is shown. */
import { lastHeading } from "../../text/section-path.ts";
import type { StoredPassage } from "../ports.ts";

/** Number of questions shown. */
export const mostSamples = 3;
/** Number of questions tried. */
const mostTried = 9;
/** Least and greatest length of a subject in characters. */
const [shortestSubject, longestSubject] = [3, 60];

/**
 * @param passages one or more of each of some sources. @param about the question about `{subject}`.
 * @param answers whether the expert answers a question.
 */
export async function sampleQuestions(
  passages: readonly StoredPassage[],
  about: string,
  answers: (question: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const question of candidates(passages, about).slice(0, mostTried)) {
    if (found.length === mostSamples) break;
    if (await answers(question)) found.push(question);
  }
  return found;
}

/** One passage of each source in turn, each once. */
function candidates(passages: readonly StoredPassage[], about: string): readonly string[] {
  const bySource = [...Map.groupBy(passages, ({ sourceId }) => sourceId).values()];
  const lists = bySource.map((some) => some.flatMap((passage) => subjectsOf(passage)));
  const turns = Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, turn) =>
    lists.flatMap((list) => list[turn] ?? []),
  );
  return [...new Set(turns.flat().map((subject) => asQuestion(subject, about)))];
}

/** The heading above a passage or, without one, its source's title. */
function subjectsOf({ title, section, turn }: StoredPassage): readonly string[] {
  // Above a turn of a conversation stands the turn before.
  const heading = turn != null ? "" : lastHeading(section);
  return [heading, title.replace(/\.\p{L}[\p{L}\p{N}]{1,4}$/u, "")]
    .map((subject) => subject.replace(/^(?:[\p{N}.)§]+|[A-Z][.)])\s+/u, "").trim())
    .filter((subject) => subject.length >= shortestSubject && subject.length <= longestSubject)
    .filter((subject) => /\p{L}{2}/u.test(subject))
    .slice(0, 1);
}

const asQuestion = (subject: string, about: string) =>
  /[?？؟]$/u.test(subject) ? subject : about.replace("{subject}", () => subject);
