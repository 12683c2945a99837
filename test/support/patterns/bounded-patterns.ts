/** The patterns that recheck cannot judge or does not call linear, with what bounds the time that they take. */
import type { SourcePattern } from "./source-patterns.ts";

interface BoundedPattern {
  /** From the top of `src`. */
  readonly path: string;
  /** How it begins. */
  readonly begins: string;
  readonly bound: string;
}

/**
 * Files that build patterns from the words of a language: with so many alternatives, recheck comes to no end. They are read
 * over a question of at most 12,000 characters or one sentence, and tried with their own words.
 */
export const isOfLanguage = ({ path }: Pick<SourcePattern, "path">) => languageFiles.has(path);

/** Characters that such a pattern reads: of the longest question, with those before it that it depends on. */
export const lengthReadBy = (path: string) => (shortlyRead.has(path) ? 1000 : 12_000);

const shortlyRead: ReadonlySet<string> = new Set([
  "answering/question/breadth.ts",
  "answering/conversation/starter-questions.ts",
]);

const languageFiles: ReadonlySet<string> = new Set([
  "answering/check/stated-facts.ts",
  "answering/check/support-judge.ts",
  "answering/conversation/turns.ts",
  "answering/conversation/turns.ts",
  "answering/conversation/starter-questions.ts",
  "answering/question/mismatches.ts",
  "answering/question/breadth.ts",
  "answering/question/question-model.ts",
  "answering/evidence/blocks.ts",
  "answering/asked-question.ts",
  "answering/generated/generated-text.ts",
]);

const reach = "It looks at most 60 characters ahead from each place.";
const unknownFlag = "Recheck does not know the flag `v`. It is one set of characters, repeated.";
const wordpiece = "models/encoder/wordpiece-characters.ts";
const instructed = "answering/generated/prompt.ts";

/** Marks of AsciiDoc and reStructuredText. */
const markup = [
  "(?:link|xref|linkgit):",
  String.raw`https?:\/\/`,
  String.raw`^\.\. (?:_`,
  ":[a-z]{1,40}:`",
  "`[^`<\\n]",
  String.raw`^\.\. \|`,
  String.raw`(?:(?<!\w):`,
  String.raw`(?<![\w*])\*`,
  "^(?::[a-z_]",
  "(?:link|xref|mailto):",
  "(https?:",
  "linkgit:",
  "^:[a-z]",
  String.raw`::\n\n`,
  "<<[^<>,]{1,200},",
  String.raw`\[\[[^\][]`,
  "(?:kbd|",
  '^"|"$',
].map((begins) => ({
  path: "extraction/plain/text-markup.ts",
  begins,
  bound: "Every repetition names its most characters: it looks at most 700 ahead from each place.",
}));

const isShort = "Every repetition names its most characters: it looks at most 300 ahead from each place.";

