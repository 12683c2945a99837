/** Each kind of server gives its facts at another address. */
import { headersFor, type Upstream } from "./upstream.ts";

export interface ServerFacts {
  readonly reached: boolean;
  /** Null: the server has no list. */
  readonly listed: boolean | null;
  readonly others: readonly string[];
  /** Null: the server does not say. */
  readonly contextTokens: number | null;
}

const patience = 5000;
const mostNamed = 5;

/** OpenAI's models (vLLM and OpenRouter tell the window), llama.cpp, Ollama's running models, LM Studio. */
export async function askServer(
  settings: Upstream & { readonly model: string },
  signal: AbortSignal,
): Promise<ServerFacts> {
  const { origin } = new URL(settings.url);
  const ask = (url: string) => getJson(settings, url, signal);
  const models = await ask(`${settings.url}/models`);
  const list = listAt(models.json, "data");
  const isModel = (entry: unknown) => isNamed(at(entry, "id"), settings.model);
  const listed = list.find(isModel);
  const here = [at(listed, "max_model_len"), at(listed, "context_length"), at(listed, "context_window")];
  const elsewhere = here.some(isWindow) || !models.reached ? [] : await windowsElsewhere(ask, origin, settings.model);
  return {
    reached: models.reached,
    listed: models.json === null ? null : list.length === 0 ? null : listed !== undefined,
    others: list
      .flatMap((entry) => at(entry, "id") ?? [])
      .filter((id) => typeof id === "string")
      .slice(0, mostNamed),
    contextTokens: [...here, ...elsewhere].find(isWindow) ?? null,
  };
}

async function windowsElsewhere(
  ask: (url: string) => Promise<Answered>,
  origin: string,
  model: string,
): Promise<readonly unknown[]> {
  const [properties, running, studio] = await Promise.all(
    ["/props", "/api/ps", "/api/v0/models"].map((path) => ask(origin + path)),
  );
  const loaded = listAt(running?.json, "models").find((entry) => isNamed(at(entry, "name"), model));
  const known = listAt(studio?.json, "data").find((entry) => isNamed(at(entry, "id"), model));
  return [
    at(at(properties?.json, "default_generation_settings"), "n_ctx"),
    at(loaded, "context_length"),
    at(known, "loaded_context_length"),
  ];
}

interface Answered {
  readonly reached: boolean;
  readonly json: unknown;
}

async function getJson(upstream: Upstream, url: string, signal: AbortSignal): Promise<Answered> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const response = await fetch(url, { headers: headersFor(upstream), redirect: "error", signal: bounded });
    return { reached: true, json: response.ok ? await response.json().catch(() => null) : null };
  } catch {
    signal.throwIfAborted();
    return { reached: false, json: null };
  }
}

/** Ollama's default tag is `latest`. */
function isNamed(name: unknown, model: string): boolean {
  return name === model || name === `${model}:latest`;
}

export function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name);
  return Array.isArray(list) ? list : [];
}

function isWindow(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 512;
}
