/** Continues conversations: adds new turns and stores all turns as an original. */
import type { Expert } from "../../experts/expert.ts";
import { type Awaitable, onePiece } from "../../kernel/awaitable.ts";
import { Fault } from "../../kernel/fault.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { createMutex, type Mutex } from "../../kernel/mutex.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { missingOriginal } from "../original-reading.ts";
import type { OriginalFiles, ReceivedFile, SourceStore, SourceText } from "../ports/store-ports.ts";
import type { Source } from "../source.ts";
import { conversationBytes, type Message, mostTurns, readConversation, withTurns } from "./conversation.ts";

export interface Continuation {
  readonly file: ReceivedFile;
  /** More than the earlier version. */
  readonly newBytes: number;
  /** Of the earlier version; null: the conversation is new. */
  readonly title: string | null;
  /** As `NewVersion.follows`; undefined: it cannot be continued. */
  readonly follows: number | null | undefined;
  /** Repeats the addition because another process was faster. Discards the file. */
  again(): Promise<Continuation>;
  /** Must be called once the source is accepted or given up. */
  release(): void;
}

interface ConversationsParts {
  readonly store: SourceStore;
  readonly files: OriginalFiles;
  readonly receive: (content: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;
  readonly maxChars: number;
}

export function createConversations(parts: ConversationsParts) {
  const lines = new Map<string, Mutex>();
  return {
    /** One at a time for each conversation. @param externalId null: not to be continued @throws Fault */
    begin: async (expert: Expert, externalId: string | null, sent: readonly Message[]) => {
      if (externalId === null) return single(await continued(parts, null, sent));
      const release = await take(lines, `${expert.id} ${externalId}`);
      const onward = async (): Promise<Continuation> => {
        const { source, text } = await newest(parts, expert.id, externalId);
        const before = source && { source, known: readConversation(text) };
        const made = await continued(parts, before, sent);
        const again = () => {
          made.file.discard();
          return onward();
        };
        return { ...made, follows: source?.versionNo ?? null, again, release };
      };
      try {
        return await onward();
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function single(made: Continued): Continuation {
  const again = () => Promise.reject(new Error("a conversation without an external id cannot be outdated"));
  return { ...made, follows: undefined, again, release: () => undefined };
}

type Newest = { readonly source: Source; readonly text: Uint8Array } | { readonly source: null; readonly text: null };

/** Another process may replace and delete the version before its turns are read. */
async function newest({ store, files }: ConversationsParts, expert: ExpertId, externalId: string): Promise<Newest> {
  for (let failed: number | null = null; ; ) {
    const source = await store.byExternalId(expert, externalId);
    if (source === null) return { source, text: null };
    if (source.type !== "conversation") throw otherType(source);
    await files.remove(await store.dropSuperseded(source));
    try {
      return { source, text: await files.read(source.versionNo) };
    } catch (error) {
      if (failed === source.versionNo) throw missingOriginal(source, error);
      failed = source.versionNo;
    }
  }
}

type Continued = Pick<Continuation, "file" | "newBytes" | "title">;

async function continued(
  { receive, maxChars }: ConversationsParts,
  before: { readonly source: Source; readonly known: readonly Message[] } | null,
  sent: readonly Message[],
): Promise<Continued> {
  const messages = withTurns(before?.known ?? [], sent);
  refuseLonger(messages, maxChars);
  const file = await receive(onePiece(conversationBytes(messages)));
  const { bytes = 0, title = null } = before?.source ?? {};
  return { file, newBytes: Math.max(0, file.bytes - bytes), title };
}

async function take(lines: Map<string, Mutex>, name: string): Promise<() => void> {
  const line = lines.getOrInsertComputed(name, createMutex);
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const turn = line.run(() => {
    begun.resolve();
    return ended.promise;
  });
  void turn.finally(() => {
    if (!line.busy) lines.delete(name);
  });
  await begun.promise;
  return ended.resolve;
}

function refuseLonger(messages: readonly Message[], maxChars: number): void {
  const chars = messages.reduce((sum, { content }) => sum + codePointLength(content), 0);
  const isLong = messages.length > mostTurns || chars > maxChars;
  if (!isLong) return;
  const most = `${mostTurns} turns and ${maxChars} characters`;
  throw new Fault("payload_too_large", `The conversation would be longer than ${most}.`, {
    param: "messages",
    hint: "Begin another conversation, with an external_id of its own.",
  });
}

function otherType({ type, externalId }: Source): Fault {
  return new Fault("invalid_parameter", `"${externalId}" is the external_id of a source of type ${type}.`, {
    param: "external_id",
    hint: "Give the conversation another one, or delete that source.",
  });
}

/** Older versions are dropped, because the text of a conversation begins with that of each earlier version. */
export function laterText(store: SourceStore, source: Source, version: number | null): Awaitable<SourceText | null> {
  const isDropped = source.type === "conversation" && version !== null && version < source.version;
  return isDropped ? store.content(source, null) : null;
}
