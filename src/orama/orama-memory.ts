/** The memory engine. */
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type {
  Hit,
  IndexProfile,
  MemoryEngine,
  MemoryIndex,
  Passage,
  SearchOutcome,
  SearchRequest,
} from "../memory/ports.ts";
import type { Analyzers } from "../text/analysis.ts";

export interface OramaMemoryParts {
  /** Where snapshots are kept; made when needed. */
  readonly directory: string;
  readonly analyzers: Analyzers;
  readonly log: Log;
}

interface Stored {
  no: number;
  group: number;
  terms: Map<string, number>;
  length: number;
  vector: number[] | null;
}

export function createOramaMemory(parts: OramaMemoryParts): MemoryEngine {
  const path = (expert: ExpertId) => join(parts.directory, `${expert}.memory`);
  return {
    create: (expert, profile) => simpleIndex(parts, path(expert), profile),
    async open(expert, profile) {
      let raw: string;
      try {
        raw = await readFile(path(expert), "utf8");
      } catch {
        return { index: null, unfit: "missing" };
      }
      try {
        const saved = JSON.parse(raw);
        if (JSON.stringify(saved.profile) !== JSON.stringify(profile)) return { index: null, unfit: "other_profile" };
        const index = simpleIndex(parts, path(expert), profile);
        index.restore(saved);
        return { index };
      } catch {
        await rename(path(expert), `${path(expert)}.damaged`);
        return { index: null, unfit: "damaged" };
      }
    },
    async discard(expert) {
      await rm(path(expert), { force: true });
    },
  };
}

function simpleIndex(parts: OramaMemoryParts, path: string, profile: IndexProfile) {
  const analyzer = parts.analyzers(profile.language);
  const docs = new Map<number, Stored>();
  let revision = 0;
  const count = (text: string) => {
    const terms = new Map<string, number>();
    for (const token of analyzer.analyze(text))
      if (!token.stop) terms.set(token.term, (terms.get(token.term) ?? 0) + 1);
    return terms;
  };
  const search = (request: SearchRequest): SearchOutcome => {
    const question = count(request.question);
    const live = [...docs.values()];
    const average = live.reduce((sum, doc) => sum + doc.length, 0) / Math.max(1, live.length);
    const terms = [...question.keys()].map((term) => {
      const documentFrequency = live.filter((doc) => doc.terms.has(term)).length;
      return {
        term,
        documentFrequency,
        idf: Math.log(1 + (live.length - documentFrequency + 0.5) / (documentFrequency + 0.5)),
      };
    });
    const ceiling = terms.reduce((sum, one) => sum + one.idf * (question.get(one.term) ?? 1) * 2.2, 0) || 1;
    const hits: Hit[] = [];
    for (const doc of live) {
      if (request.permitted !== null && !request.permitted.has(doc.group)) continue;
      let keyword = 0;
      for (const { term, idf } of terms) {
        const tf = doc.terms.get(term) ?? 0;
        keyword += (question.get(term) ?? 1) * idf * ((tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * doc.length) / average)));
      }
      keyword /= ceiling;
      const vector = similarity(request.questionVector, doc.vector);
      if (request.mode === "keyword" ? keyword === 0 : keyword === 0 && vector === null) continue;
      const score =
        request.mode === "keyword"
          ? keyword
          : request.mode === "vector"
            ? (vector ?? 0)
            : (keyword + (vector ?? 0)) / 2;
      if (score > 0) hits.push({ no: doc.no, group: doc.group, score, scores: { keyword, vector } });
    }
    hits.sort((a, b) => b.score - a.score || a.no - b.no);
    return { hits: hits.slice(0, request.k), terms, passages: docs.size };
  };
  const index: MemoryIndex & {
    restore(saved: { revision: number; docs: [number, number, [string, number][], number[] | null][] }): void;
  } = {
    profile,
    get revision() {
      return revision;
    },
    get count() {
      return docs.size;
    },
    get residentBytes() {
      return docs.size * 4000;
    },
    add(passages: readonly Passage[]) {
      for (const one of passages) {
        const terms = count(`${one.title}\n${one.section}\n${one.text}`);
        const length = [...terms.values()].reduce((sum, n) => sum + n, 0);
        docs.set(one.no, { no: one.no, group: one.group, terms, length, vector: one.vector && [...one.vector] });
      }
    },
    removeGroups(groups) {
      const gone = new Set(groups);
      for (const doc of [...docs.values()]) if (gone.has(doc.group)) docs.delete(doc.no);
    },
    settle(to) {
      revision = to;
    },
    search,
    async save() {
      await mkdir(parts.directory, { recursive: true });
      const rows = [...docs.values()].map((doc) => [doc.no, doc.group, [...doc.terms], doc.vector]);
      await Bun.write(`${path}.new`, JSON.stringify({ profile, revision, docs: rows }));
      await rename(`${path}.new`, path);
    },
    close() {
      docs.clear();
    },
    restore(saved) {
      revision = saved.revision;
      for (const [no, group, list, vector] of saved.docs) {
        const terms = new Map(list);
        docs.set(no, { no, group, terms, length: list.reduce((sum, [, n]) => sum + n, 0), vector });
      }
    },
  };
  return index;
}

function similarity(a: Float32Array | null, b: readonly number[] | null): number | null {
  if (a === null || b === null) return null;
  let dot = 0,
    aa = 0,
    bb = 0;
  for (let i = 0; i < b.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return (1 + dot / Math.sqrt(aa * bb || 1)) / 2;
}
