/** The progress of sources as server-sent events. */
import { afterAll, expect, test } from "bun:test";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { shuttingDown } from "../../../src/http/edge/service-state.ts";
import { type ServerEvent, serverEvents } from "../../../src/language/text/event-stream-reader.ts";
import { startService } from "../../support/service.ts";

let looks = 0;
let held: Promise<void> | null = null;
const waiting = await startService({
  ingesting: false,
  adaptStores: (stores) => ({
    ...stores,
    sources: {
      ...stores.sources,
      unsettled: async (expert, most) => {
        looks += 1;
        await held;
        return stores.sources.unsettled(expert, most);
      },
    },
  }),
});
const working = await startService();
afterAll(() => Promise.all([waiting.close(), working.close()]));
type Service = typeof waiting;

for (const service of [waiting, working]) await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
let count = 0;
async function add(service: Service, wait = 0) {
  count += 1;
  const body = { title: `Note ${count}`, text: `The pump of note ${count} has a filter.` };
  return (await service.request("POST", `/v1/experts/pumps/sources?wait=${wait}`, { body })).as(SourceObject);
}

async function open(service: Service, path: string, headers: Record<string, string> = {}) {
  const leave = new AbortController();
  const request = new Request(`http://localhost/v1/experts/pumps/sources${path}`, {
    headers: { authorization: `Bearer ${service.owner}`, ...headers },
    signal: leave.signal,
  });
  const response = await service.docent.app.handle(request);
  const frames = response.status === 200 ? response.body?.values() : undefined;
  const events = frames === undefined ? null : serverEvents(frames);
  return {
    response,
    next: async () => {
      const event = await events?.next();
      return event?.done ? null : toldIn(event!.value);
    },
    rest: async () => (await Array.fromAsync(events ?? [])).map(toldIn),
    leave: () => events?.return(undefined),
  };
}

function toldIn({ name, data }: ServerEvent): readonly unknown[] {
  const value = JSON.parse(data);
  return name === "source" ? [name, value.id, value.status] : [name, name === "error" ? value.error.code : value];
}

const settled = { object: "sources.settled", ready: 0, failed: 0, canceled: 0, deleted: 0 };

