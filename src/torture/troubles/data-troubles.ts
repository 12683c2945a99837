import { Database as Sqlite } from "bun:sqlite";
import { copyFileSync, openSync, readdirSync, readSync, renameSync, rmSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { heldFile } from "../../kernel/regular-file.ts";
import type { Random } from "../load/seeded-random.ts";

export interface Trouble {
  readonly name: string;
  /** `documents`: older properties were restored on purpose. */
  readonly keeps: "everything" | "documents";
  inflict(dataDir: string): void;
  /** Called after the service ran; absent: the trouble lasts. */
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

type Act = (dataDir: string) => void;

function everythingKept(name: string, inflict: Act, relieve?: Act): Trouble {
  return { name, keeps: "everything", inflict, ...(relieve && { relieve }) };
}

function databaseTroubles({ dataDir: before, olderDatabase, random }: TroubledFolder): Trouble[] {
  const putBack: Act = (dataDir) => copyFileSync(olderDatabase, databaseIn(dataDir));
  return [
    everythingKept("database lost", (dataDir) => rmSync(databaseIn(dataDir))),
    everythingKept("database emptied", (dataDir) => truncateSync(databaseIn(dataDir), 0)),
    everythingKept("database cut", (dataDir) => {
      const path = databaseIn(dataDir);
      truncateSync(path, Math.floor(Bun.file(path).size * (0.2 + 0.6 * random.next())));
    }),
    everythingKept("database overwritten at its beginning", (dataDir) => changeBytes(databaseIn(dataDir), 0, 4096)),
    { name: "database older", keeps: "documents", inflict: putBack },
    everythingKept("database put back", putBack, (dataDir) => copyFileSync(databaseIn(before), databaseIn(dataDir))),
  ];
}

function fileTroubles({ random }: TroubledFolder): Trouble[] {
  const originals = (dataDir: string) => join(dataDir, "originals");
  const oneOriginal = (dataDir: string) => random.pick(filesIn(originals(dataDir)));
  return [
    everythingKept("catalogue lost", (dataDir) => rmSync(join(dataDir, "originals.jsonl"))),
    everythingKept("originals lost", (dataDir) => {
      for (const file of filesIn(originals(dataDir))) rmSync(file);
    }),
    everythingKept(
      "files away",
      (dataDir) => renameSync(originals(dataDir), `${dataDir}-originals`),
      (dataDir) => {
        rmSync(originals(dataDir), { recursive: true, force: true });
        renameSync(`${dataDir}-originals`, originals(dataDir));
      },
    ),
    everythingKept("one original lost", (dataDir) => rmSync(oneOriginal(dataDir))),
    everythingKept("one original changed", (dataDir) => changeBytes(oneOriginal(dataDir), 0, 16)),
    everythingKept("originals and database lost", (dataDir) => {
      rmSync(oneOriginal(dataDir));
      rmSync(databaseIn(dataDir));
    }),
    everythingKept("indexes damaged", (dataDir) => {
      for (const file of filesIn(join(dataDir, "memory"))) changeBytes(file, Math.floor(Bun.file(file).size / 2), 64);
    }),
    everythingKept("indexes lost", (dataDir) => rmSync(join(dataDir, "memory"), { recursive: true })),
  ];
}

function pageTroubles({ dataDir, random }: TroubledFolder): Trouble[] {
  const { pages, pageSize } = pagesOf(databaseIn(dataDir));
  return [...Map.groupBy(pages, ({ name }) => name)].map(([name, own]) => {
    const { no } = random.pick(own);
    return everythingKept(`page of ${name}`, (copy) => changeBytes(databaseIn(copy), (no - 1) * pageSize, pageSize));
  });
}

interface DatabasePage {
  readonly name: string;
  readonly no: number;
}

function pagesOf(path: string): { readonly pages: readonly DatabasePage[]; readonly pageSize: number } {
  using sqlite = new Sqlite(path, { readonly: true });
  const pages = sqlite.query<DatabasePage, []>("SELECT name, pageno AS no FROM dbstat ORDER BY name, pageno").all();
  const size = sqlite.query<{ page_size: number }, []>("PRAGMA page_size").get();
  return { pages, pageSize: size?.page_size ?? 4096 };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

function changeBytes(path: string, start: number, length: number): void {
  using file = heldFile(openSync(path, "r+"));
  const bytes = new Uint8Array(length);
  const found = readSync(file.descriptor, bytes, 0, length, start);
  const changed = bytes.subarray(0, found).map((byte) => byte ^ 0xff);
  writeSync(file.descriptor, changed, 0, found, start);
}
