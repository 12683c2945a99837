/**
 * Who is answered by which route: the one table, which test/http/every-route.test.ts holds the program to and
 * docs/security.md shows. A route that is not in it fails the tests. `make matrix` writes the page anew.
 */

/** Without a key that opens anything. They are refused alike by every route that needs a key. */
export const outsiders = {
  nobody: { says: "no key", code: "missing_api_key" },
  malformed: { says: "not a bearer token", code: "missing_api_key" },
  unknown: { says: "an unknown key", code: "invalid_api_key" },
  revoked: { says: "a revoked key", code: "invalid_api_key" },
  expired: { says: "an expired key", code: "expired_api_key" },
} as const;
export type Outsider = keyof typeof outsiders;

/** With a key that is valid for something. The last three have all scopes. */
export const holders = {
  query: "`query` only",
  ingest: "`ingest` only",
  manage: "`manage` only",
  admin: "`admin` only",
  stranger: "of another workspace",
  here: "limited to this expert",
  elsewhere: "limited to another expert",
} as const;
export type Holder = keyof typeof holders;

/**
 * `yes` answered; `own` answered, with nothing of what the key cannot reach; 403 `insufficient_scope`; 404 as if the
 * object did not exist.
 */
export type AccessOutcome = "yes" | "own" | 403 | 404;

/** Routes that need no key, and say the same to everybody. */
export const openRoutes: readonly string[] = [
  "GET /healthz",
  "GET /readyz",
  "GET /openapi.json",
  "GET /docs",
  "GET /docs/handbook",
  "GET /docs/start.js",
  "GET /docs/swagger-ui.js",
  "GET /docs/swagger-ui.css",
  "GET /docs/icon.png",
  "GET /",
  "GET /experts",
  "GET /experts/*",
  "GET /c/*",
  "GET /usage",
  "GET /keys",
  "GET /system",
  "GET /handbook",
  "GET /handbook/*",
];

type Row = readonly [
  AccessOutcome,
  AccessOutcome,
  AccessOutcome,
  AccessOutcome,
  AccessOutcome,
  AccessOutcome,
  AccessOutcome,
];

