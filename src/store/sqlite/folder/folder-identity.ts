/** `docent.id` and the database share a random id, so that an exchanged database is noticed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unlessMissing } from "../../../kernel/error-code.ts";
import type { Database } from "../database.ts";
import { installation } from "../schema.ts";
import { writeDurably } from "./durable-files.ts";

export const identityFileName = "docent.id";

/** Null if missing or damaged; then the database's id counts. */
export function folderIdentity(dataDir: string): string | null {
  return unlessMissing(() => identityFrom(readFileSync(join(dataDir, identityFileName), "utf8")), null);
}

export function identityFrom(text: string): string | null {
  const id = /^docent-folder \d+ ([\w-]+) /.exec(text)?.[1];
  return id !== undefined && text === identityText(id) ? id : null;
}

export function writeFolderIdentity(dataDir: string, id: string): void {
  writeDurably(join(dataDir, identityFileName), [identityText(id)]);
}

export function databaseIdentity({ orm }: Database): string | null {
  return orm.select().from(installation).get()?.id ?? null;
}

export function writeDatabaseIdentity({ orm, write }: Database, id: string): void {
  write("power", () => {
    orm.delete(installation).run();
    orm.insert(installation).values({ id }).run();
  });
}

/** One line: format, version, id, and the CRC-32 of the id. */
export function identityText(id: string): string {
  return `docent-folder 1 ${id} ${Bun.hash.crc32(id).toString(16).padStart(8, "0")}\n`;
}
