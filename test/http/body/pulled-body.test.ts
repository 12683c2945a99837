import { expect, test } from "bun:test";
import { pulledBody } from "../../../src/http/body/pulled-body.ts";
import { createTurnTaking } from "../../../src/kernel/mutex.ts";

function counted() {
  const seen = { made: 0, isClosed: false };
  const pieces = (function* () {
    try {
      for (;;) yield new Uint8Array([++seen.made]);
    } finally {
      seen.isClosed = true;
    }
  })();
  return { seen, pieces };
}

test("each piece is produced when it is read, not before", async () => {
  const { seen, pieces } = counted();
  const reader = pulledBody(pieces, createTurnTaking()).getReader();
  expect(seen.made).toBe(0);
  for (const no of [1, 2, 3]) expect((await reader.read()).value).toEqual(new Uint8Array([no]));
  expect(seen.made).toBe(3);
  await reader.cancel();
  expect(seen).toEqual({ made: 3, isClosed: true });
});

test("nothing is produced for a client that leaves while it waits", async () => {
  const { seen, pieces } = counted();
  const turn = Promise.withResolvers<void>();
  const reader = pulledBody(pieces, { next: () => turn.promise }).getReader();
  const waiting = reader.read();
  await reader.cancel();
  turn.resolve();
  expect((await waiting).done).toBe(true);
  expect(seen.made).toBe(0);
});

test("for a client that reads nothing, only the beginning is produced, over a real connection", async () => {
  let made = 0;
  const megabyte = new Uint8Array(1 << 20);
  const pieces = (function* () {
    for (; made < 2000; made++) yield megabyte;
  })();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/look") ? new Response("") : new Response(pulledBody(pieces, createTurnTaking())),
  });
  try {
    const reader = (await fetch(server.url)).body!.getReader();
    await reader.read();
    // Enough turns for the whole text.
    for (let asked = 0; asked < 3000; asked++) await (await fetch(`${server.url}look`)).text();
    expect(made).toBeLessThan(200);
    await reader.cancel();
  } finally {
    await server.stop(true);
  }
});
