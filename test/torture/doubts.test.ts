/** A request in flight at a kill may have been done or not, but never twice or in part. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { searchAnswered } from "../../src/torture/checks/answer-replies.ts";
import { checkExperts } from "../../src/torture/checks/expert-checks.ts";
import { expertAnswered } from "../../src/torture/checks/expert-replies.ts";
import { deleteAnswered, patchAnswered, putAnswered } from "../../src/torture/checks/source-replies.ts";
import { nextOperation } from "../../src/torture/load/next-operation.ts";
import { sampleDocument, tokensIn } from "../../src/torture/load/sample-document.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { startOperation } from "../../src/torture/model/started-operation.ts";
import { documentThat, putOf, replied, seenAs, seenExpert, smallWorld } from "./torture-samples.ts";

const cut = { type: "cut" } as const;

describe("in doubt", () => {
  const third = documentThat("can", seededRandom(11));

  test.each([
    { done: true, seen: seenAs(third, { version: 3, answeringVersion: 3 }), sourceId: "src_1", ingest: 3 },
    { done: false, seen: seenAs(smallWorld().second), sourceId: null, ingest: 2 },
  ])("a new version was accepted, or was not: $done", ({ done, seen, sourceId, ingest }) => {
    const { world } = smallWorld();
    putAnswered(world, startOperation(world, putOf(third, { idempotencyKey: "k" })), [cut]);
    checkExperts(world, [seenExpert([seen])]);
    expect(world.violations).toEqual([]);
    expect(world.owed.map(({ again }) => again)).toEqual([{ done, sourceId }]);
    expect(world.experts.get("pumps")?.ledger.since.ingest).toEqual({ least: ingest, most: ingest });
  });

  test("but never half of it", () => {
    const { world } = smallWorld();
    putAnswered(world, startOperation(world, putOf(third)), [cut]);
    checkExperts(world, [seenExpert([seenAs(third, { version: 3, answeringVersion: 2 })])]);
    expect(world.violations.map(({ kind }) => kind)).toContain("half_visible");
  });

  test("a deletion and a change were done, or were not", () => {
    const place = { expert: "pumps", slot: "manual", sourceId: "src_1" };
    for (const done of [true, false]) {
      const deleted = smallWorld();
      deleteAnswered(deleted.world, startOperation(deleted.world, { kind: "delete_source", ...place }), cut);
      checkExperts(deleted.world, [seenExpert(done ? [] : [seenAs(deleted.second)])]);
      expect(deleted.world.violations).toEqual([]);

      const changed = smallWorld();
      const patch = { kind: "patch_source", ...place, title: "New", marker: 5 } as const;
      patchAnswered(changed.world, startOperation(changed.world, patch), cut);
      const now = done ? { title: "New", marker: 5 } : {};
      checkExperts(changed.world, [seenExpert([seenAs(changed.second, now)])]);
      expect(changed.world.violations).toEqual([]);
    }
    const half = smallWorld();
    const patch = { kind: "patch_source", ...place, title: "New", marker: 5 } as const;
    patchAnswered(half.world, startOperation(half.world, patch), cut);
    checkExperts(half.world, [seenExpert([seenAs(half.second, { marker: 5 })])]);
    expect(half.world.violations.map(({ kind }) => kind)).toEqual(["lost"]);
  });

  test("a settled request is no longer in doubt", () => {
    const { world, second } = smallWorld();
    putAnswered(world, startOperation(world, putOf(third)), [cut]);
    checkExperts(world, [seenExpert([seenAs(second)])]);
    checkExperts(world, [seenExpert([seenAs(third, { version: 3, answeringVersion: 3 })])]);
    expect(world.violations.map(({ kind }) => kind)).toContain("doubled");
  });

  test("one of two copies was answered: the source is there, and the other may have counted", () => {
    const { world } = smallWorld();
    putAnswered(world, startOperation(world, putOf(third, { copies: 2 })), [replied({ version: 3 }), cut]);
    expect(world.violations).toEqual([]);
    expect(world.experts.get("pumps")?.ledger.since.ingest).toEqual({ least: 3, most: 4 });
  });
});

describe("the load", () => {
  test("depends only on the seed", () => {
    const kinds = (seed: number) => {
      const random = seededRandom(seed);
      const { world } = smallWorld();
      return Array.from({ length: 50 }, () => JSON.stringify(nextOperation(world, random)));
    };
    expect(kinds(1)).toEqual(kinds(1));
    expect(kinds(1)).not.toEqual(kinds(2));
  });

  test("runs one operation at a time per source, and no operation on objects in doubt", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = seededRandom(seed);
        const { world } = smallWorld();
        const started = Array.from({ length: 60 }, () => {
          const operation = nextOperation(world, random);
          if (operation !== null) startOperation(world, operation);
          return operation;
        });
        const touched = started.flatMap((operation) =>
          operation !== null && "slot" in operation && operation.kind !== "search"
            ? [`${operation.expert} ${operation.slot}`]
            : [],
        );
        expect(touched.length).toBe(new Set(touched).size);
      }),
      { numRuns: 50 },
    );
  });

  test("sends nothing to an expert whose deletion is in doubt, and a question may find it gone", () => {
    const { world, second } = smallWorld();
    const random = seededRandom(3);
    world.owed.push(putOf(second, { idempotencyKey: "k", again: { done: true, sourceId: "src_1" } }));
    const search = { kind: "search", expert: "pumps", slot: "manual", tokens: [second.token] } as const;
    const asked = startOperation(world, search);
    expertAnswered(world, startOperation(world, { kind: "delete_expert", expert: "pumps" }), cut);
    const next = Array.from({ length: 60 }, () => nextOperation(world, random));
    expect(next.filter((operation) => operation !== null && "slot" in operation)).toEqual([]);
    searchAnswered(world, asked, { type: "gone" });
    expect(world.violations).toEqual([]);
  });

  test("a document's word is in each of its sentences, and each sentence in its bytes", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { token, sentences, bytes } = sampleDocument(seededRandom(seed));
        const text = new TextDecoder().decode(bytes);
        expect(sentences.every((sentence) => text.includes(sentence))).toBe(true);
        expect(sentences.map(tokensIn)).toEqual(sentences.map(() => [token]));
      }),
    );
  });
});
