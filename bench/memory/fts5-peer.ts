import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { BenchPassage } from "../corpus.ts";
import type { MakePeer } from "./peer.ts";

/** SQLite's full-text index, Porter stems, BM25. Every word of the question, as an OR, without stop words. */
export const fts5Peer: MakePeer = (folder) => {
  const file = join(folder, "fts5.db");
  const database = new Database(file);
  database.run("PRAGMA journal_mode = WAL");
  database.run("CREATE VIRTUAL TABLE passages USING fts5 (title, text, tokenize = 'porter unicode61')");
  const insert = database.query("INSERT INTO passages (rowid, title, text) VALUES (?, ?, ?)");
  const ask = (one: Database) => {
    const query = one.query<{ no: number }, [string]>(
      "SELECT rowid AS no FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 10",
    );
    return (question: string) => query.all(matchOf(question)).map(({ no }) => no);
  };
  return {
    add: database.transaction((batch: readonly BenchPassage[]) => {
      for (const { no, title, text } of batch) insert.run(no, title, text);
    }),
    finish: () => undefined,
    search: ask(database),
    save: null,
    size: () => statSync(file).size,
    reopen: async () => ({ search: ask(new Database(file, { readonly: true })) }),
    close: () => database.close(),
  };
};

const stopWords = new Set(
  "a about and are as at be by deal did does do for from has have how in is it not of on or should that the their this to was were what when which who why will with".split(
    " ",
  ),
);

function matchOf(question: string): string {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => `"${word}"`)
    .join(" OR ");
}
