/** What small talk is answered with. */
import type { Expert } from "../../experts/expert.ts";
import type { PassageReader } from "../ports.ts";
import { ownWords, type Reply, replyOf } from "../reply.ts";
import type { Found } from "../retrieval.ts";
import type { Introduce } from "./introduction.ts";
import type { Talk } from "./small-talk.ts";

export async function talkAnswer(
  { passages, introduce }: { readonly passages: Pick<PassageReader, "standing">; readonly introduce: Introduce },
  { expert, text }: { readonly expert: Expert; readonly text: string },
  talk: Talk,
  signal: AbortSignal,
): Promise<{ readonly found: Found; readonly reply: Reply }> {
  const { ready, pending } = await passages.standing(expert);
  const isShort = talk.kind === "thanks" || talk.kind === "goodbye";
  const { documents, questions } = isShort ? { documents: [], questions: [] } : await introduce(expert, signal);
  const titles = [...new Set(documents.map(({ title }) => title).filter((title) => title !== ""))];
  const said = unbracketed(talkReply(talk, { expert, titles, sources: ready, questions }));
  return {
    found: {
      passages: [],
      retrieval: { mode: "keyword", k: 0, returned: 0, sourcesReady: ready, sourcesPending: pending },
      outcome: { hits: [], terms: [], passages: 0 },
      embeddingTokens: 0,
      expansion: null,
      emptyBecause: null,
    },
    reply: replyOf(text, { said: ownWords(said), mode: "talk", confidence: 1, used: 0 }),
  };
}

/** `[1]` would look like a citation. */
const unbracketed = (text: string) => text.replace(/\[(\d+)\]/g, "($1)");

interface TalkFacts {
  readonly expert: Pick<Expert, "name" | "description">;
  /** Titles of some sources, distinct. */
  readonly titles: readonly string[];
  readonly sources: number;
  readonly questions: readonly string[];
}

const mostTitles = 3;

/** One line for thanks and farewells; otherwise description, sources and example questions. */
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

/** A function, because `$` has a special meaning in replacement texts. */
const fill = (line: string, place: string, text: string) => line.replace(place, () => text);

/** `A and B`, or `A, B, …` if there are more. */
function listed(titles: readonly string[], areMore: boolean, tag: string): string {
  const format = new Intl.ListFormat(tag);
  if (!areMore) return format.format(titles);
  const separator = format.formatToParts(["A", "B", "C"]).find(({ type }) => type === "literal")?.value ?? ", ";
  return [...titles, "…"].join(separator);
}
