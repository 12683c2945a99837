/** Makes missing languages, outlines and readings. Until then a passage counts as in the expert's language. */
import type { Analyzers } from "../../analysis/analysis.ts";
import { readingBytes, readingStamp, readingsFingerprint } from "../../analysis/reading/reading-bytes.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { pauseUnlessStopped } from "../../kernel/pause.ts";
import { findLanguages } from "../../languages/finding/find-language.ts";
import { autoLanguage, followedLanguage, undetermined } from "../../languages/finding/followed-language.ts";
import { outlineVersion } from "../../text/outline/outline-bytes.ts";
import type { ReadingRows, UnoutlinedVersion } from "./ports.ts";

export interface ReadingLane {
  /** At the start, and when an expert's language changes. */
  wake(): void;
  stop(): Promise<void>;
}

export interface ReadingLaneParts {
  readonly rows: ReadingRows;
  readonly analyzers: Analyzers;
  /** @throws Error if they cannot be made now */
  readonly outline: (
    version: UnoutlinedVersion,
    language: string,
    signal: AbortSignal,
  ) => Promise<readonly Uint8Array[]>;
  readonly log: Log;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** In one transaction: some two milliseconds … */
const atOnce = 8;
/** In one transaction. */
const outlinesAtOnce = 64;
/** … with milliseconds for requests after it. */
const restFor = 10;
/** Milliseconds after a failure. */
const retryAfter = 60_000;

export function createReadingLane(parts: ReadingLaneParts): ReadingLane {
  const { pause = pauseUnlessStopped } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let running: Promise<void> | null = null;

  const recover = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    parts.log.error("readings.failed", error);
    isWanted = true;
    await pause(retryAfter, signal);
  };
  const run = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await readAll(parts, () => pause(restFor, signal), signal).catch(recover);
    }
  };
  const wake = () => {
    isWanted = true;
    if (signal.aborted) return;
    running ??= run().finally(() => {
      running = null;
      if (isWanted) wake();
    });
  };
  return {
    wake,
    stop: async () => {
      stopping.abort(new Error("the service is stopping"));
      await running;
    },
  };
}

type Work = Pick<ReadingLaneParts, "rows" | "analyzers" | "outline">;

async function readAll(work: Work, rest: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { rows, analyzers } = work;
  for (const { id, language, readings } of await rows.experts()) {
    const maker = `${readingsFingerprint(analyzers(language))}/${outlineVersion}/languages`;
    if (readings === maker || !(await rows.reserve(id))) continue;
    for await (const _ of readExpert(work, { expert: id, language }, signal)) {
      await rest();
      signal.throwIfAborted();
    }
    await rows.settle(id, maker);
  }
}

async function* readExpert(
  work: Work,
  { expert, language }: { readonly expert: ExpertId; readonly language: string },
  signal: AbortSignal,
): AsyncGenerator<void> {
  for (const version of await work.rows.versions(expert)) {
    await findLanguagesOf(work, { expert, version, language });
    for await (const _ of outlineVersionOf(work, { version, language }, signal)) yield;
    for await (const _ of readVersion(work, version, language)) {
      if (!(await work.rows.reserve(expert))) return;
      yield;
    }
  }
}

async function* outlineVersionOf(
  { rows, outline }: Work,
  { version, language }: { readonly version: number; readonly language: string },
  signal: AbortSignal,
): AsyncGenerator<void> {
  const unoutlined = await rows.unoutlined(version, outlineVersion);
  if (unoutlined === null) return;
  const outlines = await outline(unoutlined, language, signal);
  const made = unoutlined.passages.flatMap(({ no }, i) => (outlines[i] ? [{ no, outline: outlines[i] }] : []));
  for (let from = 0; from < made.length; from += outlinesAtOnce) {
    await rows.keepOutlines(made.slice(from, from + outlinesAtOnce));
    yield;
  }
}

async function findLanguagesOf(
  { rows }: Work,
  {
    expert,
    version,
    language: set,
  }: { readonly expert: ExpertId; readonly version: number; readonly language: string },
): Promise<void> {
  const passages = await rows.unspoken(version);
  if (passages.length === 0) return;
  const expected = set === autoLanguage ? [] : [set];
  const found = findLanguages(
    passages.map(({ text }) => text),
    expected,
  );
  const parts = passages.flatMap(({ no }, i) => (found.parts[i] == null ? [] : [{ no, language: found.parts[i] }]));
  const before = followedLanguage(set, null);
  const isForeign = [found.document, ...parts.map(({ language }) => language)].some(
    (one) => followedLanguage(set, one) !== before,
  );
  await rows.keepLanguages(expert, version, { document: found.document ?? undetermined, parts, isForeign });
}

async function* readVersion(work: Work, version: number, set: string): AsyncGenerator<void> {
  for (const found of await work.rows.languages(version)) yield* readLanguage(work, version, { set, found });
}

async function* readLanguage(
  { rows, analyzers }: Work,
  version: number,
  { set, found }: { readonly set: string; readonly found: string | null },
): AsyncGenerator<void> {
  const analyzer = analyzers(followedLanguage(set, found));
  const selection = { language: found, stamp: readingStamp(analyzer), limit: atOnce };
  for (let after = 0; ; ) {
    const passages = await rows.lacking(version, after, selection);
    const last = passages.at(-1);
    if (last === undefined) return;
    await rows.keep(passages.map(({ no, text }) => ({ no, reading: readingBytes(text, analyzer) })));
    after = last.no;
    yield;
  }
}
