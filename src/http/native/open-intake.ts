import type { ConversationSource } from "../../api/contents/conversation-schemas.ts";
import type { Expert } from "../../experts/expert.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { conversationType, type Message, statedTime } from "../../sources/conversation/conversation.ts";
import type { Continuation } from "../../sources/conversation/conversations.ts";
import type { ReceivedFile } from "../../sources/ports/store-ports.ts";
import type { SourceFacts, SourceSubmission } from "../../sources/source-addition.ts";
import type { SourceService } from "../../sources/source-service.ts";

export interface SourceLimits {
  readonly fileBytes: number;
  readonly textChars: number;
}

export type Receive = (content: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;

export interface SourceIntake {
  readonly limits: SourceLimits;
  readonly receive: Receive;
  /** @param externalId null: a new conversation */
  readonly converse: (externalId: string | null, sent: readonly Message[]) => Promise<Continuation>;
}

/** With the sent content, which identifies a repeated request. */
export interface SentSubmission extends SourceSubmission {
  readonly sent: unknown;
}

export interface OpenIntake extends SourceIntake, Disposable {
  accepted(): void;
}

export function openIntake(sources: SourceService, expert: Expert, limits: SourceLimits): OpenIntake {
  let file: ReceivedFile | null = null;
  let continuation: Continuation | null = null;
  return {
    limits,
    receive: async (content) => {
      file = await sources.receive(withoutStandIn(content));
      return file;
    },
    converse: async (externalId, sent) => {
      continuation = await (continuation?.again() ?? sources.conversations.begin(expert, externalId, sent));
      file = continuation.file;
      return continuation;
    },
    accepted: () => continuation?.release(),
    /** A file that no source has taken is deleted. */
    [Symbol.dispose]: () => {
      file?.discard();
      continuation?.release();
    },
  };
}

/** @throws Fault `invalid_parameter`, and as `converse` */
export async function conversationSubmission(
  source: ConversationSource,
  facts: SourceFacts,
  intake: SourceIntake,
): Promise<SentSubmission> {
  const messages = source.messages.map(messageFrom);
  const { file, newBytes, title, follows } = await intake.converse(facts.externalId, messages);
  return {
    facts: { ...facts, title: facts.title ?? title, declaredType: conversationType },
    origin: { file },
    newBytes,
    follows,
    renewed: () => conversationSubmission(source, facts, intake),
    sent: [facts, messages],
  };
}

function messageFrom(given: ConversationSource["messages"][number], i: number): Message {
  const { role, name = null, content, created_at: said } = given;
  const createdAt = said === undefined ? null : statedTime(said);
  if (said !== undefined && createdAt === null) {
    throw invalidParameter(`messages[${i}].created_at`, `"${said}" is not a time that exists.`);
  }
  if (content.trim() === "") {
    const param = `messages[${i}].content`;
    throw new Fault("invalid_parameter", "A message has no text.", { param, hint: "Leave empty messages out." });
  }
  return { role, name: name === null ? null : name.trim(), content, createdAt };
}

/** What JavaScript makes of a file that is turned into JSON or text. */
const standIns = ["{}", "[object Object]", "[object Blob]", "[object File]"];
const longestStandIn = 32;

/** @throws Fault `invalid_parameter` if that is the whole content */
async function* withoutStandIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begin = Buffer.alloc(0);
  for await (const piece of content) {
    if (begin.byteLength <= longestStandIn) begin = Buffer.concat([begin, piece.subarray(0, longestStandIn + 1)]);
    yield piece;
  }
  const text = begin.toString("utf8").trim();
  if (!standIns.includes(text)) return;
  throw new Fault(
    "invalid_parameter",
    `The content is "${text}", which a program writes in place of a file or an object.`,
    {
      param: "text",
      hint: "Send the text itself, or the file in a form (multipart/form-data).",
    },
  );
}
