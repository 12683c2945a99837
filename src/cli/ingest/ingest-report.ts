import type { Added, AddingResult } from "../../client/adding.ts";
import type { SkippedFiles } from "../../folders/folder-walk.ts";
import type { Clock } from "../../kernel/clock.ts";
import { counted, shownLine } from "../../language/text/shown-text.ts";
import { type Console, type Paint, plain } from "../command.ts";
import { progressBar } from "../terminal/text-table.ts";

export function progressTo(
  console: Console,
  total: number,
  bytesOf: (name: string) => number,
  clock: Clock,
): (added: Added) => void {
  const began = clock.now();
  let [done, bytes] = [0, 0];
  return (added) => {
    done += 1;
    bytes += bytesOf(added.name);
    if (console.renew === undefined) return console.complain(lineOf(added));
    const seconds = (clock.now() - began) / 1000;
    console.renew(`${progressBar({ done, total, bytes, seconds })}  ${shownLine(added.name)}`);
  };
}

function lineOf({ name, state, deduplicated, passages, reason }: Added): string {
  const known = deduplicated ? ", was there already" : "";
  const detail =
    reason === null ? (state === "ready" ? `${counted(passages ?? 0, "passage")}${known}` : known.slice(2)) : reason;
  return `${state.padEnd(8)}  ${shownLine(name)}${detail === "" ? "" : `  (${shownLine(detail)})`}`;
}

export interface IngestSummary {
  readonly expert: string;
  readonly result: AddingResult;
  readonly skipped: SkippedFiles;
  readonly total: number;
}

export function summaryJson({ expert, result: { added, stoppedBy }, skipped, total }: IngestSummary): string {
  const number = (state: Added["state"]) => added.filter((each) => each.state === state).length;
  const failures = added.filter(({ state }) => state === "failed").map(({ name, reason }) => ({ name, reason }));
  return JSON.stringify({
    expert,
    documents: total,
    ready: number("ready"),
    accepted: number("accepted"),
    failed: failures,
    deduplicated: added.filter(({ deduplicated }) => deduplicated).length,
    not_tried: total - added.length,
    left_out: skipped,
    stopped_by: stoppedBy?.message ?? null,
  });
}

export function summaryLines(
  { result: { added }, skipped, total }: IngestSummary,
  paint: Paint = plain,
): readonly string[] {
  const failures = added.filter(({ state }) => state === "failed");
  const fine = added.filter(({ state }) => state !== "failed");
  const counts = [
    count(fine.filter(({ state, deduplicated }) => state === "ready" && !deduplicated).length, "ready"),
    count(fine.filter(({ state, deduplicated }) => state === "accepted" && !deduplicated).length, "accepted"),
    count(fine.filter(({ deduplicated }) => deduplicated).length, "there already"),
    count(failures.length, "failed"),
    count(total - added.length, "not tried"),
  ].flat();
  return [
    `${counted(total, "document")}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.${skippedText(skipped)}`,
    ...failures.map(({ name, reason }) => `${paint("red", "failed")}  ${shownLine(name)}: ${shownLine(reason ?? "")}`),
  ];
}

function count(number: number, what: string): readonly string[] {
  return number === 0 ? [] : [`${number} ${what}`];
}

export function skippedText({ unsupported, hidden, ignored, empty, links }: SkippedFiles): string {
  const counts = [
    count(unsupported, "of types that are not read"),
    count(hidden, "hidden"),
    count(ignored, "ignored"),
    count(empty, "empty"),
    count(links, "links"),
  ].flat();
  return counts.length === 0 ? "" : ` Left out: ${counts.join(", ")}.`;
}
