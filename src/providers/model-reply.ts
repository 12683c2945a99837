/** What a model's reply is worth: its thoughts are taken out, and a reply without an answer is an error. */
import type { ModelEvent, ModelRequest } from "../answering/ports.ts";
import { turnEnds } from "../kernel/pause.ts";
import { spokenText } from "./thoughts.ts";
import { modelError } from "./upstream.ts";

/** What is known about a model's replies from earlier ones. */
export interface ReplyHabit {
  /** They begin inside a thought. */
  opened: boolean;
}

const noAnswerHint = "Ask again. If this repeats, choose another model, or let it think less.";

/** UTF-16 units of a piece that is passed on: some milliseconds of checking. */
const longestPiece = 2000;

/** @throws Fault `upstream_model_error` if the reply has neither text nor a call of a tool that the model was given. */
export async function* usableReply(
  events: AsyncIterable<ModelEvent>,
  { tools }: Pick<ModelRequest, "tools">,
  habit: ReplyHabit,
): AsyncGenerator<ModelEvent> {
  const spoken = spokenText(habit.opened);
  const seen = { text: false, words: false, calls: false, unasked: false };
  const turnEnd = turnEnds();
  const told = async function* (text: string): AsyncGenerator<ModelEvent> {
    if (spoken.unopened && !habit.opened) {
      habit.opened = true;
      if (seen.text) throw modelError("wrote thoughts without marking their beginning", undefined, "Ask again.");
    }
    if (text === "") return;
    seen.text = true;
    seen.words ||= text.trim() !== "";
    for (let at = 0; at < text.length; ) {
      const piece = firstOf(text.slice(at), longestPiece);
      yield { type: "text", text: piece };
      at += piece.length;
      await turnEnd();
    }
  };
  for await (const event of events) {
    if (event.type === "text") yield* told(spoken.push(event.text));
    else if (event.type === "end") {
      yield* told(spoken.end(event.truncated));
      if (!seen.words && !seen.calls)
        throw modelError(whyNothing(spoken.thought, event, seen), undefined, noAnswerHint);
      yield event;
    } else if (tools) {
      seen.calls = true;
      yield event;
    } else seen.unasked = true;
  }
}

/** At most so many UTF-16 units, not cut between the two halves of a surrogate pair. */
export function firstOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function whyNothing(
  thought: boolean,
  { truncated }: Extract<ModelEvent, { type: "end" }>,
  { unasked }: { readonly unasked: boolean },
): string {
  if (unasked) return "called a tool that it was not given instead of answering";
  if (truncated) return "reached its limit of tokens before it wrote an answer";
  return thought ? "wrote its thoughts and no answer" : "sent an empty reply";
}
