/** What a model's reply is worth: its thoughts are taken out, and a reply without an answer is an error. */
import type { ModelEvent, ModelRequest } from "../answering/ports.ts";
import type { ToolCallPiece } from "../answering/tool-calls.ts";
import { turnEnds } from "../kernel/pause.ts";
import { at } from "./server-facts.ts";
import { type SpokenText, spokenText } from "./thoughts.ts";
import { modelError } from "./upstream.ts";

/** What is known about a model's replies from earlier ones. */
export interface ReplyHabit {
  /** Whether they begin inside a thought. Null: there was no whole reply yet. */
  opened: boolean | null;
  /** Whether one had a thought. */
  thinks: boolean;
}

export const unknownHabit = (): ReplyHabit => ({ opened: null, thinks: false });

const noAnswerHint = "Ask again. If this repeats, choose another model, or let it think less.";

/** UTF-16 units of a piece that is passed on: some milliseconds of checking. */
const longestPiece = 2000;

/**
 * Until it is known whether a model's replies begin inside a thought, a reply is held until its end or the end of the
 * thought, so that no thought is ever shown.
 * @throws Fault `upstream_model_error` if the reply has neither text nor a call of a tool that the model was given.
 */
export async function* usableReply(
  events: AsyncIterable<ModelEvent>,
  { tools }: Pick<ModelRequest, "tools">,
  habit: ReplyHabit,
): AsyncGenerator<ModelEvent> {
  const spoken = spokenText(habit.opened ?? false);
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

/** At most so many UTF-16 units, not cut between the two halves of a surrogate pair. */
export function firstOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

type ReplyEnd = Extract<ModelEvent, { type: "end" }>;

function finish(
  habit: ReplyHabit,
  { thought }: SpokenText,
  event: ReplyEnd,
  seen: { readonly words: boolean; readonly calls: boolean; readonly unasked: boolean },
): void {
  habit.thinks ||= thought;
  if (!event.truncated) habit.opened ??= false;
  if (!seen.words && !seen.calls) throw modelError(whyNothing(thought, event, seen), undefined, noAnswerHint);
}

/** @returns whether it turns out that the reply began inside a thought */
function learned(habit: ReplyHabit, { unopened, thought }: SpokenText): boolean {
  const isNew = unopened && habit.opened !== true;
  if (isNew) habit.opened = true;
  // A mark of their beginning, or a field of their own, says that the replies do not begin inside them.
  else if (thought || habit.thinks) habit.opened ??= false;
  return isNew;
}

/** Whether a piece belongs to a call of a tool that the model was given. */
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
