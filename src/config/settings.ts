/** Used for parsing, for help and by the test of docs/settings.md. Nothing else reads the environment. */
import { optional, type Setting, standard } from "./setting.ts";
import * as values from "./setting-values.ts";

const { accessKey, baseAddress, byteCount, filesAddress, folderList, hostList, hostName, nonEmpty, oneOf } = values;
const { originList, period, postgresAddress, wholeNumber, yesOrNo } = values;

export const settings = {
  host: standard("DOCENT_HOST", "127.0.0.1", {
    parse: hostName,
    placeholder: "ADDRESS",
    help: "Address to listen on; 0.0.0.0 listens on every interface",
  }),
  port: standard("DOCENT_PORT", "7333", {
    parse: wholeNumber(0, 65_535),
    placeholder: "NUMBER",
    help: "Port to listen on; 0 for any free port",
  }),
  socket: optional("DOCENT_SOCKET", {
    parse: nonEmpty,
    placeholder: "PATH",
    help: "Unix socket to listen on instead of host and port; only its owner may connect",
  }),
  tlsCert: optional("DOCENT_TLS_CERT", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "Certificate chain for TLS (PEM), the service's own certificate first; needs DOCENT_TLS_KEY",
  }),
  tlsKey: optional("DOCENT_TLS_KEY", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "Private key of that certificate (PEM, without a password)",
  }),
  allowedHosts: standard("DOCENT_ALLOWED_HOSTS", "", {
    parse: hostList,
    placeholder: "LIST",
    help: "Host names that requests may use, separated by commas, or all; on loopback, only its own by default",
  }),
  dataDir: standard("DOCENT_DATA_DIR", "./data", {
    parse: nonEmpty,
    placeholder: "FOLDER",
    help: "Folder for all data, or for indexes alone with DOCENT_DATABASE; created when missing",
  }),
  database: optional("DOCENT_DATABASE", {
    parse: postgresAddress,
    placeholder: "ADDRESS",
    help: "PostgreSQL database that several services share, such as postgres://USER:PASSWORD@HOST/NAME; needs DOCENT_FILES",
    secret: true,
  }),
  files: optional("DOCENT_FILES", {
    parse: filesAddress,
    placeholder: "PLACE",
    help: "Folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME, for files that these services share; needs DOCENT_DATABASE",
  }),
  s3KeyId: optional("DOCENT_S3_KEY_ID", {
    parse: nonEmpty,
    placeholder: "ID",
    help: "Access key for s3:// files; without it, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY apply",
  }),
  s3Secret: optional("DOCENT_S3_SECRET", {
    parse: nonEmpty,
    placeholder: "SECRET",
    help: "Secret of that access key",
    secret: true,
  }),
  apiKey: optional("DOCENT_API_KEY", {
    parse: accessKey,
    placeholder: "KEY",
    help: "Key of the default workspace, 16 to 256 printable characters; generated when not given",
    secret: true,
  }),
  offline: standard("DOCENT_OFFLINE", "false", {
    parse: yesOrNo,
    placeholder: null,
    help: "Open no connections except to the configured model servers",
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
    help: "Context window of the chat model; by default, its server is asked",
  }),
  llmMaxTokens: standard("DOCENT_LLM_MAX_TOKENS", "4096", {
    parse: wholeNumber(64, 1_000_000),
    placeholder: "TOKENS",
    help: "Most tokens of a chat model's reply, its thoughts included; a client may ask for fewer",
  }),
  llmReasoning: optional("DOCENT_LLM_REASONING", {
    parse: oneOf("none", "minimal", "low", "medium", "high"),
    placeholder: "EFFORT",
    help: "How much the chat model is to think: none, minimal, low, medium or high; by default, as it usually does",
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
    help: "Length of the vectors, for models that can shorten them; by default, the model's own",
  }),
  embedBatch: standard("DOCENT_EMBED_BATCH", "32", {
    parse: wholeNumber(1, 2048),
    placeholder: "NUMBER",
    help: "How many texts one request to the embedding server carries",
  }),
  sense: standard("DOCENT_SENSE", "on", {
    parse: oneOf("on", "off"),
    placeholder: "on|off",
    help: "Whether the built-in model finds passages that use other words; for experts in English",
  }),
  reader: standard("DOCENT_READER", "on", {
    parse: oneOf("on", "off"),
    placeholder: "on|off",
    help: "Whether the built-in reader decides which part of the passages answers; for experts in English",
  }),
  memoryBudget: standard("DOCENT_MEMORY_BUDGET", "1GB", {
    parse: byteCount(1_000_000),
    placeholder: "BYTES",
    help: "Memory that open indexes may take; beyond it, the index unused for longest is closed",
  }),
  readingThreads: optional("DOCENT_READING_THREADS", {
    parse: wholeNumber(1, 64),
    placeholder: "NUMBER",
    help: "Documents read at once, and as many more that take long; by default 1 on up to two cores, else 2",
  }),
  answerThreads: optional("DOCENT_ANSWER_THREADS", {
    parse: wholeNumber(0, 64),
    placeholder: "NUMBER",
    help: "Threads that answer beside the one that takes requests; by default, one for each further core, 1 to 8; 0 for none",
  }),
  log: optional("DOCENT_LOG", {
    parse: oneOf("pretty", "json"),
    placeholder: "pretty|json",
    help: "Format of the log; by default, pretty on a terminal and json elsewhere",
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
    help: "Address at which clients reach the service, used in links",
  }),
  serviceUrl: optional("DOCENT_URL", {
    parse: baseAddress,
    placeholder: "ADDRESS",
    help: "Address of the running service that commands use",
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
  folders: standard("DOCENT_FOLDERS", "", {
    parse: folderList,
    placeholder: "LIST",
    help: "Folders that experts are kept in step with, such as notes=/srv/notes, separated by commas",
  }),
  foldersPoll: standard("DOCENT_FOLDERS_POLL", "0", {
    parse: wholeNumber(0, 86_400),
    placeholder: "SECONDS",
    help: "Time between looks at these folders if changes are not reported (network drives); 0 if they are",
  }),
  backupDir: optional("DOCENT_BACKUP_DIR", {
    parse: nonEmpty,
    placeholder: "FOLDER",
    help: "Folder for automatic backups; created when missing",
  }),
  backupEvery: standard("DOCENT_BACKUP_EVERY", "off", {
    parse: period,
    placeholder: "TIME",
    help: "Time between automatic backups, such as 24h; off for none",
  }),
  backupKeep: standard("DOCENT_BACKUP_KEEP", "7", {
    parse: wholeNumber(1, 10_000),
    placeholder: "NUMBER",
    help: "How many automatic backups are kept; the oldest is deleted after a newer one is complete",
  }),
  config: optional("DOCENT_CONFIG", {
    parse: nonEmpty,
    placeholder: "FILE",
    help: "Settings file with one NAME=VALUE per line; flags and environment variables take precedence",
  }),
  logLevel: standard("DOCENT_LOG_LEVEL", "info", {
    parse: oneOf("error", "warn", "info", "debug"),
    placeholder: "LEVEL",
    help: "Least severe level that is logged: error, warn, info or debug",
    live: true,
  }),
  logContent: standard("DOCENT_LOG_CONTENT", "false", {
    parse: yesOrNo,
    placeholder: null,
    help: "Also log questions and answers; anyone who reads the log then sees what users wrote",
    live: true,
  }),
  metrics: standard("DOCENT_METRICS", "loopback", {
    parse: oneOf("loopback", "key", "off"),
    placeholder: "loopback|key|off",
    help: "Who may read /metrics: this machine and admin keys, admin keys only, or nobody",
    live: true,
  }),
  drainSeconds: standard("DOCENT_DRAIN_SECONDS", "10", {
    parse: wholeNumber(0, 3600),
    placeholder: "NUMBER",
    help: "Seconds that requests in progress may take when the service is told to stop",
    live: true,
  }),
  rateLimit: standard("DOCENT_RATE_LIMIT", "0", {
    parse: wholeNumber(0, 1_000_000),
    placeholder: "NUMBER",
    help: "Requests per minute for each key; 0 for no limit",
    live: true,
  }),
  failedAuthLimit: standard("DOCENT_FAILED_AUTH_LIMIT", "0", {
    parse: wholeNumber(0, 1_000_000),
    placeholder: "NUMBER",
    help: "Wrong keys per minute for each address, before it is told to wait; 0 for no limit",
    live: true,
  }),
  maxConcurrent: standard("DOCENT_MAX_CONCURRENT", "100", {
    parse: wholeNumber(1, 100_000),
    placeholder: "NUMBER",
    help: "Most questions answered at once, and most documents received at once; some more wait in line",
    live: true,
  }),
  maxQueuedSources: standard("DOCENT_MAX_QUEUED_SOURCES", "0", {
    parse: wholeNumber(0, 1_000_000_000),
    placeholder: "NUMBER",
    help: "Most sources that may wait to be read; 0 for no limit",
    live: true,
  }),
  quotaRequests: standard("DOCENT_QUOTA_REQUESTS", "0", {
    parse: wholeNumber(0, 1_000_000_000_000),
    placeholder: "NUMBER",
    help: "Requests per calendar month for each workspace without its own limit; 0 for no limit",
    live: true,
  }),
  quotaSources: standard("DOCENT_QUOTA_SOURCES", "0", {
    parse: wholeNumber(0, 1_000_000_000_000),
    placeholder: "NUMBER",
    help: "Most sources in each workspace without its own limit; 0 for no limit",
    live: true,
  }),
  quotaBytes: standard("DOCENT_QUOTA_BYTES", "0", {
    parse: byteCount(0),
    placeholder: "BYTES",
    help: "Most bytes in each workspace without its own limit; 0 for no limit",
    live: true,
  }),
} as const;

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);
