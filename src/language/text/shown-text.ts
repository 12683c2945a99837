/** Foreign text can move a terminal's cursor (ECMA-48) or change the order of text (Unicode TR 9). */

const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const lineBreaks = /[\s\u2028\u2029]+/gu;

/** Keeps line ends and tabs; other control characters become U+FFFD. */
export function shownText(text: string): string {
  return text.replace(controls, "\ufffd");
}

export function shownLine(text: string): string {
  return shownText(text.replace(lineBreaks, " ").trim());
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const pieces = new RegExp(String.raw`\s*(?:[${unspaced}]{1,2}|(?:(?![${unspaced}])\S)+)|\s+$`, "gu");

/** A word with the space before it, or two unspaced characters; `[1]` stays whole. */
export function streamWords(text: string): readonly string[] {
  return text.match(pieces) ?? [];
}

/** Outermost first: `Care > Filters`. */
const separator = " > ";

export const sectionPath = (headings: readonly string[]): string =>
  headings.filter((one) => one !== "").join(separator);

/** Text above all headings has one empty heading. */
export const headingsOf = (section: string): [string, ...string[]] => section.split(separator) as [string, ...string[]];

export const lastHeading = (section: string): string => headingsOf(section).at(-1)!;
