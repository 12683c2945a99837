/** How far the content of a note, a tab or a definition is indented. */
const depth = 4;

/** Python-Markdown and Material for MkDocs: `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
const indented = /^(?:(?:!!!|\?\?\?\+?) +[\w-]+(?: [\w-]+)*(?: +"([^"]*)")?|===[!+]? +"([^"]+)")\s*$/;
/** Docusaurus, VuePress, MyST and Pandoc: `:::note[Title]`, `::: tip Title`, `:::{note}`; `:::` ends it. */
const fenced = /^:{3,} {0,3}(?:[\w-]+|\{[^{}]*\})? {0,3}(?:\[([^\]]*)\])?/;
/** PHP Markdown Extra: a term, and below it `: its definition`. */
const definition = /^: {1,3}(?=\S)/;

export interface OpenedContainer {
  readonly indent: number;
  readonly title: string;
  readonly definition: string | null;
}

/** Blocks of CommonMark's dialects that are marked around their content, not line by line. */
export class MarkdownContainers {
  /** Columns of their marks; lazy: a paragraph continues without indentation. */
  readonly #open: { readonly indent: number; readonly isLazy: boolean }[] = [];
  #isBlank = true;

  /** The line without the indentation of the containers that it is in. @param onLeave called before a line behind one */
  inside(line: string, onLeave: () => void): string {
    if (this.#open.length === 0) return line;
    const wide = line.replace(/^[ \t]+/, (space) => space.replaceAll("\t", "    "));
    const column = wide.search(/\S/);
    const around = this.#open.length;
    if (column >= 0) this.#leave(column, definition.test(wide.slice(column)));
    if (this.#open.length < around) onLeave();
    this.#isBlank = column < 0;
    return wide.slice(Math.min(depth * this.#open.length, Math.max(0, column)));
  }

  #leave(column: number, isDefinition: boolean): void {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      const isLazy = last.isLazy && !this.#isBlank && !isDefinition;
      if (isLazy || column >= last.indent + depth) return;
      this.#open.pop();
    }
  }

  /** Null: the line opens and ends none. @param line without the indentation of containers */
  opened(line: string): OpenedContainer | null {
    const indent = line.search(/\S/);
    if (indent < 0 || !/[!?=:]/.test(line[indent]!)) return null;
    const text = line.slice(indent);
    const mark = indented.exec(text);
    if (mark !== null) return this.#enter({ indent, title: mark[1] ?? mark[2] ?? "", definition: null });
    const fence = fenced.exec(text);
    if (fence !== null) {
      const rest = text.slice(fence[0].length).trim();
      return { indent, title: fence[1] ?? (rest.startsWith("{") ? "" : rest), definition: null };
    }
    const term = definition.exec(text);
    return term === null ? null : this.#enter({ indent, title: "", definition: text.slice(term[0].length) });
  }

  #enter(opened: OpenedContainer): OpenedContainer {
    const outside = depth * this.#open.length;
    this.#open.push({ indent: outside + opened.indent, isLazy: opened.definition !== null });
    return opened;
  }
}
