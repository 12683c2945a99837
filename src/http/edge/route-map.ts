import { nearestName } from "../../kernel/nearest-name.ts";
import type { Route } from "../route.ts";

type PlacedRoute = Pick<Route, "method" | "path">;

export type RouteMap = ReturnType<typeof routeMap>;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** @param routes called each time, because the app may not be complete yet */
export function routeMap(routes: () => readonly PlacedRoute[]) {
  const methodsAt = (path: string) => {
    const there = new Set(routes().flatMap((route) => (matches(route.path, path) ? [route.method] : [])));
    if (there.size === 0) return [];
    if (there.has("GET")) there.add("HEAD");
    there.add("OPTIONS");
    return methods.filter((method) => there.has(method));
  };
  return {
    /** In the order of `Allow`; empty for an unknown path. */
    methodsAt,
    pathMeantBy: (path: string) => {
      const steps = stepsOf(path);
      // `/v1` twice or missing, or another prefix (`/api/chat/completions`).
      for (let from = 0; from < steps.length; from++) {
        const candidate = `/v1/${steps.slice(from).join("/")}`;
        if (candidate !== path && methodsAt(candidate).length > 0) return candidate;
      }
      return nearestPattern(steps, routes());
    },
  };
}

/** As a pattern: `/v1/experts/{id}/query`. */
function nearestPattern(steps: readonly string[], routes: readonly PlacedRoute[]): string | null {
  const patterns = [...new Set(routes.map(({ path }) => path))].filter((path) => path.startsWith("/v1/"));
  const found = patterns.find((pattern) => {
    const wanted = stepsOf(pattern);
    const isNear = (step: string, i: number) => step.startsWith(":") || nearestName(steps[i] ?? "", [step]) === step;
    return wanted.length === steps.length && !wanted.includes("*") && wanted.every(isNear);
  });
  return found?.replace(/:(\w+)/g, "{$1}") ?? null;
}

function matches(pattern: string, path: string): boolean {
  const wanted = stepsOf(pattern);
  const given = stepsOf(path);
  const fits = wanted.every(
    (step, i) => step === "*" || (given[i] !== undefined && (step.startsWith(":") || step === given[i])),
  );
  return fits && (wanted.at(-1) === "*" || wanted.length === given.length);
}

function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}
