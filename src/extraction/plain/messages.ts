/** Chats and transcripts: lines that name a speaker, and often a time. */
import type { SpokenTurn } from "../../language/structure/outline.ts";

interface MessageLine {
  readonly speaker: string;
  readonly time: string | null;
}

const name = String.raw`(?<name>[\p{L}\p{N}@][\p{L}\p{M}\p{N}._'’()@/ -]{0,39}?)`;
const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[aApP]\.?[mM]\.?)?`;
const day = String.raw`\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}`;
const time = `(?:(?:${day})(?:,?[ T]+${clock})?|${clock})`;

/** `[10:32] Ada: hi`, `2025-10-06 10:32 - Ada: hi`, `[10:32] <ada> hi`, `Ada (10:32): hi`, `Ada: hi`. */
const forms: readonly RegExp[] = [
  new RegExp(String.raw`^[\[(]?(?<time>${time})[\])]?\s{0,3}[-–—|]?\s{0,3}<(?<name>[^<>\s]{1,40})>\s+\S`, "u"),
  new RegExp(String.raw`^[\[(]?(?<time>${time})[\])]?\s{0,3}[-–—|]?\s{0,3}${name}\s?[:：](?:\s|$)`, "u"),
  new RegExp(String.raw`^${name}\s?[\[(](?<time>${time})[\])]\s?[:：]?(?:\s|$)`, "u"),
  new RegExp(String.raw`^(?:[-*•]\s+)?(?:\*\*)?${name}(?:\*\*)?\s?[:：](?:\*\*)?(?:\s|$)`, "u"),
];

const mostWords = 4;
const longestHead = 120;

function messageLine(line: string): MessageLine | null {
  const head = line.slice(0, longestHead);
  if (!/[:：>)\]]/.test(head)) return null;
  for (const form of forms) {
    const { name: speaker = "", time: written = null } = form.exec(head)?.groups ?? {};
    if (speaker === "" || speaker.split(" ").length > mostWords || !isName(speaker, written !== null)) continue;
    return { speaker: speaker.trim(), time: written };
  }
  return null;
}

/** With a time, a name may begin with a small letter. */
function isName(speaker: string, isTimed: boolean): boolean {
  return isTimed ? /\p{L}/u.test(speaker) : /^@?[\p{Lu}\p{Lo}]/u.test(speaker) && speaker.length > 1;
}

/** Messages of a chat, and the share of lines that begin one. */
const fewest = 4;
const leastShare = 0.4;
const mostSpeakers = 0.6;
/** Words of the usual message without a time; fields of records have fewer. */
const leastWords = 4;

/** Null: other labels, such as fields of a form or of records. */
function speakersOf(lines: readonly string[]): ReadonlySet<string> | null {
  const first = firstFilled(lines);
  const messages = messagesIn(first);
  const counts = countOf(messages);
  if (messages.length < fewest || messages.length < leastShare * first.length || counts.size < 2) return null;
  const isTimed = messages.filter(({ time: written }) => written !== null).length >= messages.length / 2;
  if (!isTimed && (counts.size > mostSpeakers * messages.length || !isSpeech(messages, counts.size))) return null;
  const all = first.length < mostLooked ? messages : messagesIn(lines);
  const total = countOf(all);
  const isSpeaker = ({ speaker, line }: Labelled) =>
    isTimed || (!/[:：]\s*https?:/.test(line) && (total.get(speaker)! > 1 || isOnceNamed(speaker)));
  return new Set(all.filter(isSpeaker).map(({ speaker }) => speaker));
}

interface Labelled extends MessageLine {
  readonly line: string;
}

function messagesIn(lines: readonly string[]): Labelled[] {
  return lines.flatMap((line) => {
    const message = messageLine(line);
    return message === null ? [] : [{ line, ...message }];
  });
}

function countOf(messages: readonly Labelled[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { speaker } of messages) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return counts;
}

const mostLooked = 2_000;

function firstFilled(lines: readonly string[]): string[] {
  const filled: string[] = [];
  for (const line of lines) {
    if (filled.length >= mostLooked) break;
    if (line.trim() !== "") filled.push(line);
  }
  return filled;
}

function isSpeech(messages: readonly Labelled[], labels: number): boolean {
  const order = messages.map(({ speaker }) => speaker);
  const worded = messages.filter(
    ({ line }) => line.split(/\s+/, leastWords + 2).length > leastWords || hasLongWords(line),
  );
  return worded.length >= messages.length / 2 && !isRecordLike(order, labels);
}

const isOnceNamed = (speaker: string) => /^[\p{Lu}\p{Lo}][\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)?$/u.test(speaker);

const hasLongWords = (line: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]{8}/u.test(line);

/** Three or more labels that repeat in one order are fields. */
function isRecordLike(order: readonly string[], labels: number): boolean {
  if (labels < 3) return false;
  const again = order.filter((label, i) => i >= labels && order[i - labels] === label).length;
  return again > 0.8 * (order.length - labels);
}

export type TurnFinder = (line: string) => SpokenTurn | null;

/** Null: the lines are no chat. */
export function turnsIn(lines: readonly string[]): TurnFinder | null {
  const speakers = speakersOf(lines);
  if (speakers === null) return null;
  const dayFirst = isDayFirst(lines);
  return (line) => {
    const { speaker, time: written } = messageLine(line) ?? { speaker: "", time: null };
    if (!speakers.has(speaker)) return null;
    return { speaker, saidAt: written === null ? null : saidAt(written, dayFirst) };
  };
}

/** A day beyond twelve decides; so do dots between the numbers. */
function isDayFirst(lines: readonly string[]): boolean {
  const dates = lines.flatMap(
    (line) =>
      messageLine(line)
        ?.time?.match(/^(\d{1,2})([./])(\d{1,2})/)
        ?.slice(1) ?? [],
  );
  const firsts = dates.filter((_, i) => i % 3 === 0).map(Number);
  const seconds = dates.filter((_, i) => i % 3 === 2).map(Number);
  return dates[1] === "." || firsts.some((first) => first > 12) || !seconds.some((second) => second > 12);
}

/** RFC 3339 without an offset; null: no day. */
function saidAt(written: string, isDayFirst: boolean): string | null {
  const date = dateOf(written, isDayFirst);
  if (date === null) return null;
  const { year, month, day: dayOfMonth } = date;
  const { hours, minutes, seconds } = clockOf(written);
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth, hours, minutes, seconds));
  const isReal = !Number.isNaN(at.getTime()) && at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth;
  return isReal ? at.toISOString().replace(".000", "") : null;
}

function dateOf(written: string, isDayFirst: boolean): { year: number; month: number; day: number } | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(written);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const short = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})/.exec(written);
  if (short === null) return null;
  const [, first, second, year = ""] = short;
  const [dayOfMonth, month] = isDayFirst ? [first, second] : [second, first];
  return { year: fullYear(year), month: Number(month), day: Number(dayOfMonth) };
}

const fullYear = (written: string) => (written.length <= 2 ? 2000 + Number(written) : Number(written));

function clockOf(written: string): { hours: number; minutes: number; seconds: number } {
  const found = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s?([ap])?\.?m?\.?$/i.exec(
    written.replace(/^\S*[/-]\S*[,T ]*/, ""),
  );
  const [, hour = "0", minute = "0", second = "0", half] = found ?? [];
  const late = half?.toLowerCase() === "p" ? 12 : 0;
  return {
    hours: half === undefined ? Number(hour) : (Number(hour) % 12) + late,
    minutes: Number(minute),
    seconds: Number(second),
  };
}
