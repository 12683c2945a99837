import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evalCommand } from "../../src/cli/eval-command.ts";
import { synonymServer } from "../support/synonym-embedder.ts";

test("docent eval measures the configured embedding model", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docent-eval-set-"));
  const server = synonymServer();
  try {
    const documents = ["The physician is in on Mondays.", "Kittens sleep all day.", "Mend what is broken."];
    const lines = documents.map((text, i) => JSON.stringify({ id: `d${i}`, title: "", text }));
    writeFileSync(join(folder, "docs.jsonl"), lines.join("\n"));
    writeFileSync(join(folder, "queries.jsonl"), JSON.stringify({ id: "q", question: "doctor" }));
    writeFileSync(join(folder, "qrels.tsv"), "q\td0\t1\n");
    const printed: string[] = [];
    const terminal = { print: (line: string) => void printed.push(line), complain: () => undefined };
    const model = ["--embed-url", server.url, "--embed-model", "synonyms"];
    expect(await evalCommand.run([folder, "--json", ...model], terminal)).toBe(0);
    expect(JSON.parse(printed.join(""))).toMatchObject({ documents: 3, judged: 1, ndcg10: 1 });
    printed.length = 0;
    expect(await evalCommand.run([folder, "--json"], terminal)).toBe(0);
    expect(JSON.parse(printed.join(""))).toMatchObject({ documents: 3, judged: 1, ndcg10: 0 });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
