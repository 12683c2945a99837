/** Patterns of gitignore(5). Matching backtracks to the last asterisk at most, so steps are bounded (Krauss, 2008). */

/** @param names of a path, from the pattern's folder on */
export type PathPattern = (names: readonly string[]) => boolean;

/** No path is longer, so a longer pattern matches nothing. */
const longest = 4096;

type CharacterTest = (character: string) => boolean;
type NameTest = (name: string) => boolean;
type PatternStep<Test> = Test | typeof any;

const any: unique symbol = Symbol();

export function pathPattern(text: string): PathPattern | null {
  if (text.length > longest) return null;
  const names = (text.startsWith("/") ? text.slice(1) : text).split("/");
  const steps = names.map((name): PatternStep<NameTest> | null => (/^\*{2,}$/.test(name) ? any : nameTest(name)));
  if (!steps.every((step) => step !== null)) return null;
  // Without a slash, the name may be in any folder; `**` at the end matches all that is in a folder.
  const before: PatternStep<NameTest>[] = text.includes("/") ? [] : [any];
  const after = steps.at(-1) === any ? [() => true] : [];
  return (path) => matches<string>([...before, ...steps, ...after], path);
}

function matches<Item>(steps: readonly PatternStep<(item: Item) => boolean>[], items: readonly Item[]): boolean {
  let [at, item] = [0, 0];
  /** Where to continue when the last `any` must take one more item. */
  let [retryAt, retryItem] = [-1, 0];
  while (item < items.length) {
    const step = steps[at];
    if (step === any) {
      at += 1;
      [retryAt, retryItem] = [at, item];
    } else if (step?.(items[item]!)) {
      at += 1;
      item += 1;
    } else if (retryAt < 0) {
      return false;
    } else {
      retryItem += 1;
      [at, item] = [retryAt, retryItem];
    }
  }
  return steps.slice(at).every((step) => step === any);
}

function nameTest(name: string): NameTest | null {
  if (!/[*?[\\]/.test(name)) return (other) => other === name;
  const steps: PatternStep<CharacterTest>[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at++) {
    const read = characterStep(characters, at);
    if (read === null) return null;
    steps.push(read.step);
    at = read.end;
  }
  return (other) => matches(steps, Array.from(other));
}

interface ReadStep {
  readonly step: PatternStep<CharacterTest>;
  readonly end: number;
}

function characterStep(characters: readonly string[], at: number): ReadStep | null {
  if (characters[at] === "*") return { step: any, end: at };
  if (characters[at] === "?") return { step: () => true, end: at };
  if (characters[at] === "[") return characterSet(characters, at + 1);
  const [meant, end] = member(characters, at);
  return meant === undefined ? null : { step: (character) => character === meant, end };
}

const namedSets: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]/u,
  alpha: /\p{L}/u,
  blank: /[ \t]/,
  digit: /\d/,
  lower: /\p{Ll}/u,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /\p{Lu}/u,
  xdigit: /[\dA-Fa-f]/,
};

/** The set after a `[`. Null: it is not closed, or names an unknown set. */
function characterSet(characters: readonly string[], start: number): ReadStep | null {
  const isNegated = characters[start] === "!" || characters[start] === "^";
  const first = isNegated ? start + 1 : start;
  const tests: CharacterTest[] = [];
  for (let at = first; at < characters.length; at++) {
    if (characters[at] === "]" && at > first) {
      return { step: (character) => tests.some((has) => has(character)) !== isNegated, end: at };
    }
    const isNamed = characters[at] === "[" && characters[at + 1] === ":";
    const read = isNamed ? namedSet(characters, at) : range(characters, at);
    if (read === null) return null;
    tests.push(read.has);
    at = read.end;
  }
  return null;
}

interface ReadTest {
  readonly has: CharacterTest;
  readonly end: number;
}

function namedSet(characters: readonly string[], at: number): ReadTest | null {
  const end = characters.indexOf("]", at);
  const set = namedSets[characters.slice(at + 2, end - 1).join("")];
  return set === undefined || end < 0 ? null : { has: (character) => set.test(character), end };
}

function range(characters: readonly string[], at: number): ReadTest | null {
  const [from, end] = member(characters, at);
  const isRange = characters[end + 1] === "-" && characters[end + 2] !== "]";
  const [to, last] = isRange ? member(characters, end + 2) : [from, end];
  return from === undefined || to === undefined
    ? null
    : { has: (character) => from <= character && character <= to, end: last };
}

function member(characters: readonly string[], at: number): readonly [string | undefined, number] {
  return characters[at] === "\\" ? [characters[at + 1], at + 1] : [characters[at], at];
}
