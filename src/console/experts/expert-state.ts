import type { ExpertObject } from "../../api/shapes.ts";
import { english, type Texts } from "../app/english-texts.ts";

export const expertStates = ["empty", "reading", "failing", "ready"] as const;
export type ExpertState = (typeof expertStates)[number];

export function contentsMark({ source_counts: counts, passage_count, content_bytes }: ExpertObject): string {
  return JSON.stringify([counts, passage_count, content_bytes]);
}

export function expertState({ source_counts: counts }: ExpertObject): ExpertState {
  if (counts.queued + counts.processing > 0) return "reading";
  if (counts.failed > 0) return "failing";
  return counts.ready === 0 ? "empty" : "ready";
}

export function aboutOf({ description }: ExpertObject, { experts }: Texts): string {
  return description === english.experts.handbookAbout ? experts.handbookAbout : description;
}

const longestName = 60;

/** A name for an expert that is made of files: that of the folder that holds all of them, or else of the first. */
export function nameForFiles(paths: readonly string[]): string {
  const first = paths[0]!;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isShared = folder !== "" && paths.every((path) => path.startsWith(folder));
  const name = isShared ? folder.slice(0, -1) : first.slice(first.lastIndexOf("/") + 1).replace(/\.\w{1,5}$/, "");
  return (name.replace(/[_-]+/g, " ").trim() || first).slice(0, longestName);
}

/** Languages to choose from, after `auto`. The API accepts every BCP 47 tag. */
const tags = [
  ..."ar bg ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ja ko lt lv".split(" "),
  ..."ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi yo zh".split(" "),
];

/** @param auto the name of `auto` @param shownIn the language of the names @param others tags that the list must contain */
export function expertLanguages(
  auto: string,
  shownIn: string,
  others: readonly string[] = [],
): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([shownIn], { type: "language" });
  const listed = [...new Set([...tags, ...others])]
    .filter((tag) => tag !== "auto")
    .map((tag) => [tag, names.of(tag) ?? tag] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, shownIn));
  return [["auto", auto], ...listed];
}
