/** Contacts nothing. */
import { sep } from "node:path";
import type { Config, ModelServer } from "../../config/load-config.ts";
import { isLoopback } from "../../http/edge/host-names.ts";
import type { Finding } from "../../upkeep/findings.ts";

export function adviseOnSettings(config: Config): readonly Finding[] {
  const found = risks.flatMap(({ applies, message, remedy }): Finding[] =>
    applies(config) ? [{ area: "settings", severity: "warning", message, remedy, repairable: false }] : [],
  );
  if (found.length > 0) return found;
  const message = "No setting needs attention.";
  return [{ area: "settings", severity: "fine", message, remedy: null, repairable: false }];
}

const risks: readonly { applies: (config: Config) => boolean; message: string; remedy: string }[] = [
  {
    applies: ({ socket, host, tls, publicUrl }) =>
      socket === null && !isLoopback(host) && tls === null && publicUrl?.startsWith("https:") !== true,
    message: "The service listens on a network without TLS: keys and documents cross it unencrypted.",
    remedy:
      "Set DOCENT_TLS_CERT and DOCENT_TLS_KEY, or put a TLS proxy in front and set DOCENT_PUBLIC_URL to its address.",
  },
  {
    applies: ({ allowPrivateUrls, offline }) => allowPrivateUrls === "all" && !offline,
    message: "Anyone who may add sources can read what private hosts serve to this machine.",
    remedy: "List the hosts in DOCENT_ALLOW_PRIVATE_URLS instead of `all`.",
  },
  {
    applies: ({ live }) => live.logContent,
    message: "The log contains users' questions and the answers.",
    remedy: "Unset DOCENT_LOG_CONTENT when you no longer need it.",
  },
  {
    applies: ({ llm, embed }) => [llm, embed].some(sendsKeyInTheClear),
    message: "A key for a model server crosses a network unencrypted.",
    remedy: "Use an https address for that server.",
  },
  {
    applies: ({ backups, dataDir }) => backups !== null && `${backups.dir}${sep}`.startsWith(`${dataDir}${sep}`),
    message: "Backups are kept inside the data folder, so they would be lost with it.",
    remedy: "Choose a folder on another disk for DOCENT_BACKUP_DIR.",
  },
];

function sendsKeyInTheClear(server: ModelServer | null): boolean {
  if (server === null || server.apiKey === null) return false;
  const { protocol, hostname } = new URL(server.url);
  return protocol === "http:" && !isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

export interface Egress {
  readonly to: string;
  readonly what: string;
  readonly setting: string;
}

export function egressOf({ shared, llm, embed, offline, allowPrivateUrls }: Config): readonly Egress[] {
  const server = (found: ModelServer | null, what: string, setting: string): Egress[] =>
    found === null ? [] : [{ to: new URL(found.url).host, what, setting }];
  const database = shared && { to: new URL(shared.database).host, what: "all data", setting: "DOCENT_DATABASE" };
  const models = [
    ...(database === null ? [] : [database]),
    ...(shared?.files.startsWith("s3://") === true
      ? [{ to: shared.files, what: "files", setting: "DOCENT_FILES" }]
      : []),
    ...server(llm, "questions, passages and instructions, to write answers", "DOCENT_LLM_URL"),
    ...server(embed, "passages and questions, to compute vectors", "DOCENT_EMBED_URL"),
  ];
  if (offline) return models;
  const what = "requests for documents that users add by address";
  const publicly = { to: "any public host", what, setting: "DOCENT_OFFLINE is off" };
  const privately = [allowPrivateUrls].flat().map((host) => ({
    to: host === "all" ? "any private host" : host,
    what,
    setting: "DOCENT_ALLOW_PRIVATE_URLS",
  }));
  return [...models, publicly, ...privately];
}
