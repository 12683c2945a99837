import { statSync } from "node:fs";
import type { TermAnalyzers } from "../../language/words/analyzer.ts";
import type { SnapshotReader } from "../../memory/index-ports.ts";
import { snapshotToImage } from "../index-image.ts";
import { SearchRoom } from "../lexical-index.ts";
import { openSnapshot } from "../snapshot.ts";
import { fingerprintOf, snapshotPath } from "./orama-memory.ts";
import { OramaMemoryIndex } from "./orama-memory-index.ts";

export interface SnapshotReaderParts {
  readonly directory: string;
  readonly analyzers: TermAnalyzers;
}

export function createSnapshotReader({ directory, analyzers }: SnapshotReaderParts): SnapshotReader {
  const room = new SearchRoom();
  const stampOf = (path: string) => {
    const file = statSync(path, { throwIfNoEntry: false, bigint: true });
    return file === undefined ? "none" : `${file.ino} ${file.size} ${file.mtimeNs}`;
  };
  return {
    stamp: (expert) => stampOf(snapshotPath(directory, expert)),
    open: async (expert, profile) => {
      const path = snapshotPath(directory, expert);
      // Read first: an outdated stamp only makes the thread look again.
      const stamp = stampOf(path);
      const { snapshot } = await openSnapshot(path, fingerprintOf(analyzers, profile));
      const index = new OramaMemoryIndex(profile, analyzers, room, savesNothing);
      if (snapshot !== null) index.load(snapshotToImage(snapshot), snapshot.facts.revision);
      return { index, stamp, bytes: snapshot === null ? 0 : index.residentBytes };
    },
  };
}

const savesNothing = () => Promise.reject(new Error("a reader of snapshots does not write them"));
