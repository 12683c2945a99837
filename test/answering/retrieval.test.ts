/** A memory that changes while it is asked: what one search has found may be replaced before it is read. */

import { describe, expect, test } from "bun:test";
import { noConstraints } from "../../src/answering/asked-question.ts";
import { chosenElsewhere, find } from "../../src/answering/finding.ts";
import type { PassageReader, Standing, StoredPassage } from "../../src/answering/ports.ts";
import { type RetrievalParts, type RetrievalQuery, retrieve } from "../../src/answering/retrieval.ts";
import { defaultSettings, type Expert } from "../../src/experts/expert.ts";
import { chunkId, type ExpertId, type SourceId, type WorkspaceId } from "../../src/kernel/ids.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const expert: Expert = {
  id: "exp_pumps" as ExpertId,
  workspaceId: "ws_pumps" as WorkspaceId,
  name: "Pumps",
  slug: "pumps",
  description: "",
  instructions: "",
  language: "en",
  aliases: [],
  settings: defaultSettings,
  metadata: {},
  embedding: null,
  createdAt: 0,
  updatedAt: 0,
};

const query: RetrievalQuery = { expert, text: "filter", k: null, minScore: 0, filter: null, mode: "keyword" };

function passageOf(no: number, version: number): StoredPassage {
  return {
    chunkId: chunkId(no),
    sourceId: "src_filters" as SourceId,
    sourceVersion: version,
    externalId: null,
    title: "Filters",
    url: null,
    text: `Version ${version} of the filter's page.`,
    start: 0,
    end: 10,
    page: null,
    section: "",
    metadata: {},
    outline: [],
    lead: null,
  };
}

const scores = { keyword: 1, sense: null, vector: null };

/** A memory whose revision r has one passage, number r. `readAt` says at which revision each reading of rows happens. */
function changingMemory(readAt: readonly number[]) {
  let [now, reads] = [readAt[0] ?? 1, 0];
  const searched: (number | undefined)[] = [];
  const standing = (): Standing => ({ revision: now, ready: 1, pending: 0, sense: { done: 0, total: 0 } });
  const passages: PassageReader = {
    standing,
    permitted: () => new Set(),
    glimpse: () => [],
    versionPassages: () => [],
    sentences: () => new Map(),
    passages: async (_, numbers) => {
      reads += 1;
      now = readAt[reads] ?? now;
      return new Map(numbers.flatMap((no) => (no === now ? [[no, passageOf(no, no)] as const] : [])));
    },
  };
  const parts: RetrievalParts = {
    analyzers: createAnalyzers(),
    passages,
    memory: {
      search: async (_expert, _request, revision = 0) => {
        searched.push(revision);
        return { hits: [{ no: revision, group: revision, score: 1, scores }], terms: [], passages: 1 };
      },
    },
    embedding: null,
    sense: null,
  };
  return { parts, searched };
}

/** Revision 2 replaces the only source. Says at which revision each filter is read, and which revision each search uses. */
function filteredMemory(at: { readonly filterReadAt: readonly number[]; readonly searchedAt: readonly number[] }) {
  const { parts, searched } = changingMemory([]);
  let standings = 0;
  let filters = 0;
  const passages: PassageReader = {
    ...parts.passages,
    standing: () => ({ revision: Math.min(2, ++standings), ready: 1, pending: 0, sense: { done: 0, total: 0 } }),
    permitted: () => new Set([at.filterReadAt[filters++] ?? 0]),
    passages: (_, numbers) => new Map(numbers.map((no) => [no, passageOf(no, no)])),
  };
  const memory: RetrievalParts["memory"] = {
    search: async (_expert, { permitted }, revision = 0) => {
      const group = at.searchedAt[searched.push(revision) - 1] ?? 0;
      const hits = permitted?.has(group) ? [{ no: group, group, score: 1, scores }] : [];
      return { hits, terms: [], passages: 1 };
    },
  };
  return { parts: { ...parts, passages, memory }, searched };
}

const { signal } = new AbortController();

