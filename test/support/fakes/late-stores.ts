/** Stores that answer later, as one on another machine does: nothing happens in the turn of the call. */

import type { Stores } from "../../../src/compose/stores.ts";
import type { AnyIterable } from "../../../src/kernel/awaitable.ts";

/** What only prepares a write answers at once over any database. */
const preparing: ReadonlySet<string | symbol> = new Set(["addition", "acceptance"]);

/** The same port. What it does, and what it answers, comes in later turns of the event loop. */
export function answeringLate<Port extends object>(port: Port): Port {
  return new Proxy(port, {
    get: (target, name, receiver) => {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function" || preparing.has(name)) return method;
      if (isOfBatches(name)) return (...given: unknown[]) => batchesLate(Reflect.apply(method, target, given));
      return async (...given: unknown[]) => {
        await nextTurn();
        const result: unknown = await Reflect.apply(method, target, given);
        await nextTurn();
        return result;
      };
    },
  });
}

export function lateStores(stores: Stores): Stores {
  const late = Object.entries(stores).map(([name, port]) => [name, port === null ? null : lateStore(port)]);
  return { ...(Object.fromEntries(late) as Stores), local: null };
}

/** A store, or what makes one. */
function lateStore(port: object): object {
  if (typeof port !== "function") return answeringLate(port);
  return (...given: unknown[]) => answeringLate(Reflect.apply(port as () => object, undefined, given));
}

/** The methods that give their result in batches. */
function isOfBatches(name: string | symbol): boolean {
  return name === "passagesOf" || name === "allPassages" || name === "passagesIn";
}

async function* batchesLate(batches: AnyIterable<unknown>): AsyncGenerator<unknown> {
  await nextTurn();
  for await (const batch of batches) {
    yield batch;
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
