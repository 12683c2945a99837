import type { Answer, Citation, Marker, ToolUse } from "../../answering/answer.ts";
import { readConstraints } from "../../answering/asked-question.ts";
import { citationView } from "../../api/native-views.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { citationFooter } from "./citation-footer.ts";
import type { CitationStyle } from "./expert-request.ts";
import type { AnswerContext, Note, UrlCitation } from "./shared-schemas.ts";

export interface CitationContext {
  readonly citations: CitationStyle;
  readonly footer: boolean;
  /** Null for a passage of a message without an address. */
  passageLink(citation: Citation): string | null;
  readonly notes: readonly Note[];
  readonly instructions: string | null;
  readonly tools: ToolUse | null;
}

export interface PlacedCitation extends Marker {
  readonly citation: Citation;
}

/** Only markers within the limits, so that text and lists agree. */
export function placedCitations(answer: Answer, body: string, style: CitationStyle): PlacedCitation[] {
  if (style === "inline" || style === "off") return [];
  const length = codePointLength(body);
  const byIndex = new Map(answer.citations.map((citation) => [citation.index, citation]));
  return answer.markers.flatMap((marker) => {
    const citation = byIndex.get(marker.index);
    return citation === undefined || marker.end > length ? [] : [{ ...marker, citation }];
  });
}

/** One for each marker whose passage has an address. Positions are code points. */
export function urlCitations(placed: readonly PlacedCitation[], context: CitationContext): UrlCitation[] {
  return placed.flatMap(({ citation, start, end }) => {
    const url = context.passageLink(citation);
    const title = citationTitle(citation);
    return url === null
      ? []
      : [{ type: "url_citation" as const, url_citation: { url, title, start_index: start, end_index: end } }];
  });
}

function citationTitle({ passage }: Citation): string {
  return passage.title.trim() || passage.url || passage.sourceId;
}

export function answerContext(
  answer: Answer,
  placed: readonly PlacedCitation[],
  context: CitationContext,
): AnswerContext {
  const listed = context.citations === "full" || context.citations === "annotations";
  const kept = new Set(placed.map(({ citation }) => citation));
  return {
    expert_id: answer.expertId,
    query_id: answer.id,
    abstained: answer.abstained,
    abstain_reason: answer.abstainReason,
    citations: answer.citations.filter((citation) => kept.has(citation)).map(contextCitation),
    grounded: answer.unsupported.length === 0,
    unsupported: listed ? answer.unsupported.map((span) => ({ ...span })) : [],
    notes: [...context.notes, ...notFollowed(answer, context), ...(listed ? removedNotes(answer) : [])],
  };
}

/** Sentences that the note has; their number is told. */
const mostNamed = 3;

function removedNotes({ removed }: Answer): Note[] {
  if (removed.length === 0) return [];
  const named = removed.slice(0, mostNamed).map((text) => `“${text}”`);
  const rest = removed.length > mostNamed ? ` and ${removed.length - mostNamed} more` : "";
  return [{ code: "statements_removed", message: `No source supports what was left out: ${named.join(", ")}${rest}.` }];
}

function notFollowed({ mode, modelFailure }: Answer, { tools, instructions }: CitationContext): Note[] {
  if (mode !== "extractive") return [];
  const uncalled = "The tools were not called: without a language model answers are quoted from the sources.";
  const failed = `${modelFailure} The answer is quoted from the sources.`;
  const notes: Note[] = [
    ...(modelFailure === null ? [] : [{ code: "model_failed" as const, message: failed }]),
    ...(tools === null ? [] : [{ code: "tools_not_called" as const, message: uncalled }]),
  ];
  if (instructions === null) return notes;
  const { sentences, words, language, more } = readConstraints([instructions]);
  const followed = [
    sentences === null ? null : `at most ${sentences} ${sentences === 1 ? "sentence" : "sentences"}`,
    words === null ? null : `at most ${words} words where a sentence is not longer`,
    language === null ? null : `refusals in the language ${language}; quotations stay in their own`,
  ].filter((constraint) => constraint !== null);
  if (!more && language === null) return notes;
  const others = "Without a language model answers are quoted from the sources, so the instructions were not followed";
  const message = followed.length === 0 ? `${others}.` : `${others} but for: ${followed.join("; ")}.`;
  return [...notes, { code: "instructions_not_followed", message }];
}

/** Material of the client has a position in its message. */
function contextCitation(citation: Citation): AnswerContext["citations"][number] {
  const { index, passage, quote, start, end, answerSpans } = citation;
  if (passage.brought === undefined) return citationView(citation);
  return {
    index,
    ...passage.brought,
    title: passage.title,
    url: passage.url,
    quote,
    start,
    end,
    score: passage.score,
    answer_spans: answerSpans.map((span) => ({ ...span })),
  };
}

/** Empty if the text was cut, which must not look complete. */
export function replyFooter(answer: Answer, cut: boolean, { citations, footer }: CitationContext): string {
  const whole = !cut && !answer.truncated;
  const wanted = footer && whole && answer.form === "text" && (citations === "full" || citations === "inline");
  return wanted ? citationFooter(answer.citations, answer.removed.length) : "";
}
