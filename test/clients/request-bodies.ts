/** A request's body may arrive in pieces of any size, cut within a character or a JSON escape: it reads the same. */
import { expect, test } from "bun:test";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { answer, footer, model, question } from "./pump-manual.ts";
import { native } from "./service.ts";

const body = new TextEncoder().encode(
  JSON.stringify({
    model,
    messages: [
      { role: "system", content: 'Antworte höflich 💧, "bitte"\n\u0000' },
      { role: "user", content: [{ type: "text", text: question }] },
    ],
    user: "é👩‍👩‍👧",
  }),
);

/** Cuts the bytes at positions that the seed determines. */
function piecesOf(bytes: Uint8Array, seed: number, cuts: number): Uint8Array[] {
  const random = seededRandom(seed);
  const positions = Array.from({ length: cuts }, () => random.below(bytes.length)).toSorted((a, b) => a - b);
  return [0, ...positions].map((start, i) => bytes.subarray(start, positions[i] ?? bytes.length));
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = pieces.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function ask(pieces: readonly Uint8Array[]): Promise<string | null> {
  const response = await native("/chat/completions", { method: "POST", body: streamOf(pieces) });
  const { choices } = (await response.json()) as { choices?: { message: { content: string } }[] };
  return choices?.[0]?.message.content ?? null;
}

test("60 ways to cut it", async () => {
  const replies = new Set<string | null>();
  for (let seed = 1; seed <= 60; seed++) replies.add(await ask(piecesOf(body, seed, seed)));
  expect(replies).toEqual(new Set([answer + footer]));
});

test("byte by byte", async () => {
  expect(await ask(Array.from(body, (byte) => Uint8Array.of(byte)))).toBe(answer + footer);
});
