/** However clients take turns, a conversation that several write has every turn of each, once. */
import { expect, test } from "bun:test";
import { signal } from "@preact/signals";
import fc from "fast-check";
import {
  type AskedTurn,
  type ConversationPlace,
  type KeptConversation,
  merged,
  newTurn,
} from "../../src/console/asking/asked-conversation.ts";

const turn = (id: string, text = ""): AskedTurn => ({ ...newTurn(id, { question: `${id}?` }), text });
const idsOf = ({ turns }: KeptConversation) => turns?.map(({ id }) => id) ?? [];

/** One that answers after so many turns of the event loop, call by call. */
function slowPlace(delays: readonly number[]) {
  let [there, calls] = [null as KeptConversation | null, 0];
  const later = async () => {
    const turns = delays[calls++ % Math.max(1, delays.length)] ?? 0;
    for (let i = 0; i < turns; i++) await new Promise(setImmediate);
  };
  const place: ConversationPlace = {
    kept: signal([]),
    look: () => undefined,
    read: async () => {
      const found = there;
      await later();
      return found;
    },
    put: async (wanted) => {
      await later();
      if ((there?.revision ?? 0) !== wanted.revision) return null;
      there = { ...wanted, revision: wanted.revision + 1 };
      await later();
      return there;
    },
    remove: async () => {
      there = null;
    },
  };
  return { place, there: () => there };
}

const begun: KeptConversation = { id: "pump-one", title: "", revision: 0, turns: [] };

test("clients that write at the same time lose nothing of each other", async () => {
  const delays = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });
  const clients = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(delays, clients, async (slowness, turns) => {
      const { place, there } = slowPlace(slowness);
      const ask = async (client: number, count: number) => {
        let known = begun;
        for (let no = 0; no < count; no++) {
          const asked = turn(`${client}-${no}`);
          known = (await merged(place, known, [asked])) ?? known;
          known = (await merged(place, known, [{ ...asked, text: "Answered." }])) ?? known;
        }
      };
      await Promise.all(turns.map((count, client) => ask(client, count)));
      const all = turns.flatMap((count, client) => Array.from({ length: count }, (_, no) => `${client}-${no}`));
      expect(idsOf(there()!).toSorted()).toEqual(all.toSorted());
      expect(there()!.turns!.every(({ text }) => text === "Answered.")).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("a conversation that somebody deleted is not brought back", async () => {
  const { place, there } = slowPlace([1]);
  const known = (await merged(place, begun, [turn("a")]))!;
  await place.remove("pump-one");
  expect(await merged(place, known, [turn("b")])).toBeNull();
  expect(there()).toBeNull();
});

test("turns that have not been read yet are read before others are added", async () => {
  const { place, there } = slowPlace([0]);
  await merged(place, begun, [turn("a")]);
  await merged(place, { ...begun, revision: 1, turns: null }, [turn("b")]);
  expect(idsOf(there()!)).toEqual(["a", "b"]);
});
