/** Continues conversations: finds the turns that are known, adds those that are new, and stores all of them as an original. */
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
  /** How many bytes longer it is than before. */
  readonly newBytes: number;
  /** Of the conversation until now; null if it is new. */
  readonly title: string | null;
  /** The version that it continues, as `NewVersion.follows`; undefined: it cannot be continued. */
  readonly follows: number | null | undefined;
  /** Adds the turns to what the conversation is now, because another process was faster. Discards the file. */
  again(): Promise<Continuation>;
  /** Lets others continue the conversation. Must be called once the source is accepted or given up. */
  release(): void;
}

export interface ConversationService {
  /**
   * Waits for others with that conversation. @param externalId null: it cannot be continued @throws Fault
   * `original_not_found`, `invalid_parameter`, `payload_too_large`, `storage_full`
   */
  begin(expert: Expert, externalId: string | null, sent: readonly Message[]): Promise<Continuation>;
}

interface ConversationsParts {
  readonly store: SourceStore;
  readonly files: OriginalFiles;
  readonly receive: (content: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;
  /** Most characters of a conversation. */
  readonly maxChars: number;
}

export function createConversations(parts: ConversationsParts): ConversationService {
  const lines = new Map<string, Mutex>();
  return {
    begin: async (expert, externalId, sent) => {
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

/** The newest version with its turns. Another process may replace and delete it between the two. */
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

interface ContinuedFrom {
  readonly source: Source;
  readonly known: readonly Message[];
}

type Continued = Pick<Continuation, "file" | "newBytes" | "title">;

async function continued(
  { receive, maxChars }: ConversationsParts,
  before: ContinuedFrom | null,
  sent: readonly Message[],
): Promise<Continued> {
  const messages = withTurns(before?.known ?? [], sent);
  refuseLonger(messages, maxChars);
  const file = await receive(onePiece(conversationBytes(messages)));
  const { bytes = 0, title = null } = before?.source ?? {};
  return { file, newBytes: Math.max(0, file.bytes - bytes), title };
}

async function take(lines: Map<string, Mutex>, name: string): Promise<() => void> {
  const line = lines.get(name) ?? createMutex();
  lines.set(name, line);
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

/** Only the last versions of a conversation are kept. Their text begins with the text of every earlier version. */
export function laterText(store: SourceStore, source: Source, version: number | null): Awaitable<SourceText | null> {
  const isDropped = source.type === "conversation" && version !== null && version < source.version;
  return isDropped ? store.content(source, null) : null;
}
