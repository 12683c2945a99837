/** The public API of this service, with the types of its own description. */
import createClient, { type Client } from "openapi-fetch";
import { problemOf, unreachable } from "./api-problem.ts";
import type { paths } from "./openapi.d.ts";

export interface ApiClient {
  /** Calls by path and method; their results go through `unwrap`. */
  readonly call: Client<paths>;
  /** For what is no JSON: streams and files. @throws ApiProblem */
  raw(path: string, init?: RequestInit): Promise<Response>;
  authorization(): Readonly<Record<string, string>>;
}

/** @param token the session's own half, or a key; null when signed out. @param refused hears of every 401. */
export function createApiClient(token: () => string | null, refused: () => void): ApiClient {
  const authorization = (): Record<string, string> => {
    const own = token();
    return own === null ? {} : { authorization: `Bearer ${own}` };
  };
  const send = async (request: Request): Promise<Response> => {
    const headers = authorization();
    for (const [name, value] of Object.entries(headers))
      if (!request.headers.has(name)) request.headers.set(name, value);
    const response = await fetch(request).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    if (response.status === 401 && headers.authorization !== undefined) refused();
    return response;
  };
  return {
    call: createClient<paths>({ baseUrl: location.origin, fetch: send }),
    raw: async (path, init) => {
      const response = await send(new Request(new URL(path, location.origin), init));
      if (response.ok) return response;
      throw problemOf(response.status, await response.json().catch(() => null));
    },
    authorization,
  };
}

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a reply that succeeded. @throws ApiProblem */
export async function unwrap<T>(pending: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await pending;
  if (response.ok && data !== undefined && data !== null) return data;
  throw problemOf(response.status, error);
}
