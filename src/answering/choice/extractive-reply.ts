/** Verbatim sentences, or a refusal. */
import type { Expert } from "../../experts/expert.ts";
import { systemClock } from "../../kernel/clock.ts";
import { primarySubtag } from "../../language/data/language.ts";
import type { Analyzers } from "../../language/words/analysis.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import { type AnswerConstraints, answeringIn, languageOf } from "../asked-question.ts";
import { assembleAnswer } from "../citations.ts";
import { withDateRemarks } from "../conversation/turns.ts";
import {
  type Evidence,
  type ExtractiveAnswer,
  type FollowUp,
  type Reader,
  readLanguages,
  type SentenceChoice,
} from "../evidence/evidence.ts";
import {
  type ForeignSentences,
  foreignAnswer,
  logitParts,
  placedIn,
  probabilityOf,
} from "../foreign/foreign-sentences.ts";
import { refusal, replyOf, spoken, type TimedReply, tokensRead } from "../reply.ts";
import type { Found } from "../retrieval.ts";
import { type AnswerLength, usualLength } from "./choice.ts";
import { contentsAnswer } from "./contents.ts";
import { type ExplainedSentence, type Explanation, explainAnswer, extractAnswer } from "./extractive.ts";

export interface ReplyInput {
  readonly expert: Expert;
  readonly question: string;
  readonly followUp?: FollowUp | null;
  readonly found: Found;
  /** From the client's instructions. */
  readonly constraints?: AnswerConstraints;
}

export interface Choosing {
  readonly analyzers: Analyzers;
  /** Null: answers are chosen by words. */
  readonly reader: Reader | null;
}

export function extractiveReply(choosing: Choosing, input: ReplyInput): TimedReply {
  const { question, found } = input;
  const expert = answeringIn(input.expert, question, found.outcome);
  const language = input.constraints?.language ?? null;
  const chosen = chooseSentences(choosing, input);
  const used = found.passages.length;
  if (!isSupported(chosen, expert)) {
    return spoken(
      refusal(expert, question, { reason: "not_supported", confidence: chosen.confidence, used, language }),
    );
  }
  const sentences = withinWords(chosen.sentences, chosen.passages, input.constraints?.words ?? null);
  const assembled = assembleAnswer(chosen.passages, sentences);
  const { text, citations, markers, pieces, remarks } = withDateRemarks(assembled, question, expert.language);
  const said = { text, citations, markers, remarks };
  const usage = { promptTokens: tokensRead(question, found, used), completionTokens: estimateTokens(text) };
  const { confidence } = chosen;
  return { pieces, reply: replyOf(question, { said, mode: "extractive", confidence, used, usage }) };
}

export function chooseSentences(choosing: Choosing, input: ReplyInput): ExtractiveAnswer {
  const { expert, found, constraints } = input;
  const most = constraints?.sentences ?? expert.settings.sentences;
  if (found.contents && expert.settings.sentences === null) {
    return contentsAnswer(found.contents, languageOf(expert, input.question, found.outcome));
  }
  if (found.foreign) return foreignAnswer(found.foreign, found.passages, most);
  return extractAnswer(evidenceIn(choosing, input), lengthFor(input.expert, input.constraints?.sentences ?? null));
}

export function explainChoice(choosing: Choosing, input: ReplyInput): Explanation {
  const byWords = explainAnswer(evidenceIn(choosing, input), lengthFor(input.expert, null));
  const { foreign, passages } = input.found;
  return foreign ? explainForeign(byWords, foreign, passages, input.expert.settings.sentences) : byWords;
}

/** @param byWords the same question; its terms and kind stay @param most sentences; null: as usual */
export function explainForeign(
  byWords: Explanation,
  found: ForeignSentences,
  passages: Found["passages"],
  most: number | null,
): Explanation {
  const answer = foreignAnswer(found, passages, most);
  const placed = placedIn(passages, found);
  const sentences = placed.map(({ passage: at, start, end, nearness, ofPassage, ofNames }, i): ExplainedSentence => {
    const passage = passages[at]!;
    return {
      verdict: i === 0 ? "best" : i < answer.sentences.length ? "taken" : "enough",
      text: passage.text.slice(start, end),
      passage,
      likelihood: probabilityOf(nearness, found.usual),
      needed: 0,
      evidence: null,
      contributions: [
        ["similarity of the sentence", nearness - ofPassage - ofNames],
        ["similarity of its passage", ofPassage],
        ["names and numbers that its passage shares", ofNames],
      ],
    };
  });
  const [best] = placed;
  const confidence = best === undefined ? [] : Object.entries(logitParts(best.nearness, found.usual));
  return { ...byWords, answer, confidence, sentences };
}

function evidenceIn(
  { analyzers, reader }: Choosing,
  { expert, question, followUp = null, found }: ReplyInput,
): Evidence {
  const { passages, rest = [], outcome, expansion } = found;
  const language = languageOf(expert, question, outcome);
  const reads = readLanguages.has(primarySubtag(language));
  const analyzer = analyzers(language);
  return {
    question,
    followUp,
    passages,
    rest,
    terms: outcome.terms,
    expansion,
    analyzer,
    reader: reads ? reader : null,
  };
}

/** @param most sentences, by the client's instructions */
function lengthFor({ settings: { sentences } }: Expert, most: number | null): AnswerLength {
  const length = sentences === null ? usualLength : { sentences, likelihoodPerWord: 0 };
  return most === null ? length : { ...length, sentences: Math.min(length.sentences, most) };
}

/** At least one, because sentences are not cut. */
function withinWords(
  sentences: readonly SentenceChoice[],
  passages: Found["passages"],
  most: number | null,
): readonly SentenceChoice[] {
  if (most === null) return sentences;
  let words = 0;
  const end = sentences.findIndex(({ passage, start, end: stop }) => {
    words += passages[passage]!.text.slice(start, stop).split(/\s+/).length;
    return words > most;
  });
  return end < 0 ? sentences : sentences.slice(0, Math.max(1, end));
}

export function isSupported({ sentences, confidence, least }: ExtractiveAnswer, { settings }: Expert): boolean {
  return sentences.length > 0 && confidence >= (settings.minConfidence ?? least);
}

/** Milliseconds in a queue after which a question is answered without the reader. */
const longestWait = 1500;

/** By the machine's clock, which threads share. */
export const readUntil = () => systemClock.now() + longestWait;

export const isLate = (until: number) => systemClock.now() >= until;

const notRead = "reader: the answer was chosen by words, because too many questions were waiting.";

/** A late question is answered by words, with a warning. */
export function replyInTime(parts: Choosing, input: ReplyInput, late: boolean): TimedReply {
  const timed = extractiveReply(late ? { ...parts, reader: null } : parts, input);
  const language = languageOf(input.expert, input.question, input.found.outcome);
  const isMissed = late && parts.reader !== null && readLanguages.has(primarySubtag(language));
  if (!isMissed) return timed;
  const warnings = [...(timed.reply.warnings ?? []), notRead];
  return { ...timed, reply: { ...timed.reply, warnings } };
}
