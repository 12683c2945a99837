import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect, Index, type Table } from "@lancedb/lancedb";
import type { MakePeer } from "./peer.ts";

/** LanceDB's full-text index: native Rust, with stems and without stop words. */
export const lancedbPeer: MakePeer = async (folder) => {
  const connection = await connect(folder);
  let table: Table | null = null;
  const ask = (one: Table) => async (question: string) => {
    const rows = await one.search(question, "fts", ["text"]).select(["no"]).limit(10).toArray();
    return rows.map(({ no }: { no: number }) => no);
  };
  return {
    add: async (batch) => {
      const rows = batch.map((passage) => ({ ...passage }));
      if (table === null) table = await connection.createTable("passages", rows);
      else await table.add(rows);
    },
    finish: async () => {
      if (table === null) return;
      await table.optimize();
      await table.createIndex("text", {
        config: Index.fts({ stem: true, removeStopWords: true }),
        waitTimeoutSeconds: 600,
      });
    },
    search: (question) => (table === null ? [] : ask(table)(question)),
    save: null,
    size: () =>
      readdirSync(folder, { recursive: true }).reduce(
        (sum: number, name) => sum + fileSize(join(folder, String(name))),
        0,
      ),
    reopen: async () => ({ search: ask(await (await connect(folder)).openTable("passages")) }),
    close: () => connection.close(),
  };
};

function fileSize(path: string): number {
  const stat = statSync(path);
  return stat.isFile() ? stat.size : 0;
}
