/** `start`, `retrieval`, `delta`, `citation`, then `done` or `error`. */
import type { Answer, AnswerEvent, Citation } from "../../answering/answer.ts";
import { Fault } from "../../kernel/fault.ts";
import { streamWords } from "../../language/text/shown-text.ts";
import { eventFrame } from "../body/sse.ts";

type EventOf<T extends AnswerEvent["type"]> = Extract<AnswerEvent, { readonly type: T }>;

export interface NativeView {
  start(event: EventOf<"start">): unknown;
  retrieval(event: EventOf<"retrieval">): unknown;
  citation(citation: Citation): unknown;
  answer(answer: Answer): unknown;
  error(error: unknown): unknown;
}

/** An error before the first event is thrown; a later one is the last frame. */
export async function* nativeEvents(events: AsyncIterable<AnswerEvent>, view: NativeView): AsyncGenerator<string> {
  let started = false;
  let done = false;
  try {
    for await (const event of events) {
      started = true;
      done = event.type === "end";
      yield nativeFrames(event, view);
    }
    if (!done) throw new Fault("internal_error", "The answer ended before it was complete.");
  } catch (error) {
    if (!started) throw error;
    yield eventFrame("error", { error: view.error(error) });
  }
}

function nativeFrames(event: AnswerEvent, view: NativeView): string {
  switch (event.type) {
    case "start":
      return eventFrame("start", view.start(event));
    case "retrieval":
      return eventFrame("retrieval", view.retrieval(event));
    case "text":
      return streamWords(event.text)
        .map((text) => eventFrame("delta", { text }))
        .join("");
    case "tool_call":
      return ""; // a native request has no tools
    case "citation":
      return eventFrame("citation", view.citation(event.citation));
    case "end":
      return eventFrame("done", view.answer(event.answer));
  }
}
