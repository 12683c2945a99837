import type { ReindexingParts } from "../../compose/database/command-services.ts";
import { openCommandServices } from "../../compose/database/opened-services.ts";
import type { Expert } from "../../experts/expert.ts";
import { counted } from "../../language/text/shown-text.ts";
import { describe } from "../../memory/embedding-fit.ts";
import { maySpeak } from "../../memory/index-ports.ts";
import { encodeAll } from "../../memory/passage-sense.ts";
import { type Reindexed, type Reindexing, reindex } from "../../memory/reindexing.ts";
import { localCommand, onlyWord } from "../arguments.ts";
import type { Console } from "../command.ts";
import { expertNamed, workspaceChosen } from "../named-things.ts";

export const reindexCommand = localCommand({
  name: "reindex",
  usage: "EXPERT [--workspace NAME]",
  summary: "Bring an expert's memory up to the configured models",
  examples: ["manuals", "manuals --workspace team"],
  flags: { options: ["workspace"] },
  run: async ({ config, words, options }, console) => {
    const name = onlyWord(words, "Name one expert: `docent reindex EXPERT`.");
    await using services = await openCommandServices(config);
    const expert = await expertNamed(services, await workspaceChosen(services, options), name);
    const { sense, embedding, ...rows } = services.reindexing();
    const speaks = sense !== null && maySpeak(sense.model, expert.language);
    try {
      const { embedder } = embedding;
      const reads = embedder !== null && maySpeak(embedder, expert.language);
      report(expert, await bringOver(expert, { embedder: reads ? embedder : null, ...rows }, console), speaks, console);
    } finally {
      embedding.close();
    }
    if (sense !== null && speaks) await encode(expert, sense, console);
    return 0;
  },
});

function bringOver(
  expert: Expert,
  work: Pick<Reindexing, "embedder" | "dense" | "vectors">,
  console: Console,
): Promise<Reindexed> {
  const progress = (done: number, total: number) => console.complain(`${done} of ${total} passages`);
  // Needs no abort: every batch is committed, and the next run continues.
  const { signal } = new AbortController();
  return reindex({ ...work, signal, progress }, expert.id);
}

function report(expert: Expert, { embedding, passages, tokens }: Reindexed, hasSense: boolean, console: Console): void {
  const { slug, embedding: before } = expert;
  const plain = hasSense ? "words and sense" : "words alone";
  const was = before === null ? plain : describe(before);
  const is = embedding === null ? plain : describe(embedding);
  const cost = tokens === 0 ? "" : `, ${counted(tokens, "token")}`;
  console.print(
    `${slug}: ${counted(passages, "passage")}${cost}. They were searched by ${was}, and are now searched by ${is}.`,
  );
}

async function encode(
  { id, slug }: Expert,
  { encoder, model, rows }: NonNullable<ReindexingParts["sense"]>,
  console: Console,
): Promise<void> {
  const progress = (done: number, total: number) => console.complain(`${done} of ${total} passages encoded`);
  try {
    const encoded = await encodeAll({ rows, model, encoder, progress, signal: new AbortController().signal }, id);
    const { done, total } = await rows.count(id);
    console.print(`${slug}: ${model.name} has encoded ${done} of ${total} passages, ${encoded} of them now.`);
  } finally {
    encoder.close();
  }
}