test("a source is followed from the queue until it is ready", async () => {
  const { id } = await add(working);
  const { response, rest } = await open(working, `/${id}/events`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const events = await rest();
  expect(events.at(-2)).toEqual(["source", id, "ready"]);
  expect(events.at(-1)).toEqual(["done", { ...settled, ready: 1 }]);
});

test("one that is settled is told at once, and done", async () => {
  const { id } = await add(working, 60);
  expect(await (await open(working, `/${id}/events`)).rest()).toEqual([
    ["source", id, "ready"],
    ["done", { ...settled, ready: 1 }],
  ]);
});

test("a batch ends when each is settled, whether canceled or deleted", async () => {
  const [one, two] = [await add(waiting), await add(waiting)];
  const other = await add(waiting);
  const stream = await open(waiting, `/events?ids=${one.id},${two.id}`);
  expect([await stream.next(), await stream.next()]).toEqual([
    ["source", one.id, "queued"],
    ["source", two.id, "queued"],
  ]);
  await waiting.request("POST", `/v1/experts/pumps/sources/${one.id}/cancel`);
  expect(await stream.next()).toEqual(["source", one.id, "canceled"]);
  await waiting.request("DELETE", `/v1/experts/pumps/sources/${two.id}`);
  expect(await stream.rest()).toEqual([
    ["deleted", { id: two.id, object: "source.deleted", deleted: true }],
    ["done", { ...settled, canceled: 1, deleted: 1 }],
  ]);
  await waiting.request("DELETE", `/v1/experts/pumps/sources/${other.id}`);
});

test("of an expert, those that come meanwhile are told too", async () => {
  const first = await add(waiting);
  const stream = await open(waiting, "/events");
  expect(await stream.next()).toEqual(["source", first.id, "queued"]);
  const second = await add(waiting);
  expect(await stream.next()).toEqual(["source", second.id, "queued"]);
  for (const { id } of [first, second]) await waiting.request("POST", `/v1/experts/pumps/sources/${id}/cancel`);
  expect((await stream.rest()).at(-1)).toEqual(["done", { ...settled, canceled: 2 }]);
  expect(await (await open(waiting, "/events")).rest()).toEqual([["done", settled]]);
});

test("who comes again hears what changed since, and nothing after done", async () => {
  const [one, two] = [await add(waiting), await add(waiting)];
  await waiting.request("POST", `/v1/experts/pumps/sources/${one.id}/cancel`);
  const seen = waiting.clock.now();
  waiting.clock.advance(5);
  await waiting.request("POST", `/v1/experts/pumps/sources/${two.id}/cancel`);
  const again = await open(waiting, `/events?ids=${one.id},${two.id}`, { "last-event-id": String(seen + 1) });
  expect(await again.rest()).toEqual([
    ["source", two.id, "canceled"],
    ["done", { ...settled, canceled: 1 }],
  ]);
  const missed = await open(waiting, "/events", { "last-event-id": String(seen + 1) });
  expect((await missed.rest())[0]).toEqual(["source", two.id, "canceled"]);
  const done = await open(waiting, "/events", { "last-event-id": `${seen}.done` });
  expect([done.response.status, await done.response.text()]).toEqual([204, ""]);
  const strange = await open(waiting, `/${two.id}/events`, { "last-event-id": "from another server" });
  expect((await strange.rest())[0]).toEqual(["source", two.id, "canceled"]);
});

test("what cannot be followed is refused before the stream", async () => {
  const refusal = async (path: string) => {
    const { json, status } = await waiting.request("GET", `/v1/experts/pumps/sources${path}`);
    const { error } = json as { error: { code: string; param: string | null } };
    return [status, error.code, error.param];
  };
  expect(await refusal("/src_00000000000000000000000000/events")).toEqual([404, "source_not_found", null]);
  expect(await refusal("/events?ids=src_00000000000000000000000000")).toEqual([404, "source_not_found", null]);
  for (const ids of ["", "one", "src_00000000000000000000000000,"]) {
    expect(await refusal(`/events?ids=${ids}`)).toEqual([400, "invalid_parameter", "ids"]);
  }
});

test("many followers of an expert share its looks, and one key has a bound", async () => {
  const { id } = await add(waiting);
  const streams = await Promise.all(Array.from({ length: 32 }, () => open(waiting, `/${id}/events`)));
  const full = await open(waiting, `/${id}/events`);
  expect([full.response.status, ((await full.response.json()) as { error: { code: string } }).error.code]).toEqual([
    503,
    "overloaded",
  ]);
  await Promise.all(streams.map(({ next }) => next()));
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  const before = looks;
  const ends = streams.map(({ rest }) => rest());
  await waiting.request("POST", `/v1/experts/pumps/sources/${id}/cancel`);
  // However long the look takes, the others wait for it.
  expect(looks - before).toBeLessThanOrEqual(1);
  held = null;
  gate.resolve();
  const last = (await Promise.all(ends)).map((events) => JSON.stringify(events.at(-1)));
  expect(new Set(last).size).toBe(1);
  const { rest } = await open(waiting, `/${id}/events`);
  expect(await rest()).toHaveLength(2);
});

test("who leaves gives the place back", async () => {
  const { id } = await add(waiting);
  for (let round = 0; round < 40; round++) {
    const stream = await open(waiting, `/${id}/events`);
    expect(await stream.next()).toEqual(["source", id, "queued"]);
    await stream.leave();
  }
  await waiting.request("DELETE", `/v1/experts/pumps/sources/${id}`);
});

test("streams end with an error when the service stops", async () => {
  const { id } = await add(waiting);
  const stream = await open(waiting, `/${id}/events`);
  expect(await stream.next()).toEqual(["source", id, "queued"]);
  waiting.docent.state.stop.abort(shuttingDown());
  expect(await stream.rest()).toEqual([["error", "shutting_down"]]);
});
