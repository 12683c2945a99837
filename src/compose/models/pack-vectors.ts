import type { Expert } from "../../experts/expert.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import { vectorJob } from "../../memory/derived-passages.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import { maySpeak } from "../../memory/index-ports.ts";
import type { MemoryService } from "../../memory/memory-service.ts";
import type { DenseRows } from "../../memory/row-ports.ts";
import type { JobKind } from "../../runner/job-kind.ts";
import type { Foundation } from "../foundation.ts";
import type { Stores } from "../stores.ts";

export type PackVectors = NonNullable<ReturnType<typeof composePackVectors>>;

/** Null: the embedder does not work in the background. */
export function packRows(embedder: Embedder | null, { dense }: Pick<Stores, "dense">): DenseRows | null {
  if (embedder?.inBackground !== true || embedder.dimensions === null) return null;
  const { model, recipe, dimensions } = embedder;
  return dense({ model, recipe, dimensions });
}

/** As `packRows`. @param when the job comes */
export function composePackVectors(
  embedder: Embedder | null,
  { stores, runner }: Pick<Foundation, "stores" | "runner">,
  memory: MemoryService,
  when: Pick<JobKind<null>, "givesWayTo" | "every">,
) {
  const rows = packRows(embedder, stores);
  if (embedder === null || rows === null) return null;
  const { model } = embedder;
  return {
    lane: runner.add({ ...vectorJob({ rows, embedder, memory }), ...when }),
    /** Null: the expert stays with another model's vectors, or the model does not know its language. */
    progress: ({ id, language }: Expert) =>
      maySpeak(embedder, language) ? whenKnown(rows.count(id), (counted) => counted && { model, ...counted }) : null,
    /** Passages, without those of experts whose language the model does not know. */
    waiting: () =>
      whenKnown(rows.waiting(), (some) =>
        some.reduce((sum, { language, lacking }) => sum + (maySpeak(embedder, language) ? lacking : 0), 0),
      ),
  };
}
