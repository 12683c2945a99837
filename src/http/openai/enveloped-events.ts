import type { Answer, AnswerEvent, Span } from "../../answering/answer.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import type { Envelope } from "./front-ends/program-scaffolding.ts";

export async function* enveloped(events: AsyncIterable<AnswerEvent>, envelope: Envelope): AsyncGenerator<AnswerEvent> {
  let hasBegun = false;
  for await (const event of events) {
    const begins: boolean = !hasBegun && event.type === "text" && event.text !== "";
    if (begins) yield { type: "text", text: envelope.before };
    hasBegun ||= begins;
    if (event.type === "end" && hasBegun) yield { type: "text", text: envelope.after };
    yield event.type === "end" && hasBegun ? { type: "end", answer: shifted(event.answer, envelope) } : event;
  }
}

export function shifted(answer: Answer, { before, after }: Envelope): Answer {
  const by = codePointLength(before);
  const move = <S extends Span>(span: S): S => ({ ...span, start: span.start + by, end: span.end + by });
  return {
    ...answer,
    text: before + (answer.text ?? "") + after,
    markers: answer.markers.map(move),
    remarks: answer.remarks.map(move),
    unsupported: answer.unsupported.map(move),
    citations: answer.citations.map((citation) => ({ ...citation, answerSpans: citation.answerSpans.map(move) })),
  };
}
