/** What a client asked of the service, by the service's own count of requests. */
import type { TestSummary } from "../../.ci/test-summary.ts";
import type { ClientResult } from "./client-results.ts";

const counted = /^docent_http_requests_total\{method="(\w+)",route="\/(?:v\d\/)?([^"]*)",status="(\d+)"\} (\d+)$/gm;

/** By operation, such as `chat/completions` and `GET models`: requests that were answered. */
async function answeredRequests(baseURL: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(new URL("/metrics", baseURL))).text();
  const counts = new Map<string, number>();
  for (const [, method = "", route = "", status = "", count] of text.matchAll(counted)) {
    if (!status.startsWith("2")) continue;
    const operation = method === "POST" ? route : `${method} ${route}`;
    counts.set(operation, (counts.get(operation) ?? 0) + Number(count));
  }
  return counts;
}

/** Runs the tests of one client alone. */
export async function seenOperations(
  { client, version, baseURL }: Pick<ClientResult, "client" | "version"> & { readonly baseURL: string },
  run: () => Promise<TestSummary>,
): Promise<{ readonly summary: TestSummary; readonly result: ClientResult }> {
  const before = await answeredRequests(baseURL);
  const summary = await run();
  const after = await answeredRequests(baseURL);
  const operations = [...after].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []));
  // Asking for the counts is one, too.
  const asked = operations.filter((name) => name !== "GET metrics").toSorted();
  return { summary, result: { client, version, operations: asked, passed: summary.passed, failed: summary.failed } };
}

/** Of one client in several runs. */
export function mergedResults(results: readonly ClientResult[]): ClientResult[] {
  return Object.values(Object.groupBy(results, ({ client }) => client)).map((some = []) => ({
    ...some[0]!,
    operations: [...new Set(some.flatMap(({ operations }) => operations))].toSorted(),
    passed: some.reduce((sum, { passed }) => sum + passed, 0),
    failed: some.reduce((sum, { failed }) => sum + failed, 0),
  }));
}
