/**
 * Prompts in which frameworks write a question together with the texts to answer it from. They are recognised by the
 * labels in front of their parts. A further framework is a further row of the table.
 */

export interface FrameworkPrompt {
  readonly shape: string;
  /** Null: the prompt has only texts, and the question is in another message. */
  readonly question: string | null;
  /** The text around the texts, if there is no question. */
  readonly rest: string;
  /** The texts to answer from; UTF-16 positions in the prompt. */
  readonly texts: readonly { readonly title: string; readonly text: string; readonly start: number }[];
  /** The conversation before the question, if a standalone question is to be written. */
  readonly history: string | null;
}

type PromptPart = "question" | "context" | "existing" | "history" | "end";

interface PartLabel {
  readonly part: PromptPart;
  /** Global. The part begins behind it. */
  readonly mark: RegExp;
  /** Whether its last occurrence counts: the part before it may have such a line, too. */
  readonly last?: true;
  readonly optional?: true;
}

interface PromptShape {
  readonly name: string;
  /** In the beginning of the prompt. */
  readonly order: RegExp;
  /** In the order of the prompt. */
  readonly labels: readonly PartLabel[];
}

const dashes = /^-{4,}[ \t]*$/gm;
const lineOf = (words: string) => new RegExp(String.raw`^[ \t]*(?:${words})[ \t]*`, "gim");
const answerEnds: PartLabel = { part: "end", mark: /^[ \t]*(?:\w+ )?Answer:\s*$(?![\s\S])/gim, last: true };
const asked: PartLabel = { part: "question", mark: lineOf("Question:|Query:"), last: true };
const texts = lineOf("(?:Context|Documents|Information|Passages|Sources):");

const shapes: readonly PromptShape[] = [
  {
    name: "LlamaIndex compact and tree_summarize, LangChain's first step of refine",
    order: /^\s*Context information\b/i,
    labels: [
      { part: "context", mark: dashes },
      { part: "end", mark: dashes, last: true },
      { part: "question", mark: /(?:^Query:|^Question:|\banswer the question:)[ \t]*/gim, last: true, optional: true },
      { ...answerEnds, optional: true },
    ],
  },
  {
    name: "LlamaIndex and LangChain refine",
    order: /^\s*The original (?:query|question) is as follows:/i,
    labels: [
      { part: "question", mark: lineOf("The original (?:query|question) is as follows:") },
      { part: "existing", mark: lineOf("We have provided an existing answer:") },
      { part: "end", mark: lineOf("We have the opportunity") },
      { part: "context", mark: dashes },
      { part: "end", mark: dashes, last: true },
    ],
  },
  {
    name: "LlamaIndex refine for chat models",
    order: /\brefining existing answers\b/i,
    labels: [
      { part: "context", mark: lineOf("New Context:") },
      { part: "question", mark: lineOf("Query:"), last: true },
      { part: "existing", mark: lineOf("Original Answer:") },
      answerEnds,
    ],
  },
  {
    name: "LlamaIndex condense_plus_context",
    order: /\bdocuments for the context:/i,
    labels: [
      { part: "context", mark: /\bdocuments for the context:/gi },
      { part: "end", mark: lineOf("Instruction:"), last: true },
    ],
  },
  {
    name: "a standalone question, of LangChain and LlamaIndex",
    order: /\bstandalone question\b/i,
    labels: [
      { part: "history", mark: lineOf("<?Chat History>?:?") },
      { part: "question", mark: lineOf("<?Follow[- ]Up (?:Input|Message|Question)>?:?"), last: true },
      { part: "end", mark: /^[ \t]*<?Standalone question>?:?\s*$(?![\s\S])/gim },
    ],
  },
  {
    name: "LangChain's question before its context",
    order: /\bcontext\b/i,
    labels: [{ part: "question", mark: lineOf("Question:") }, { part: "context", mark: texts }, answerEnds],
  },
  {
    name: "Haystack, and LangChain with labels",
    order: /\b(?:context|documents|information|passages|sources)\b/i,
    labels: [{ part: "context", mark: texts }, asked, answerEnds],
  },
  {
    name: "LangChain's pieces of context for chat models, which n8n uses",
    order: /\bpieces of (?:retrieved )?context\b[\s\S]{0,400}?\n-{4,}\n/i,
    labels: [
      { part: "context", mark: /^-{4,}\n(?:Context:\s*)?/gm },
      { part: "end", mark: dashes, optional: true },
    ],
  },
  {
    name: "LangChain's pieces of context",
    order: /\bpieces of (?:retrieved )?context\b/i,
    labels: [{ part: "context", mark: /\n[ \t]*\n/g }, asked, answerEnds],
  },
];

/** UTF-16 units from the beginning in which the order stands. */
const orderLength = 1200;

/** Null: the text has none of the shapes. */
export function readFrameworkPrompt(text: string): FrameworkPrompt | null {
  const order = text.slice(0, orderLength);
  for (const shape of shapes) {
    const parts = shape.order.test(order) ? partsOf(text, shape.labels) : null;
    if (parts !== null) return promptOf(shape.name, text, parts);
  }
  return null;
}

interface FoundPart {
  readonly part: PromptPart;
  /** Of its label, and of its text. */
  readonly at: number;
  readonly start: number;
  end: number;
}

function partsOf(text: string, labels: readonly PartLabel[]): FoundPart[] | null {
  const parts: FoundPart[] = [];
  let from = 0;
  for (const { part, mark, last, optional } of labels) {
    const found = [...text.slice(from).matchAll(mark)];
    const match = last ? found.at(-1) : found[0];
    if (match === undefined && optional) continue;
    if (match === undefined) return null;
    const at = from + match.index;
    const before = parts.at(-1);
    if (before !== undefined) before.end = at;
    from = at + match[0].length;
    parts.push({ part, at, start: from, end: text.length });
  }
  const isEmpty = ({ part, start, end }: FoundPart) => part === "question" && text.slice(start, end).trim() === "";
  return parts.some(isEmpty) ? null : parts;
}

const titles: Partial<Record<PromptPart, string>> = { context: "Context", existing: "Earlier answer" };

function promptOf(shape: string, text: string, parts: readonly FoundPart[]): FrameworkPrompt {
  const said = (part: PromptPart) => {
    const found = parts.find((each) => each.part === part);
    return found === undefined ? null : text.slice(found.start, found.end).trim();
  };
  const context = parts.find(({ part }) => part === "context");
  const rest = context === undefined ? text : `${text.slice(0, context.start)}\n${text.slice(context.end)}`;
  return {
    shape,
    question: said("question"),
    rest: rest.replace(dashes, "").trim(),
    history: said("history"),
    texts: parts.flatMap(({ part, start, end }) => {
      const title = titles[part];
      return title === undefined ? [] : [{ title, text: text.slice(start, end), start }];
    }),
  };
}
