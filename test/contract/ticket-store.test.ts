/** The contract of the store of tickets. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import { type TicketStore, ticketHash, ticketsInMemory } from "../../src/kernel/stores/tickets.ts";
import { ticketsInPostgres } from "../../src/store/postgres/rows/ticket-store.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function openInPostgres(): Promise<TicketStore> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  return ticketsInPostgres(database);
}

const subjects: readonly (readonly [string, () => Awaitable<TicketStore>])[] = [
  ["memory", ticketsInMemory],
  ...overPostgres(openInPostgres),
];
const hash = ticketHash("sign-in", "1234");

describe.each(subjects)("TicketStore: %s", (_name, open) => {
  test("a ticket stands for its content until it expires, for one purpose", async () => {
    const store = await open();
    await store.keep({ hash, content: "key_1", expiresAt: 100 }, 0);
    expect(await store.find(hash, 99)).toBe("key_1");
    expect(await store.find(hash, 100)).toBeNull();
    expect(await store.find(ticketHash("file", "1234"), 99)).toBeNull();
  });

  test("of callers that take it at once, one gets it", async () => {
    const store = await open();
    await store.keep({ hash, content: "key_1", expiresAt: 100 }, 0);
    expect(await store.take(hash, 100)).toBeNull();
    await store.keep({ hash: ticketHash("sign-in", "5678"), content: "key_2", expiresAt: 300 }, 200);
    const other = ticketHash("sign-in", "5678");
    const taken = await Promise.all([store.take(other, 200), store.take(other, 200), store.take(other, 200)]);
    expect(taken.filter((content) => content !== null)).toEqual(["key_2"]);
    expect(await store.find(other, 200)).toBeNull();
  });
});
