import { type PathPattern, pathPattern } from "./path-pattern.ts";

/** In order of precedence: later rules and deeper folders override. */
export const ignoreFileNames = [".gitignore", ".docentignore"] as const;

const mostText = 100_000;

interface IgnoreRule {
  readonly pattern: PathPattern;
  readonly isForFolders: boolean;
  readonly excludes: boolean;
}

export interface IgnoreRules {
  /** Adds the rules of a folder's ignore files. @param below the folder as a prefix @throws Error if they are too large */
  within(below: string, texts: readonly string[]): IgnoreRules;
  /** @param path from the root, separated by `/`, in a folder that is itself included */
  leavesOut(path: string, isFolder: boolean): boolean;
}

export function ignoreRules(
  levels: readonly { readonly below: string; readonly rules: readonly IgnoreRule[] }[] = [],
): IgnoreRules {
  return {
    within: (below, texts) => {
      if (texts.reduce((sum, { length }) => sum + length, 0) > mostText) {
        throw new Error(`its ignore files have more than ${mostText} characters`);
      }
      const rules = texts
        .flatMap((text) => text.replace(/^\ufeff/, "").split(/\r?\n/))
        .flatMap((line) => ruleOf(line) ?? []);
      return rules.length === 0 ? ignoreRules(levels) : ignoreRules([{ below, rules: rules.toReversed() }, ...levels]);
    },
    leavesOut: (path, isFolder) => {
      for (const { below, rules } of levels) {
        const parts = path.slice(below.length).split("/");
        const rule = rules.find(({ pattern, isForFolders }) => (isFolder || !isForFolders) && pattern(parts));
        if (rule !== undefined) return rule.excludes;
      }
      return false;
    },
  };
}

function ruleOf(line: string): IgnoreRule | null {
  const written = withoutTrailingSpaces(line);
  if (written === "" || written.startsWith("#")) return null;
  const excludes = !written.startsWith("!");
  const named = excludes ? written : written.slice(1);
  const isForFolders = named.endsWith("/");
  const pattern = pathPattern(isForFolders ? named.slice(0, -1) : named);
  return pattern && { pattern, isForFolders, excludes };
}

/** An escaped space stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end--;
  return line.slice(0, end);
}
