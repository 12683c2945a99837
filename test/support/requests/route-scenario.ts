/** The scenario of a route, and common ways to break a body. */
import type { FaultCode } from "../../../src/kernel/fault.ts";
import type { Scope } from "../../../src/keys/key.ts";
import type { World } from "./route-world.ts";

export interface RouteScenario {
  /** One of these scopes is needed; null: any key will do. */
  readonly scopes: readonly Scope[] | null;
  /** The path of a request; called once per request. */
  path(world: World): string | Promise<string>;
  /** The path for a key that is limited to the expert, if `path` is outside its reach. */
  pathHere?(world: World): string | Promise<string>;
  /** An accepted body; called once per request. */
  body?(world: World): unknown;
  /** Headers that the route needs besides the key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: number;
  /** The error for an object that the key cannot reach; null if the route names no object. */
  readonly unreachable: FaultCode | null;
  /** Set if the body must be JSON; a strict body has no unknown fields. */
  readonly json?: "strict" | "lenient";
  /** Changes to the accepted body, each with the error that it causes. */
  readonly refused?: readonly Refused[];
}

export interface Refused {
  readonly with: Readonly<Record<string, unknown>>;
  readonly param: string;
  readonly code: FaultCode;
}

export const invalid = (param: string, value: unknown, at = param): Refused => ({
  with: { [param]: value },
  param: at,
  code: "invalid_parameter",
});
export const missing = (param: string): Refused => ({
  with: { [param]: undefined },
  param,
  code: "missing_required_parameter",
});
export const unknown = (param: string): Refused => ({ with: { [param]: 1 }, param, code: "unknown_parameter" });
