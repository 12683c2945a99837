/** Decides which files and folders the ignore files of a tree exclude, like git (gitignore(5)). */
import ignore, { type Ignore } from "ignore";

/** Read in this order in each folder. A later rule overrides an earlier one, and a deeper folder overrides a higher one. */
export const ignoreFileNames = [".gitignore", ".docentignore"] as const;

interface Level {
  /** The folder with its rules, as a prefix of paths: empty, or ending in `/`. */
  readonly below: string;
  readonly rules: Ignore;
}

export interface IgnoreRules {
  /** These rules and those of a folder's ignore files. @param below the folder as a prefix of paths */
  within(below: string, texts: readonly string[]): IgnoreRules;
  /** @param path from the root, with `/` between its parts */
  leavesOut(path: string, isFolder: boolean): boolean;
}

export function ignoreRules(levels: readonly Level[] = []): IgnoreRules {
  return {
    within: (below, texts) => {
      if (texts.length === 0) return ignoreRules(levels);
      const rules = ignore({ ignorecase: false });
      for (const text of texts) rules.add(text);
      return ignoreRules([...levels, { below, rules }]);
    },
    leavesOut: (path, isFolder) => {
      let isLeftOut = false;
      for (const { below, rules } of levels) {
        const { ignored, unignored } = rules.test(path.slice(below.length) + (isFolder ? "/" : ""));
        if (ignored || unignored) isLeftOut = ignored;
      }
      return isLeftOut;
    },
  };
}
