import { type Docent, openService } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import { settingsHelp } from "../../config/settings-in-force.ts";
import { shuttingDown } from "../../http/edge/service-state.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createLog, type Log } from "../../kernel/log.ts";
import { pauseUnlessStopped } from "../../kernel/pause.ts";
import type { Command, Console } from "../command.ts";
import { isTerminal } from "../terminal/terminal-console.ts";
import { packsIn } from "../upkeep/pack-findings.ts";
import { archiveProcesses } from "./archive-process.ts";
import { findingsOfDoctor } from "./doctor-process.ts";
import { refuseExposure, warnOfExposure } from "./exposure.ts";
import { type FirstRun, firstRun, refreshHandbook } from "./first-run.ts";
import { type Endpoint, listen } from "./listening.ts";
import { openSettings, type RunningSettings } from "./running-settings.ts";
import { listenForSignals } from "./service-signals.ts";

export const serveCommand: Command = {
  name: "serve",
  usage: "[--verbose] [SETTING…]",
  summary: "Start the service",
  examples: ["", "--port 8000 --data-dir /srv/docent"],
  help: () => `  --verbose      On a terminal: a line for each request too; elsewhere the log has them anyway

Settings, each as a flag or an environment variable:\n\n${settingsHelp()}`,
  flags: { switches: ["verbose"] },
  run: async (args, console) =>
    serve(openSettings(args.filter((arg) => arg !== verbose)), console, args.includes(verbose)),
};

const verbose = "--verbose";

function withoutRequests(log: Log): Log {
  return { ...log, info: (event, fields) => (event === "request" ? log.debug : log.info)(event, fields) };
}

function logOf({ config, live }: RunningSettings, console: Console, isVerbose: boolean): Log {
  const format = config.log ?? (isTerminal("stderr") ? "pretty" : "json");
  const log = createLog(format, systemClock, console.complain, { threshold: () => live().logLevel });
  return isVerbose || !isTerminal("stderr") ? log : withoutRequests(log);
}

async function serve(settings: RunningSettings, console: Console, isVerbose: boolean): Promise<number> {
  const { config, live } = settings;
  const log = logOf(settings, console, isVerbose);
  settings.warnOfUnknown(log);
  const docent = await openService(config, {
    log,
    live,
    settings: settings.inForce,
    examine: async () => findingsOfDoctor(config),
    archives: (workspaces) => archiveProcesses(config, workspaces),
    packs: () => packsIn(config.dataDir),
  });
  const signals = listenForSignals({ reload: () => settings.reload(log), hangUpStops: isTerminal("stdout") });
  try {
    await refuseExposure(docent, config);
    // Before the first run: if the port is taken, no key is made that nobody would see.
    const place = await listen(docent, config);
    const welcome = await firstRun(docent, config.apiKey);
    docent.begin();
    await warnOfExposure(docent, config, log);
    const code = isTerminal("stdout") ? await signInCode(docent) : null;
    announce(place, { config, database: docent.database }, welcome, code, console);
    void tryModel(docent, log);
    const handbook = updateHandbook(docent, log, signals.stop);
    const signal = await signals.stop;
    log.info("service.stopping", { signal, seconds: live().drainSeconds });
    await drain(docent, log, live().drainSeconds * 1000);
    await handbook;
    return 0;
  } finally {
    await docent.app.server?.stop(true);
    await docent.close();
    log.info("service.stopped");
    signals.end();
  }
}

/** Milliseconds, so that the first requests need not wait. */
const handbookDelay = 1000;

/** After a failure, such as a full disk, the next start tries again. */
async function updateHandbook(docent: Docent, log: Log, stop: Promise<unknown>): Promise<void> {
  const stopping = new AbortController();
  void stop.then(() => stopping.abort());
  await pauseUnlessStopped(handbookDelay, stopping.signal);
  if (stopping.signal.aborted) return;
  await refreshHandbook(docent).catch((error: unknown) => log.warn("handbook.not_updated", { error: String(error) }));
}

/** Not awaited: a small machine takes minutes to load a model. */
async function tryModel({ modelCheck }: Docent, log: Log): Promise<void> {
  const found = await modelCheck?.look().catch(() => null);
  if (found == null) return;
  const { model, server, problem, contextTokens, contextKnown, tools, thoughts, firstWord } = found;
  if (problem !== null) return log.warn("model.not_ready", { model, server, problem });
  const context = contextKnown ? contextTokens : `${contextTokens} (a guess: set DOCENT_LLM_CONTEXT)`;
  log.info("model.ready", { model, server, context, tools, thoughts, first_word_ms: firstWord });
}

/** Null if no key has all rights. */
async function signInCode({ workspaces, sessions }: Docent): Promise<string | null> {
  const workspace = await workspaces.byName("default");
  return workspace === null ? null : sessions.issueCode(workspace.id);
}

function announce(
  { name, address }: Endpoint,
  { config, database }: { readonly config: Config; readonly database: Docent["database"] },
  { newKey }: FirstRun,
  signIn: string | null,
  console: Console,
): void {
  const code = signIn === null ? "" : `#code=${signIn}   (signs in once, within ten minutes)`;
  const lines = [
    `Docent is listening on ${name}`,
    `  Console  ${address}/${code}`,
    `  API      ${address}/v1   (also the base URL for OpenAI clients)`,
    `  Docs     ${address}/docs`,
    `  Data     ${config.dataDir}`,
    ...(database.place === null ? [] : [`  Database ${database.version}, ${database.place}`]),
    `  API key  ${aboutKey(newKey, config)}`,
  ];
  // In one piece, because a reader may stop after the address.
  console.print(lines.join("\n"));
}

function aboutKey(newKey: string | null, { apiKey }: Config): string {
  if (newKey !== null) return `${newKey}   (shown only now; Docent stores just a hash)`;
  return apiKey === null
    ? "the one shown at the first start; `docent login` stores one for the commands"
    : "the one in DOCENT_API_KEY";
}

const lastWords = 2000;

/** New requests get 503. After `grace` milliseconds the others are cut, streams with an error. */
async function drain({ app, state }: Docent, log: Log, grace: number): Promise<void> {
  state.phase = "stopping";
  state.stop.abort(shuttingDown());
  const { server } = app;
  if (server === null) return;
  if (!(await becomesIdle(server, grace))) {
    log.warn("service.cut", { requests: server.pendingRequests });
    state.cut.abort(shuttingDown("The service was stopped before the answer was complete."));
    await becomesIdle(server, lastWords);
  }
  await server.stop(true);
}

/** Milliseconds; the runtime does not report the end of requests. */
const lookEvery = 20;

async function becomesIdle(server: { readonly pendingRequests: number }, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (server.pendingRequests > 0) {
    if (performance.now() >= deadline) return false;
    await Bun.sleep(lookEvery);
  }
  return true;
}
