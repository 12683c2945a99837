/** A small world with two acknowledged versions of one source, and the matching state of the service. */

import { expertAnswered } from "../../src/torture/checks/expert-replies.ts";
import type { SeenExpert, SeenSource } from "../../src/torture/checks/observer.ts";
import { putAnswered } from "../../src/torture/checks/source-replies.ts";
import { type SampleDocument, sampleDocument } from "../../src/torture/load/sample-document.ts";
import { type Random, seededRandom } from "../../src/torture/load/seeded-random.ts";
import type { LoadOperation, PutSource } from "../../src/torture/model/load-operation.ts";
import type { PutReply } from "../../src/torture/model/operation-outcome.ts";
import { isReadable } from "../../src/torture/model/source-state.ts";
import { type StartedOperation, startOperation } from "../../src/torture/model/started-operation.ts";
import { newWorld, type World } from "../../src/torture/model/world.ts";

export function documentThat(readability: "can" | "cannot", random: Random): SampleDocument {
  for (;;) {
    const document = sampleDocument(random);
    if (isReadable(document) === (readability === "can")) return document;
  }
}

export function putOf(document: SampleDocument, more: Partial<PutSource> = {}): PutSource {
  return {
    kind: "put_source",
    expert: "pumps",
    slot: "manual",
    external: true,
    document,
    form: "json",
    wait: 0,
    idempotencyKey: null,
    copies: 1,
    again: null,
    ...more,
  };
}

export const replied = (more: Partial<PutReply> = {}) => {
  const value = { id: "src_1", version: 1, ready: true, chunks: 1, deduplicated: false, replayed: false, ...more };
  return { type: "done", value } as const;
};

export interface SmallWorld {
  readonly world: World;
  readonly first: SampleDocument;
  readonly second: SampleDocument;
  /** When a question was started that may still cite the first version. */
  readonly between: number;
}

/** The expert `pumps` with the source `manual`, of which version 2 answers. */
export function smallWorld(): SmallWorld {
  const random = seededRandom(7);
  const [first, second] = [documentThat("can", random), documentThat("can", random)];
  const world = newWorld();
  expertAnswered(world, startOperation(world, { kind: "create_expert", expert: "pumps" }), {
    type: "done",
    value: "exp_1",
  });
  putAnswered(world, startOperation(world, putOf(first)), [replied()]);
  const between = startOperation(world, { kind: "use_key", id: "", secret: "", revoked: false }).at;
  putAnswered(world, startOperation(world, putOf(second)), [replied({ version: 2 })]);
  return { world, first, second, between };
}

/** The expected source when this document is the current version 2. */
export function seenAs(document: SampleDocument, more: Partial<SeenSource> = {}): SeenSource {
  const content = document.sentences.join(" ");
  return {
    id: "src_1",
    externalId: "manual",
    version: 2,
    answeringVersion: 2,
    status: "ready",
    title: "manual",
    sha256: document.sha256,
    fileSha256: document.sha256,
    marker: null,
    chunkCount: 1,
    content,
    chunks: [{ id: "chk_1", start: 0, end: [...content].length, text: content }],
    ...more,
  };
}

export function seenExpert(sources: readonly SeenSource[], more: Partial<SeenExpert> = {}): SeenExpert {
  return {
    id: "exp_1",
    slug: "pumps",
    description: "",
    chunkCount: sources.length,
    sourceCount: sources.length,
    sources,
    ...more,
  };
}

export const atTheEnd = <D extends LoadOperation>(world: World, operation: D): StartedOperation<D> =>
  startOperation(world, operation);
