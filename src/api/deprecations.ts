/** Old names that still work, and until when. docs/handbook/running-it.md has the policy and the list. */
import type { TObject, TSchema } from "@sinclair/typebox";

export interface Deprecation {
  readonly instead: string;
  /** The first and the last day, UTC. */
  readonly since: string;
  readonly until: string;
}

const year = { since: "2026-11-27", until: "2027-11-27" };

/** By the name of the field, of the word in `include`, or of the end of the path. */
export const deprecations: Readonly<Record<string, Deprecation>> = {
  top_k: { instead: "k", ...year },
  retrieved: { instead: "passages", ...year },
  chunks: { instead: "passages", ...year },
  chunk_id: { instead: "passage_id", ...year },
  chunk_count: { instead: "passage_count", ...year },
};

export function oldName<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, deprecated: true, description: `The old name of \`${deprecations[name]?.instead}\`.` };
}

export function deprecationHeaders({ properties }: TObject, given: object): Record<string, string> {
  const fields = Object.keys(given).filter((name) => properties[name]?.deprecated === true);
  const words = "include" in given && Array.isArray(given.include) ? given.include : [];
  return headersOfOldNames([...fields, ...words]);
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function headersOfOldNames(names: readonly string[]): Record<string, string> {
  const used = names.flatMap((name) => deprecations[name] ?? []);
  if (used.length === 0) return {};
  const since = Math.max(...used.map((each) => Date.parse(each.since)));
  const until = Math.min(...used.map((each) => Date.parse(each.until)));
  return {
    deprecation: `@${since / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: '</docs/handbook#running-it--what-stays-the-same-between-versions>; rel="deprecation"; type="text/html"',
  };
}
