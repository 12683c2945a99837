import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evalCommand } from "../../src/cli/asking/eval-command.ts";
import { packIn, putPack } from "../../src/store/sqlite/folder/model-packs.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { synonymServer } from "../support/fakes/synonym-embedder.ts";
import { randomDensePack } from "../support/models/random-dense-pack.ts";

test("docent eval measures the configured embedding model, and the built-in one once it has encoded everything", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docent-eval-set-"));
  const server = synonymServer();
  try {
    const documents = ["The physician is in on Mondays.", "Kittens sleep all day.", "Mend what is broken."];
    const lines = documents.map((text, i) => JSON.stringify({ id: `d${i}`, title: "", text }));
    writeFileSync(join(folder, "docs.jsonl"), lines.join("\n"));
    writeFileSync(join(folder, "queries.jsonl"), JSON.stringify({ id: "q", question: "doctor" }));
    writeFileSync(join(folder, "qrels.tsv"), "q\td0\t1\n");
    const measured = async (...settings: string[]) => {
      const printed: string[] = [];
      const terminal = { print: (line: string) => void printed.push(line), complain: () => undefined };
      expect(await evalCommand.run([folder, "--json", ...settings], terminal)).toBe(0);
      return JSON.parse(printed.join(""));
    };
    const model = ["--embed-url", server.url, "--embed-model", "synonyms"];
    expect(await measured("--sense", "off", ...model)).toMatchObject({ documents: 3, judged: 1, ndcg10: 1 });
    expect(await measured("--sense", "off")).toMatchObject({ documents: 3, judged: 1, ndcg10: 0 });
    expect(await measured()).toMatchObject({ documents: 3, judged: 1, ndcg10: 1 });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("docent eval measures the installed model pack, and leaves it in place", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "docent-eval-pack-"));
  try {
    const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 16, normEpsilon: 1e-12 };
    const pack = randomDensePack({ shape, pieces: new Map([["\u2581a", -1]]) }, seededRandom(1).next);
    await putPack(dataDir, "random", pack);
    writeFileSync(join(dataDir, "docs.jsonl"), JSON.stringify({ id: "d", title: "", text: "Kittens sleep all day." }));
    writeFileSync(join(dataDir, "queries.jsonl"), JSON.stringify({ id: "q", question: "doctor" }));
    writeFileSync(join(dataDir, "qrels.tsv"), "q\td\t1\n");
    const printed: string[] = [];
    const terminal = { print: (line: string) => void printed.push(line), complain: () => undefined };
    await evalCommand.run([dataDir, "--json", "--sense", "off", "--data-dir", dataDir], terminal);
    // By words it would not be found.
    expect(JSON.parse(printed.join(""))).toMatchObject({ documents: 1, ndcg10: 1 });
    expect(packIn(dataDir)).toMatchObject({ model: "random", bytes: pack.byteLength });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
