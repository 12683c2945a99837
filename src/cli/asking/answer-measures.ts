import { citesAllWanted, type EvalResult, holds, isKnown, isRight, wantsQuoted, wordCount } from "./answer-checks.ts";
import { auroc, mean } from "./ranking-metrics.ts";

export type AnswerMeasures = ReturnType<typeof measureAnswers>;

export function measureAnswers(results: readonly EvalResult[]) {
  const known = results.filter(({ question }) => question.answers.length > 0);
  const wanting = results.filter(({ question }) => question.wants.length > 0);
  const said = results.filter(({ answer }) => !answer.abstained);
  const answerable = results.filter(({ question }) => question.answerable === true);
  const unanswerable = results.filter(({ question }) => question.answerable === false);
  const checked = said.filter(({ question }) => isKnown(question));
  const confidences = (some: readonly EvalResult[]) => some.map(({ answer }) => answer.confidence ?? 0);
  return {
    /** The share of answers that contain a known answer, of questions that have one; refusals count as not. */
    answerHolds: share(known, isRight),
    citedHolds: share(known, ({ answer, question }) =>
      holds(answer.citations.map(({ quote }) => quote).join("\n"), question.answers),
    ),
    answerWords: mean(said.map(({ answer }) => wordCount(answer.text ?? ""))),
    abstainedAnswerable: share(answerable, ({ answer }) => answer.abstained),
    abstainedUnanswerable: share(unanswerable, ({ answer }) => answer.abstained),
    /** Of the given answers whose right answer is known. */
    answeredWrongly: share(checked, (result) => !isRight(result)),
    abstentionAuroc: auroc(confidences(answerable), confidences(unanswerable)),
    /** Shares of questions: all wanted documents cited, all wanted texts quoted, at least half quoted. */
    wantedCited: share(wanting, citesAllWanted),
    wantsAllQuoted: share(wanting, (result) => wantsQuoted(result) === result.question.wants.length),
    wantsHalfQuoted: share(wanting, isRight),
    citationFaults: results.filter(({ faults }) => faults > 0).length,
    calibration: calibrationOf(checked),
    kinds: byKind(results),
  };
}

/** The last one includes 1. */
const bins = 10;

/** With the expected calibration error (ECE); null: no answers. */
function calibrationOf(answered: readonly EvalResult[]) {
  const binOf = ({ answer }: EvalResult) => Math.min(bins - 1, Math.floor((answer.confidence ?? 0) * bins));
  const filled = [...Map.groupBy(answered, binOf)].toSorted(([a], [b]) => a - b);
  const rows = filled.map(([bin, some]) => ({
    from: bin / bins,
    answers: some.length,
    confidence: mean(some.map(({ answer }) => answer.confidence ?? 0)) ?? 0,
    right: share(some, isRight) ?? 0,
  }));
  const apart = rows.reduce((sum, row) => sum + row.answers * Math.abs(row.confidence - row.right), 0);
  return { error: answered.length === 0 ? null : apart / answered.length, bins: rows };
}

function byKind(results: readonly EvalResult[]) {
  const known = results.filter(({ question }) => isKnown(question));
  const groups = Map.groupBy(known, ({ kind }) => kind);
  return [...groups]
    .map(([kind, some]) => {
      const said = some.filter(({ answer }) => !answer.abstained);
      return {
        kind,
        questions: some.length,
        right: share(some, isRight) ?? 0,
        refused: share(some, ({ answer }) => answer.abstained) ?? 0,
        wrong: share(some, (result) => !result.answer.abstained && !isRight(result)) ?? 0,
        words: mean(said.map(({ answer }) => wordCount(answer.text ?? ""))),
      };
    })
    .toSorted((a, b) => b.questions - a.questions || (a.kind < b.kind ? -1 : 1));
}

function share(some: readonly EvalResult[], test: (result: EvalResult) => boolean): number | null {
  return mean(some.map((each) => (test(each) ? 1 : 0)));
}
