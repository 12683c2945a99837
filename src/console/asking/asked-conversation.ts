/** A conversation, and how clients that change it at the same time lose nothing of each other. */
import type { ReadonlySignal } from "@preact/signals";
import type { AnswerObject, CitationObject, QuestionRequest } from "../../api/shapes.ts";

export interface AskedTurn {
  readonly id: string;
  readonly question: QuestionRequest;
  /** `removed`: a source of the answer was deleted, and the answer with it. */
  readonly state: "asking" | "done" | "failed" | "stopped" | "removed";
  readonly text: string;
  readonly citations: readonly CitationObject[];
  readonly answer: AnswerObject | null;
  readonly problem: string | null;
}

export interface KeptConversation {
  readonly id: string;
  readonly title: string;
  readonly revision: number;
  readonly turns: readonly AskedTurn[] | null;
}

export interface ConversationPlace {
  readonly kept: ReadonlySignal<readonly KeptConversation[]>;
  read(id: string): Promise<KeptConversation | null>;
  /** In place of the revision that it has. Null: there is another one by now, or none. */
  put(conversation: KeptConversation): Promise<KeptConversation | null>;
  look(): void;
  remove(id: string): Promise<void>;
}

const turnsSent = 6;

export function newTurn(id: string, question: QuestionRequest): AskedTurn {
  return { id, question, state: "asking", text: "", citations: [], answer: null, problem: null };
}

export function withTurn(turns: readonly AskedTurn[], turn: AskedTurn): readonly AskedTurn[] {
  return turns.some(({ id }) => id === turn.id)
    ? turns.map((each) => (each.id === turn.id ? turn : each))
    : [...turns, turn];
}

/** Not `crypto.randomUUID`, which browsers have only on HTTPS and this machine. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function contextOf(turns: readonly AskedTurn[]): Pick<QuestionRequest, "messages"> {
  const messages = turns
    .filter(({ state, text }) => state === "done" && text !== "")
    .slice(-turnsSent)
    .flatMap(({ question, text }) => [
      { role: "user" as const, content: question.question },
      { role: "assistant" as const, content: text },
    ]);
  return messages.length === 0 ? {} : { messages };
}

/** Puts own turns into what is kept, however often others change it meanwhile. Null: somebody deleted it. */
export async function merged(
  place: ConversationPlace,
  known: KeptConversation,
  own: readonly AskedTurn[],
): Promise<KeptConversation | null> {
  for (let there: KeptConversation | null = known; there !== null; there = await place.read(known.id)) {
    const turns = there.turns === null ? null : own.reduce(withTurn, there.turns);
    const put = turns === null ? null : await place.put({ ...known, revision: there.revision, turns });
    if (put !== null) return put;
  }
  return null;
}
