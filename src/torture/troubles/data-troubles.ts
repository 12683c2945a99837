/** Troubles of a data folder while nothing runs, applied to a copy. */
import { Database as Sqlite } from "bun:sqlite";
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Random } from "../load/seeded-random.ts";

export interface Trouble {
  readonly name: string;
  /** What must be unchanged or reported. `documents`: older properties were restored on purpose. */
  readonly keeps: "everything" | "documents";
  inflict(dataDir: string): void;
  /** Ends it, after the service ran meanwhile; absent: it lasts. */
  relieve?(dataDir: string): void;
}

interface TroubledFolder {
  readonly dataDir: string;
  readonly olderDatabase: string;
  readonly random: Random;
}

const databaseIn = (dataDir: string) => join(dataDir, "docent.db");

export function troublesOf(folder: TroubledFolder): readonly Trouble[] {
  return [...databaseTroubles(folder), ...fileTroubles(folder), ...pageTroubles(folder)];
}

function databaseTroubles({ dataDir: before, olderDatabase, random }: TroubledFolder): Trouble[] {
  const keeps = "everything";
  return [
    { name: "database lost", keeps, inflict: (dataDir) => rmSync(databaseIn(dataDir)) },
    { name: "database emptied", keeps, inflict: (dataDir) => truncateSync(databaseIn(dataDir), 0) },
    {
      name: "database cut",
      keeps,
      inflict: (dataDir) => {
        const path = databaseIn(dataDir);
        truncateSync(path, Math.floor(Bun.file(path).size * (0.2 + 0.6 * random.next())));
      },
    },
    {
      name: "database overwritten at its beginning",
      keeps,
      inflict: (dataDir) => changeBytes(databaseIn(dataDir), 0, 4096),
    },
    {
      name: "database older",
      keeps: "documents",
      inflict: (dataDir) => copyFileSync(olderDatabase, databaseIn(dataDir)),
    },
    {
      name: "database put back",
      keeps,
      inflict: (dataDir) => copyFileSync(olderDatabase, databaseIn(dataDir)),
      relieve: (dataDir) => copyFileSync(databaseIn(before), databaseIn(dataDir)),
    },
  ];
}

function fileTroubles({ random }: TroubledFolder): Trouble[] {
  const keeps = "everything";
  const someOf = (folder: string) => random.pick(filesIn(folder));
  return [
    { name: "catalogue lost", keeps, inflict: (dataDir) => rmSync(join(dataDir, "originals.jsonl")) },
    {
      name: "originals lost",
      keeps,
      inflict: (dataDir) => {
        for (const file of filesIn(join(dataDir, "originals"))) rmSync(file);
      },
    },
    {
      name: "files away",
      keeps,
      inflict: (dataDir) => renameSync(join(dataDir, "originals"), `${dataDir}-originals`),
      relieve: (dataDir) => {
        rmSync(join(dataDir, "originals"), { recursive: true, force: true });
        renameSync(`${dataDir}-originals`, join(dataDir, "originals"));
      },
    },
    { name: "one original lost", keeps, inflict: (dataDir) => rmSync(someOf(join(dataDir, "originals"))) },
    {
      name: "one original changed",
      keeps,
      inflict: (dataDir) => changeBytes(someOf(join(dataDir, "originals")), 0, 16),
    },
    {
      name: "originals and database lost",
      keeps,
      inflict: (dataDir) => {
        rmSync(someOf(join(dataDir, "originals")));
        rmSync(databaseIn(dataDir));
      },
    },
    {
      name: "indexes damaged",
      keeps,
      inflict: (dataDir) => {
        for (const file of filesIn(join(dataDir, "memory"))) changeBytes(file, Math.floor(Bun.file(file).size / 2), 64);
      },
    },
    { name: "indexes lost", keeps, inflict: (dataDir) => rmSync(join(dataDir, "memory"), { recursive: true }) },
  ];
}

function pageTroubles({ dataDir, random }: TroubledFolder): Trouble[] {
  const { pages, pageSize } = pagesOf(databaseIn(dataDir));
  return [...Map.groupBy(pages, ({ name }) => name)].map(([name, own]) => {
    const { no } = random.pick(own);
    return {
      name: `page of ${name}`,
      keeps: "everything",
      inflict: (copy: string) => changeBytes(databaseIn(copy), (no - 1) * pageSize, pageSize),
    };
  });
}

interface DatabasePage {
  readonly name: string;
  readonly no: number;
}

function pagesOf(path: string): { readonly pages: readonly DatabasePage[]; readonly pageSize: number } {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    const pages = sqlite.query<DatabasePage, []>("SELECT name, pageno AS no FROM dbstat ORDER BY name, pageno").all();
    const size = sqlite.query<{ page_size: number }, []>("PRAGMA page_size").get();
    return { pages, pageSize: size?.page_size ?? 4096 };
  } finally {
    sqlite.close();
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

function changeBytes(path: string, start: number, length: number): void {
  const file = openSync(path, "r+");
  try {
    const bytes = new Uint8Array(length);
    const found = readSync(file, bytes, 0, length, start);
    writeSync(
      file,
      bytes.subarray(0, found).map((byte) => byte ^ 0xff),
      0,
      found,
      start,
    );
  } finally {
    closeSync(file);
  }
}
