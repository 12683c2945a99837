/**
 * A model's text as it streams in, cut into sentences with the passages each cites. Markers are put where ours stand,
 * before the full stop; markdown that could fetch or hide something becomes plain text.
 */
import { withoutUnsafeLinks } from "../../text/link-safety.ts";
import { splitSentences } from "../../text/sentences.ts";

export interface GeneratedSentence {
  /** What stood before it: nothing, a space, one or two line ends. */
  readonly gap: string;
  /** Without its markers. */
  readonly text: string;
  /** The numbers it cites, as the model wrote them, each once. */
  readonly cites: readonly number[];
}

export interface GeneratedText {
  /** Takes a piece and gives the sentences that it completed. */
  push(piece: string): GeneratedSentence[];
  /** The rest. */
  end(): GeneratedSentence[];
}

/** Nothing sensible is longer without ending a sentence, in UTF-16 units. */
const longestSentence = 8000;

/** @param language BCP 47, of the text to expect. */
export function readGeneratedText(language: string): GeneratedText {
  let buffer = "";
  const take = (isEnd: boolean): GeneratedSentence[] => {
    const text = normalise(buffer);
    const spans = splitSentences(text, language);
    const complete = isEnd ? spans : spans.slice(0, completeCount(text, spans));
    const last = complete.at(-1);
    if (last === undefined) return [];
    buffer = text.slice(last.end);
    let from = 0;
    return complete.map(({ start, end }) => {
      const sentence = readSentence(text.slice(from, start), text.slice(start, end));
      from = end;
      return sentence;
    });
  };
  return {
    push: (piece) => {
      buffer += piece;
      return take(buffer.length > longestSentence);
    },
    end: () => take(true),
  };
}

/** All but the last, which may go on; and the one before it while the last may be nothing but its marker. */
function completeCount(text: string, spans: readonly { start: number; end: number }[]): number {
  const last = spans.at(-1);
  const beginsMarker = last !== undefined && /^[[【(]?[\s\d,[\]^–-]*$/.test(text.slice(last.start));
  return Math.max(0, spans.length - (beginsMarker ? 2 : 1));
}

const markerRun = String.raw`(?:\s*\[\d{1,3}\])+`;
const afterStop = new RegExp(`([.!?…。！？]["'”’»)]?)(${markerRun})`, "g");

function normalise(text: string): string {
  return text
    .replace(/[【［]\s*(\d{1,3})[^】］\n]{0,20}[】］]/g, "[$1]")
    .replace(/\[\^?(?:passages?\s*)?(\d{1,3}(?:\s*[,;]\s*\^?\d{1,3})*)\](?!\()/gi, (_, list: string) =>
      list
        .split(/[,;]/)
        .map((number) => `[${number.replace("^", "").trim()}]`)
        .join(""),
    )
    .replace(afterStop, "$2$1");
}

function readSentence(gap: string, raw: string): GeneratedSentence {
  const cites = [...raw.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number));
  const text = plainText(raw.replace(/\s*\[\d{1,3}\]/g, ""));
  return { gap: gapOf(gap), text, cites: [...new Set(cites)] };
}

function gapOf(space: string): string {
  const lines = space.split("\n").length - 1;
  return lines === 0 ? space.slice(0, 1) : "\n".repeat(Math.min(lines, 2));
}

/** Images and links to their words, HTML and emphasis away; of a link that is cut in two or nested, no more is left. */
function plainText(markdown: string): string {
  const text = markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\((?:[^()]|\([^)]*\))*\)/g, "$1")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/^#{1,6}\s+/, "")
    .trim();
  return withoutUnsafeLinks(text);
}
