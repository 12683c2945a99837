/** Old names that still work, and until when. docs/handbook/running-it.md has the policy and the list. */
import type { TObject } from "@sinclair/typebox";

export interface Deprecation {
  /** The name to use. */
  readonly instead: string;
  /** The first and the last day, UTC. */
  readonly since: string;
  readonly until: string;
}

/** By the name of the field. */
export const deprecations: Readonly<Record<string, Deprecation>> = {
  top_k: { instead: "k", since: "2026-11-27", until: "2027-11-27" },
};

/** Of a request's fields that are marked as deprecated: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationHeaders({ properties }: TObject, given: object): Record<string, string> {
  const used = Object.keys(given).flatMap((name) =>
    properties[name]?.deprecated === true ? (deprecations[name] ?? []) : [],
  );
  if (used.length === 0) return {};
  const since = Math.max(...used.map((each) => Date.parse(each.since)));
  const until = Math.min(...used.map((each) => Date.parse(each.until)));
  return {
    deprecation: `@${since / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: '</docs/handbook#running-it--what-stays-the-same-between-versions>; rel="deprecation"; type="text/html"',
  };
}
