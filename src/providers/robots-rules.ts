/** RFC 9309. */
import type { ReadRobots, RobotsRules } from "../sites/ports.ts";

type RobotsRule = ReturnType<typeof ruleOf>;

interface Group {
  readonly agents: readonly string[];
  readonly rules: RobotsRule[];
  crawlDelay: number | null;
}

/** @param product from the user agent (2.2.1) */
export function robotsReader(product: string): ReadRobots {
  return (address, text) => rulesFor(groupsFor(readGroups(text), product), new URL(address).origin);
}

function rulesFor(groups: readonly Group[], origin: string): RobotsRules {
  const rules = groups.flatMap((group) => group.rules);
  // The longest pattern decides; of equal ones, the one that allows (2.2.2).
  const ordered = rules.toSorted((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows));
  return {
    allows: (url) => {
      const parsed = new URL(url);
      if (parsed.origin !== origin) return true;
      const path = normal(parsed.pathname + parsed.search);
      return ordered.find((rule) => matchesPath(rule, path))?.allows ?? true;
    },
    crawlDelay: groups.find(({ crawlDelay }) => crawlDelay !== null)?.crawlDelay ?? null,
  };
}

/** Groups that name the product, else those for all (2.2.1). */
function groupsFor(groups: readonly Group[], product: string): readonly Group[] {
  const named = groups.filter(({ agents }) => agents.includes(product));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
}

function readGroups(text: string): readonly Group[] {
  const groups: Group[] = [];
  let agents: string[] = [];
  for (const [name, value] of linesOf(text)) {
    if (name === "user-agent") {
      // The first agent after rules begins a new group.
      if (groups.at(-1)?.agents === agents) agents = [];
      agents.push(value.split("/", 1)[0]!.trim().toLowerCase());
    } else if (name === "allow" || name === "disallow" || name === "crawl-delay") {
      if (groups.at(-1)?.agents !== agents) groups.push({ agents, rules: [], crawlDelay: null });
      addLine(groups.at(-1)!, name, value);
    }
  }
  return groups;
}

function addLine(group: Group, name: "allow" | "disallow" | "crawl-delay", value: string): void {
  if (name === "crawl-delay") group.crawlDelay ??= secondsIn(value);
  else if (value !== "") group.rules.push(ruleOf(value, name === "allow"));
}

/** @param path `*` stands for any characters, a final `$` for the end */
function ruleOf(path: string, allows: boolean) {
  const pattern = normal(path).replace(/\*+/g, "*");
  const isWhole = pattern.endsWith("$");
  // A path starts with the first piece and has the others in order; if it is whole, it ends with the last.
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const least = pieces.reduce((sum, { length }) => sum + length, 0);
  return { allows, pieces, isWhole, length: pattern.length, least };
}

function* linesOf(text: string): Iterable<readonly [string, string]> {
  for (const line of text.replace(/^\ufeff/, "").split(/[\r\n]+/)) {
    const said = line.split("#", 1)[0]!;
    const colon = said.indexOf(":");
    if (colon > 0) yield [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
  }
}

function secondsIn(text: string): number | null {
  const seconds = Number(text);
  return text === "" || !Number.isFinite(seconds) || seconds < 0 ? null : seconds;
}

function normal(path: string): string {
  if (/^[\w/*$.?=&-]*$/.test(path)) return path;
  const encoded = encodeURI(path.toWellFormed()).replaceAll("%25", "%");
  return encoded.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** Each piece at its first occurrence leaves the most for the others, so no backtracking is needed. */
function matchesPath({ pieces, isWhole, least }: RobotsRule, path: string): boolean {
  const first = pieces[0]!;
  if (least > path.length || !path.startsWith(first)) return false;
  if (isWhole && pieces.length === 1) return path.length === first.length;
  let at = first.length;
  for (const piece of pieces.slice(1, isWhole ? -1 : undefined)) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = isWhole ? pieces.at(-1)! : "";
  return path.length - last.length >= at && path.endsWith(last);
}
