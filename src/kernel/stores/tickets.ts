/** Short-lived secrets, such as a sign-in address. Only their hashes are kept. */
import type { Awaitable } from "../awaitable.ts";

export interface TicketStore {
  keep(ticket: KeptTicket, now: number): Awaitable<void>;
  find(hash: Uint8Array, now: number): Awaitable<string | null>;
  take(hash: Uint8Array, now: number): Awaitable<string | null>;
}

export interface KeptTicket {
  readonly hash: Uint8Array;
  readonly content: string;
  readonly expiresAt: number;
}

/** @param purpose keeps tickets of one kind from being used as another */
export function ticketHash(purpose: string, ticket: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(`${purpose} ${ticket}`).digest());
}

const atMost = 1000;

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
