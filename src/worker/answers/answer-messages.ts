/** What the request thread and an answer thread say to each other. `readUntil`: milliseconds since the Unix epoch (`reading-time`). */
import type { ReplyInput, TimedReply } from "../../answering/choice/extractive-reply.ts";
import type { Finding, FindingRequest } from "../../answering/finding.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { HeldBytes } from "../../memory/followed-memories.ts";

export interface AnswerOpening {
  readonly database: string;
  /** The folder of snapshots. */
  readonly memory: string;
  /** Whether the built-in model of meaning is used. */
  readonly sense: boolean;
  /** Whether the built-in reader is used. */
  readonly reader: boolean;
  /** Bytes that the thread's open indexes may hold. */
  readonly budgetBytes: number;
}

export type AnswerRequest =
  /** The first message. */
  | { readonly kind: "open"; readonly opening: AnswerOpening }
  /** Questions are worked on in order. */
  | { readonly kind: "find"; readonly no: number; readonly request: FindingRequest; readonly readUntil: number }
  /** Choose an answer from what the request thread found. */
  | { readonly kind: "choose"; readonly no: number; readonly input: ReplyInput; readonly readUntil: number }
  /** The expert is deleted. */
  | { readonly kind: "forget"; readonly expert: ExpertId }
  /** Finish, close everything, and end. */
  | { readonly kind: "end" };

export type ThreadReply =
  /** It can take questions. */
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly no: number; readonly finding: Finding }
  | { readonly kind: "chosen"; readonly no: number; readonly reply: TimedReply }
  /** The thread cannot search the memory as it was committed. */
  | { readonly kind: "behind"; readonly no: number }
  /** There is a fault in the request, which the request thread reports. */
  | { readonly kind: "refused"; readonly no: number }
  /** Something is wrong with us. */
  | { readonly kind: "failed"; readonly no: number; readonly description: string }
  /** Sent when it changes. */
  | { readonly kind: "held"; readonly held: HeldBytes };
