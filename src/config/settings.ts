/**
 * Every setting of the program. This table feeds the parsing of the environment and of flags, the help text, and the
 * test that compares it with docs/settings.md. Nothing else reads the environment.
 */
import {
  accessKey,
  baseAddress,
  byteCount,
  hostList,
  hostName,
  nonEmpty,
  oneOf,
  originList,
  type Parse,
  period,
  wholeNumber,
  yesOrNo,
} from "./setting-values.ts";

export interface Setting<T> {
  readonly env: string;
  /** The default as a user would write it; null when the setting may be absent. */
  readonly standard: string | null;
  /** The value when nothing is given. */
  readonly fallback: T;
  readonly parse: Parse<T>;
  /** What stands for the value in the help text; null for a flag that needs none. */
  readonly placeholder: string | null;
  readonly help: string;
  /** Never shown, not even in an error about it. */
  readonly secret: boolean;
  /** Whether a running service takes a change of it, when it is told to read its settings file again. */
  readonly live: boolean;
}

interface Description<T> {
  readonly parse: Parse<T>;
  readonly placeholder: string | null;
  readonly help: string;
  readonly secret?: true;
  readonly live?: true;
}

function standard<T>(env: string, text: string, description: Description<T>): Setting<T> {
  const parsed = description.parse(text);
  if ("problem" in parsed) throw new Error(`the default of ${env} ${parsed.problem}`);
  return { env, standard: text, fallback: parsed.value, secret: false, live: false, ...description };
}

function optional<T>(env: string, description: Description<T>): Setting<T | null> {
  return { env, standard: null, fallback: null, secret: false, live: false, ...description };
}

