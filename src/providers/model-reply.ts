/** Removes thoughts. A reply without an answer is an error. */

import type { ToolCallPiece } from "../answering/answer.ts";
import type { ModelEvent, ModelRequest } from "../answering/ports.ts";
import { turnEnds } from "../kernel/pause.ts";
import { at } from "./server-facts.ts";
import { SpokenText } from "./thoughts.ts";
import { modelError } from "./upstream.ts";

export interface ReplyHabit {
  /** Whether replies begin inside a thought; null before the first whole reply. */
  opened: boolean | null;
  thinks: boolean;
}

export const unknownHabit = (): ReplyHabit => ({ opened: null, thinks: false });

const noAnswerHint = "Ask again. If this repeats, choose another model, or let it think less.";

/** UTF-16 units; checking a piece takes some milliseconds. */
const longestPiece = 2000;

/** Holds text until it is known to be no thought. @throws Fault `upstream_model_error` without text and calls */
export async function* usableReply(
  events: AsyncIterable<ModelEvent>,
  { tools }: Pick<ModelRequest, "tools">,
  habit: ReplyHabit,
): AsyncGenerator<ModelEvent> {
  const spoken = new SpokenText(habit.opened ?? false);
  const seen = { text: false, words: false, calls: false, unasked: false };
  const isGiven = givenCalls(tools);
  const held = heldText(seen);
  const told = async function* (text: string): AsyncGenerator<ModelEvent> {
    if (learned(habit, spoken)) {
      held.drop();
      if (seen.text) throw modelError("wrote thoughts without marking their beginning", undefined, "Ask again.");
    }
    held.add(text);
    if (habit.opened !== null) yield* held.release();
  };
  for await (const event of events) {
    if (event.type === "text") yield* told(spoken.push(event.text));
    else if (event.type === "end") {
      yield* told(spoken.end(event.truncated));
      yield* held.release();
      finish(habit, spoken, event, seen);
      yield event;
    } else if (isGiven(event)) {
      seen.calls = true;
      yield event;
    } else seen.unasked = true;
  }
}

function heldText(seen: { text: boolean; words: boolean }) {
  const turnEnd = turnEnds();
  let held = "";
  return {
    add(text: string): void {
      held += text;
    },
    drop(): void {
      held = "";
    },
    async *release(): AsyncGenerator<ModelEvent> {
      const text = held;
      held = "";
      if (text === "") return;
      seen.text = true;
      seen.words ||= text.trim() !== "";
      for (const piece of piecesOf(text)) {
        yield { type: "text", text: piece };
        await turnEnd();
      }
    },
  };
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const piece = firstOf(text.slice(from), longestPiece);
    yield piece;
    from += piece.length;
  }
}

export function firstOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function finish(
  habit: ReplyHabit,
  { thought }: SpokenText,
  event: Extract<ModelEvent, { type: "end" }>,
  seen: { readonly words: boolean; readonly calls: boolean; readonly unasked: boolean },
): void {
  habit.thinks ||= thought;
  if (!event.truncated) habit.opened ??= false;
  if (!seen.words && !seen.calls) throw modelError(whyNothing(thought, event, seen), undefined, noAnswerHint);
}

/** @returns whether the reply turns out to have begun inside a thought */
function learned(habit: ReplyHabit, { unopened, thought }: SpokenText): boolean {
  const isNew = unopened && habit.opened !== true;
  if (isNew) habit.opened = true;
  // A marked beginning, or a field for thoughts: replies do not begin inside one.
  else if (thought || habit.thinks) habit.opened ??= false;
  return isNew;
}

function givenCalls(tools: ModelRequest["tools"]): (piece: ToolCallPiece) => boolean {
  const names = new Set(tools?.definitions.map((definition) => at(at(definition, "function"), "name")));
  const others = new Set<number>();
  return ({ index, name }) => {
    if (name !== null && !names.has(name)) others.add(index);
    return !others.has(index) && names.size > 0;
  };
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
