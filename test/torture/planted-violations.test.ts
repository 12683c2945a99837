/** The torture can fail: each kind of damage, planted by hand, is found and named. */
import { describe, expect, test } from "bun:test";
import { answered, checkAnswer, citationProblem, searchProblem } from "../../src/torture/checks/answer-replies.ts";
import { checkExperts, checkKeys, checkUsage } from "../../src/torture/checks/expert-checks.ts";
import { keyAnswered } from "../../src/torture/checks/expert-replies.ts";
import {
  checkProbe,
  probeProblem,
  probesOf,
  questionsAbout,
  quoteProblem,
} from "../../src/torture/checks/index-checks.ts";
import type { SeenExpert } from "../../src/torture/checks/observer.ts";
import { deleteAnswered, putAnswered } from "../../src/torture/checks/source-replies.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import type { QuestionOperation, SearchOperation } from "../../src/torture/model/load-operation.ts";
import { startOperation } from "../../src/torture/model/started-operation.ts";
import { noCounts } from "../../src/torture/model/usage-ledger.ts";
import type { World } from "../../src/torture/model/world.ts";
import { documentThat, putOf, replied, seenAs, seenExpert, smallWorld } from "./torture-samples.ts";

const kindsIn = ({ violations }: World) => [...new Set(violations.map(({ kind }) => kind))];

/** The violations for a given view of the expert. */
function found(seen: (samples: ReturnType<typeof smallWorld>) => readonly SeenExpert[]): readonly string[] {
  const samples = smallWorld();
  checkExperts(samples.world, seen(samples));
  return kindsIn(samples.world);
}

test("a correct service has no violations", () => {
  expect(found(({ second }) => [seenExpert([seenAs(second)])])).toEqual([]);
});

describe("lost", () => {
  test("a source, a version, an expert, a change", () => {
    expect(found(() => [seenExpert([])])).toEqual(["lost"]);
    expect(found(() => [])).toEqual(["lost"]);
    expect(found(({ first }) => [seenExpert([seenAs(first, { version: 1, answeringVersion: 1 })])])).toEqual(["lost"]);
    expect(found(({ second }) => [seenExpert([seenAs(second, { marker: 3 })])])).toEqual(["lost"]);
    expect(found(({ second }) => [seenExpert([seenAs(second)], { description: "Another" })])).toEqual(["lost"]);
    expect(found(({ second, first }) => [seenExpert([seenAs(second, { fileSha256: first.sha256 })])])).toEqual([
      "lost",
    ]);
    expect(found(({ second }) => [seenExpert([seenAs(second, { status: "queued" })])])).toEqual(["lost"]);
  });

  test("a deletion", () => {
    const { world, second } = smallWorld();
    const operation = { kind: "delete_source", expert: "pumps", slot: "manual", sourceId: "src_1" } as const;
    deleteAnswered(world, startOperation(world, operation), { type: "done", value: "src_1" });
    checkExperts(world, [seenExpert([seenAs(second)])]);
    expect(kindsIn(world)).toEqual(["lost"]);
  });
});

describe("doubled", () => {
  test("a duplicated source, an unknown source, an extra version", () => {
    expect(found(({ second }) => [seenExpert([seenAs(second), seenAs(second, { id: "src_2" })])])).toEqual(["doubled"]);
    expect(found(({ first, second }) => [seenExpert([seenAs(second), seenAs(first, { externalId: null })])])).toEqual([
      "doubled",
    ]);
    expect(found(({ second }) => [seenExpert([seenAs(second, { version: 3, answeringVersion: 2 })])])).toContain(
      "doubled",
    );
    expect(found(({ second }) => [seenExpert([seenAs(second)]), seenExpert([], { slug: "ghost" })])).toEqual([
      "doubled",
    ]);
  });

  test("the same request twice at once, and a repetition under its Idempotency-Key", () => {
    const { world } = smallWorld();
    const document = documentThat("can", seededRandom(9));
    const twice = putOf(document, { copies: 2, slot: "twice" });
    putAnswered(world, startOperation(world, twice), [replied({ id: "src_8" }), replied({ id: "src_9" })]);
    expect(kindsIn(world)).toEqual(["doubled"]);

    const again = putOf(document, { idempotencyKey: "k", again: { done: true, sourceId: "src_8" } });
    for (const reply of [replied({ id: "src_8", replayed: false }), replied({ id: "src_9", replayed: true })]) {
      const { world: other } = smallWorld();
      putAnswered(other, startOperation(other, again), [reply]);
      expect(kindsIn(other)).toEqual(["doubled"]);
    }
  });
});

