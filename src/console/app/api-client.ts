import type { OutgoingRequest } from "../../client/connection.ts";
import { type TypedCalls, typedCalls } from "../../client/typed-calls.ts";
import { problemOf, unreachable } from "./api-problem.ts";
import { serviceAddress } from "./base-path.ts";

/** Each method: @throws ApiProblem */
export interface ApiClient extends TypedCalls {
  /** For replies other than JSON: streams and files. */
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
  const raw = async (path: string, init?: RequestInit) => {
    const response = await send(new Request(serviceAddress() + path, init));
    if (response.ok) return response;
    throw problemOf(response.status, await response.json().catch(() => null));
  };
  const json = async (outgoing: OutgoingRequest) => (await raw(outgoing.path, outgoing)).json();
  const { request, each } = typedCalls({ reply: json, json }, {});
  return { request, each, raw, authorization: () => headerOf(token()) };
}

/** Saves the file at the path under the name. @throws ApiProblem */
export async function download({ raw }: Pick<ApiClient, "raw">, path: string, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await raw(path)).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
