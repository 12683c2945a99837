import { expect, test } from "bun:test";
import { createReadingPlaces, type PlaceRequest } from "../../src/worker/reading/reading-places.ts";

/** Documents that are read until they leave on request, over places whose clock the test moves. */
function placesWith(count: number) {
  const timers: { due: number; callback: () => void }[] = [];
  let now = 0;
  const startTimer = (milliseconds: number, callback: () => void) => {
    const timer = { due: now + milliseconds, callback };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const places = createReadingPlaces({ count, slice: 1000, startTimer });
  const reading = new Map<string, () => void>();
  const postponed: string[] = [];
  return {
    places,
    postponed,
    reading: () => [...reading.keys()],
    enter: async (name: string, request: Partial<PlaceRequest> = {}) => {
      const postpone = () => postponed.push(name);
      void places.take({ isLong: false, postpone, ...request }).then((leave) => reading.set(name, leave));
      await Promise.resolve();
    },
    leave: async (name: string) => {
      reading.get(name)?.();
      reading.delete(name);
      await Promise.resolve();
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      for (const timer of timers.filter(({ due }) => due <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
      await Promise.resolve();
    },
  };
}

test("as many documents are read at once as there are places, the others in order", async () => {
  const { enter, leave, reading } = placesWith(2);
  for (const name of ["a", "b", "c", "d"]) await enter(name);
  expect(reading()).toEqual(["a", "b"]);
  await leave("a");
  expect(reading()).toEqual(["b", "c"]);
});

test("a document that was read for a slice makes way for the next and continues beside it", async () => {
  const { enter, reading, pass, postponed } = placesWith(1);
  await enter("long");
  await enter("note");
  await pass(999);
  expect(reading()).toEqual(["long"]);
  await pass(1);
  expect(reading()).toEqual(["long", "note"]);
  expect(postponed).toEqual([]);
});

test("a document continues while no other waits, and makes way when one arrives", async () => {
  const { enter, reading, pass } = placesWith(1);
  await enter("long");
  await pass(60_000);
  await enter("note");
  expect(reading()).toEqual(["long", "note"]);
});

test("if all long places are taken, the next long document is postponed", async () => {
  const { enter, reading, pass, postponed, leave, places } = placesWith(1);
  await enter("first");
  await enter("second");
  await pass(1000);
  await enter("note");
  await pass(1000);
  expect(postponed).toEqual(["second"]);
  expect(reading()).toEqual(["first", "second", "note"]);
  expect(places.hasLongPlace()).toBe(false);
  await leave("second");
  expect(places.hasLongPlace()).toBe(false);
  await leave("first");
  expect(places.hasLongPlace()).toBe(true);
});

test("a document that is known to be long takes no first place", async () => {
  const { enter, reading, places } = placesWith(1);
  await enter("long", { isLong: true });
  await enter("note");
  expect(reading()).toEqual(["long", "note"]);
  expect(places.hasLongPlace()).toBe(false);
});
