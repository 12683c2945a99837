/** Each document has its own word in every sentence, so that a passage shows its document. */
import type { Random } from "./seeded-random.ts";

export type SampleDocument = ReturnType<typeof encoded>;

/** Consonants with a rare ending, which no language's stemming changes. */
const letters = "bcdfghjklmnpqrtvwz";
const tokenPattern = /[b-df-hj-np-rtvwz]{9}x/g;

export function newToken(random: Random): string {
  return `${Array.from({ length: 9 }, () => letters[random.below(letters.length)]).join("")}x`;
}

export function tokensIn(text: string): readonly string[] {
  return [...new Set(text.match(tokenPattern))];
}

/** Up to about fifty sentences in one of three formats; one in twelve is damaged. */
export function sampleDocument(random: Random): SampleDocument {
  const token = newToken(random);
  if (random.chance(1 / 12)) return encoded(token, [], { mediaType: "application/pdf", ending: "pdf" });
  const sentences = sentencesAbout(token, 1 + random.below(random.chance(0.2) ? 50 : 12), random);
  return random.chance(0.3)
    ? encoded(token, sentences, { mediaType: "text/html", ending: "html" })
    : encoded(token, sentences, random.chance(0.5) ? plain : markdown);
}

/** Takes tenths of a second to read and several transactions to write. */
export function largeDocument(random: Random): SampleDocument {
  const token = newToken(random);
  return encoded(token, sentencesAbout(token, 4000 + random.below(3000), random), plain);
}

function sentencesAbout(token: string, count: number, random: Random): readonly string[] {
  const weight = random.below(10_000);
  const sentence = (part: number) =>
    `Part ${part} of the ${token} 🙂 weighs ${weight + part} grams and is checked by two people.`;
  return Array.from({ length: count }, (_, part) => sentence(part));
}

const plain = { mediaType: "text/plain", ending: "txt" };
const markdown = { mediaType: "text/markdown", ending: "md" };

function encoded(token: string, sentences: readonly string[], { mediaType, ending }: typeof plain) {
  const paragraphs = Array.from({ length: Math.ceil(sentences.length / 3) }, (_, i) =>
    sentences.slice(3 * i, 3 * i + 3).join(" "),
  );
  const bytes = new TextEncoder().encode(textOf(ending, token, paragraphs));
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  return { token, sentences, bytes, sha256, mediaType, filename: `${token}.${ending}` };
}

function textOf(ending: string, token: string, paragraphs: readonly string[]): string {
  if (ending === "pdf") return `%PDF-1.7 broken ${token}`;
  if (ending === "html") return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n");
  return paragraphs.join("\n\n");
}
