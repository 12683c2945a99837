/** Used for parsing, for help and by the test of docs/settings.md. Nothing else reads the environment. */
import { kind, optional, type Setting, standard } from "./setting.ts";
import * as values from "./setting-values.ts";

const { accessKey, baseAddress, byteCount, filesAddress, folderList, hostList, hostName, nonEmpty, oneOf } = values;
const { originList, period, postgresAddress, wholeNumber, yesOrNo } = values;

const address = kind("ADDRESS", baseAddress);
const bytes = (least: number) => kind("BYTES", byteCount(least));
const number = (least: number, most: number, placeholder = "NUMBER") => kind(placeholder, wholeNumber(least, most));
const choice = <const T extends string>(...choices: readonly T[]) => kind(choices.join("|"), oneOf(...choices));
const yesNo = kind(null, yesOrNo);

export const settings = {
  host: standard("DOCENT_HOST", "127.0.0.1", kind("ADDRESS", hostName), {
    help: "Address to listen on; 0.0.0.0 listens on every interface",
  }),
  port: standard("DOCENT_PORT", "7333", number(0, 65_535), { help: "Port to listen on; 0 for any free port" }),
  socket: optional("DOCENT_SOCKET", kind("PATH", nonEmpty), {
    help: "Unix socket to listen on instead of host and port; only its owner may connect",
  }),
  tlsCert: optional("DOCENT_TLS_CERT", kind("FILE", nonEmpty), {
    help: "Certificate chain for TLS (PEM), the service's own certificate first; needs DOCENT_TLS_KEY",
  }),
  tlsKey: optional("DOCENT_TLS_KEY", kind("FILE", nonEmpty), {
    help: "Private key of that certificate (PEM, without a password)",
  }),
  allowedHosts: standard("DOCENT_ALLOWED_HOSTS", "", kind("LIST", hostList), {
    help: "Host names that requests may use, separated by commas, or all; on loopback, only its own by default",
  }),
  dataDir: standard("DOCENT_DATA_DIR", "./data", kind("FOLDER", nonEmpty), {
    help: "Folder for all data, or for indexes alone with DOCENT_DATABASE; created when missing",
  }),
  database: optional("DOCENT_DATABASE", kind("ADDRESS", postgresAddress), {
    help: "PostgreSQL database that several services share, such as postgres://USER:PASSWORD@HOST/NAME; needs DOCENT_FILES",
    secret: true,
  }),
  files: optional("DOCENT_FILES", kind("PLACE", filesAddress), {
    help: "Folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME, for files that these services share; needs DOCENT_DATABASE",
  }),
  s3KeyId: optional("DOCENT_S3_KEY_ID", kind("ID", nonEmpty), {
    help: "Access key for s3:// files; without it, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY apply",
  }),
  s3Secret: optional("DOCENT_S3_SECRET", kind("SECRET", nonEmpty), { help: "Secret of that access key", secret: true }),
  apiKey: optional("DOCENT_API_KEY", kind("KEY", accessKey), {
    help: "Key of the default workspace, 16 to 256 printable characters; generated when not given",
    secret: true,
  }),
  offline: standard("DOCENT_OFFLINE", "false", yesNo, {
    help: "Open no connections except to the configured model servers",
  }),
  llmUrl: optional("DOCENT_LLM_URL", address, { help: "OpenAI-compatible chat model server, up to and including /v1" }),
  llmModel: optional("DOCENT_LLM_MODEL", kind("NAME", nonEmpty), { help: "Name of the chat model" }),
  llmApiKey: optional("DOCENT_LLM_API_KEY", kind("KEY", nonEmpty), {
    help: "Key for the chat model server",
    secret: true,
  }),
  llmContext: optional("DOCENT_LLM_CONTEXT", number(512, 100_000_000, "TOKENS"), {
    help: "Context window of the chat model; by default, its server is asked",
  }),
  llmMaxTokens: standard("DOCENT_LLM_MAX_TOKENS", "4096", number(64, 1_000_000, "TOKENS"), {
    help: "Most tokens of a chat model's reply, its thoughts included; a client may ask for fewer",
  }),
  llmReasoning: optional("DOCENT_LLM_REASONING", kind("EFFORT", oneOf("none", "minimal", "low", "medium", "high")), {
    help: "How much the chat model is to think: none, minimal, low, medium or high; by default, as it usually does",
  }),
  embedUrl: optional("DOCENT_EMBED_URL", address, {
    help: "OpenAI-compatible embedding server, up to and including /v1",
  }),
  embedModel: optional("DOCENT_EMBED_MODEL", kind("NAME", nonEmpty), { help: "Name of the embedding model" }),
  embedApiKey: optional("DOCENT_EMBED_API_KEY", kind("KEY", nonEmpty), {
    help: "Key for the embedding server",
    secret: true,
  }),
  embedDimensions: optional("DOCENT_EMBED_DIMENSIONS", number(1, 65_536), {
    help: "Length of the vectors, for models that can shorten them; by default, the model's own",
  }),
  embedBatch: standard("DOCENT_EMBED_BATCH", "32", number(1, 2048), {
    help: "How many texts one request to the embedding server carries",
  }),
  sense: standard("DOCENT_SENSE", "on", choice("on", "off"), {
    help: "Whether the built-in models find passages that use other words; for experts in English",
  }),
  reader: standard("DOCENT_READER", "on", choice("on", "off"), {
    help: "Whether the built-in reader decides which part of the passages answers; for experts in English",
  }),
  memoryBudget: standard("DOCENT_MEMORY_BUDGET", "1GB", bytes(1_000_000), {
    help: "Memory that open indexes may take; beyond it, the index unused for longest is closed",
  }),
  readingThreads: optional("DOCENT_READING_THREADS", number(1, 64), {
    help: "Documents read at once, and as many more that take long; by default 1 on up to two cores, else 2",
  }),
  answerThreads: optional("DOCENT_ANSWER_THREADS", number(0, 64), {
    help: "Threads that answer beside the one that takes requests; by default, one for each further core, 1 to 8; 0 for none",
  }),
  log: optional("DOCENT_LOG", choice("pretty", "json"), {
    help: "Format of the log; by default, pretty on a terminal and json elsewhere",
  }),
  corsOrigins: standard("DOCENT_CORS_ORIGINS", "", kind("LIST", originList), {
    help: "Origins of web pages that may call the API, separated by commas; none by default",
    live: true,
  }),
  publicUrl: optional("DOCENT_PUBLIC_URL", address, {
    help: "Address at which clients reach the service, used in links",
  }),
  serviceUrl: optional("DOCENT_URL", address, { help: "Address of the running service that commands use" }),
  maxFileBytes: standard("DOCENT_MAX_FILE_BYTES", "50MB", bytes(1), {
    help: "Largest file that is accepted as a source",
  }),
  maxTextChars: standard("DOCENT_MAX_TEXT_CHARS", "2000000", number(1, 1_000_000_000), {
    help: "Longest inline text that is accepted as a source, in characters",
  }),
  allowPrivateUrls: standard("DOCENT_ALLOW_PRIVATE_URLS", "", kind("LIST", hostList), {
    help: "Hosts in private networks that URL sources may be fetched from, separated by commas, or all; none by default",
  }),
  folders: standard("DOCENT_FOLDERS", "", kind("LIST", folderList), {
    help: "Folders that experts are kept in step with, such as notes=/srv/notes, separated by commas",
  }),
  foldersPoll: standard("DOCENT_FOLDERS_POLL", "0", number(0, 86_400, "SECONDS"), {
    help: "Time between looks at these folders if changes are not reported (network drives); 0 if they are",
  }),
  backupDir: optional("DOCENT_BACKUP_DIR", kind("FOLDER", nonEmpty), {
    help: "Folder for automatic backups; created when missing",
  }),
  backupEvery: standard("DOCENT_BACKUP_EVERY", "off", kind("TIME", period), {
    help: "Time between automatic backups, such as 24h; off for none",
  }),
  backupKeep: standard("DOCENT_BACKUP_KEEP", "7", number(1, 10_000), {
    help: "How many automatic backups are kept; the oldest is deleted after a newer one is complete",
  }),
  config: optional("DOCENT_CONFIG", kind("FILE", nonEmpty), {
    help: "Settings file with one NAME=VALUE per line; flags and environment variables take precedence",
  }),
  logLevel: standard("DOCENT_LOG_LEVEL", "info", kind("LEVEL", oneOf("error", "warn", "info", "debug")), {
    help: "Least severe level that is logged: error, warn, info or debug",
    live: true,
  }),
  logContent: standard("DOCENT_LOG_CONTENT", "false", yesNo, {
    help: "Also log questions and answers; anyone who reads the log then sees what users wrote",
    live: true,
  }),
  metrics: standard("DOCENT_METRICS", "loopback", choice("loopback", "key", "off"), {
    help: "Who may read /metrics: this machine and admin keys, admin keys only, or nobody",
    live: true,
  }),
  drainSeconds: standard("DOCENT_DRAIN_SECONDS", "10", number(0, 3600), {
    help: "Seconds that requests in progress may take when the service is told to stop",
    live: true,
  }),
  rateLimit: standard("DOCENT_RATE_LIMIT", "0", number(0, 1_000_000), {
    help: "Requests per minute for each key; 0 for no limit",
    live: true,
  }),
  failedAuthLimit: standard("DOCENT_FAILED_AUTH_LIMIT", "0", number(0, 1_000_000), {
    help: "Wrong keys per minute for each address, before it is told to wait; 0 for no limit",
    live: true,
  }),
  maxConcurrent: standard("DOCENT_MAX_CONCURRENT", "100", number(1, 100_000), {
    help: "Most questions answered at once, and most documents received at once; some more wait in line",
    live: true,
  }),
  maxQueuedSources: standard("DOCENT_MAX_QUEUED_SOURCES", "0", number(0, 1_000_000_000), {
    help: "Most sources that may wait to be read; 0 for no limit",
    live: true,
  }),
  quotaRequests: standard("DOCENT_QUOTA_REQUESTS", "0", number(0, 1_000_000_000_000), {
    help: "Requests per calendar month for each workspace without its own limit; 0 for no limit",
    live: true,
  }),
  quotaSources: standard("DOCENT_QUOTA_SOURCES", "0", number(0, 1_000_000_000_000), {
    help: "Most sources in each workspace without its own limit; 0 for no limit",
    live: true,
  }),
  quotaBytes: standard("DOCENT_QUOTA_BYTES", "0", bytes(0), {
    help: "Most bytes in each workspace without its own limit; 0 for no limit",
    live: true,
  }),
} as const;

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);
