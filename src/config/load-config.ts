import { resolve, sep } from "node:path";
import { NamedError } from "../kernel/error-code.ts";
import { type GivenSettings, gatherSettings, type SettingSources } from "./given-settings.ts";
import type { Setting } from "./setting.ts";
import type { Parsed } from "./setting-values.ts";
import { settings } from "./settings.ts";
import { readSharedStorage, type SharedStorage } from "./shared-storage.ts";

export interface ModelServer {
  /** Without trailing slash; `/chat/completions` or `/embeddings` is appended. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type LiveConfig = Readonly<ReturnType<typeof readLive>>;

export class ConfigError extends NamedError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** @throws ConfigError with all problems at once, and never a secret */
export function loadConfig(sources: SettingSources): Config {
  const given = gatherSettings(sources);
  const reader = new SettingReader(given);
  const config = readConfig(reader, readSharedStorage(given, reader));
  const problems = [...given.problems, ...reader.problems];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

interface ServerSettings {
  readonly url: Setting<string | null>;
  readonly model: Setting<string | null>;
  readonly apiKey: Setting<string | null>;
  readonly others: readonly Setting<unknown>[];
}

/** More only on request, because each thread has a heap of its own. */
const mostStandardThreads = { answering: 8, reading: 2 } as const;

/** One core is for the request thread. */
function standardThreads(work: keyof typeof mostStandardThreads): number {
  return Math.min(Math.max(navigator.hardwareConcurrency - 1, 1), mostStandardThreads[work]);
}

const llmServer: ServerSettings = {
  url: settings.llmUrl,
  model: settings.llmModel,
  apiKey: settings.llmApiKey,
  others: [settings.llmContext, settings.llmMaxTokens, settings.llmReasoning],
};

const embedServer: ServerSettings = {
  url: settings.embedUrl,
  model: settings.embedModel,
  apiKey: settings.embedApiKey,
  others: [settings.embedDimensions, settings.embedBatch],
};

function readConfig(reader: SettingReader, shared: SharedStorage | null) {
  const llm = reader.server(llmServer);
  const embed = reader.server(embedServer);
  const contextTokens = reader.read(settings.llmContext);
  const maxTokens = reader.read(settings.llmMaxTokens);
  const reasoning = reader.read(settings.llmReasoning);
  const dimensions = reader.read(settings.embedDimensions);
  const batch = reader.read(settings.embedBatch);
  return {
    host: reader.read(settings.host),
    port: reader.read(settings.port),
    ...reader.connection(),
    /** In addition to those of other settings. */
    allowedHosts: reader.read(settings.allowedHosts),
    dataDir: resolve(reader.read(settings.dataDir)),
    /** Null: everything is in the data folder. */
    shared,
    apiKey: reader.read(settings.apiKey),
    offline: reader.read(settings.offline),
    llm: llm && { ...llm, contextTokens, maxTokens, reasoning },
    embed: embed && { ...embed, dimensions, batch },
    sense: reader.read(settings.sense) === "on",
    reader: reader.read(settings.reader) === "on",
    memoryBudgetBytes: reader.read(settings.memoryBudget),
    readingThreads: reader.read(settings.readingThreads) ?? standardThreads("reading"),
    answerThreads: reader.read(settings.answerThreads) ?? standardThreads("answering"),
    log: reader.read(settings.log),
    settingsFile: reader.read(settings.config),
    publicUrl: reader.read(settings.publicUrl),
    serviceUrl: reader.read(settings.serviceUrl),
    allowPrivateUrls: reader.read(settings.allowPrivateUrls),
    limits: { fileBytes: reader.read(settings.maxFileBytes), textChars: reader.read(settings.maxTextChars) },
    backups: reader.backups(),
    folders: reader.folders(),
    live: readLive(reader),
  };
}

function readLive(reader: SettingReader) {
  const quota = (setting: Setting<number>) => reader.read(setting) || null;
  return {
    logLevel: reader.read(settings.logLevel),
    logContent: reader.read(settings.logContent),
    metrics: reader.read(settings.metrics),
    drainSeconds: reader.read(settings.drainSeconds),
    corsOrigins: reader.read(settings.corsOrigins),
    rateLimit: reader.read(settings.rateLimit),
    failedAuthLimit: reader.read(settings.failedAuthLimit),
    maxConcurrent: reader.read(settings.maxConcurrent),
    maxQueuedSources: reader.read(settings.maxQueuedSources),
    /** Defaults of workspaces; null: no limit. */
    quotas: {
      requests: quota(settings.quotaRequests),
      sources: quota(settings.quotaSources),
      bytes: quota(settings.quotaBytes),
    },
  };
}

/** A setting that cannot be parsed gets its default. */
class SettingReader {
  readonly problems: string[] = [];

  constructor(private readonly given: GivenSettings) {}

  read<T>(setting: Setting<T>): T {
    const given = this.given.find(setting);
    if (given === null) return setting.fallback;
    const parsed: Parsed<T> = given.text === null ? { problem: "needs a value" } : setting.parse(given.text);
    if ("value" in parsed) return parsed.value;
    const shown = setting.secret || given.text === null ? "" : `, not ${JSON.stringify(given.text)}`;
    this.problems.push(`${given.name} ${parsed.problem}${shown}.`);
    return setting.fallback;
  }

  server(server: ServerSettings): ModelServer | null {
    const url = this.read(server.url);
    const model = this.read(server.model);
    const apiKey = this.read(server.apiKey);
    const needed = [server.url, server.model];
    const given = [...needed, server.apiKey, ...server.others].flatMap((setting) => this.given.find(setting) ?? []);
    const missing = needed.filter((setting) => this.given.find(setting) === null).map((setting) => setting.env);
    if (given[0] !== undefined && missing.length > 0) {
      this.problems.push(`${given[0].name} is given without ${missing.join(" and ")}.`);
    }
    return url === null || model === null ? null : { url, model, apiKey };
  }

  backups() {
    const dir = this.read(settings.backupDir);
    const every = this.read(settings.backupEvery);
    const keep = this.read(settings.backupKeep);
    const given = { dir: this.given.find(settings.backupDir), every: this.given.find(settings.backupEvery) };
    const lacks = (name: string | undefined, env: string) => this.problems.push(`${name} is given without ${env}.`);
    if (every !== null && dir === null) lacks(given.every?.name, settings.backupDir.env);
    if (dir !== null && given.every === null) lacks(given.dir?.name, settings.backupEvery.env);
    return dir === null || every === null ? null : { dir: resolve(dir), every, keep };
  }

  /** `pollEvery`: milliseconds; null: the system reports changes. */
  folders() {
    const kept = this.read(settings.folders);
    const seconds = this.read(settings.foldersPoll);
    const data = resolve(this.given.find(settings.dataDir)?.text || settings.dataDir.fallback);
    const clash = kept.find(({ path }) => isWithin(path, data) || isWithin(data, path));
    if (clash !== undefined) {
      const { name } = this.given.find(settings.folders) ?? { name: settings.folders.env };
      this.problems.push(`${name} names ${clash.path}, which overlaps the data folder ${data}. Move one of them.`);
    }
    return { kept, pollEvery: seconds === 0 ? null : seconds * 1000 };
  }

  connection(): { socket: string | null; tls: TlsFiles | null } {
    const [socket, cert, key] = [settings.socket, settings.tlsCert, settings.tlsKey].map((setting) => {
      const path = this.read(setting);
      return path === null ? null : resolve(path);
    });
    const [named, missing] = cert ? [settings.tlsCert, settings.tlsKey] : [settings.tlsKey, settings.tlsCert];
    if (!cert !== !key) this.problems.push(`${this.given.find(named)?.name} is given without ${missing.env}.`);
    if (socket && cert)
      this.problems.push(
        `${this.given.find(settings.tlsCert)?.name} has no effect with DOCENT_SOCKET. Leave one of them out.`,
      );
    return { socket: socket ?? null, tls: cert && key ? { cert, key } : null };
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
