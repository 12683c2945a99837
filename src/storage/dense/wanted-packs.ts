import { existsSync } from "node:fs";
import { openForReading } from "../database-soundness.ts";
import { databasePath } from "../folder/data-folder.ts";
import { packIn } from "../folder/model-packs.ts";
import { denseNameOf } from "./dense-models.ts";

/**
 * The model whose pack is not in the folder, although experts have vectors of it; null if there is none, or the database
 * cannot be read.
 */
export function missingPack(dataDir: string): string | null {
  const path = databasePath(dataDir);
  if (packIn(dataDir) !== null || !existsSync(path)) return null;
  try {
    const sqlite = openForReading(path);
    try {
      const wanted = sqlite.query<{ model: string }, []>(`SELECT e.model FROM experts x
        JOIN embeddings e ON e.no = x.embedding_no JOIN sense_models m ON m.name = ${denseNameOf("e")} LIMIT 1`);
      return wanted.get()?.model ?? null;
    } finally {
      sqlite.close();
    }
  } catch {
    return null;
  }
}
