/** Adds missing languages, outlines and readings. Until then a passage counts as in the expert's language. */

import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { autoLanguage, findLanguages, followedLanguage, undetermined } from "../language/find-language.ts";
import { outlineFrom, outlineVersion } from "../language/structure/outline-bytes.ts";
import { readingBytes, readingStamp, readingsFingerprint } from "../language/structure/reading-bytes.ts";
import type { Analyzers } from "../language/words/analysis.ts";
import { inSteps, type JobKind, type JobRun } from "../runner/job-kind.ts";
import type { Outlining, ReadingRows, UnoutlinedVersion, UnreadPassage } from "./reading-ports.ts";
import type { ExpertBehind } from "./row-ports.ts";

export interface ReadingJobParts {
  readonly rows: ReadingRows;
  readonly analyzers: Analyzers;
  readonly outline: (version: UnoutlinedVersion, language: string, signal: AbortSignal) => Promise<Outlining>;
  /** Called for an expert with new passages. */
  readonly replaced: (expert: Pick<ExpertBehind, "id" | "language">) => Awaitable<void>;
  /** Milliseconds between looks for work of another process; absent: there is none. */
  readonly every?: number;
}

/** Passages in one transaction of some two milliseconds. */
const atOnce = 8;
const outlinesAtOnce = 64;
/** Milliseconds for requests after each transaction. */
const restFor = 10;
const retryAfter = 60_000;

export function readingJob({ every, ...work }: ReadingJobParts): JobKind<null> {
  return {
    name: "readings",
    ...inSteps((run) => readNext(work, run)),
    rest: restFor,
    ...(every !== undefined && { every }),
    retry: { first: retryAfter, last: retryAfter },
    failed: "readings.failed",
  };
}

type ReadingWork = Omit<ReadingJobParts, "every">;

/** Of the first expert that no other process works on. False: none. */
async function readNext(work: ReadingWork, { signal, slice }: JobRun): Promise<boolean> {
  const { rows, analyzers } = work;
  for (const { id, language, readings } of await rows.experts()) {
    const maker = `${readingsFingerprint(analyzers(language))}/languages`;
    if (readings === maker || !(await rows.reserve(id))) continue;
    for await (const _ of readExpert(work, id, language, signal)) await slice();
    await rows.settle(id, maker);
    return true;
  }
  return false;
}

async function* readExpert(
  work: ReadingWork,
  expert: ExpertId,
  language: string,
  signal: AbortSignal,
): AsyncGenerator<void> {
  for (const version of await work.rows.versions(expert)) {
    await findLanguagesOf(work, expert, version, language);
    for await (const _ of outlineVersionOf(work, expert, version, language, signal)) yield;
    for await (const _ of readVersion(work, version, language)) {
      if (!(await work.rows.reserve(expert))) return;
      yield;
    }
  }
}

async function* outlineVersionOf(
  { rows, outline, replaced }: ReadingWork,
  expert: ExpertId,
  version: number,
  language: string,
  signal: AbortSignal,
): AsyncGenerator<void> {
  const unoutlined = await rows.unoutlined(version, outlineVersion);
  if (unoutlined === null) return;
  const found = await outline(unoutlined, language, signal);
  if ("passages" in found) {
    await rows.replace(expert, version, found.passages);
    await replaced({ id: expert, language });
    yield;
    return;
  }
  const { outlines } = found;
  const made = unoutlined.passages.flatMap(({ no }, i) => (outlines[i] ? [{ no, outline: outlines[i] }] : []));
  for (let from = 0; from < made.length; from += outlinesAtOnce) {
    await rows.keep(made.slice(from, from + outlinesAtOnce));
    yield;
  }
}

async function findLanguagesOf({ rows }: ReadingWork, expert: ExpertId, version: number, set: string): Promise<void> {
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

async function* readVersion(work: ReadingWork, version: number, set: string): AsyncGenerator<void> {
  for (const found of await work.rows.languages(version)) yield* readLanguage(work, version, { set, found });
}

async function* readLanguage(
  { rows, analyzers }: ReadingWork,
  version: number,
  { set, found }: { readonly set: string; readonly found: string | null },
): AsyncGenerator<void> {
  const analyzer = analyzers(followedLanguage(set, found));
  const selection = { language: found, stamp: readingStamp(analyzer), limit: atOnce };
  for (let after = 0; ; ) {
    const passages = await rows.lacking(version, after, selection);
    const last = passages.at(-1);
    if (last === undefined) return;
    const readingOf = ({ text, outline }: UnreadPassage) =>
      readingBytes(text, analyzer, outlineFrom(outline, text).blocks);
    await rows.keep(passages.map((passage) => ({ no: passage.no, reading: readingOf(passage) })));
    after = last.no;
    yield;
  }
}