/** In the order of `holders`. */
const rows: Readonly<Record<string, Row>> = {
  // biome-ignore format: a table
  "GET /v1/capabilities":                       ["yes", "yes", "yes", "yes", "yes", "yes", "yes"],
  "GET /v1/handbook": ["yes", "yes", "yes", "yes", "yes", "yes", "yes"],
  "GET /v1/handbook/:page": ["yes", "yes", "yes", "yes", "yes", "yes", "yes"],
  "GET /v1/system": [403, 403, 403, "yes", 403, 403, 403],
  "GET /v1/system/findings": [403, 403, 403, "yes", 403, 403, 403],
  "POST /v1/system/backups": [403, 403, 403, "yes", 403, 403, 403],
  "PATCH /v1/system/backups": [403, 403, 403, "yes", 403, 403, 403],
  "GET /v1/workspaces": [403, 403, 403, "yes", 403, 403, 403],
  "POST /v1/workspaces": [403, 403, 403, "yes", 403, 403, 403],
  "PATCH /v1/workspaces/:workspace": [403, 403, 403, "yes", 403, 403, 403],
  "POST /v1/experts/import": [403, 403, 403, "yes", 403, 403, 403],
  "GET /v1/experts/:id/export": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/system/model": [403, 403, 403, "yes", 403, 403, 403],
  "GET /v1/session": ["yes", "yes", "yes", "yes", "yes", "yes", "yes"],
  "POST /v1/session/code": ["yes", "yes", "yes", "yes", "yes", "yes", "yes"],
  "GET /v1/experts": ["yes", "yes", "yes", "yes", "own", "yes", "own"],
  "POST /v1/experts": [403, 403, "yes", "yes", "own", 403, 403],
  "GET /v1/experts/:id": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "PATCH /v1/experts/:id": [403, 403, "yes", "yes", 404, "yes", 404],
  "DELETE /v1/experts/:id": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/files": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/batch": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "PATCH /v1/experts/:id/sources/:sid": [403, "yes", 403, "yes", 404, "yes", 404],
  "DELETE /v1/experts/:id/sources/:sid": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/retry": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/cancel": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/versions/:version/put-back": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/pages/:page": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/corrections": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/keepers": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/keepers/:keeper/confirm": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/keepers/:keeper/dismiss": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/keepers/:keeper/release": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/content": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/file": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/events": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/events": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/passages": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/chunks": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/versions": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sources/:sid/tables": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/tables/:number/query": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sources/:sid/recompute": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sites": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sites": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/sites/:site": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "DELETE /v1/experts/:id/sites/:site": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sites/:site/crawl": [403, "yes", 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/sites/:site/cancel": [403, "yes", 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/introduction": ["yes", 403, 403, "yes", 404, "yes", 404],
  "GET /v1/experts/:id/gaps": [403, 403, "yes", "yes", 404, "yes", 404],
  "DELETE /v1/experts/:id/gaps": [403, 403, "yes", "yes", 404, "yes", 404],
  "GET /v1/experts/:id/checks": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/checks": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/check-runs": [403, 403, "yes", "yes", 404, "yes", 404],
  "PATCH /v1/experts/:id/checks/:cid": [403, 403, "yes", "yes", 404, "yes", 404],
  "DELETE /v1/experts/:id/checks/:cid": [403, 403, "yes", "yes", 404, "yes", 404],
  "POST /v1/experts/:id/query": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/experts/:id/search": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/search": ["yes", 403, 403, "yes", "own", "yes", "own"],
  "GET /v1/queries/:qid": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/queries/:qid/feedback": ["yes", 403, 403, "yes", 404, "yes", 404],
  "GET /v1/conversations": ["own", 403, 403, "own", "own", "own", "own"],
  "PATCH /v1/conversations": ["yes", 403, 403, "yes", "yes", "yes", "yes"],
  "GET /v1/conversations/:cid": [404, 403, 403, 404, 404, 404, 404],
  "PUT /v1/conversations/:cid": ["yes", 403, 403, "yes", 404, "yes", 404],
  "DELETE /v1/conversations/:cid": [404, 403, 403, 404, 404, 404, 404],
  "POST /v1/vector_stores/:id/search": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/rerank": ["yes", 403, 403, "yes", "yes", "yes", "yes"],
  "POST /v2/rerank": ["yes", 403, 403, "yes", "yes", "yes", "yes"],
  "POST /v1/chat/completions": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/completions": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/responses": ["yes", 403, 403, "yes", 404, "yes", 404],
  "POST /v1/embeddings": ["yes", 403, 403, "yes", "yes", "yes", "yes"],
  "GET /v1/models": ["yes", "yes", "yes", "yes", "own", "yes", "own"],
  "GET /v1/models/:model": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/models/*": ["yes", "yes", "yes", "yes", 404, "yes", 404],
  "GET /v1/usage": ["yes", "yes", "yes", "yes", "own", "yes", "yes"],
  "POST /mcp": ["yes", "yes", "yes", "yes", "own", "yes", "own"],
  "GET /v1/webhooks": [403, 403, 403, "yes", "own", 403, 403],
  "POST /v1/webhooks": [403, 403, 403, "yes", "own", 403, 403],
  "PATCH /v1/webhooks/:id": [403, 403, 403, "yes", 404, 403, 403],
  "DELETE /v1/webhooks/:id": [403, 403, 403, "yes", 404, 403, 403],
  "POST /v1/webhooks/:id/test": [403, 403, 403, "yes", 404, 403, 403],
  "GET /v1/keys": [403, 403, 403, "yes", "own", "own", "own"],
  "POST /v1/keys": [403, 403, 403, "yes", "own", "own", "own"],
  "GET /v1/keys/:id": [403, 403, 403, "yes", 404, "yes", 404],
  "PATCH /v1/keys/:id": [403, 403, 403, "yes", 404, "yes", 404],
  "DELETE /v1/keys/:id": [403, 403, 403, "yes", 404, "yes", 404],
};

const holderNames = Object.keys(holders) as readonly Holder[];

/** By route, `METHOD /path`. */
export const accessMatrix: Readonly<Record<string, Readonly<Record<Holder, AccessOutcome>>>> = Object.fromEntries(
  Object.entries(rows).map(([route, row]) => [
    route,
    Object.fromEntries(holderNames.map((holder, at) => [holder, row[at]!])) as Record<Holder, AccessOutcome>,
  ]),
);

const begin = "<!-- Written by `make matrix` from test/support/requests/access-matrix.ts. -->";
const end = "<!-- End of the written part. -->";

/** The page with the current table between its two marks. */
export function withAccessTable(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("the page has no place for the table");
  return `${before}${begin}\n\n${accessTable()}\n\n${end}${after}`;
}

function accessTable(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const refused = Object.values(outsiders).map(({ says, code }) => row([says, `401 \`${code}\``]));
  const alike = Map.groupBy(Object.entries(accessMatrix), ([, outcomes]) => JSON.stringify(outcomes));
  const answered = [...alike.values()].map((routes) =>
    row([
      routes.map(([route]) => `\`${route}\``).join(", "),
      ...holderNames.map((holder) => String(routes[0]![1][holder])),
    ]),
  );
  return [
    `Open to everyone, with or without a key: ${openRoutes.map((route) => `\`${route}\``).join(", ")}.`,
    "",
    "All other routes refuse these requests:",
    "",
    ...[row(["a request with", "gets"]), "|---|---|", ...refused],
    "",
    "With a key that is valid:",
    "",
    row(["routes", ...Object.values(holders)]),
    `|---|${"---|".repeat(holderNames.length)}`,
    ...answered,
  ].join("\n");
}

/**
 * Who is answered depends on something else: where they are and a setting (test/http/metrics-route.test.ts), a proof in
 * the body (test/http/session-routes.test.ts), the name of a file (test/console/console-files.test.ts).
 */
export const routesWithOwnRules: readonly string[] = [
  "GET /metrics",
  "POST /session",
  "DELETE /session",
  "GET /assets/:name",
];
