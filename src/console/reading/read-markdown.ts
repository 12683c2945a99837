/** Reads Markdown into a tree that is shown without generating HTML. Only the lexer of `marked` runs. */
import { lexer, type Token, type Tokens } from "marked";

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly inside: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly inside: readonly Inline[] };

export type MarkdownBlock =
  | { readonly kind: "heading"; readonly depth: number; readonly inside: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inside: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: "table"; readonly head: readonly TableCell[]; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly kind: "quote"; readonly inside: MarkdownDocument };

export interface ListItem {
  readonly isDone: boolean | null;
  readonly inside: MarkdownDocument;
}

export type TableCell = readonly Inline[];
export type MarkdownDocument = readonly MarkdownBlock[];

/** UTF-16 units of the longest text by others that is read: the lexer is not linear. */
const longest = 20_000;
/** Each mark of a list or a quotation takes the lexer deeper: 20,000 of them take seconds and overflow the stack. */
const nestedDeeply = /^(?:[^\S\n]{0,3}(?:[>*+-]|\d{1,9}[.)])){9}/m;

export function isReadable(text: string): boolean {
  return text.length <= longest && !nestedDeeply.test(text);
}

export function readMarkdown(text: string): MarkdownDocument {
  return blocksOf(lexer(text));
}

function blocksOf(tokens: readonly Token[]): MarkdownDocument {
  return tokens.flatMap((token): readonly MarkdownBlock[] => {
    const read = readers[token.type];
    return read === undefined ? [] : [read(token)];
  });
}

/** Other elements (HTML, rules, comments) are not shown. */
const readers: Readonly<Record<string, ((token: Token) => MarkdownBlock) | undefined>> = {
  heading: (token) => ({ kind: "heading", depth: (token as Tokens.Heading).depth, inside: inlineOf(token) }),
  paragraph: (token) => ({ kind: "paragraph", inside: inlineOf(token) }),
  text: (token) => ({ kind: "paragraph", inside: inlineOf(token) }),
  code: (token) => ({ kind: "code", text: (token as Tokens.Code).text, language: (token as Tokens.Code).lang ?? "" }),
  blockquote: (token) => ({ kind: "quote", inside: blocksOf((token as Tokens.Blockquote).tokens) }),
  list: (token) => {
    const { ordered, items } = token as Tokens.List;
    return { kind: "list", isOrdered: ordered, items: items.map(itemOf) };
  },
  table: (token) => {
    const { header, rows } = token as Tokens.Table;
    const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens));
    return { kind: "table", head: cells(header), rows: rows.map(cells) };
  },
};

function itemOf({ task, checked, tokens }: Tokens.ListItem): ListItem {
  return { isDone: task ? checked === true : null, inside: blocksOf(tokens) };
}

function inlineOf(token: Token): readonly Inline[] {
  return "tokens" in token && token.tokens !== undefined
    ? inlines(token.tokens)
    : [{ kind: "text", text: plain(token) }];
}

function inlines(tokens: readonly Token[]): readonly Inline[] {
  const shown = tokens.filter(({ type }) => type !== "checkbox");
  return shown.map((token): Inline => {
    if (token.type === "codespan") return { kind: "code", text: plain(token) };
    if (token.type === "strong") return { kind: "strong", inside: inlineOf(token) };
    if (token.type === "em") return { kind: "emphasis", inside: inlineOf(token) };
    if (token.type === "link") return { kind: "link", href: (token as Tokens.Link).href, inside: inlineOf(token) };
    return { kind: "text", text: token.type === "br" ? "\n" : plain(token) };
  });
}

function plain(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : "";
}
