/** The reply to small talk: text about the expert that quotes nothing and claims nothing from its sources. */
import type { Expert } from "../../experts/expert.ts";
import type { Talk } from "./talk-kind.ts";

export interface TalkFacts {
  readonly expert: Pick<Expert, "name" | "description">;
  /** Titles of some sources, each once. */
  readonly titles: readonly string[];
  /** Number of sources that answer. */
  readonly sources: number;
  /** Questions that the expert can answer. */
  readonly questions: readonly string[];
}

/** Number of sources that are named. */
export const mostTitles = 3;

/** Thanks and farewells get one line; a greeting and a question about the expert get its description, sources and example questions. */
export function talkReply({ kind, language }: Talk, { expert, titles, sources, questions }: TalkFacts): string {
  const { replies } = language;
  if (kind === "thanks" || kind === "goodbye") return replies[kind];
  const first = kind === "hello" ? replies.hello : replies.introduction;
  const named = titles.slice(0, mostTitles);
  const list = listed(named, sources > named.length, language.tag);
  const lines = [
    fill(first, "{name}", expert.name),
    expert.description.trim(),
    named.length === 0 ? replies.noSources : fill(replies.sources, "{titles}", list),
  ];
  const said = lines.filter((line) => line !== "").join("\n");
  if (questions.length === 0) return said;
  return `${said}\n\n${replies.examples}\n${questions.map((question) => `- ${question}`).join("\n")}`;
}

/** A function, because `$` in a replacement text has a special meaning. */
const fill = (line: string, place: string, text: string) => line.replace(place, () => text);

/** `A and B`, or `A, B, …` where there are more. */
function listed(titles: readonly string[], areMore: boolean, tag: string): string {
  const format = new Intl.ListFormat(tag);
  if (!areMore) return format.format(titles);
  const separator = format.formatToParts(["A", "B", "C"]).find(({ type }) => type === "literal")?.value ?? ", ";
  return [...titles, "…"].join(separator);
}
