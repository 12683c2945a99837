import { type Config, ConfigError } from "../../config/load-config.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import { type DenseFacts, readDenseFacts } from "../../models/dense-pack.ts";
import type { CallPermits } from "../../providers/call-permits.ts";
import { openAiEmbedder } from "../../providers/openai-embedder.ts";
import { type PackInFolder, packIn } from "../../store/sqlite/folder/model-packs.ts";
import { threadedDense } from "../../worker/threaded-dense.ts";
import { workerEntries } from "../../worker-entries.ts";
import type { BuiltInSense } from "../built-in-sense.ts";

export interface ChosenEmbedder {
  readonly embedder: Embedder | null;
  readonly kind: "server" | "pack" | "built-in";
  close(): void;
}

/** @param calls to model servers @throws ConfigError for a server and a pack at once, or an unusable pack */
export function chooseEmbedder(
  { dataDir, embed }: Config,
  builtIn: BuiltInSense | null,
  calls: CallPermits,
): ChosenEmbedder {
  const found = packIn(dataDir);
  if (found === null && embed === null) {
    const embedder = builtIn?.vectors?.() ?? null;
    return { embedder, kind: "built-in", close: () => embedder?.close() };
  }
  if (found === null)
    return { embedder: embed && openAiEmbedder({ ...embed, calls }), kind: "server", close: () => undefined };
  if (embed !== null) {
    throw new ConfigError([
      `DOCENT_EMBED_URL is set, and the model pack ${found.model} is installed, but Docent can use only one of them. ` +
        `Unset DOCENT_EMBED_URL, or run \`docent model remove ${found.model}\`.`,
    ]);
  }
  const facts = factsOf(found);
  const embedder = threadedDense({ entry: workerEntries.dense(), pack: found.path, ...facts });
  return { embedder, kind: "pack", close: embedder.close };
}

function factsOf({ model, path }: PackInFolder): DenseFacts {
  try {
    return readDenseFacts(Bun.mmap(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `The installed model pack ${model} cannot be used. ${reason} Add it again with \`docent model add FILE\`, or run ` +
        `\`docent model remove ${model}\`.`,
    ]);
  }
}
