import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { AnswerProgress } from "../../api/answer-events.ts";
import type { Answer, Citation, Question } from "../../api/shapes.ts";
import { streamAnswer } from "../api/answer-stream.ts";
import type { ApiClient } from "../api/api-client.ts";
import { asProblem, isAbort } from "../api/api-problem.ts";
import { storagePrefix } from "../app/base-path.ts";
import { keep, readKept } from "../app/kept.ts";

export type TurnState = "asking" | "done" | "failed" | "stopped";

export interface Turn {
  readonly no: number;
  readonly question: Question;
  readonly state: TurnState;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly answer: Answer | null;
  /** The message of the failure; null if it did not fail. */
  readonly problem: string | null;
}

export interface Conversation {
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly turns: readonly Turn[];
}

export interface Conversations {
  readonly all: ReadonlySignal<readonly Conversation[]>;
  /** Null: a new, empty conversation. */
  readonly current: ReadonlySignal<Conversation | null>;
  ask(api: ApiClient, question: Question): Promise<void>;
  /** Asks the question of a turn again and replaces the answer. */
  askAgain(api: ApiClient, turn: Turn, change?: Partial<Question>): Promise<void>;
  stop(): void;
  begin(): void;
  open(id: string): void;
  remove(id: string): void;
  empty(): void;
}

export interface ConversationShelf {
  of(expertId: string): Conversations;
  empty(): void;
}

const keptAtMost = 30;
/** Earlier turns to send with a question, so that it can refer to them. */
const turnsSent = 6;

export function createConversationShelf(): ConversationShelf {
  const shelves = new Map<string, Conversations>();
  return {
    of: (expertId) => {
      const known = shelves.get(expertId) ?? createConversations(`conversations.${expertId}`);
      shelves.set(expertId, known);
      return known;
    },
    empty: () => {
      for (const shelf of shelves.values()) shelf.empty();
      for (const name of Object.keys(localStorage))
        if (name.startsWith(`${storagePrefix}conversations.`)) localStorage.removeItem(name);
    },
  };
}

function createConversations(name: string): Conversations {
  const all = signal<readonly Conversation[]>(readConversations(name));
  const currentId = signal<string | null>(all.value[0]?.id ?? null);
  const current = computed(() => all.value.find(({ id }) => id === currentId.value) ?? null);
  let running: AbortController | null = null;
  const write = (conversations: readonly Conversation[]) => {
    all.value = conversations.slice(0, keptAtMost);
    saveConversations(name, all.value);
  };
  const change = (id: string, turn: Turn) => {
    const turns = (old: readonly Turn[]) => old.map((each) => (each.no === turn.no ? turn : each));
    all.value = all.value.map((each) => (each.id === id ? { ...each, turns: turns(each.turns) } : each));
  };
  const run = async (api: ApiClient, conversation: Conversation, turn: Turn) => {
    running?.abort();
    running = new AbortController();
    const { signal: stopped } = running;
    const expertId = name.slice("conversations.".length);
    const request = { ...turn.question, ...contextOf(conversation.turns.filter(({ no }) => no < turn.no)) };
    const finished = await answered(api, { expertId, question: request, signal: stopped }, turn, (next) =>
      change(conversation.id, next),
    );
    change(conversation.id, finished);
    saveConversations(name, all.value);
  };
  return {
    all,
    current,
    ask: async (api, question) => {
      const old = current.value ?? { id: crypto.randomUUID(), startedAt: Date.now(), turns: [] };
      const turn = newTurn(old.turns.length, question);
      const conversation = { ...old, turns: [...old.turns, turn] };
      currentId.value = conversation.id;
      write([conversation, ...all.value.filter(({ id }) => id !== conversation.id)]);
      await run(api, conversation, turn);
    },
    askAgain: async (api, turn, more = {}) => {
      const conversation = current.value;
      if (conversation === null) return;
      const fresh = newTurn(turn.no, { ...turn.question, ...more });
      change(conversation.id, fresh);
      await run(api, conversation, fresh);
    },
    stop: () => running?.abort(),
    begin: () => {
      currentId.value = null;
    },
    open: (id) => {
      currentId.value = id;
    },
    remove: (id) => write(all.value.filter((each) => each.id !== id)),
    empty: () => write([]),
  };
}

function newTurn(no: number, question: Question): Turn {
  return { no, question, state: "asking", text: "", citations: [], answer: null, problem: null };
}

function contextOf(turns: readonly Turn[]): Pick<Question, "messages"> {
  const messages = turns
    .filter(({ state, text }) => state === "done" && text !== "")
    .slice(-turnsSent)
    .flatMap(({ question, text }) => [
      { role: "user" as const, content: question.question },
      { role: "assistant" as const, content: text },
    ]);
  return messages.length === 0 ? {} : { messages };
}

function turnAfter(turn: Turn, event: AnswerProgress): Turn {
  if (event.type === "delta") return { ...turn, text: turn.text + event.text };
  if (event.type === "citation") return { ...turn, citations: [...turn.citations, event.citation] };
  return event.type === "done" ? wholeTurn(turn, event.answer) : turn;
}

async function answered(
  api: ApiClient,
  request: Parameters<typeof streamAnswer>[1],
  turn: Turn,
  tell: (turn: Turn) => void,
): Promise<Turn> {
  let now = turn;
  try {
    for await (const event of streamAnswer(api, request)) {
      now = turnAfter(now, event);
      tell(now);
    }
    return now;
  } catch (cause) {
    if (isAbort(cause) || request.signal.aborted) return { ...now, state: "stopped" };
    return {
      ...now,
      state: "failed",
      problem: asProblem(cause).code === "unreachable" ? "" : asProblem(cause).message,
    };
  }
}

function wholeTurn(turn: Turn, answer: Answer): Turn {
  return { ...turn, state: "done", answer, text: answer.answer ?? "", citations: answer.citations };
}

/** Marks turns as interrupted that were running when the page was closed. */
function readConversations(name: string): readonly Conversation[] {
  try {
    const kept: unknown = JSON.parse(readKept(name) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return (kept as Conversation[]).map((conversation) => ({
      ...conversation,
      turns: conversation.turns.map((turn) =>
        turn.state === "asking" ? { ...turn, state: "stopped" as const } : turn,
      ),
    }));
  } catch {
    return [];
  }
}

/** Deletes older conversations if the browser's storage is full. */
function saveConversations(name: string, conversations: readonly Conversation[]): void {
  for (let kept = conversations; kept.length > 0; kept = kept.slice(0, -1))
    if (keep(name, JSON.stringify(kept))) return;
  keep(name, null);
}
