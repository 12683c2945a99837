/** Judges every pattern of the program, which takes some minutes, and writes down those that are linear. */
import { isOfLanguage } from "./bounded-patterns.ts";
import { judge, judgedFile, patternKey, readJudged } from "./pattern-judge.ts";
import { builtPatterns, writtenPatterns } from "./source-patterns.ts";

const known = await readJudged();
const built = (await builtPatterns()).filter((one) => !isOfLanguage(one));
const patterns = new Map([...(await writtenPatterns()).literals, ...built].map((one) => [patternKey(one), one]));
const linear: string[] = [];
for (const [key, pattern] of patterns) {
  const fault = known.has(key) ? null : await judge(pattern);
  if (fault === null) linear.push(key);
  else console.log(`${pattern.path} /${pattern.source}/${pattern.flags}\n  ${fault}`);
}
await Bun.write(judgedFile, `${linear.toSorted().join("\n")}\n`);
