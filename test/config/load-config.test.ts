import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { type Config, ConfigError, loadConfig } from "../../src/config/load-config.ts";

const standard: Config = {
  host: "127.0.0.1",
  port: 7333,
  socket: null,
  tls: null,
  allowedHosts: [],
  dataDir: resolve("data"),
  shared: null,
  apiKey: null,
  offline: false,
  llm: null,
  embed: null,
  sense: true,
  reader: true,
  memoryBudgetBytes: 1_000_000_000,
  readingThreads: Math.min(Math.max(navigator.hardwareConcurrency - 1, 1), 2),
  answerThreads: Math.min(Math.max(navigator.hardwareConcurrency - 1, 1), 8),
  log: null,
  settingsFile: null,
  publicUrl: null,
  serviceUrl: null,
  allowPrivateUrls: [],
  limits: { fileBytes: 50_000_000, textChars: 2_000_000 },
  backups: null,
  folders: { kept: [], pollEvery: null },
  live: {
    logLevel: "info",
    logContent: false,
    metrics: "loopback",
    drainSeconds: 10,
    corsOrigins: [],
    rateLimit: 0,
    failedAuthLimit: 0,
    maxConcurrent: 100,
    maxQueuedSources: 0,
    quotas: { requests: null, sources: null, bytes: null },
  },
};

const load = (env: Record<string, string>, ...flags: string[]) => loadConfig({ env, flags });

