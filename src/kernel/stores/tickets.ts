/** Tickets: secrets that stand for something for a short time, such as an address that signs in. Only their hashes are kept. */
import type { Awaitable } from "../awaitable.ts";

export interface TicketStore {
  /** Forgets tickets that have expired. @param expiresAt milliseconds */
  keep(ticket: KeptTicket, now: number): Awaitable<void>;
  /** What the ticket stands for; null: there is none, or it has expired. */
  find(hash: Uint8Array, now: number): Awaitable<string | null>;
  /** The same, once: of two callers that come together, one gets it. */
  take(hash: Uint8Array, now: number): Awaitable<string | null>;
}

export interface KeptTicket {
  readonly hash: Uint8Array;
  readonly content: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** @param purpose keeps tickets of one kind from being used as another */
export function ticketHash(purpose: string, ticket: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(`${purpose} ${ticket}`).digest());
}

/** More are not wanted at once; the oldest go. */
const atMost = 1000;

/** Tickets of one process. They end with it. */
export function ticketsInMemory(): TicketStore {
  const kept = new Map<string, KeptTicket>();
  const find = (hash: Uint8Array, now: number): string | null => {
    const found = kept.get(hash.toHex());
    return found !== undefined && found.expiresAt > now ? found.content : null;
  };
  return {
    keep: (ticket, now) => {
      kept.set(ticket.hash.toHex(), ticket);
      const surplus = kept.size - atMost;
      const over = [...kept].filter(([, { expiresAt }], at) => at < surplus || expiresAt <= now);
      for (const [name] of over) kept.delete(name);
    },
    find,
    take: (hash, now) => {
      const found = find(hash, now);
      kept.delete(hash.toHex());
      return found;
    },
  };
}
