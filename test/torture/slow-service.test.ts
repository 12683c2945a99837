/** A service on a busy machine may take minutes for a document; one that hangs ends the run. */
import { expect, test } from "bun:test";
import { createObserver, NotObservable } from "../../src/torture/checks/observer.ts";
import type { ServiceClient } from "../../src/torture/load/service-client.ts";

/** Has one expert, whose only source is queued for so many waits. */
function serviceThatTakes(waits: number): ServiceClient {
  let left = waits;
  const status = () => (left > 0 ? "queued" : "ready");
  const source = () => ({ id: "src_1", status: status() });
  const bodies: readonly (readonly [path: RegExp, body: () => object])[] = [
    [/^\/v1\/experts\?/, () => ({ data: [{ slug: "pumps" }] })],
    [/\/sources\?limit=1&status=queued/, () => ({ data: left > 0 ? [source()] : [] })],
    [/\/sources\?/, () => ({ data: [], has_more: false })],
    [/\/sources\/src_1\?wait=/, () => ({ ...source(), left: left-- })],
    [/^\/v1\/experts\/pumps$/, () => ({ id: "exp_1", description: "", passage_count: 0, source_counts: { total: 0 } })],
  ];
  return {
    send: async ({ path }) => {
      const body = bodies.find(([pattern]) => pattern.test(path))?.[1]() ?? {};
      return { type: "received", status: 200, text: JSON.stringify(body), replayed: false, bytes: new Uint8Array() };
    },
  };
}

test("a document that is ready after minutes is waited for", async () => {
  expect(await createObserver(serviceThatTakes(5)).experts()).toMatchObject([{ slug: "pumps", sources: [] }]);
});

test("a document that is never ready ends the run", async () => {
  const hanging = createObserver(serviceThatTakes(Number.POSITIVE_INFINITY)).experts();
  const error = await hanging.catch((caught: unknown) => caught);
  expect(error).toEqual(new NotObservable("pumps, src_1 is queued after 300 seconds"));
});
