/** Answers a question by computing with the cells of a table that explains its every word; gives way where none does. */
import { primarySubtag } from "../../language/data/language.ts";
import { codePointCursor } from "../../language/text/code-points.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import { readsQuestionsIn } from "../../tables/table-question.ts";
import { unclearBetween } from "../../tables/told-result.ts";
import { answeringIn, languageOf, spokenLanguage } from "../asked-question.ts";
import { type ReplyInput, spoken, type TimedReply } from "../choice/extractive-reply.ts";
import type { PassageReader } from "../ports.ts";
import { refusal } from "../reply.ts";
import { type ComputedAnswer, computedAnswer } from "./computed-answer.ts";
import { chooseTable, type TableMeaning } from "./table-choice.ts";
import type { TableShelf } from "./table-shelf.ts";

export interface Computing {
  /** Without one, tables are not computed with. */
  readonly shelf?: TableShelf;
  readonly passages: PassageReader;
}

/** Null: no table answers it. */
export async function computedReply({ shelf, passages }: Computing, input: ReplyInput): Promise<TimedReply | null> {
  const { expert, question, found, followUp = null } = input;
  const isAsked = found.emptyBecause === null && !found.foreign && !found.contents && followUp === null;
  if (shelf === undefined || !isAsked) return null;
  // Cells are often names and numbers, which do not show their language: the question may be in another one.
  const languages = new Set([languageOf, spokenLanguage].map((of) => of(expert, question, found.outcome)));
  for (const language of languages) {
    if (!readsQuestionsIn(language)) continue;
    const chosen = await chooseTable(shelf, input, language);
    if (chosen === "no column") return spoken(refused(input));
    if (chosen !== null) return chosenReply(passages, input, chosen, language);
  }
  return null;
}

/** Null: the table was replaced, or the answer is not as sure as the expert demands. */
async function chosenReply(
  passages: PassageReader,
  input: ReplyInput,
  chosen: TableMeaning,
  language: string,
): Promise<TimedReply | null> {
  const { expert, found } = input;
  if (chosen.rival !== null) return askedBack(input, chosen, language);
  const { source, reading, meaning } = chosen;
  const { minConfidence } = expert.settings;
  if (minConfidence !== null && meaning.confidence < minConfidence) return null;
  const asked = { source, table: reading.table, query: meaning.candidate.query, outcome: meaning.outcome };
  const where = { language: primarySubtag(language), found: found.passages };
  const answer = await computedAnswer(passages, expert.id, asked, where);
  return answer === null || answer.citations.length === 0 ? null : replyWith(answer, input, meaning.confidence);
}

/** A refusal that names the two columns that fit the question equally. */
function askedBack(input: ReplyInput, { reading, meaning, rival }: TableMeaning, language: string): TimedReply {
  const reply = refused(input);
  const queries = [meaning.candidate.query, rival!.candidate.query] as const;
  const text = `${reply.said.text} ${unclearBetween(reading.table, queries, primarySubtag(language))}`;
  return spoken({ ...reply, said: { ...reply.said, text } });
}

const refused = ({ expert, question, found, constraints }: ReplyInput) =>
  refusal(answeringIn(expert, question, found.outcome), question, {
    reason: "not_supported",
    confidence: 0,
    used: found.passages.length,
    language: constraints?.language ?? null,
  });

function replyWith(answer: ComputedAnswer, { question, found }: ReplyInput, confidence: number): TimedReply {
  const { text, markers, citations, remarks, computation } = answer;
  const point = codePointCursor(text);
  return {
    pieces: [
      { type: "text", text, markers },
      ...citations.map((citation) => ({ type: "citation" as const, citation })),
    ],
    reply: {
      said: {
        text,
        citations,
        markers: markers.map(({ index, start, end }) => ({ index, start: point(start), end: point(end) })),
        remarks,
      },
      mode: "computed",
      computation,
      model: null,
      confidence,
      abstainReason: null,
      used: found.passages.length,
      usage: { promptTokens: estimateTokens(question), completionTokens: estimateTokens(text) },
      truncated: false,
    },
  };
}
