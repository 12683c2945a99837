import type { ReplyInput, TimedReply } from "../answering/choice/extractive-reply.ts";
import type { Finding, FindingRequest } from "../answering/finding.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { HeldBytes } from "../memory/followed-memories.ts";

export interface AnswerOpening {
  readonly database: string;
  readonly memory: string;
  readonly sense: boolean;
  readonly reader: boolean;
  readonly budgetBytes: number;
}

export type AnswerRequest =
  | { readonly kind: "open"; readonly opening: AnswerOpening }
  /** Questions are worked on in order. */
  | { readonly kind: "find"; readonly no: number; readonly request: FindingRequest; readonly readUntil: number }
  | { readonly kind: "choose"; readonly no: number; readonly input: ReplyInput; readonly readUntil: number }
  | { readonly kind: "forget"; readonly expert: ExpertId }
  | { readonly kind: "end" };

export type ThreadReply =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly no: number; readonly finding: Finding }
  | { readonly kind: "chosen"; readonly no: number; readonly reply: TimedReply }
  | { readonly kind: "behind"; readonly no: number }
  /** There is a fault in the request, which the request thread reports. */
  | { readonly kind: "refused"; readonly no: number }
  | { readonly kind: "failed"; readonly no: number; readonly description: string }
  | { readonly kind: "held"; readonly held: HeldBytes };
