/**
 * Splits a model's text into sentences with their citations while it streams in. Markers are moved before the full stop;
 * Markdown that could fetch or hide something becomes plain text.
 */
import { withoutUnsafeLinks } from "../../text/link-safety.ts";
import { splitSentences } from "../../text/sentences.ts";

export interface GeneratedSentence {
  /** The text before it: empty, a space, one or two line ends. */
  readonly gap: string;
  /** Without its markers. */
  readonly text: string;
  /** The numbers that it cites, as the model wrote them, each once. */
  readonly cites: readonly number[];
}

export interface GeneratedText {
  /** Takes a piece and returns the sentences that it completes. */
  push(piece: string): GeneratedSentence[];
  /** The rest. */
  end(): GeneratedSentence[];
}

/** Longest sentence, in UTF-16 units; longer text is cut. */
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
      const sentences: GeneratedSentence[] = [];
      for (let at = 0; at < piece.length; at += longestSentence) {
        buffer += piece.slice(at, at + longestSentence);
        sentences.push(...take(buffer.length > longestSentence));
      }
      return sentences;
    },
    end: () => take(true),
  };
}

/** All sentences except the last, which may continue, and the one before it while the last may be only its marker. */
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
  const text = plainText(raw.replace(/(?<!\s)\s*\[\d{1,3}\]/g, ""));
  return { gap: gapOf(gap), text, cites: [...new Set(cites)] };
}

function gapOf(space: string): string {
  const lines = space.split("\n").length - 1;
  return lines === 0 ? space.slice(0, 1) : "\n".repeat(Math.min(lines, 2));
}

/** Replaces images and links by their words and removes HTML and emphasis, also for links that are nested or cut in two. */
function plainText(markdown: string): string {
  const text = markdown
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1/g, "$2")
    .replace(/^#{1,6}\s+/, "")
    .trim();
  return withoutUnsafeLinks(text);
}
