/** The routes by path: the methods of a path, and the path that was most likely meant by an unknown one. Pure. */
import { nearestName } from "../../kernel/nearest-name.ts";

export interface Route {
  readonly method: string;
  /** With `:name` and `*`. */
  readonly path: string;
}

export interface RouteMap {
  /** In the order of `Allow`; empty for an unknown path. */
  methodsAt(path: string): readonly string[];
  /** A path or a pattern; null if none is similar. */
  pathMeantBy(path: string): string | null;
}

const methods = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"];

/** @param routes called each time, because the app may not be complete yet, and only if no route answered. */
export function routeMap(routes: () => readonly Route[]): RouteMap {
  const methodsAt = (path: string) => {
    const there = new Set(routes().flatMap((route) => (matches(route.path, path) ? [route.method] : [])));
    if (there.size === 0) return [];
    if (there.has("GET")) there.add("HEAD");
    there.add("OPTIONS");
    return methods.filter((method) => there.has(method));
  };
  return {
    methodsAt,
    pathMeantBy: (path) => {
      const steps = stepsOf(path);
      // For base addresses with `/v1` twice, without it, or with another prefix (`/api/chat/completions`).
      for (let from = 0; from < steps.length; from++) {
        const candidate = `/v1/${steps.slice(from).join("/")}`;
        if (candidate !== path && methodsAt(candidate).length > 0) return candidate;
      }
      return nearestPattern(steps, routes());
    },
  };
}

/** The route whose fixed segments are all similar to those of a path, as a pattern: `/v1/experts/{id}/query`. */
function nearestPattern(steps: readonly string[], routes: readonly Route[]): string | null {
  const patterns = [...new Set(routes.map(({ path }) => path))].filter((path) => path.startsWith("/v1/"));
  const found = patterns.find((pattern) => {
    const wanted = stepsOf(pattern);
    const isNear = (step: string, i: number) => step.startsWith(":") || nearestName(steps[i] ?? "", [step]) === step;
    return wanted.length === steps.length && !wanted.includes("*") && wanted.every(isNear);
  });
  return found?.replace(/:(\w+)/g, "{$1}") ?? null;
}

/** Whether a route's pattern covers a path. */
function matches(pattern: string, path: string): boolean {
  const wanted = stepsOf(pattern);
  const given = stepsOf(path);
  const fits = wanted.every(
    (step, i) => step === "*" || (given[i] !== undefined && (step.startsWith(":") || step === given[i])),
  );
  return fits && (wanted.at(-1) === "*" || wanted.length === given.length);
}

/** A trailing slash makes no difference. */
function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}
