import type { DocentClient } from "../../client/docent-client.ts";
import { folderOnThread } from "../../compose/kept-folders.ts";
import { FolderKeeper } from "../../folders/folder-keeper.ts";
import { randomMark } from "../../folders/folder-marker.ts";
import type { FolderLook, FolderState } from "../../folders/folder-state.ts";
import { type ChangeReports, systemReports, watchFolder } from "../../folders/folder-watcher.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { realTimer, type StartTimer } from "../../kernel/timer.ts";
import { counted, shownLine } from "../../language/text/shown-text.ts";
import { createRunner } from "../../runner/runner.ts";
import { type Console, plain } from "../command.ts";
import type { AcceptedFiles } from "./ingest-additions.ts";
import { skippedText } from "./ingest-report.ts";
import { serviceDestination } from "./service-destination.ts";

/** Milliseconds. Regular looks are needed because the system may lose reports of changes. */
const lookEvery = 60_000;

export async function keepInStep(
  client: DocentClient,
  { extensions, fileBytes }: AcceptedFiles,
  { expert, root, pollEvery, isJson }: { expert: string; root: string; pollEvery: number | null; isJson: boolean },
  console: Console,
  stop: Promise<unknown>,
  { clock, startTimer, reports }: WatchEnvironment = realEnvironment,
): Promise<void> {
  const tell = isJson ? jsonTeller(console) : teller(console, expert);
  const keeper = new FolderKeeper({
    root,
    files: folderOnThread({ root, extensions }),
    destination: serviceDestination(client, expert),
    mostBytes: fileBytes,
    clock,
    newMark: randomMark,
  });
  const failed = Promise.withResolvers<never>();
  const runner = createRunner({ log: silentLog, startTimer });
  const every = pollEvery ?? lookEvery;
  const watched = { keeper, root, reports: pollEvery === null ? reports : null, every };
  watchFolder({ ...watched, onLook: tell, onError: failed.reject }, runner);
  runner.start();
  try {
    await Promise.race([stop, failed.promise]);
  } finally {
    await runner.stop();
    console.renew?.("");
  }
}

export interface WatchEnvironment {
  readonly clock: typeof systemClock;
  readonly startTimer: StartTimer;
  readonly reports: ChangeReports;
}

const realEnvironment: WatchEnvironment = { clock: systemClock, startTimer: realTimer, reports: systemReports };

const changeStyles = { added: "green", changed: "cyan", moved: "cyan", deleted: "yellow" } as const;

function teller(console: Console, expert: string): (look: FolderLook) => void {
  const paint = console.paint ?? plain;
  let told: ReadonlySet<string> = new Set();
  let before = "";
  return ({ state, changes }) => {
    for (const { kind, path } of changes)
      console.print(`${paint(changeStyles[kind], kind.padEnd(8))}  ${shownLine(path)}`);
    told = complainOnce(complaintsOf(state), told, console);
    const line = summaryOf(state, expert);
    if (state.phase !== "in_step") console.renew?.(line);
    else if (line !== before) {
      console.renew?.("");
      console.print(line);
    }
    before = state.phase === "in_step" ? line : "";
  };
}

function complainOnce(complaints: readonly string[], told: ReadonlySet<string>, console: Console): ReadonlySet<string> {
  for (const line of complaints) if (!told.has(line)) console.complain(line);
  return new Set(complaints);
}

function complaintsOf({ trouble, failed }: FolderState): readonly string[] {
  const failures = failed.map(({ path, reason }) => `failed    ${shownLine(path)}: ${shownLine(reason)}`);
  return [...(trouble === null ? [] : [shownLine(trouble)]), ...failures];
}

const phaseTexts: Readonly<Record<FolderState["phase"], string>> = {
  in_step: "is in step",
  working: "is being brought into step",
  held: "waits for a confirmation",
  stopped: "is not kept in step",
};

function summaryOf({ phase, files, ready, pending, failed, skipped }: FolderState, expert: string): string {
  const counts = [counted(files, "document"), `${ready} ready`];
  if (pending > 0) counts.push(`${pending} being read`);
  if (failed.length > 0) counts.push(`${failed.length} failed`);
  return `${expert} ${phaseTexts[phase]}: ${counts.join(", ")}.${skippedText(skipped)}`;
}

function jsonTeller(console: Console): (look: FolderLook) => void {
  let before = "";
  return ({ state: { lookedAt: _, ...state }, changes }) => {
    const line = JSON.stringify({ changes, ...state });
    if (line !== before) console.print(line);
    before = line;
  };
}
