/**
 * Texts that front ends and agents wrap around the words of a user. The state of an editor is dropped, because it only
 * misleads the search; attached files, found pages and code become material to answer from. Recognised are `<context>`
 * (Open WebUI, LibreChat), `SYSTEM CONTEXT` comments, `<files_info>` and `<search_context>` (LobeChat), `Attached
 * document(s):` with a fence (LibreChat), `[CONTEXT 0]: … [END CONTEXT 0]` (AnythingLLM), fences headed by a file's name
 * (Continue), `<file_content path="…">` and `<environment_details>` (Cline and its relatives), `<documents>` (Anthropic's
 * form), and fields of DSPy's inputs. Prompts that frameworks write around a question are in framework-prompts.ts.
 */
import { readFrameworkPrompt } from "./framework-prompts.ts";
import { dspyInputs } from "./program-scaffolding.ts";
import { attribute, findBlock, findBlocks, type TaggedBlock, withoutRanges } from "./tagged-block.ts";

export interface WrappedText {
  /** Trimmed; empty if there is only wrapping. */
  readonly said: string;
  readonly material: readonly TextMaterial[];
}

export interface TextMaterial {
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly start: number;
}

interface Wrapping {
  readonly start: number;
  readonly end: number;
  readonly material: readonly TextMaterial[];
}

type Finder = (text: string) => Wrapping[];

const userWords = ["task", "user_message", "user_query", "feedback"] as const;

export function unwrap(text: string): WrappedText {
  const framed = readFrameworkPrompt(text);
  if (framed !== null && framed.history === null) {
    const material = framed.texts.filter((each) => each.text.trim() !== "").map((each) => ({ ...each, url: null }));
    return { said: framed.question ?? framed.rest, material };
  }
  if (!signs.test(text)) return { said: text.trim(), material: [] };
  const found = finders.flatMap((find) => find(text)).toSorted((a, b) => a.start - b.start || b.end - a.end);
  let covered = 0;
  const outermost = found.filter(({ start, end }) => {
    const isInside = start < covered;
    covered = Math.max(covered, end);
    return !isInside;
  });
  const said = withoutUserTags(withoutRanges(text, outermost).trim());
  const material = outermost.flatMap((wrapping) => wrapping.material).filter((each) => each.text.trim() !== "");
  return { said, material };
}

/** Open WebUI asks one model to merge the answers of several; the original question is answered instead. */
const merging =
  /^You have been provided with a set of responses[^\n]{0,80}query: "(?<query>[^\n]*(?:\n(?!\nYour task)[^\n]*)*)"\n/;

/** Unchanged if it would be empty. */
export function ownWords(text: string): string {
  return merging.exec(text)?.groups?.query?.trim() || unwrap(text).said || text.trim();
}

function withoutUserTags(said: string): string {
  for (const tag of userWords) {
    const block = findBlock(said, tag);
    if (block?.start === 0 && block.end === said.length && block.inner.trim() !== "") return block.inner.trim();
  }
  return said;
}

/** Files in a context may contain such tags themselves. */
const contextBlock: Finder = (text) => {
  const first = findBlock(text, "context");
  if (first === null) return [];
  const end = text.lastIndexOf("</context>");
  const block = { ...first, inner: text.slice(first.innerStart, end) };
  const ordered = /^\s*### Task:/.test(text);
  return [{ start: ordered ? 0 : first.start, end: end + "</context>".length, material: materialIn(block) }];
};

const systemContextComment: Finder = (text) => {
  const [open, close] = ["<!-- SYSTEM CONTEXT", "<!-- END SYSTEM CONTEXT -->"];
  const start = text.indexOf(open);
  const end = text.indexOf(close, start);
  if (start < 0 || end < 0) return [];
  const inner = text.slice(start, end);
  const material = ["files_info", "search_context"]
    .flatMap((tag) => findBlocks(inner, tag))
    .flatMap((block) => materialIn({ ...block, innerStart: block.innerStart + start }));
  return [{ start, end: end + close.length, material }];
};

const tagged =
  (...tags: readonly string[]): Finder =>
  (text) =>
    tags.flatMap((tag) =>
      findBlocks(text, tag).map((block) => ({ start: block.start, end: block.end, material: materialIn(block) })),
    );

const editorState: Finder = (text) =>
  ["environment_details", "attached_files"].flatMap((tag) =>
    findBlocks(text, tag).map(({ start, end }) => ({ start, end, material: [] })),
  );

