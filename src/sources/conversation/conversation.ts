export const conversationRoles = ["user", "assistant"] as const;
export type ConversationRole = (typeof conversationRoles)[number];

export interface Message {
  readonly role: ConversationRole;
  /** Null if only the role is known. */
  readonly name: string | null;
  readonly content: string;
  /** RFC 3339, as `statedTime` writes it; null if unknown. */
  readonly createdAt: string | null;
}

export const conversationType = "application/vnd.docent.conversation+json";

export const mostTurns = 10_000;

/** The same turns always give the same bytes. */
export function conversationBytes(messages: readonly Message[]): Uint8Array {
  const turns = messages.map(({ role, name, content, createdAt }) => ({
    role,
    ...(name === null ? {} : { name }),
    content,
    ...(createdAt === null ? {} : { created_at: createdAt }),
  }));
  return new TextEncoder().encode(`${JSON.stringify({ messages: turns }, null, 1)}\n`);
}

/** The inverse. @throws Error for anything that `conversationBytes` does not write */
export function readConversation(bytes: Uint8Array): Message[] {
  const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const { messages } = Object(value);
  if (!Array.isArray(messages)) throw new Error('A conversation has "messages".');
  return messages.map(messageFrom);
}

function messageFrom(value: unknown): Message {
  const { role, name = null, content, created_at: said = null } = Object(value);
  const known = conversationRoles.find((one) => one === role);
  const createdAt = said === null ? null : statedTime(String(said));
  const isSound = typeof content === "string" && (name === null || typeof name === "string");
  const isTimed = said === null || createdAt !== null;
  if (known === undefined || !isSound || !isTimed) throw new Error("A message of the conversation cannot be read.");
  return { role: known, name, content, createdAt };
}

export function speakerOf({ role, name }: Message): string {
  return name ?? (role === "user" ? "User" : "Assistant");
}

/** Leaves out turns that repeat the end or the beginning. Returns `known` itself if nothing is new. */
export function withTurns(known: readonly Message[], sent: readonly Message[]): readonly Message[] {
  if (sent.length <= known.length && isRunAt(known, sent, 0)) return known;
  for (let shared = Math.min(known.length, sent.length); shared > 0; shared--) {
    if (isRunAt(known, sent.slice(0, shared), known.length - shared)) {
      return shared === sent.length ? known : [...known, ...sent.slice(shared)];
    }
  }
  return [...known, ...sent];
}

function isRunAt(known: readonly Message[], run: readonly Message[], at: number): boolean {
  return run.every((message, i) => isSameTurn(known[at + i]!, message));
}

/** A missing time in the sent turn is ignored. */
function isSameTurn(known: Message, sent: Message): boolean {
  const isThen = known.createdAt === sent.createdAt || sent.createdAt === null;
  return isThen && known.role === sent.role && known.name === sent.name && known.content === sent.content;
}

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)$/i;

/** Keeps the speaker's offset, because "yesterday" depends on it. Null: not RFC 3339. */
export function statedTime(text: string): string | null {
  const [, local, offset] = rfc3339.exec(text) ?? [];
  if (local === undefined || offset === undefined || Number.isNaN(Date.parse(text))) return null;
  const clock = new Date(`${local}Z`.toUpperCase());
  // 31 February would become a day in March.
  if (!clock.toISOString().startsWith(local.slice(0, 10))) return null;
  return clock.toISOString().slice(0, -1) + offset.toUpperCase();
}
