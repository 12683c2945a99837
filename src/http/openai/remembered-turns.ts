/** Adds a user's statements in a chat to the memory, if the expert's settings allow it. */
import type { AnswerEvent } from "../../answering/answer.ts";
import { languageOf } from "../../answering/asked-question.ts";
import { isStatement } from "../../answering/conversation/turns.ts";
import type { Expert } from "../../experts/expert.ts";
import { type Clock, timestamp } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import type { KeyId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { conversationSubmission, openIntake, type SourceLimits } from "../native/open-intake.ts";

export interface UserTurn {
  readonly expert: Expert;
  readonly keyId: KeyId;
  /** Null: the turns of a day form one. */
  readonly conversation: string | null;
  readonly text: string;
}

export type RememberTurn = (turn: UserTurn) => Promise<void>;

interface RememberingParts {
  readonly sources: SourceService;
  readonly limits: SourceLimits;
  readonly clock: Clock;
}

export function rememberTurns({ sources, limits, clock }: RememberingParts, log: Log): RememberTurn {
  return async ({ expert, keyId, conversation, text }) => {
    using intake = openIntake(sources, expert, limits);
    const now = timestamp(clock.now());
    const externalId = `chat ${conversation ?? `${keyId} ${now.slice(0, 10)}`}`.slice(0, 256);
    const facts = { ...plainFacts, externalId };
    const message = { role: "user" as const, content: text, created_at: now };
    try {
      const submission = await conversationSubmission({ type: "conversation", messages: [message] }, facts, intake);
      await sources.add(expert, keyId, submission);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.warn("chat.not_remembered", { expert: expert.id, code: error.code });
    }
  };
}

const plainFacts = {
  type: "conversation",
  title: null,
  url: null,
  filename: null,
  declaredType: null,
  metadata: null,
} as const;

/** Stores the user's turn before the last event, if it is a statement. The answer is not stored. */
export async function* remembering(
  events: AsyncGenerator<AnswerEvent>,
  turn: UserTurn,
  remember: RememberTurn,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    const isOver = event.type === "end" && event.answer.mode !== "talk";
    if (isOver && isStatement(turn.text, languageOf(turn.expert, turn.text, null))) await remember(turn);
    yield event;
  }
}

/** `metadata.conversation_id`, else `user`. */
export function conversationIdOf(body: unknown): string | null {
  const { metadata, user } = Object(body);
  const id: unknown = Object(metadata).conversation_id ?? user;
  return typeof id === "string" && id.trim() !== "" ? id.trim() : null;
}
