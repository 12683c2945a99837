/** A route is one object: its address, what the API's description says of it, and what it does. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { checked } from "../api/validation.ts";
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Access } from "../keys/key.ts";
import type { Source } from "../sources/source.ts";
import { readBody, readQuery } from "./body/request-body.ts";
import { type OperationFacts, operation, type Tag } from "./description/operation.ts";
import type { HeldPermit, Lane } from "./edge/concurrency-guard.ts";
import type { IdempotentCall } from "./edge/idempotency.ts";
import type { Throttled } from "./edge/throttle.ts";
import type { RouteParts } from "./route-parts.ts";

export interface Arrived {
  readonly access: Access;
  readonly params: Readonly<Record<string, string>>;
  readonly permit: HeldPermit;
  readonly request: Request;
  readonly server: (NonNullable<Throttled["server"]> & { timeout(request: Request, seconds: number): void }) | null;
  readonly set: IdempotentCall["set"];
}

export type RouteAddress = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

type NameIn<Text extends string> = Text extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : Text extends `${string}:${infer Name}`
    ? Name
    : never;

/** Body, query and what `:id` and `:sid` name are read when the route calls for them, so that it decides what is refused first. */
export interface Call<At extends RouteAddress, Query extends TSchema, Body extends TSchema> extends Arrived {
  readonly params: Readonly<Record<NameIn<At>, string>>;
  readonly readQuery: () => Static<Query>;
  readonly readBody: () => Promise<Static<Body>>;
  readonly findExpert: () => Awaitable<Expert>;
  readonly findSource: () => Promise<Source>;
  readonly repeatable: (expert?: Expert) => IdempotentCall;
}

export interface RouteFacts<At extends RouteAddress, Query extends TSchema, Body extends TSchema>
  extends Omit<OperationFacts, "tag" | "query" | "body"> {
  readonly query?: Query;
  readonly body?: Readonly<Record<string, Body>>;
  readonly lane?: Lane;
  readonly answer: (call: Call<At, Query, Body>, parts: RouteParts) => unknown;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly options: () => object;
  readonly answer: (arrived: Arrived, parts: RouteParts) => unknown;
}

export function routesOf(tag: Tag) {
  return <const At extends RouteAddress, Query extends TSchema, Body extends TSchema>(
    address: At,
    id: string,
    { answer, lane, ...facts }: RouteFacts<At, Query, Body>,
  ): Route => {
    const [method = "", path = ""] = address.split(" ");
    const query = checked(facts.query as Query);
    const body = checked(facts.body?.["application/json"] as Body);
    return {
      method,
      path,
      options: () => ({ ...operation(id, { ...facts, tag }), ...(lane !== undefined && { lane }) }),
      answer: (arrived, parts) => {
        const { access, params, request, set } = arrived;
        const [status, ...others] = Object.keys(facts.answers);
        if (others.length === 0) set.status = Number(status);
        const findExpert = () => parts.experts.find(access, params.id ?? "");
        return answer(
          {
            ...arrived,
            readQuery: () => readQuery(request, query),
            readBody: () => readBody(request, body),
            findExpert,
            findSource: async () => parts.sources.find(await findExpert(), params.sid ?? ""),
            repeatable: (expert) => ({
              access,
              request,
              set,
              route: addressFor(address, { ...params, id: expert?.id }),
            }),
          },
          parts,
        );
      },
    };
  };
}

function addressFor(address: string, params: Readonly<Record<string, string | undefined>>): string {
  return address.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
}

export function served(routes: readonly Route[], parts: RouteParts) {
  const app = new Elysia().use(parts.auth).use(parts.guard);
  for (const { method, path, options, answer } of routes) {
    // Properties are named one by one: the framework would prepare a whole context.
    const handler = ({ access, params, permit, request, server, set }: Arrived) =>
      answer({ access, params, permit, request, server, set }, parts);
    app.route(method, path, handler as never, options());
  }
  return app;
}