describe("half visible", () => {
  test("text without chunks, chunks of half the text, a wrong count, the old version beside the new", () => {
    const broken = [
      { chunks: [] },
      { content: "" },
      { content: null },
      { chunkCount: 2 },
      { answeringVersion: 1 },
      { answeringVersion: null },
    ];
    for (const damage of broken) {
      expect(found(({ second }) => [seenExpert([seenAs(second, damage)])])).toContain("half_visible");
    }
  });

  test("a search that finds both versions, no version, or some passages", () => {
    const { world, first, second } = smallWorld();
    const operation: SearchOperation = {
      kind: "search",
      expert: "pumps",
      slot: "manual",
      tokens: [first.token, second.token],
    };
    const started = startOperation(world, operation);
    const passage = (document: typeof first, more = {}) => ({
      sourceId: "src_1",
      version: 2,
      chunkId: "chk_1",
      text: document.sentences[0]!,
      ...more,
    });
    expect(searchProblem(world, started, [passage(second)])).toBeNull();
    expect(searchProblem(world, started, [passage(first), passage(second)])).toBe("2 versions were found at once");
    expect(searchProblem(world, started, [])).toBe("nothing of it was found, though it was ready");
    const slot = world.experts.get(started.operation.expert)?.slots.get(started.operation.slot);
    slot!.doubt = { kind: "delete_source", expert: "", slot: "", sourceId: "" };
    expect(searchProblem(world, started, [])).toBeNull();
    slot!.doubt = null;
    expect(searchProblem(world, started, [passage(second), passage(second)])).toBe("2 of its 1 passages were found");
    expect(searchProblem(world, started, [passage(second), passage(second, { version: 1 })])).toBe(
      "its passages are of several sources or versions",
    );
  });
});

describe("citations", () => {
  const cite = (document: { sentences: readonly string[] }, version: number, sourceId = "src_1") => ({
    sourceId,
    version,
    start: 0,
    end: 1,
    quote: document.sentences[0]!,
  });

  test("of replaced text, unless the question came first", () => {
    const { world, first, second, between } = smallWorld();
    const late = { expert: "pumps", at: world.now + 1 };
    expect(citationProblem(world, cite(second, 2), late)).toBeNull();
    expect(citationProblem(world, cite(first, 1), { expert: "pumps", at: between })).toBeNull();
    expect(citationProblem(world, cite(first, 1, "src_0"), { expert: "pumps", at: between })).toBeNull();
    expect(citationProblem(world, cite(first, 1), late)).toContain("was cited after it was gone");
    expect(citationProblem(world, cite(second, 1), late)).toContain("is version 2 and was cited as 1");
    expect(citationProblem(world, cite(second, 2, "src_9"), late)).toContain("was cited as src_9");
    expect(citationProblem(world, cite(second, 2), { ...late, expert: "valves" })).toContain("belongs to pumps");
    expect(citationProblem(world, { ...cite(second, 2), quote: "Nobody sent this." }, late)).toContain(
      "no one document",
    );
    const altered = { ...cite(second, 2), quote: `${second.sentences[0]} And more.` };
    expect(citationProblem(world, altered, late)).toContain("is not in");
  });

  test("are found in an answer", () => {
    const { world, first } = smallWorld();
    const operation: QuestionOperation = {
      kind: "query",
      expert: "pumps",
      question: "?",
      stream: false,
      leaves: false,
    };
    const value = { abstained: false, promptTokens: 1, completionTokens: 1, citations: [cite(first, 1)] };
    answered(world, startOperation(world, operation), { type: "done", value });
    expect(kindsIn(world)).toEqual(["stale_citation"]);
  });

  test("whose quote is not at its position, counted in code points", () => {
    const cited = { expert: "pumps", sourceId: "src_1", version: 1, start: 2, end: 4, quote: "ab" };
    expect(quoteProblem(cited, "🙂 ab")).toBeNull();
    expect(quoteProblem(cited, "🙂a b")).toBe('" b" stands where "ab" was cited');
    expect(quoteProblem(cited, null)).toBeNull();
  });
});

describe("usage", () => {
  const usage = (world: World, more: Partial<typeof noCounts>, storage = { experts: 1, sources: 1, chunks: 1 }) => {
    const { first, second } = smallWorld();
    const bytes = first.bytes.byteLength + second.bytes.byteLength;
    const all = { ...noCounts, ingest: 2, sources_created: 1, bytes, chunks: 2, ...more };
    const seen = [seenExpert([seenAs(second)])];
    checkExperts(world, seen);
    checkUsage(world, { counts: new Map([["exp_1", all]]), storage }, seen);
    return world.violations.map(({ says }) => says);
  };

  test("that is too low, too high, or does not match the storage", () => {
    expect(usage(smallWorld().world, {})).toEqual([]);
    expect(usage(smallWorld().world, { ingest: 1 })).toEqual(["pumps: ingest rose by 1 instead of 2"]);
    expect(usage(smallWorld().world, { sources_created: 2 })).toEqual([
      "pumps: sources_created rose by 2 instead of 1",
    ]);
    expect(usage(smallWorld().world, { chunks: 1 })).toEqual(["pumps: chunks rose by 1 instead of 2"]);
    expect(usage(smallWorld().world, { failed: 1 })).toEqual(["pumps: failed rose by 1 instead of 0"]);
    expect(usage(smallWorld().world, {}, { experts: 1, sources: 2, chunks: 1 })).toEqual([
      '{"experts":1,"sources":2,"chunks":1} is stored, not {"experts":1,"sources":1,"chunks":1}',
    ]);
  });

  test("an interrupted request may count once or not at all", () => {
    const asking: QuestionOperation = { kind: "chat", expert: "pumps", question: "?", stream: true, leaves: false };
    for (const [chat, said] of [
      [0, []],
      [1, []],
      [2, ["pumps: chat rose by 2 instead of 0 to 1"]],
    ] as const) {
      const { world } = smallWorld();
      answered(world, startOperation(world, asking), { type: "cut" });
      expect(usage(world, { chat })).toEqual([...said]);
    }
  });
});