export const boundedPatterns: readonly BoundedPattern[] = [
  {
    path: "providers/request-form.ts",
    begins: String.raw`(?:\bat most|`,
    bound: "It looks at most 40 characters ahead from each place.",
  },
  ...markup,
  { path: "console/reading/inline-styles.ts", begins: String.raw`(?<![^\n])(?:[^\S\n]{0,9}`, bound: isShort },
  { path: "extraction/plain/drawn-tables.ts", begins: "[-=]{2,400}", bound: "It reads one line of rules alone." },
  { path: "extraction/plain/text-parts.ts", begins: "^(={1,6}) ", bound: isShort },
  { path: "extraction/plain/text-parts.ts", begins: String.raw`<[^\s<>@]{1,100}@`, bound: isShort },
  {
    path: "extraction/markup/markdown-inline.ts",
    begins: String.raw`(?<=^|[\s(])\*\* {1,3}`,
    bound: "Each place reads 200 characters.",
  },
  {
    path: "extraction/markup/markdown-source.ts",
    begins: "(`+[^`",
    bound: "Every repetition names its most characters: it looks at most 1,000 ahead from each place.",
  },
  {
    path: "extraction/plain/page-furniture.ts",
    begins: "(?:\\.{4,}|(?:\\s\\.){2,})",
    bound: "It reads one line of at most 300 characters.",
  },
  {
    path: "extraction/plain/plain-text.ts",
    begins: "^(?:On|Am|Le|El|Op|Il|Den)",
    bound: "It reads the first 400 characters of a line.",
  },
  {
    path: instructed,
    begins: String.raw`\b(?:respond|reply|answer)\s+`,
    bound: "It is read over a sentence or a passage.",
  },
  { path: instructed, begins: String.raw`\b(?:append|add|`, bound: reach },
  { path: instructed, begins: String.raw`!\[[^\]\n]{0,300}`, bound: "It looks at most 800 characters ahead." },
  { path: instructed, begins: "(?:игнорируй|", bound: reach },
  { path: instructed, begins: "(?:忽略|", bound: reach },
  { path: instructed, begins: String.raw`\b(?:ignore|disregard|`, bound: reach },
  { path: "cli/terminal/completions-command.ts", begins: String.raw`\[?--.*$`, bound: "Our own help texts." },
  { path: "cli/serving/tls-files.ts", begins: "-----BEGIN", bound: "A file of the operator's." },
  {
    path: "extraction/markup/markdown-lines.ts",
    begins: String.raw`^(\s*)(`,
    bound: "At most 62 lengths of a fence are tried.",
  },
  {
    path: "extraction/pdf/pdf-flow.ts",
    begins: "(?:[.",
    bound: "The last 200 characters of a line.",
  },
  {
    path: "extraction/pdf/pdf-flow.ts",
    begins: String.raw`(?<!\p{L}[-`,
    bound: "Each word is tried from its beginning alone.",
  },
  { path: "extraction/pdf/pdf.ts", begins: String.raw`\/Type\s{0,9}`, bound: "It looks at most 240 characters ahead." },
  { path: "extraction/plain/mime.ts", begins: String.raw`([\w*-]{1,60})`, bound: "A name has at most 60 characters." },
  { path: "extraction/sniff.ts", begins: "<meta", bound: "The first 2,048 bytes." },
  {
    path: "http/openai/front-ends/framework-prompts.ts",
    begins: String.raw`\bpieces of (?:retrieved )?context\b[\s\S]`,
    bound: "It looks at most 400 characters ahead.",
  },
  {
    path: "providers/embedding-prefixes.ts",
    begins: String.raw`\be5-.*instruct`,
    bound: "The name of the operator's model.",
  },
  { path: "providers/embedding-prefixes.ts", begins: "arctic-embed.*", bound: "The name of the operator's model." },
  { path: "providers/upstream.ts", begins: "too (?:large", bound: "It looks at most 50 characters ahead." },
  {
    path: "language/text/sentences.ts",
    begins: String.raw`[\p{L}\p{M}\p{N}`,
    bound: "The 24 characters before a stop.",
  },
  { path: wordpiece, begins: String.raw`[[\p{Cc}\p{Cf}`, bound: unknownFlag },
  { path: wordpiece, begins: String.raw`[[\u1734`, bound: unknownFlag },
  { path: wordpiece, begins: String.raw`[[\p{P}--`, bound: unknownFlag },
];

/** Files that build a pattern of a fixed form from what they read, with what that is. */
export const unseenBuilders: ReadonlyMap<string, string> = new Map([
  ["tables/table-question.ts", "The endings of a language, over one word and from its start."],
  ["answering/check/stated-facts.ts", "The words of a language."],
  ["answering/check/support-judge.ts", "The words of a language."],
  ["cli/terminal/completions-command.ts", "The name of a flag."],
  ["extraction/pdf/pdf-furniture.ts", "The number of a page."],
  ["http/body/multipart-reader.ts", "The name of a parameter. Its quotes are looked for once from each semicolon."],
  [
    "http/openai/front-ends/tagged-block.ts",
    "The name of an attribute. Its quotes are looked for once from each space.",
  ],
]);
