import { modesWith } from "../answering/search-choice.ts";
import type { AnswerAgent } from "../api/agent-messages.ts";
import { buildInfo } from "../build-info.ts";
import type { Config, LiveConfig } from "../config/load-config.ts";
import { createConsoleFiles } from "../console/bundle/console-files.ts";
import { supportedFormats } from "../extraction/supported-formats.ts";
import type { AppReach } from "../http/app.ts";
import { hostNamesFor } from "../http/edge/host-names.ts";
import type { Abilities } from "../http/system-parts.ts";
import type { Log } from "../kernel/log.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import type { SenseModel } from "../memory/sense.ts";
import { addressGuard } from "../providers/address-guard.ts";
import { type GuardedFetch, guardedFetch } from "../providers/guarded-fetch.ts";
import { pageFetcher } from "../providers/page-fetcher.ts";
import { urlFetcher } from "../providers/url-fetcher.ts";
import type { PageFetcher } from "../sites/ports.ts";
import { fetchesNothing } from "../sources/ingest/ingest-failure.ts";
import type { UrlFetcher } from "../sources/ports/document-ports.ts";
import { sourceTypes } from "../sources/source.ts";
import { formatsIn } from "./models/chosen-recogniser.ts";

export function abilitiesOf(
  { limits, llm, offline, dataDir }: Config,
  embedder: Embedder | null,
  sense: { readonly model: SenseModel; readonly licence: string } | null,
): Abilities {
  const types = offline ? sourceTypes.filter((type) => type !== "url") : sourceTypes;
  const formats = formatsIn(dataDir).map((name) => ({ name, ...supportedFormats[name] }));
  const modes = modesWith({ embedding: embedder, sense });
  return {
    versions: buildInfo,
    limits,
    formats,
    modes,
    embedder,
    sourceTypes: types,
    model: llm?.model ?? null,
    sense: sense && { model: sense.model.name, licence: sense.licence },
  };
}

/** The protocol's library takes a tenth of a second to load, so the first message loads it. */
export function composeTools(log: Log): AnswerAgent {
  let loaded: Promise<AnswerAgent> | null = null;
  const load = async () =>
    (await import("../mcp/protocol-endpoint.ts")).protocolEndpoint({
      version: buildInfo.version,
      newSession: () => crypto.randomUUID(),
      onDefect: (error) => log.error("tools.failed", error, {}),
    });
  return async (message) => {
    loaded ??= load();
    return (await loaded)(message);
  };
}

export function reachOf({ socket, host, allowedHosts, publicUrl, tls }: Config, live: () => LiveConfig): AppReach {
  return {
    corsOrigins: () => live().corsOrigins,
    publicUrl,
    hostNames: hostNamesFor({ publicUrl, bind: socket === null ? host : null, allowed: allowedHosts }),
    tls: tls !== null,
    consoleFiles: createConsoleFiles(),
  };
}

export function fetcherFor(config: Config): UrlFetcher {
  return config.offline ? fetchesNothing : urlFetcher(guardedFetchFor(config));
}

function guardedFetchFor({ allowPrivateUrls }: Config): GuardedFetch {
  return guardedFetch(addressGuard(allowPrivateUrls), `docent/${buildInfo.version}`);
}

export function pageFetcherFor(config: Config): PageFetcher | null {
  return config.offline ? null : pageFetcher(guardedFetchFor(config));
}
