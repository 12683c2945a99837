/** Judges regular expressions by the time they take in the worst case, with recheck. */
import { check } from "recheck";
import type { SourcePattern } from "./source-patterns.ts";

/**
 * Milliseconds for a pattern; and the steps from which an attack of so many characters counts, which is more than a linear
 * pattern takes.
 */
const limits = { timeout: 30_000, attackLimit: 30_000_000, maxAttackStringSize: 60_000 };

/** Null if it takes linear time; else what is wrong with it. */
export async function judge({ source, flags }: SourcePattern): Promise<string | null> {
  const found = await check(source, flags, limits);
  if (found.status === "safe") return null;
  if (found.status === "unknown") return `unknown: ${found.error.kind}`;
  return `${found.complexity.summary}, for instance for ${found.attack.pattern}`;
}

/** Of a pattern, whatever its file. */
export const patternKey = ({ source, flags }: SourcePattern) =>
  new Bun.CryptoHasher("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 16);

/** The keys of patterns that were judged to be linear, so that they need not be judged with each test. */
export const judgedFile = new URL("judged-patterns.txt", import.meta.url);

export async function readJudged(): Promise<ReadonlySet<string>> {
  const file = Bun.file(judgedFile);
  return new Set((await file.exists()) ? (await file.text()).trim().split("\n") : []);
}