test("an index that lacks a passage, or has a deleted or duplicated one", () => {
  const { world, second } = smallWorld();
  const seen = [seenExpert([seenAs(second)])];
  checkExperts(world, seen);
  const [living, asked, gone] = [...probesOf(world, seen)];
  const passage = { sourceId: "src_1", version: 2, chunkId: "chk_1", text: "" };
  expect(probeProblem(living!, [passage])).toBeNull();
  expect(probeProblem(living!, [])).toContain("misses 1 of 1 passages and finds 0 others");
  expect(probeProblem(living!, [passage, { ...passage, chunkId: "chk_2" }])).toContain("finds 1 others");
  expect(probeProblem(living!, [passage, passage])).not.toBeNull();
  expect(asked?.question).toContain(living!.tokens[0]!);
  expect(probeProblem(asked!, [{ ...passage, chunkId: "chk_2" }, passage])).toBeNull();
  expect(probeProblem(asked!, [{ ...passage, chunkId: "chk_2" }])).toContain("does not find it among 1");
  expect(probeProblem(gone!, [])).toBeNull();
  checkProbe(world, gone!, [passage]);
  expect(kindsIn(world)).toEqual(["index_off"]);
});

test("a count of passages that differs from the rows", () => {
  expect(found(({ second }) => [seenExpert([seenAs(second)], { chunkCount: 2 })])).toEqual(["index_off"]);
});

test("a revoked key that works, and a new one that does not", () => {
  const { world } = smallWorld();
  const made = (id: string) =>
    keyAnswered(world, startOperation(world, { kind: "create_key", name: id }), {
      type: "done",
      value: { id, secret: "s", accepted: true },
    });
  made("key_1");
  made("key_2");
  const revoked = { id: "key_2", secret: "", accepted: false };
  keyAnswered(world, startOperation(world, { kind: "revoke_key", id: "key_2" }), { type: "done", value: revoked });
  const accepted = (first: boolean, second: boolean) => {
    checkKeys(
      world,
      new Map([
        ["key_1", first],
        ["key_2", second],
      ]),
    );
    return world.violations.splice(0).map(({ kind, says }) => `${kind}: ${says}`);
  };
  expect(accepted(true, false)).toEqual([]);
  expect(accepted(true, true)).toEqual(["key_off: key_2 was revoked and works"]);
  expect(accepted(false, false)).toEqual(["key_off: key_1 was made and does not work"]);
});

test("a question about a document that is not answered from it", () => {
  const { world, second } = smallWorld();
  const seen = [seenExpert([seenAs(second)])];
  const [asked] = [...questionsAbout(world, seen)];
  expect(asked).toMatchObject({ token: second.token, operation: { question: expect.stringContaining(second.token) } });
  const place = { sourceId: "src_1", version: 2, start: 0, end: 1 };
  const right = { ...place, quote: second.sentences[0] ?? "" };
  checkAnswer(world, { expert: "pumps", token: second.token }, { abstained: false, citations: [right] });
  expect(kindsIn(world)).toEqual([]);
  checkAnswer(world, { expert: "pumps", token: second.token }, { abstained: true, citations: [] });
  const other = { ...place, quote: "Another pump." };
  checkAnswer(world, { expert: "pumps", token: second.token }, { abstained: false, citations: [other] });
  expect(world.violations.map(({ kind }) => kind)).toEqual(["index_off", "index_off"]);
});

test("no question is asked about a document that most passages are of", () => {
  const { world, second } = smallWorld();
  const large = {
    ...seenAs(second),
    chunks: Array.from({ length: 21 }, (_, i) => ({ id: `chk_${i}`, start: i, end: i + 1, text: "" })),
  };
  expect([...questionsAbout(world, [seenExpert([large])])]).toEqual([]);
});

test("of a large document a search must find a hundred passages", () => {
  const chunkIds = Array.from({ length: 300 }, (_, i) => `chk_${i}`);
  const probe = { expert: "pumps", tokens: ["t"], chunkIds, says: "large" };
  const passage = (chunkId: string) => ({ sourceId: "src_1", version: 1, chunkId, text: "" });
  expect(probeProblem(probe, chunkIds.slice(150, 250).map(passage))).toBeNull();
  expect(probeProblem(probe, chunkIds.slice(0, 99).map(passage))).toContain("misses 1 of 300");
});
