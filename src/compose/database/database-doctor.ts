/** What `docent doctor` finds out about a database and files that nodes share. */
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { judgeDatabase, judgeFiles, type SharedFilesFacts, unreachableDatabase } from "../../doctor/database-facts.ts";
import type { Finding } from "../../doctor/findings.ts";
import { onePiece } from "../../kernel/awaitable.ts";
import { postgresPlace } from "../../postgres/database-address.ts";
import { examineDatabase } from "../../postgres/database-examination.ts";
import { filesPlace } from "./files-place.ts";

export async function findingsOfShared(
  shared: SharedStorage,
  { dataDir }: Pick<Config, "dataDir">,
): Promise<readonly Finding[]> {
  const place = postgresPlace(shared.database);
  const ofDatabase = await examineDatabase(shared.database).then(
    (facts) => judgeDatabase(facts, place),
    (error: unknown) => [unreachableDatabase(`${place} cannot be examined: ${messageOf(error)}`)],
  );
  return [...ofDatabase, judgeFiles(await examineFiles(shared, dataDir))];
}

const probe = "docent doctor";

/** Writes a file, reads it and deletes it. */
async function examineFiles(shared: SharedStorage, dataDir: string): Promise<SharedFilesFacts> {
  const name = `doctor/${Bun.randomUUIDv7()}`;
  const began = performance.now();
  const after = (trouble: string | null) => ({ trouble, delay: performance.now() - began });
  try {
    const { files } = filesPlace(shared, dataDir);
    await files.put(name, onePiece(new TextEncoder().encode(probe)));
    const found = new TextDecoder().decode(await files.read(name));
    await files.remove([name]);
    return after(found === probe ? null : "What is read from DOCENT_FILES differs from what was written there.");
  } catch (error) {
    return after(`The files in DOCENT_FILES cannot be read and written: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
