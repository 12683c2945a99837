import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../../api/openapi.d.ts";
import { problemOf, unreachable } from "./api-problem.ts";
import { serviceAddress } from "./base-path.ts";

export interface ApiClient {
  readonly call: Client<paths>;
  /** For replies other than JSON: streams and files. @throws ApiProblem */
  raw(path: string, init?: RequestInit): Promise<Response>;
  authorization(): Readonly<Record<string, string>>;
}

/** @param token of the session, or a key; null: signed out. @param refused called for every 401 with the token sent */
export function createApiClient(token: () => string | null, refused: (token: string) => void): ApiClient {
  const headerOf = (own: string | null) => (own === null ? {} : { authorization: `Bearer ${own}` });
  const send = async (request: Request): Promise<Response> => {
    const own = token();
    for (const [name, value] of Object.entries(headerOf(own)))
      if (!request.headers.has(name)) request.headers.set(name, value);
    const response = await fetch(request).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    if (response.status === 401 && own !== null) refused(own);
    return response;
  };
  return {
    call: createClient<paths>({ baseUrl: serviceAddress(), fetch: send }),
    raw: async (path, init) => {
      const response = await send(new Request(serviceAddress() + path, init));
      if (response.ok) return response;
      throw problemOf(response.status, await response.json().catch(() => null));
    },
    authorization: () => headerOf(token()),
  };
}

interface CallResult<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

export async function unwrap<T>(pending: Promise<CallResult<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await pending;
  if (response.ok && data !== undefined && data !== null) return data;
  throw problemOf(response.status, error);
}

interface ListPage<T> {
  readonly data: readonly T[];
  readonly last_id: string | null;
  readonly has_more: boolean;
}

export async function allPages<T>(
  load: (query: { limit: number; after?: string }) => Promise<ListPage<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let after: string | null = null;
  for (;;) {
    const page: ListPage<T> = await load({ limit: 100, ...(after === null ? {} : { after }) });
    items.push(...page.data);
    if (!page.has_more || page.last_id === null) return items;
    after = page.last_id;
  }
}

/** Saves the file at the path under the name. @throws ApiProblem */
export async function download({ raw }: Pick<ApiClient, "raw">, path: string, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await raw(path)).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
