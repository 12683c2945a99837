import { expect, test } from "bun:test";
import fc from "fast-check";
import { createRegistry } from "../../src/http/metric-registry.ts";
import { histogramFaults, parseExposition } from "../support/replies/exposition-parser.ts";

test("counters, histograms and gauges, with help and type for each", async () => {
  const registry = createRegistry();
  const count = registry.counter({ name: "a_total", help: "Counted.\nTwice \\ over.", labels: ["how", "what"] });
  const observe = registry.histogram({ name: "b_seconds", help: "Took.", labels: ["route"] }, [0.1, 1]);
  registry.read({ type: "gauge", name: "c_bytes", help: "Held." }, () => [[7.5]]);
  registry.read({ type: "gauge", name: "d_seconds", help: "Nothing yet." }, () => []);
  count(1, "x", 'say "hi"');
  count(2, "x", 'say "hi"');
  count(1, "y\nz", "\\");
  for (const value of [0.05, 0.1, 0.5, 30]) observe(value, "/a");
  expect((await registry.expose()).split("\n")).toEqual([
    ...["# HELP a_total Counted.\\nTwice \\\\ over.", "# TYPE a_total counter"],
    ...['a_total{how="x",what="say \\"hi\\""} 3', 'a_total{how="y\\nz",what="\\\\"} 1'],
    ...["# HELP b_seconds Took.", "# TYPE b_seconds histogram"],
    ...['b_seconds_bucket{route="/a",le="0.1"} 2', 'b_seconds_bucket{route="/a",le="1"} 3'],
    ...['b_seconds_bucket{route="/a",le="+Inf"} 4', 'b_seconds_sum{route="/a"} 30.65', 'b_seconds_count{route="/a"} 4'],
    ...["# HELP c_bytes Held.", "# TYPE c_bytes gauge", "c_bytes 7.5"],
    ...["# HELP d_seconds Nothing yet.", "# TYPE d_seconds gauge", ""],
  ]);
});

test("any counts under any labels can be parsed", async () => {
  const event = fc.tuple(fc.string(), fc.double({ min: 0, max: 1e9, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 50 }), async (events) => {
      const registry = createRegistry();
      const count = registry.counter({ name: "a_total", help: "Counted.", labels: ["what"] });
      const observe = registry.histogram({ name: "b_seconds", help: "Took.", labels: ["what"] }, [1, 1000]);
      for (const [what, value] of events) {
        count(1, what);
        observe(value, what);
      }
      const families = parseExposition(await registry.expose());
      const counted = [...(families.get("a_total")?.samples.values() ?? [])].reduce((sum, each) => sum + each, 0);
      expect([counted, histogramFaults(families)]).toEqual([events.length, []]);
    }),
  );
});
