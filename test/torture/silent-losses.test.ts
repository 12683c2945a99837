import { expect, test } from "bun:test";
import type { SeenExpert, SeenSource } from "../../src/torture/checks/observer.ts";
import { lossesBetween } from "../../src/torture/troubles/silent-losses.ts";

const manual: SeenSource = {
  id: "src_1",
  externalId: "manual",
  version: 2,
  answeringVersion: 2,
  status: "ready",
  sha256: "aa",
  title: "The manual",
  marker: 7,
  chunkCount: 1,
  content: "The pump is blue.",
  chunks: [{ id: "chk_1", start: 0, end: 17, text: "The pump is blue." }],
  fileSha256: "aa",
};
const note: SeenSource = { ...manual, id: "src_2", externalId: null, sha256: "bb", fileSha256: "bb", title: "A note" };
const pumps: SeenExpert = {
  id: "exp_1",
  slug: "pumps",
  description: "",
  chunkCount: 2,
  sourceCount: 2,
  sources: [manual, note],
};

function losses(after: readonly SeenExpert[], said = "", keeps: "everything" | "documents" = "everything") {
  return lossesBetween({ before: [pumps], after, keeps, said });
}
const withManual = (changes: Partial<SeenSource>) => [{ ...pumps, sources: [note, { ...manual, ...changes }] }];

test("nothing is lost when sources come back with other ids, numbers and in another order", () => {
  const chunks = manual.chunks.map((chunk) => ({ ...chunk, id: "chk_9" }));
  expect(losses(withManual({ id: "src_9", version: 1, answeringVersion: 1, chunks }))).toEqual({
    silent: [],
    named: [],
  });
});

test.each<[string, readonly SeenExpert[], string]>([
  ["a source", [{ ...pumps, sources: [note] }], "it is gone"],
  ["a file", withManual({ fileSha256: "gone" }), "other fileSha256"],
  ["a text", withManual({ content: "The pump is red." }), "other content"],
  ["a passage", withManual({ chunks: [] }), "other passages"],
  ["a fact", withManual({ marker: null }), "other marker"],
  ["a version that was ready", withManual({ status: "failed", content: null }), "other status, content"],
])("%s that is lost is silent, unless it was named", (_, after, what) => {
  const loss = [`pumps, "The manual" (src_1): ${what}`];
  expect(losses(after, "All is well.")).toEqual({ silent: loss, named: [] });
  expect(losses(after, "Lost: The manual.")).toEqual({ silent: [], named: loss });
  expect(losses(after, "Lost: src_1")).toEqual({ silent: [], named: loss });
});

test("a lost expert is a silent loss of all its sources", () => {
  expect(losses([]).silent).toEqual([
    "the expert pumps is gone",
    'pumps, "The manual" (src_1): it is gone',
    'pumps, "A note" (src_2): it is gone',
  ]);
});

test("after an older database was restored, only documents are compared", () => {
  expect(losses(withManual({ title: "Manual", marker: 1 }), "", "documents")).toEqual({ silent: [], named: [] });
});
