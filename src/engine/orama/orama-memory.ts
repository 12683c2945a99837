/** Each expert's index is an Orama database with our components, saved in a snapshot. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../kernel/atomic-file.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { TermAnalyzers } from "../../language/words/analyzer.ts";
import type { IndexProfile, MemoryEngine } from "../../memory/index-ports.ts";
import { imageToSnapshot, snapshotToImage } from "../index-image.ts";
import { SearchRoom } from "../lexical-index.ts";
import { encodeSnapshot, type Fingerprint, openSnapshot } from "../snapshot.ts";
import { OramaMemoryIndex } from "./orama-memory-index.ts";
import type { SharedSnapshots } from "./shared-snapshots.ts";

export interface OramaMemoryParts {
  readonly directory: string;
  readonly analyzers: TermAnalyzers;
  readonly log: Log;
  readonly shared?: SharedSnapshots | null;
}

export function snapshotPath(directory: string, expert: ExpertId): string {
  return join(directory, `${expert}.memory`);
}

export function fingerprintOf(analyzers: TermAnalyzers, { language, embedding, sense }: IndexProfile): Fingerprint {
  return {
    analysis: analyzers(language).fingerprint,
    // The last part names the format of rows.
    embedding: embedding && `${embedding.model}/${embedding.dimensions}/signs`,
    sense,
  };
}

export function createOramaMemory({ directory, analyzers, log, shared = null }: OramaMemoryParts): MemoryEngine {
  const room = new SearchRoom();
  const pathOf = (expert: ExpertId) => snapshotPath(directory, expert);
  const makeIndex = (expert: ExpertId, profile: IndexProfile) =>
    new OramaMemoryIndex(profile, analyzers, room, async (image, facts) => {
      const snapshot = imageToSnapshot(image, { ...facts, fingerprint: fingerprintOf(analyzers, profile) });
      await replaceFile(pathOf(expert), await encodeSnapshot(snapshot));
      shared?.saved(expert, pathOf(expert), facts.revision);
    });
  const loaded = (expert: ExpertId, profile: IndexProfile, { snapshot }: FitSnapshot) => {
    const index = makeIndex(expert, profile);
    index.load(snapshotToImage(snapshot), snapshot.facts.revision);
    return index;
  };
  const fetchNewer = async (expert: ExpertId, profile: IndexProfile, after: number) => {
    const wanted = { expert, path: pathOf(expert), fingerprint: fingerprintOf(analyzers, profile), log, after };
    return shared && openFetched({ shared, ...wanted });
  };
  return {
    create: makeIndex,
    async open(expert, profile) {
      const path = pathOf(expert);
      const found = await openSnapshot(path, fingerprintOf(analyzers, profile));
      if (found.snapshot !== null) return { index: loaded(expert, profile, found) };
      if (found.unfit === "damaged") await setAside(path, log, expert);
      const fetched = await fetchNewer(expert, profile, -1);
      return fetched === null ? { index: null, unfit: found.unfit } : { index: loaded(expert, profile, fetched) };
    },
    ...(shared !== null && {
      newer: async (expert: ExpertId, profile: IndexProfile, than: number) => {
        const found = await fetchNewer(expert, profile, than);
        return found && loaded(expert, profile, found);
      },
    }),
    async discard(expert) {
      for (const ending of ["", ".damaged", ".new", fetchedEnding]) await rm(pathOf(expert) + ending, { force: true });
      shared?.discard(expert);
    },
  };
}

interface Fetching {
  readonly shared: SharedSnapshots;
  readonly expert: ExpertId;
  readonly path: string;
  readonly fingerprint: Fingerprint;
  readonly log: Log;
  readonly after: number;
}

const fetchedEnding = ".fetched";

type FitSnapshot = Extract<Awaited<ReturnType<typeof openSnapshot>>, { readonly snapshot: object }>;

async function openFetched(fetching: Fetching): Promise<FitSnapshot | null> {
  const { shared, expert, path, fingerprint, log, after } = fetching;
  const arrived = path + fetchedEnding;
  for (const name of await shared.newest(expert, after)) {
    if (!(await shared.copy(name, arrived))) continue;
    const found = await openSnapshot(arrived, fingerprint);
    if (found.snapshot !== null) {
      await rename(arrived, path);
      return found;
    }
    log.warn("memory.snapshot_ignored", { expert, name, reason: found.unfit });
    await rm(arrived, { force: true });
  }
  return null;
}

async function setAside(path: string, log: Log, expert: ExpertId): Promise<void> {
  await rename(path, `${path}.damaged`);
  log.warn("memory.snapshot_damaged", { expert, kept_as: `${expert}.memory.damaged` });
}