/** A memory with two passages, the second of which has the nearest sentence, and a model that says so. */
function foreignMemory(): RetrievalParts {
  const hits = [1, 2].map((no) => ({
    no,
    group: no,
    score: 1 / no,
    scores: { ...scores, keyword: null, vector: 1 / no },
  }));
  const vector = Float32Array.of(1, 0);
  return {
    analyzers: createAnalyzers(),
    passages: {
      standing: () => ({ revision: 1, ready: 1, pending: 0, sense: { done: 0, total: 0 } }),
      permitted: () => new Set(),
      glimpse: () => [],
      versionPassages: () => [],
      sentences: () => new Map(),
      passages: () => new Map(hits.map(({ no }) => [no, passageOf(no, 1)])),
    },
    memory: { search: async () => ({ hits, terms: [], passages: 2 }) },
    embedding: {
      embedder: { model: "pack", recipe: "pack-1", dimensions: 2, batch: 8, embed: () => Promise.reject(new Error()) },
      questions: { of: async () => ({ vector, tokens: 1 }), ofSoon: async () => ({ vector, tokens: 1 }) },
    },
    sense: null,
    foreign: async ({ text, passages }) => ({
      sentences: passages.toReversed().map(({ chunkId }) => ({ ...spanOf(text), chunkId })),
      usual: null,
    }),
  };
}

const spanOf = (text: string) => ({ start: 0, end: text.length, nearness: 1.7, ofPassage: 0.8, ofNames: 0 });

test("passages are in the order of their best sentences whether or not an answer is wanted", async () => {
  const parts = { ...foreignMemory(), reader: null, threads: null };
  const abroad = { ...expert, embedding: { model: "pack", recipe: "pack-1", dimensions: 2 } };
  const asked = { ...query, expert: abroad, text: "Filter wechseln?", mode: "auto" } as const;
  const { found } = await find(parts, { wants: "whole", query: asked, constraints: null }, signal);
  expect(found.passages.map((passage) => passage.chunkId)).toEqual([chunkId(2), chunkId(1)]);
});

test("a question that no thread answers in time is answered by words, and says so", async () => {
  const { parts } = changingMemory([1]);
  const read = () => {
    throw new Error("there is no time to read");
  };
  const late = { find: () => Promise.resolve("late" as const), choose: () => Promise.resolve("late" as const) };
  const busy = { ...parts, reader: { read }, threads: late };
  const asked = { ...query, text: "What does the text say?" };
  const { found, reply } = await find(busy, { wants: "whole", query: asked, constraints: noConstraints }, signal);
  expect(found.passages).toHaveLength(1);
  expect(reply?.reply.warnings).toEqual([expect.stringContaining("chosen by words")]);
  const input = { expert, question: asked.text, found };
  const chosen = await chosenElsewhere(busy, { found, reply: null }, input, signal);
  expect(chosen?.reply.warnings).toEqual(reply?.reply.warnings ?? []);
});

describe("a source that is replaced between the search and the reading of its passages", () => {
  test("is found as it is now", async () => {
    const { parts, searched } = changingMemory([1, 2]);
    const found = await retrieve(parts, query, signal);
    expect(found.passages.map(({ sourceVersion }) => sourceVersion)).toEqual([2]);
    expect(searched).toEqual([1, 2]);
  });

  test("is searched only once if nothing has changed", async () => {
    const { parts, searched } = changingMemory([1]);
    const found = await retrieve(parts, query, signal);
    expect(found.passages.map(({ sourceVersion }) => sourceVersion)).toEqual([1]);
    expect(searched).toEqual([1]);
  });

  test("is never answered as if it were gone: a question ends with an error if that goes on without a pause", async () => {
    const { parts, searched } = changingMemory(Array.from({ length: 100 }, (_, i) => i + 1));
    const failure = await retrieve(parts, query, signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "not_ready", headers: { "retry-after": "1" } });
    expect(searched.length).toBe(20);
  });
});

describe("a source that is replaced between the reading of a filter and the search", () => {
  const filtered: RetrievalQuery = { ...query, filter: { kind: "all", of: [] } };

  test("is found as it is now if the index is older than the filter", async () => {
    const { parts, searched } = filteredMemory({ filterReadAt: [2, 2], searchedAt: [1, 2] });
    const found = await retrieve(parts, filtered, signal);
    expect(found.passages.map(({ sourceVersion }) => sourceVersion)).toEqual([2]);
    expect(searched).toEqual([1, 2]);
  });

  test("is found as it is now if the index is newer than the filter", async () => {
    const { parts, searched } = filteredMemory({ filterReadAt: [1, 2], searchedAt: [2, 2] });
    const found = await retrieve(parts, filtered, signal);
    expect(found.passages.map(({ sourceVersion }) => sourceVersion)).toEqual([2]);
    expect(searched).toEqual([1, 2]);
  });
});
