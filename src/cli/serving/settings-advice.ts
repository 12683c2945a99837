/** What the settings allow, and whom they let the service talk to. From the settings alone; nothing is contacted. */
import { sep } from "node:path";
import type { Config, ModelServer } from "../../config/load-config.ts";
import type { Finding } from "../../doctor/findings.ts";
import { isLoopback } from "../../http/edge/host-names.ts";

/** Findings about settings that somebody may regret. At least one. */
export function adviseOnSettings(config: Config): readonly Finding[] {
  const found = risks.flatMap(({ applies, message, remedy }): Finding[] =>
    applies(config) ? [{ area: "settings", severity: "warning", message, remedy, repairable: false }] : [],
  );
  if (found.length > 0) return found;
  const message = "Nothing in them lets others in or anything out that the handbook warns of.";
  return [{ area: "settings", severity: "fine", message, remedy: null, repairable: false }];
}

interface Risk {
  readonly applies: (config: Config) => boolean;
  readonly message: string;
  readonly remedy: string;
}

const risks: readonly Risk[] = [
  {
    applies: ({ socket, host, tls, publicUrl }) =>
      socket === null && !isLoopback(host) && tls === null && publicUrl?.startsWith("https:") !== true,
    message: "The service listens in a network without TLS: keys and documents cross it in the clear.",
    remedy:
      "Set DOCENT_TLS_CERT and DOCENT_TLS_KEY, or put a proxy with TLS in front and its address into DOCENT_PUBLIC_URL.",
  },
  {
    applies: ({ allowPrivateUrls, offline }) => allowPrivateUrls === "all" && !offline,
    message: "Whoever may add sources can read whatever private hosts serve to this machine.",
    remedy: "Name the hosts in DOCENT_ALLOW_PRIVATE_URLS instead of writing all.",
  },
  {
    applies: ({ live }) => live.logContent,
    message: "The log holds what users ask and are answered.",
    remedy: "Unset DOCENT_LOG_CONTENT when you no longer need it.",
  },
  {
    applies: ({ llm, embed }) => [llm, embed].some(sendsKeyInTheClear),
    message: "A key for a model server crosses a network in the clear.",
    remedy: "Use an https address for that server.",
  },
  {
    applies: ({ backups, dataDir }) => backups !== null && `${backups.dir}${sep}`.startsWith(`${dataDir}${sep}`),
    message: "Backups are kept in the data folder itself, and would be lost with it.",
    remedy: "Choose a folder on another disk for DOCENT_BACKUP_DIR.",
  },
];

function sendsKeyInTheClear(server: ModelServer | null): boolean {
  if (server === null || server.apiKey === null) return false;
  const { protocol, hostname } = new URL(server.url);
  return protocol === "http:" && !isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

export interface Egress {
  /** A host with its port, or a description of many. */
  readonly to: string;
  readonly what: string;
  readonly setting: string;
}

/** Everything that the service may open a connection to. Empty: nothing at all. */
export function egressOf({ llm, embed, offline, allowPrivateUrls }: Config): readonly Egress[] {
  const server = (found: ModelServer | null, what: string, setting: string): Egress[] =>
    found === null ? [] : [{ to: new URL(found.url).host, what, setting }];
  const models = [
    ...server(llm, "questions, passages and instructions, for answers", "DOCENT_LLM_URL"),
    ...server(embed, "passages and questions, for their vectors", "DOCENT_EMBED_URL"),
  ];
  if (offline) return models;
  const what = "requests for documents that are added by address";
  const publicly = { to: "any public host", what, setting: "DOCENT_OFFLINE is off" };
  const privately = [allowPrivateUrls].flat().map((host) => ({
    to: host === "all" ? "any private host" : host,
    what,
    setting: "DOCENT_ALLOW_PRIVATE_URLS",
  }));
  return [...models, publicly, ...privately];
}
