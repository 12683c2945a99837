import type { Static, TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { LimitsInForce } from "../../accounting/limit-ports.ts";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { CapabilitiesObject, ReadinessObject, StatusObject } from "../../api/system-schemas.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { Fault } from "../../kernel/fault.ts";
import type { Log } from "../../kernel/log.ts";
import { type Access, requireScope } from "../../keys/key.ts";
import { maxJsonBytes } from "../body/request-body.ts";
import { operation } from "../description/operation.ts";
import { bearerToken } from "../edge/authentication.ts";
import { asSent } from "../edge/readable-address.ts";
import type { ServiceState } from "../edge/service-state.ts";
import type { Throttled } from "../edge/throttle.ts";
import { type Call, type Route, type RouteAddress, type RouteFacts, routesOf } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";
import type { Abilities, SystemReportSources } from "../system-parts.ts";

const route = routesOf("System");

export interface Readiness {
  readonly state: ServiceState;
  readonly trouble: () => Awaitable<string | null>;
  /** Null: none, or no backups are made. */
  readonly backupTrouble: () => string | null;
  readonly held: () => Promise<readonly string[]>;
}

export function systemRoutes({ state, trouble, backupTrouble, held }: Readiness, log: Log) {
  let told: string | null = null;
  const tell = (found: string | null) => {
    if (found === told) return;
    told = found;
    if (found === null) log.info("service.ready_again");
    else log.warn("service.not_ready", { reason: found });
  };
  return new Elysia({ name: "system-routes" })
    .get("/healthz", () => ({ status: "ok" as const }), getHealth())
    .get(
      "/readyz",
      async () => {
        if (state.phase !== "ready") throw notReady("The service is still starting.");
        const found = await trouble();
        tell(found);
        if (found !== null) throw notReady(found);
        const backup = backupTrouble();
        const warnings = [
          ...(backup === null ? [] : [`backup: ${backup}`]),
          ...(await held()).map((each) => `held: ${each}`),
        ];
        return { status: "ok" as const, ...(warnings.length > 0 && { warnings }) };
      },
      getReadiness(),
    );
}

const getHealth = () =>
  operation("getHealth", {
    tag: "System",
    scope: null,
    summary: "Check that the process is alive",
    description: "Answers without a key and without touching the disk.",
    answers: { 200: { says: "It is.", schema: StatusObject } },
  });

const getReadiness = () =>
  operation("getReadiness", {
    tag: "System",
    scope: null,
    summary: "Check that the service takes requests",
    description:
      "Answers 503 with the part that fails while the service starts, when its disk is full, fails or is gone, and while its database cannot be reached.",
    errors: ["not_ready"],
    answers: { 200: { says: "They are.", schema: ReadinessObject } },
  });

function notReady(message: string): Fault {
  return new Fault("not_ready", message, { headers: { "retry-after": "1" } });
}

export const getCapabilities = route("GET /v1/capabilities", "getCapabilities", {
  summary: "Get the limits, formats and modes of the service",
  description: "The limits are those of the workspace of the key.",
  scope: "any",
  answers: { 200: { says: "What this service can do.", schema: CapabilitiesObject } },
  answer: async ({ access }, { abilities, limitsOf }) => capabilitiesOf(abilities, await limitsOf(access.workspaceId)),
});

function capabilitiesOf(abilities: Abilities, adjustable: LimitsInForce): Static<typeof CapabilitiesObject> {
  const { versions, limits, sourceTypes, modes, formats, model, embedder, sense } = abilities;
  return {
    object: "capabilities" as const,
    version: versions.version,
    commit: versions.commit,
    limits: {
      file_bytes: limits.fileBytes,
      text_characters: limits.textChars,
      json_bytes: maxJsonBytes,
      question_characters: maxQuestionLength,
      k: 100,
      metadata_bytes: 16_384,
      aliases: 16,
      wait_seconds: 60,
      ...adjustable,
    },
    formats: formats.map(({ name, mimeTypes, extensions }) => ({
      name,
      mime_types: [...mimeTypes],
      extensions: [...extensions],
    })),
    source_types: [...sourceTypes],
    modes: [...modes],
    answer_modes: model === null ? ["extractive", "computed"] : ["extractive", "computed", "generated"],
    model,
    sense: sense && { ...sense },
    embedding: embedder && { model: embedder.model, dimensions: embedder.dimensions },
  };
}

/** Only for the operator: an unlimited key of the workspace of the first start. */
async function requireOperator({ workspaceId, expertIds }: Access, { operators }: SystemReportSources): Promise<void> {
  if (expertIds === null && workspaceId === (await operators())) return;
  throw new Fault("insufficient_scope", "Only an unlimited key of the default workspace may see this.", {
    hint: "Create one with `docent keys create`.",
  });
}

export function operatorRoute<const At extends RouteAddress, Query extends TSchema, Body extends TSchema>(
  address: At,
  id: string,
  { description, answer, ...facts }: Omit<RouteFacts<At, Query, Body>, "scope">,
): Route {
  const keys = "For an admin key of the default workspace that reaches all experts.";
  return route(address, id, {
    ...facts,
    scope: "admin",
    description: `${description ?? ""} ${keys}`.trim(),
    answer: async (call: Call<At, Query, Body>, parts) => {
      await requireOperator(call.access, parts.system);
      return answer(call, parts);
    },
  } as RouteFacts<At, Query, Body>);
}

export interface MetricsParts {
  readonly expose: () => Promise<string>;
  readonly access: () => "loopback" | "key" | "off";
}

export function metricsRoute({ expose, access }: MetricsParts): Route {
  return route("GET /metrics", "getMetrics", {
    summary: "Get the metrics",
    description:
      "By default, requests from the same machine need no key, and all others need an `admin` key. DOCENT_METRICS changes this.",
    scope: null,
    answers: { 200: { says: "The metrics, in Prometheus' text format 0.0.4.", media: ["text/plain"] } },
    errors: ["missing_api_key", "invalid_api_key", "expired_api_key", "insufficient_scope", "route_not_found"],
    answer: async (call, parts) => {
      await authorizeScrape(parts, access(), call);
      call.set.headers["content-type"] = "text/plain; version=0.0.4; charset=utf-8";
      return expose();
    },
  });
}

async function authorizeScrape(
  { keys, throttle }: RouteParts,
  allowed: ReturnType<MetricsParts["access"]>,
  caller: Throttled,
): Promise<void> {
  if (allowed === "off") throw new Fault("route_not_found", "There is no route at /metrics.");
  if (allowed === "loopback" && isLocal(caller)) return;
  const key = await throttle.tries(caller, () => keys.authenticate(bearerToken(caller.request)));
  requireScope(key, ["admin"]);
}

/** Not through a proxy on this machine, and not with a key, which must be valid if it is sent (RFC 5735, RFC 4291). */
function isLocal({ request, server }: Throttled): boolean {
  const headers = ["authorization", "forwarded", "x-forwarded-for", "x-real-ip", "via"];
  const address = server?.requestIP(asSent(request))?.address ?? "";
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && headers.every((name) => !request.headers.has(name));
}