export const settings = {
  host: standard("DOCENT_HOST", "127.0.0.1", {
    parse: hostName,
    placeholder: "ADDRESS",
    help: "Address to listen on; 0.0.0.0 listens on every interface",
  }),
  port: standard("DOCENT_PORT", "7333", {
    parse: wholeNumber(0, 65_535),
    placeholder: "NUMBER",
    help: "Port to listen on; 0 takes any free one",
  }),
  socket: optional("DOCENT_SOCKET", {
    parse: nonEmpty,
    placeholder: "PATH",
    help: "Unix socket to listen on instead of host and port; for its owner alone",
  }),
  tlsCert: optional("DOCENT_TLS_CERT", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "Certificate chain (PEM) to speak TLS with, the service's own first; needs DOCENT_TLS_KEY",
  }),
  tlsKey: optional("DOCENT_TLS_KEY", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "Private key (PEM, without a password) of the certificate",
  }),
  allowedHosts: standard("DOCENT_ALLOWED_HOSTS", "", {
    parse: hostList,
    placeholder: "LIST",
    help: "Names that the service may be addressed by, separated by commas, or all; on loopback its own only by default",
  }),
  dataDir: standard("DOCENT_DATA_DIR", "./data", {
    parse: nonEmpty,
    placeholder: "FOLDER",
    help: "Folder that holds all state; made when missing",
  }),
  apiKey: optional("DOCENT_API_KEY", {
    parse: accessKey,
    placeholder: "KEY",
    help: "The default workspace's key, 16 to 256 printable characters, instead of a generated one",
    secret: true,
  }),
  offline: standard("DOCENT_OFFLINE", "false", {
    parse: yesOrNo,
    placeholder: null,
    help: "Open no connection but to the configured model hosts",
  }),
  llmUrl: optional("DOCENT_LLM_URL", {
    parse: baseAddress,
    placeholder: "ADDRESS",
    help: "OpenAI-compatible chat model server, up to and including /v1",
  }),
  llmModel: optional("DOCENT_LLM_MODEL", {
    parse: nonEmpty,
    placeholder: "NAME",
    help: "Name of the chat model",
  }),
  llmApiKey: optional("DOCENT_LLM_API_KEY", {
    parse: nonEmpty,
    placeholder: "KEY",
    help: "Key for the chat model server",
    secret: true,
  }),
  llmContext: optional("DOCENT_LLM_CONTEXT", {
    parse: wholeNumber(512, 100_000_000),
    placeholder: "TOKENS",
    help: "Context window of the chat model; asked of its server when not given",
  }),
  embedUrl: optional("DOCENT_EMBED_URL", {
    parse: baseAddress,
    placeholder: "ADDRESS",
    help: "OpenAI-compatible embedding server, up to and including /v1",
  }),
  embedModel: optional("DOCENT_EMBED_MODEL", {
    parse: nonEmpty,
    placeholder: "NAME",
    help: "Name of the embedding model",
  }),
  embedApiKey: optional("DOCENT_EMBED_API_KEY", {
    parse: nonEmpty,
    placeholder: "KEY",
    help: "Key for the embedding server",
    secret: true,
  }),
  embedDimensions: optional("DOCENT_EMBED_DIMENSIONS", {
    parse: wholeNumber(1, 65_536),
    placeholder: "NUMBER",
    help: "Length of the vectors, for models that can shorten them; the model's own when not given",
  }),
  embedBatch: standard("DOCENT_EMBED_BATCH", "32", {
    parse: wholeNumber(1, 2048),
    placeholder: "NUMBER",
    help: "How many texts one request to the embedding server carries",
  }),
  sense: standard("DOCENT_SENSE", "on", {
    parse: oneOf("on", "off"),
    placeholder: "on|off",
    help: "Find what is said in other words, by the built-in model; for experts in English",
  }),
  memoryBudget: standard("DOCENT_MEMORY_BUDGET", "1GB", {
    parse: byteCount(1_000_000),
    placeholder: "BYTES",
    help: "How much memory open indexes may hold before the longest unused one is closed",
  }),
  log: optional("DOCENT_LOG", {
    parse: oneOf("pretty", "json"),
    placeholder: "pretty|json",
    help: "Form of the log; pretty on a terminal and json elsewhere when not given",
  }),
  corsOrigins: standard("DOCENT_CORS_ORIGINS", "", {
    parse: originList,
    placeholder: "LIST",
    help: "Origins of web pages that may call the API, separated by commas; none by default",
    live: true,
  }),
  publicUrl: optional("DOCENT_PUBLIC_URL", {
    parse: baseAddress,
    placeholder: "ADDRESS",
    help: "Address under which clients reach the service, for the links that it gives out",
  }),
  maxFileBytes: standard("DOCENT_MAX_FILE_BYTES", "50MB", {
    parse: byteCount(1),
    placeholder: "BYTES",
    help: "Largest file that is accepted as a source",
  }),
  maxTextChars: standard("DOCENT_MAX_TEXT_CHARS", "2000000", {
    parse: wholeNumber(1, 1_000_000_000),
    placeholder: "NUMBER",
    help: "Longest inline text that is accepted as a source, in characters",
  }),
  allowPrivateUrls: standard("DOCENT_ALLOW_PRIVATE_URLS", "", {
    parse: hostList,
    placeholder: "LIST",
    help: "Hosts in private networks that URL sources may be fetched from, separated by commas, or all; none by default",
  }),
  backupDir: optional("DOCENT_BACKUP_DIR", {
    parse: nonEmpty,
    placeholder: "FOLDER",
    help: "Folder for the backups that the service makes by itself; made when missing",
  }),
  backupEvery: standard("DOCENT_BACKUP_EVERY", "off", {
    parse: period,
    placeholder: "TIME",
    help: "How often the service makes a backup by itself, such as 24h; off for never",
  }),
  backupKeep: standard("DOCENT_BACKUP_KEEP", "7", {
    parse: wholeNumber(1, 10_000),
    placeholder: "NUMBER",
    help: "How many of those backups are kept; the oldest goes when a newer one is whole",
  }),
  config: optional("DOCENT_CONFIG", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "File of settings, NAME=VALUE a line; flags and variables win over it",
  }),
  logLevel: standard("DOCENT_LOG_LEVEL", "info", {
    parse: oneOf("error", "warn", "info", "debug"),
    placeholder: "LEVEL",
    help: "What is logged: error, warn, info or debug, each with those before it",
    live: true,
  }),
  logContent: standard("DOCENT_LOG_CONTENT", "false", {
    parse: yesOrNo,
    placeholder: null,
    help: "Log what is asked and answered as well; whoever reads the log then reads what users wrote",
    live: true,
  }),
  metrics: standard("DOCENT_METRICS", "loopback", {
    parse: oneOf("loopback", "key", "off"),
    placeholder: "loopback|key|off",
    help: "Who may read /metrics: this machine and admin keys, admin keys alone, or nobody",
    live: true,
  }),
  drainSeconds: standard("DOCENT_DRAIN_SECONDS", "10", {
    parse: wholeNumber(0, 3600),
    placeholder: "NUMBER",
    help: "How long requests under way may take when the service is told to stop",
    live: true,
  }),
  rateLimit: standard("DOCENT_RATE_LIMIT", "0", {
    parse: wholeNumber(0, 1_000_000),
    placeholder: "NUMBER",
    help: "Requests a minute that a key may make; 0 for no limit",
    live: true,
  }),
  failedAuthLimit: standard("DOCENT_FAILED_AUTH_LIMIT", "0", {
    parse: wholeNumber(0, 1_000_000),
    placeholder: "NUMBER",
    help: "Wrong keys a minute that an address may try before it is told to wait; 0 for no limit",
    live: true,
  }),
  maxConcurrent: standard("DOCENT_MAX_CONCURRENT", "100", {
    parse: wholeNumber(1, 100_000),
    placeholder: "NUMBER",
    help: "Questions answered at once, and documents taken in at once; a few more wait their turn",
    live: true,
  }),
  maxQueuedSources: standard("DOCENT_MAX_QUEUED_SOURCES", "0", {
    parse: wholeNumber(0, 1_000_000_000),
    placeholder: "NUMBER",
    help: "Sources that may wait to be read before no more are taken; 0 for no limit",
    live: true,
  }),
  quotaRequests: standard("DOCENT_QUOTA_REQUESTS", "0", {
    parse: wholeNumber(0, 1_000_000_000_000),
    placeholder: "NUMBER",
    help: "Requests a calendar month of a workspace without a limit of its own; 0 for no limit",
    live: true,
  }),
  quotaSources: standard("DOCENT_QUOTA_SOURCES", "0", {
    parse: wholeNumber(0, 1_000_000_000_000),
    placeholder: "NUMBER",
    help: "Sources that a workspace without a limit of its own may hold; 0 for no limit",
    live: true,
  }),
  quotaBytes: standard("DOCENT_QUOTA_BYTES", "0", {
    parse: byteCount(0),
    placeholder: "BYTES",
    help: "Bytes that a workspace without a limit of its own may hold; 0 for no limit",
    live: true,
  }),
} as const;

/** `DOCENT_DATA_DIR` is `--data-dir` on the command line. */
export function flagName(setting: Setting<unknown>): string {
  return `--${setting.env
    .replace(/^DOCENT_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;
}

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);
