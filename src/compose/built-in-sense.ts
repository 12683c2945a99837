import type { Expert, ModelProgress } from "../experts/expert.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { senseJob } from "../memory/derived-passages.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import { maySpeak } from "../memory/index-ports.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { IndexedExpert } from "../memory/row-ports.ts";
import { createQuestionSenses, type SenseEncoder, type SenseModel } from "../memory/sense.ts";
import { openSenseModel } from "../models/sense-model.ts";
import { packFacts } from "../models/sense-pack.ts";
import { vectorTraits } from "../models/vector-model.ts";
import type { JobKind } from "../runner/job-kind.ts";
import { threadedDense } from "../worker/threaded-dense.ts";
import { threadedSense } from "../worker/threaded-sense.ts";
import { workerEntries } from "../worker-entries.ts";
import type { Foundation } from "./foundation.ts";

export interface BuiltInSense {
  readonly model: SenseModel;
  readonly licence: string;
  readonly encoder: SenseEncoder & { close(): void };
  /** To be closed. Absent: it gives no vectors. */
  readonly vectors?: () => Embedder & { close(): void };
}

/** Lazy: the model is read and the thread started at first use. */
export function builtInSense(): BuiltInSense {
  const { name, licence } = packFacts;
  return {
    model: openSenseModel(),
    licence,
    encoder: threadedSense({ entry: workerEntries.sense(), model: name }),
    vectors: () => threadedDense({ entry: workerEntries.dense(), pack: null, ...vectorTraits, centres: new Map() }),
  };
}

export type SenseServices = ReturnType<typeof composeSense>;

export function composeSense(
  { model, encoder }: BuiltInSense,
  { stores, runner }: Pick<Foundation, "stores" | "runner">,
  memory: MemoryService,
  when: Pick<JobKind<null>, "givesWayTo" | "every">,
) {
  const rows = stores.senses(model.name);
  const lane = runner.add({ ...senseJob({ memory, rows, model, encoder }), ...when });
  return {
    lane,
    /** Receives commits in place of the memory, and wakes the encoding of passages as well. */
    memory: {
      refresh: (expert: IndexedExpert, added?: number) => {
        lane.wake();
        return memory.refresh(expert, added);
      },
    },
    question: { model, questions: createQuestionSenses(model) },
    /** Null when the model does not know the expert's language. */
    progress: ({ id, language }: Expert): Awaitable<ModelProgress | null> =>
      maySpeak(model, language) ? whenKnown(rows.count(id), (counted) => ({ model: model.name, ...counted })) : null,
    close: () => encoder.close(),
  };
}