const attachedDocuments: Finder = (text) => {
  const head = /Attached document\(s\):\n```md\n?/.exec(text);
  if (head === null) return [];
  const from = head.index + head[0].length;
  const close = text.lastIndexOf("\n```");
  const to = close < from ? text.length : close;
  const material = sectionsOf(text.slice(from, to), /^# "(?<title>[^"\n]+)"\n/gm, from);
  return [{ start: head.index, end: close < from ? text.length : close + "\n```".length, material }];
};

const numberedContexts: Finder = (text) => {
  const open = new Map<string, RegExpExecArray>();
  return [...text.matchAll(/\[(?:CONTEXT (?<n>\d{1,4})\]:\n|END CONTEXT (?<ended>\d{1,4})\])/g)].flatMap((mark) => {
    const { n, ended = "" } = mark.groups ?? {};
    if (n !== undefined && !open.has(n)) open.set(n, mark);
    const head = open.get(ended);
    if (head === undefined) return [];
    open.delete(ended);
    const start = head.index + head[0].length;
    const material = { title: `Context ${ended}`, url: null, text: text.slice(start, mark.index), start };
    return [{ start: head.index, end: mark.index + mark[0].length, material: [material] }];
  });
};

/** A fence after the user's words is the user's. */
const leadingFences: Finder = (text) => {
  const fence = /\s*(?<ticks>`{3,})(?=[^\s`./]*[./])(?<name>[^\s`]+)(?:[^\S\n][^\n`]*)?\n/y;
  const found: Wrapping[] = [];
  for (let head = fence.exec(text); head !== null; head = fence.exec(text)) {
    const { ticks = "", name = "" } = head.groups ?? {};
    const from = head.index + head[0].length;
    const to = text.indexOf(`\n${ticks}`, from);
    if (to < 0) break;
    const material = { title: name, url: null, text: text.slice(from, to), start: from };
    fence.lastIndex = to + 1 + ticks.length;
    found.push({ start: head.index, end: fence.lastIndex, material: [material] });
  }
  return found;
};

const dspyFields: Finder = (text) =>
  (dspyInputs(text)?.others ?? []).map(({ name, text: given, start, textStart, end }) => ({
    start,
    end,
    material: [{ title: name, url: null, text: given, start: textStart }],
  }));

/** Without one of these there is nothing to find; most questions have none. */
const signs = /[<`[]/;

const finders: readonly Finder[] = [
  contextBlock,
  systemContextComment,
  tagged("documents", "files_info", "search_context", "file_content"),
  editorState,
  attachedDocuments,
  numberedContexts,
  leadingFences,
  dspyFields,
];

const entries = ["source", "file", "document", "item", "webpage", "page", "search_result"] as const;

function materialIn(block: TaggedBlock): TextMaterial[] {
  const firsts = entries.flatMap((name) => {
    const first = findBlock(block.inner, name);
    return first === null ? [] : [{ name, at: first.start }];
  });
  const tag = firsts.toSorted((a, b) => a.at - b.at)[0]?.name;
  if (tag === undefined) return leavesOf(block);
  return findBlocks(block.inner, tag).flatMap((entry) =>
    leavesOf({ ...entry, innerStart: entry.innerStart + block.innerStart }),
  );
}

/** Quoted sections, else the content, else all of it. */
function leavesOf(entry: TaggedBlock): TextMaterial[] {
  const title = titleOf(entry);
  const address = attribute(entry, "url") ?? attribute(entry, "link") ?? title;
  const url = /^https?:\/\/\S+$/.test(address) ? address : null;
  const context = findBlock(entry.inner, "context") ?? findBlock(entry.inner, "document_content");
  const [inner, start] =
    context === null ? [entry.inner, entry.innerStart] : [context.inner, entry.innerStart + context.innerStart];
  const quoted = quotedSections(inner).map((section) => ({ ...section, start: section.start + start }));
  const leaves = quoted.length > 0 ? quoted : [{ text: inner, start }];
  return leaves.map((leaf) => ({ title, url, ...leaf }));
}

function titleOf(entry: TaggedBlock): string {
  const named = ["name", "title", "path", "filename"].map((name) => attribute(entry, name));
  const inside = ["filename", "title", "source"].flatMap((tag) => findBlock(entry.inner, tag) ?? [])[0];
  return named.find((name) => name !== null && name !== "") ?? inside?.inner.trim() ?? "Attached text";
}

function quotedSections(text: string): { text: string; start: number }[] {
  const [open, close] = ["<![CDATA[", "]]>"];
  const sections: { text: string; start: number }[] = [];
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
    const start = at + open.length;
    const end = text.indexOf(close, start);
    if (end < 0) break;
    sections.push({ text: text.slice(start, end), start });
    at = end;
  }
  return sections;
}

function sectionsOf(text: string, heading: RegExp, offset: number): TextMaterial[] {
  const heads = [...text.matchAll(heading)];
  if (heads.length === 0) return [{ title: "Attached text", url: null, text, start: offset }];
  return heads.map((head, i) => {
    const from = head.index + head[0].length;
    const to = heads[i + 1]?.index ?? text.length;
    return {
      title: head.groups?.title ?? "",
      url: null,
      text: text.slice(from, to).replace(/\n\n---\n\n$/, ""),
      start: offset + from,
    };
  });
}
