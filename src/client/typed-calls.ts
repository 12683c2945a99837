/** Requests by method and path, with the types that the API's description has for them. */
import type { paths } from "../api/openapi.d.ts";
import type { Connection, Method, OutgoingRequest } from "./connection.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Any text of its own: what is sent again under it is done once, if the route takes it. */
  readonly idempotencyKey?: string | undefined;
  /** Whether it is sent again when no reply came. By default, a POST without an idempotency key is not. */
  readonly isRepeatable?: boolean | undefined;
}

export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M>] extends object ? P : never;
}[keyof paths];

export type OperationAt<M extends Method, P extends keyof paths> = paths[P][Lowercase<M>];

type Given<T, Name extends string> = [T] extends [never] ? unknown : { readonly [N in Name]: T };
type Optional<T, Name extends string> = [T] extends [never] ? unknown : { readonly [N in Name]?: T | undefined };

type PathFields<O> = O extends { parameters: { path: infer F extends object } } ? F : never;
export type QueryOf<O> = O extends { parameters: { query?: infer F } } ? NonNullable<F> : never;
export type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : never;

export type CallInput<O> = CallOptions &
  Given<PathFields<O>, "path"> &
  Optional<QueryOf<O>, "query"> &
  Given<BodyOf<O>, "body">;

type Success = 200 | 201 | 202;
type JsonIn<R> = R extends { content: { "application/json": infer T } } ? T : never;
export type ReplyOf<O> = O extends { responses: infer R }
  ? { [S in keyof R & Success]: JsonIn<R[S]> }[keyof R & Success]
  : never;

/** Paths whose GET answers with pages, and what is on them. */
export type ListedIn<P extends keyof paths> =
  ReplyOf<OperationAt<"GET", P>> extends { data: readonly (infer T)[]; has_more: boolean } ? T : never;
export type ListPath = { [P in PathOf<"GET">]: [ListedIn<P>] extends [never] ? never : P }[PathOf<"GET">];

export interface TypedCalls {
  /** The reply of any operation that answers with JSON. @throws DocentError */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input: CallInput<OperationAt<M, P>>,
  ): Promise<ReplyOf<OperationAt<M, P>>>;
  /** Every item of all pages, each page fetched when the one before is used up. @throws DocentError */
  each<P extends ListPath>(path: P, input: CallInput<OperationAt<"GET", P>>): AsyncGenerator<ListedIn<P>>;
}

/** What the types above allow, for the code that carries it out. */
export interface LooseInput extends CallOptions {
  readonly isLong?: true;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

/** @param template with `{name}` for each field of `path` */
export type MakeRequest = (method: Method, template: string, input?: LooseInput) => OutgoingRequest;

const longDeadline = 900_000;

export function typedCalls(
  connection: Pick<Connection, "reply" | "json">,
  defaults: CallOptions,
): TypedCalls & { readonly outgoing: MakeRequest } {
  const outgoing: MakeRequest = (method, template, input = {}) => {
    const usual = input.isLong === true ? { timeout: longDeadline } : {};
    return outgoingRequest(method, template, { ...usual, ...stated(defaults), ...stated(input) });
  };
  return {
    outgoing,
    request: (method, path, input) => connection.reply(outgoing(method, path, input)) as Promise<never>,
    each: (path, input: LooseInput) => {
      const page = (query: object) =>
        outgoing("GET", path, { ...input, query: { limit: 100, ...input.query, ...query } });
      return everyItem(connection, page) as AsyncGenerator<never>;
    },
  };
}

function stated<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function outgoingRequest(method: Method, template: string, input: LooseInput): OutgoingRequest {
  const { path = {}, query = {}, body, signal, timeout, idempotencyKey, isRepeatable } = input;
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  return {
    method,
    path: search.size === 0 ? address : `${address}?${search}`,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isRepeatable: idempotencyKey !== undefined || (isRepeatable ?? method !== "POST"),
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { deadline: timeout }),
  };
}

interface ItemPage {
  readonly object: "list";
  readonly data: readonly unknown[];
  readonly last_id: string | null;
  readonly has_more: boolean;
}

async function* everyItem(
  connection: Pick<Connection, "json">,
  pageBehind: (query: { readonly after?: string | null }) => OutgoingRequest,
): AsyncGenerator<unknown> {
  for (let query: { after?: string | null } = {}, hasMore = true; hasMore; ) {
    const page: ItemPage = await connection.json<ItemPage>(pageBehind(query), "list");
    yield* page.data;
    [hasMore, query] = [page.has_more, { after: page.last_id }];
  }
}