function problemsOf(env: Record<string, string>, ...flags: string[]): readonly string[] {
  try {
    load(env, ...flags);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("reading", () => {
  test("without settings, the defaults apply", () => {
    expect(load({})).toEqual(standard);
  });

  test("an empty variable counts as unset", () => {
    expect(load({ DOCENT_PORT: "", DOCENT_API_KEY: "", DOCENT_LLM_URL: "" })).toEqual(standard);
  });

  test("every setting, from the environment", () => {
    const config = load({
      DOCENT_HOST: "::1",
      DOCENT_PORT: "0",
      DOCENT_TLS_CERT: "/etc/tls/chain.pem",
      DOCENT_TLS_KEY: "/etc/tls/key.pem",
      DOCENT_ALLOWED_HOSTS: "docs.example.org, nas",
      DOCENT_DATA_DIR: "/var/lib/docent",
      DOCENT_API_KEY: "correct-horse-battery",
      DOCENT_OFFLINE: "yes",
      DOCENT_LLM_URL: "http://localhost:11434/v1/",
      DOCENT_LLM_MODEL: "llama3.2",
      DOCENT_LLM_API_KEY: "llm-key",
      DOCENT_LLM_CONTEXT: "8192",
      DOCENT_LLM_MAX_TOKENS: "2000",
      DOCENT_LLM_REASONING: "low",
      DOCENT_EMBED_URL: "http://localhost:8080/v1",
      DOCENT_EMBED_MODEL: "bge-m3",
      DOCENT_EMBED_API_KEY: "embed-key",
      DOCENT_EMBED_DIMENSIONS: "512",
      DOCENT_EMBED_BATCH: "8",
      DOCENT_MEMORY_BUDGET: "512MiB",
      DOCENT_ANSWER_THREADS: "3",
      DOCENT_LOG: "json",
      DOCENT_CORS_ORIGINS: "https://app.example.org, http://localhost:3000",
      DOCENT_PUBLIC_URL: "https://docent.example.org/",
      DOCENT_MAX_FILE_BYTES: "1.5GB",
      DOCENT_MAX_TEXT_CHARS: "1000",
      DOCENT_ALLOW_PRIVATE_URLS: "wiki.example.internal, 10.0.0.7",
      DOCENT_BACKUP_DIR: "/mnt/backups",
      DOCENT_BACKUP_EVERY: "24h",
      DOCENT_BACKUP_KEEP: "3",
      DOCENT_FOLDERS: "notes=/srv/notes, team/manuals = /srv/the manuals",
      DOCENT_FOLDERS_POLL: "30",
      DOCENT_CONFIG: "/etc/docent.conf",
      DOCENT_LOG_LEVEL: "debug",
      DOCENT_LOG_CONTENT: "on",
      DOCENT_METRICS: "key",
      DOCENT_DRAIN_SECONDS: "30",
      DOCENT_RATE_LIMIT: "600",
      DOCENT_FAILED_AUTH_LIMIT: "20",
      DOCENT_MAX_CONCURRENT: "8",
      DOCENT_MAX_QUEUED_SOURCES: "1000",
      DOCENT_SENSE: "off",
      DOCENT_READER: "off",
      DOCENT_READING_THREADS: "5",
      DOCENT_QUOTA_REQUESTS: "100000",
      DOCENT_QUOTA_SOURCES: "500",
      DOCENT_QUOTA_BYTES: "2GB",
    });
    expect(config).toEqual({
      host: "::1",
      port: 0,
      socket: null,
      tls: { cert: "/etc/tls/chain.pem", key: "/etc/tls/key.pem" },
      allowedHosts: ["docs.example.org", "nas"],
      dataDir: "/var/lib/docent",
      shared: null,
      apiKey: "correct-horse-battery",
      offline: true,
      llm: {
        url: "http://localhost:11434/v1",
        model: "llama3.2",
        apiKey: "llm-key",
        contextTokens: 8192,
        maxTokens: 2000,
        reasoning: "low",
      },
      embed: { url: "http://localhost:8080/v1", model: "bge-m3", apiKey: "embed-key", dimensions: 512, batch: 8 },
      sense: false,
      reader: false,
      memoryBudgetBytes: 536_870_912,
      readingThreads: 5,
      answerThreads: 3,
      log: "json",
      settingsFile: "/etc/docent.conf",
      publicUrl: "https://docent.example.org",
      serviceUrl: null,
      allowPrivateUrls: ["wiki.example.internal", "10.0.0.7"],
      limits: { fileBytes: 1_500_000_000, textChars: 1000 },
      backups: { dir: "/mnt/backups", every: 86_400_000, keep: 3 },
      folders: {
        kept: [
          { workspace: "default", expert: "notes", path: "/srv/notes" },
          { workspace: "team", expert: "manuals", path: "/srv/the manuals" },
        ],
        pollEvery: 30_000,
      },
      live: {
        logLevel: "debug",
        logContent: true,
        metrics: "key",
        drainSeconds: 30,
        corsOrigins: ["https://app.example.org", "http://localhost:3000"],
        rateLimit: 600,
        failedAuthLimit: 20,
        maxConcurrent: 8,
        maxQueuedSources: 1000,
        quotas: { requests: 100_000, sources: 500, bytes: 2_000_000_000 },
      },
    });
  });

  test("a flag wins over the environment, and the last of repeated flags counts", () => {
    expect(load({ DOCENT_PORT: "1", DOCENT_HOST: "a" }, "--port", "2", "--port=3", "--offline")).toEqual({
      ...standard,
      host: "a",
      port: 3,
      offline: true,
    });
    expect(load({ DOCENT_OFFLINE: "true" }, "--offline=false").offline).toBe(false);
  });

  test("a model server without its optional settings", () => {
    expect(load({ DOCENT_LLM_URL: "http://localhost:1/v1", DOCENT_LLM_MODEL: "m" }).llm).toEqual({
      url: "http://localhost:1/v1",
      model: "m",
      apiKey: null,
      contextTokens: null,
      maxTokens: 4096,
      reasoning: null,
    });
    expect(load({}, "--embed-url=http://localhost:1/v1", "--embed-model=m").embed).toEqual({
      url: "http://localhost:1/v1",
      model: "m",
      apiKey: null,
      dimensions: null,
      batch: 32,
    });
  });
});

describe("mistakes", () => {
  test("all problems are reported at once, by the name that was used", () => {
    expect(problemsOf({ DOCENT_PORT: "70000", DOCENT_LOG: "xml" }, "--host", "http://x", "extra", "--prot=1")).toEqual([
      'Unexpected argument "extra".',
      "Unknown flag --prot. Did you mean --port?",
      '--host must be a host name or an IP address, without a scheme or port, not "http://x".',
      'DOCENT_PORT must be a whole number from 0 to 65535, not "70000".',
      'DOCENT_LOG must be pretty or json, not "xml".',
    ]);
  });

  test("an unknown flag that resembles no flag suggests none", () => {
    expect(problemsOf({}, "--frobnicate")).toEqual(["Unknown flag --frobnicate."]);
  });

  test("a flag without its value", () => {
    expect(problemsOf({}, "--port", "--host", "a", "--data-dir=")).toEqual([
      "--port needs a value.",
      "--data-dir needs a value.",
    ]);
  });

  test("a secret is never quoted", () => {
    const problems = ["short", "has a space in it, long", "ключ-ключ-ключ-ключ", "x".repeat(257)].flatMap((key) =>
      problemsOf({ DOCENT_API_KEY: key }),
    );
    expect(problems).toEqual(
      Array.from({ length: 4 }, () => "DOCENT_API_KEY must be 16 to 256 printable ASCII characters without spaces."),
    );
  });

  test.each([
    [{ DOCENT_LLM_URL: "http://a/v1" }, "DOCENT_LLM_URL is given without DOCENT_LLM_MODEL."],
    [{ DOCENT_LLM_MODEL: "m" }, "DOCENT_LLM_MODEL is given without DOCENT_LLM_URL."],
    [{ DOCENT_LLM_API_KEY: "k" }, "DOCENT_LLM_API_KEY is given without DOCENT_LLM_URL and DOCENT_LLM_MODEL."],
    [{ DOCENT_LLM_CONTEXT: "8192" }, "DOCENT_LLM_CONTEXT is given without DOCENT_LLM_URL and DOCENT_LLM_MODEL."],
    [{ DOCENT_EMBED_URL: "http://a/v1" }, "DOCENT_EMBED_URL is given without DOCENT_EMBED_MODEL."],
    [{ DOCENT_EMBED_BATCH: "8" }, "DOCENT_EMBED_BATCH is given without DOCENT_EMBED_URL and DOCENT_EMBED_MODEL."],
  ])("half a model server: %p", (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  test("backups without a folder or without a time", () => {
    expect(problemsOf({ DOCENT_BACKUP_EVERY: "24h" })).toEqual([
      "DOCENT_BACKUP_EVERY is given without DOCENT_BACKUP_DIR.",
    ]);
    expect(problemsOf({}, "--backup-dir=b")).toEqual(["--backup-dir is given without DOCENT_BACKUP_EVERY."]);
    expect(load({ DOCENT_BACKUP_DIR: "b", DOCENT_BACKUP_EVERY: "off" }).backups).toBeNull();
    expect(load({ DOCENT_BACKUP_DIR: "b", DOCENT_BACKUP_EVERY: "30m" }).backups).toEqual({
      dir: resolve("b"),
      every: 1_800_000,
      keep: 7,
    });
  });

  test("folders that are not a list, are there twice, or overlap the data folder", () => {
    expect(problemsOf({ DOCENT_FOLDERS: "/srv/notes" })).toEqual([
      'DOCENT_FOLDERS must be a comma-separated list such as notes=/srv/notes,manuals=/srv/manuals; "/srv/notes" is not one, not "/srv/notes".',
    ]);
    expect(problemsOf({ DOCENT_FOLDERS: "notes=/a,notes=/b" })).toEqual([
      expect.stringContaining('; "notes" is there twice'),
    ]);
    for (const folder of ["/var", "/var/lib/docent", "/var/lib/docent/originals"])
      expect(problemsOf({ DOCENT_DATA_DIR: "/var/lib/docent", DOCENT_FOLDERS: `notes=${folder}` })).toEqual([
        `DOCENT_FOLDERS names ${folder}, which overlaps the data folder /var/lib/docent. Move one of them.`,
      ]);
    expect(problemsOf({ DOCENT_DATA_DIR: "/var/lib/docent", DOCENT_FOLDERS: "notes=/var/lib/docent-notes" })).toEqual(
      [],
    );
  });

  test("a certificate without its key, and TLS on a socket", () => {
    const [cert, key] = [{ DOCENT_TLS_CERT: "c" }, { DOCENT_TLS_KEY: "k" }];
    expect(problemsOf(cert)).toEqual(["DOCENT_TLS_CERT is given without DOCENT_TLS_KEY."]);
    expect(problemsOf({}, "--tls-key=k")).toEqual(["--tls-key is given without DOCENT_TLS_CERT."]);
    expect(problemsOf({ ...cert, ...key, DOCENT_SOCKET: "/run/docent" })).toEqual([
      "DOCENT_TLS_CERT has no effect with DOCENT_SOCKET. Leave one of them out.",
    ]);
    expect(load({ DOCENT_SOCKET: "/run/docent" }).socket).toBe("/run/docent");
  });
});
