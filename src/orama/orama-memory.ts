/** The memory engine: each expert's index is an Orama index with our components, saved in a snapshot. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TermAnalyzers } from "../analysis/analyzer.ts";
import { replaceFile } from "../kernel/atomic-file.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { IndexProfile, MemoryEngine } from "../memory/ports.ts";
import { imageToSnapshot, snapshotToImage } from "../search/index-image.ts";
import { SearchRoom } from "../search/lexical-index.ts";
import { encodeSnapshot, type Fingerprint, openSnapshot } from "../search/snapshot.ts";
import { OramaMemoryIndex } from "./orama-memory-index.ts";

export interface OramaMemoryParts {
  /** The folder of snapshots; created when needed. */
  readonly directory: string;
  readonly analyzers: TermAnalyzers;
  readonly log: Log;
}

export function snapshotPath(directory: string, expert: ExpertId): string {
  return join(directory, `${expert}.memory`);
}

export function fingerprintOf(analyzers: TermAnalyzers, { language, embedding, sense }: IndexProfile): Fingerprint {
  return {
    analysis: analyzers(language).fingerprint,
    // The last part names the format of rows: snapshots of another one are rebuilt.
    embedding: embedding && `${embedding.model}/${embedding.dimensions}/planes`,
    sense,
  };
}

export function createOramaMemory({ directory, analyzers, log }: OramaMemoryParts): MemoryEngine {
  const room = new SearchRoom();
  const pathOf = (expert: ExpertId) => snapshotPath(directory, expert);
  const makeIndex = (expert: ExpertId, profile: IndexProfile) =>
    new OramaMemoryIndex(profile, analyzers(profile.language), room, async (image, facts) => {
      const snapshot = imageToSnapshot(image, { ...facts, fingerprint: fingerprintOf(analyzers, profile) });
      await replaceFile(pathOf(expert), await encodeSnapshot(snapshot));
    });
  return {
    create: makeIndex,
    async open(expert, profile) {
      const path = pathOf(expert);
      const found = await openSnapshot(path, fingerprintOf(analyzers, profile));
      if (found.snapshot === null) {
        if (found.unfit === "damaged") await setAside(path, log, expert);
        return { index: null, unfit: found.unfit };
      }
      const index = makeIndex(expert, profile);
      index.load(snapshotToImage(found.snapshot), found.snapshot.facts.revision);
      return { index };
    },
    async discard(expert) {
      for (const ending of ["", ".damaged", ".new"]) await rm(pathOf(expert) + ending, { force: true });
    },
  };
}

/** Keeps the damaged file for examination. The next damaged file replaces it. */
async function setAside(path: string, log: Log, expert: ExpertId): Promise<void> {
  await rename(path, `${path}.damaged`);
  log.warn("memory_snapshot_damaged", { expert, kept_as: `${expert}.memory.damaged` });
}
