/** Ranks clients' texts, so that nothing else waits for it. */
import { rerank } from "../answering/sent-texts.ts";
import { createOramaMemory } from "../engine/orama/orama-memory.ts";
import { silentLog } from "../kernel/log.ts";
import { createAnalyzers } from "../language/words/analyzer.ts";
import { openSenseModel } from "../models/sense-model.ts";
import { serveRequests } from "./thread-serving.ts";
import type { RerankTask } from "./threaded-sense.ts";

// Nothing is saved, so there is no folder.
const engine = createOramaMemory({ directory: "", analyzers: createAnalyzers(), log: silentLog });
const model = openSenseModel();

serveRequests(({ input, sense }: RerankTask) => rerank({ engine, sense: sense ? model : null }, input));
