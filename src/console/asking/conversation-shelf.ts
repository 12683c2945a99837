import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { AnswerProgress } from "../../api/answer-events.ts";
import type { AnswerObject, CitationObject, QuestionRequest } from "../../api/shapes.ts";
import { streamAnswer } from "../app/answer-stream.ts";
import type { ApiClient } from "../app/api-client.ts";
import { asProblem, isAbort } from "../app/api-problem.ts";
import { storagePrefix } from "../app/base-path.ts";
import { keep, readKept } from "../app/kept.ts";

export type TurnState = "asking" | "done" | "failed" | "stopped";

export interface AskedTurn {
  readonly no: number;
  readonly question: QuestionRequest;
  readonly state: TurnState;
  readonly text: string;
  readonly citations: readonly CitationObject[];
  readonly answer: AnswerObject | null;
  readonly problem: string | null;
}

export interface KeptConversation {
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly turns: readonly AskedTurn[];
}

export interface Conversations {
  readonly all: ReadonlySignal<readonly KeptConversation[]>;
  readonly current: ReadonlySignal<KeptConversation | null>;
  ask(api: ApiClient, question: QuestionRequest): Promise<void>;
  askAgain(api: ApiClient, turn: AskedTurn): Promise<void>;
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

/** The browser's storage is the truth, because other tabs write there too: each change is made to what it holds by then. */
function createConversations(name: string): Conversations {
  const kept = keptConversations(name);
  const { all } = kept;
  const currentId = signal<string | null>(all.value[0]?.id ?? null);
  const current = computed(() => all.value.find(({ id }) => id === currentId.value) ?? null);
  const show = (id: string | null) => {
    currentId.value = id;
  };
  return {
    all,
    current,
    ask: async (api, question) => {
      const old = current.value ?? { id: crypto.randomUUID(), startedAt: Date.now(), turns: [] };
      const turn = newTurn(old.turns.length, question);
      const conversation = { ...old, turns: [...old.turns, turn] };
      show(conversation.id);
      kept.save((others) => [conversation, ...others.filter(({ id }) => id !== conversation.id)]);
      await kept.run(api, conversation, turn);
    },
    askAgain: async (api, turn) => {
      const conversation = current.value;
      if (conversation !== null) await kept.run(api, conversation, newTurn(turn.no, turn.question));
    },
    stop: kept.stop,
    begin: () => show(null),
    open: show,
    remove: (id) => kept.save((some) => some.filter((each) => each.id !== id)),
    empty: () => kept.save(() => []),
  };
}

function keptConversations(name: string) {
  const all = signal<readonly KeptConversation[]>(readConversations(name) ?? []);
  let running: Running | null = null;
  const save = (change: (kept: readonly KeptConversation[]) => readonly KeptConversation[]) => {
    all.value = change(readConversations(name) ?? all.value).slice(0, keptAtMost);
    saveConversations(name, all.value);
  };
  addEventListener("storage", ({ key }) => {
    if (key === storagePrefix + name) all.value = withRunning(readConversations(name) ?? [], running);
  });
  return {
    all,
    save,
    stop: () => running?.aborter.abort(),
    run: async (api: ApiClient, conversation: KeptConversation, turn: AskedTurn) => {
      running?.aborter.abort();
      const mine: Running = { id: conversation.id, aborter: new AbortController(), turn };
      running = mine;
      const expertId = name.slice("conversations.".length);
      const question = { ...turn.question, ...contextOf(conversation.turns.filter(({ no }) => no < turn.no)) };
      await answered(api, { expertId, question, signal: mine.aborter.signal }, turn, (next) => {
        mine.turn = next;
        if (next.state === "asking") all.value = withRunning(all.value, mine);
        else save((kept) => withRunning(kept, mine));
      });
      if (running === mine) running = null;
    },
  };
}

interface Running {
  readonly id: string;
  readonly aborter: AbortController;
  turn: AskedTurn;
}

/** With that turn as it stands now: in its place, or at the end where another tab has asked something in between. */
function withRunning(conversations: readonly KeptConversation[], running: Running | null): readonly KeptConversation[] {
  if (running === null) return conversations;
  const { id, turn } = running;
  const placed = (turns: readonly AskedTurn[]) => {
    const isSame = (each: AskedTurn) => each.no === turn.no && each.question.question === turn.question.question;
    return turns.some(isSame)
      ? turns.map((each) => (isSame(each) ? turn : each))
      : [...turns, { ...turn, no: turns.length }];
  };
  return conversations.map((each) => (each.id === id ? { ...each, turns: placed(each.turns) } : each));
}

function newTurn(no: number, question: QuestionRequest): AskedTurn {
  return { no, question, state: "asking", text: "", citations: [], answer: null, problem: null };
}

function contextOf(turns: readonly AskedTurn[]): Pick<QuestionRequest, "messages"> {
  const messages = turns
    .filter(({ state, text }) => state === "done" && text !== "")
    .slice(-turnsSent)
    .flatMap(({ question, text }) => [
      { role: "user" as const, content: question.question },
      { role: "assistant" as const, content: text },
    ]);
  return messages.length === 0 ? {} : { messages };
}

function turnAfter(turn: AskedTurn, event: AnswerProgress): AskedTurn {
  if (event.type === "delta") return { ...turn, text: turn.text + event.text };
  if (event.type === "citation") return { ...turn, citations: [...turn.citations, event.citation] };
  return event.type === "done" ? wholeTurn(turn, event.answer) : turn;
}

async function answered(
  api: ApiClient,
  request: Parameters<typeof streamAnswer>[1],
  turn: AskedTurn,
  tell: (turn: AskedTurn) => void,
): Promise<void> {
  let now = turn;
  const become = (next: AskedTurn) => {
    now = next;
    tell(next);
  };
  become(turn);
  try {
    for await (const event of streamAnswer(api, request)) become(turnAfter(now, event));
  } catch (cause) {
    const problem = asProblem(cause);
    if (isAbort(cause) || request.signal.aborted) become({ ...now, state: "stopped" });
    else become({ ...now, state: "failed", problem: problem.code === "unreachable" ? "" : problem.message });
  }
}

function wholeTurn(turn: AskedTurn, answer: AnswerObject): AskedTurn {
  return { ...turn, state: "done", answer, text: answer.answer ?? "", citations: answer.citations };
}

/** Null if the browser keeps none. Turns that were being answered count as stopped: their page may be closed. */
function readConversations(name: string): readonly KeptConversation[] | null {
  try {
    const kept: unknown = JSON.parse(readKept(name) ?? "null");
    if (!Array.isArray(kept)) return null;
    return (kept as KeptConversation[]).map((conversation) => ({
      ...conversation,
      turns: conversation.turns.map((turn) =>
        turn.state === "asking" ? { ...turn, state: "stopped" as const } : turn,
      ),
    }));
  } catch {
    return null;
  }
}

function saveConversations(name: string, conversations: readonly KeptConversation[]): void {
  for (let kept = conversations; kept.length > 0; kept = kept.slice(0, -1))
    if (keep(name, JSON.stringify(kept))) return;
  keep(name, null);
}
