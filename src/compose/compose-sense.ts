/** The part of compose.ts that is about the built-in model of meaning. */
import type { Expert } from "../experts/expert.ts";
import type { Log } from "../kernel/log.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { Remembering } from "../memory/ports.ts";
import { createQuestionSenses } from "../memory/sense/question-senses.ts";
import type { SenseEncoder, SenseModel } from "../memory/sense/sense.ts";
import { createSenseLane } from "../memory/sense/sense-lane.ts";
import { packFacts } from "../sense/pack-facts.ts";
import { openSenseModel } from "../sense/sense-model.ts";
import type { Database } from "../storage/database.ts";
import { senseRows } from "../storage/rows/sense-rows.ts";
import { threadedSense } from "../worker/threaded-sense.ts";
import { workerEntries } from "../worker-entries.ts";

/** The built-in model of meaning, with the thread that encodes for it. */
export interface BuiltInSense {
  readonly model: SenseModel;
  /** As SPDX writes it. */
  readonly licence: string;
  readonly encoder: SenseEncoder & { close(): void };
}

/** Of which nothing is read before it is first needed, and no thread is started. */
export function builtInSense(): BuiltInSense {
  const { name, licence } = packFacts;
  return { model: openSenseModel(), licence, encoder: threadedSense({ entry: workerEntries.sense(), model: name }) };
}

interface Sensing {
  readonly log: Log;
  readonly memory: MemoryService;
  readonly isReading: () => boolean;
}

/** What the built-in model is used for: encoding in the background, questions, and telling how far it is. */
export function makeSenseOf({ model, encoder }: BuiltInSense, database: Database, around: Sensing) {
  const rows = senseRows(database, model.name);
  const lane = createSenseLane({ ...around, rows, model, encoder });
  return {
    lane,
    /** Hears of what was committed: the index follows, and there may be something to encode. */
    memory: {
      refresh: (expert: Remembering) => {
        lane.wake();
        return around.memory.refresh(expert);
      },
    },
    question: { model, questions: createQuestionSenses(model), standing: rows.count },
    progress: ({ id, language }: Expert) => (model.speaks(language) ? { model: model.name, ...rows.count(id) } : null),
    close: () => encoder.close(),
  };
}
