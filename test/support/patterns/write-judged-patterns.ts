/**
 * Judges every pattern of the program but those that are named with what bounds them, and writes down those that are linear. It
 * takes some minutes; a busy machine judges wrong.
 */
import { boundedPatterns, isOfLanguage } from "./bounded-patterns.ts";
import { judge, judgedFile, patternKey, readJudged } from "./pattern-judge.ts";
import { builtPatterns, type SourcePattern, writtenPatterns } from "./source-patterns.ts";

const known = await readJudged();
const built = (await builtPatterns()).filter((one) => !isOfLanguage(one));
const patterns = new Map([...(await writtenPatterns()).literals, ...built].map((one) => [patternKey(one), one]));
const linear: string[] = [];
const isBounded = ({ path, source }: SourcePattern) =>
  boundedPatterns.some((one) => one.path === path && source.startsWith(one.begins));
for (const [key, pattern] of patterns) {
  if (isBounded(pattern)) continue;
  const fault = known.has(key) ? null : await judge(pattern);
  if (fault === null) linear.push(key);
  else console.log(`${pattern.path} /${pattern.source}/${pattern.flags}\n  ${fault}`);
}
await Bun.write(judgedFile, `${linear.toSorted().join("\n")}\n`);
