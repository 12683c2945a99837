import { type ParagraphStyle, type RawStyle, resolveStyle } from "./docx-styles.ts";
import { type ListKinds, type ListLevel, levelOf, Numbering } from "./list-numbering.ts";
import { type Attribute, readXml, type XmlHandler } from "./office-package.ts";

/** The list of a document's headings. */
export const headingList = " headings";

export interface OdfStyles {
  /** Some programs name styles of LibreOffice that they do not write. */
  paragraph(name: string): ParagraphStyle;
  readonly numbering: Numbering;
  /** Names of styles of hidden tables. */
  readonly hidden: ReadonlySet<string>;
}

/** OpenDocument 1.3 part 3, 16. @param sources parts with styles; the first style of a name counts */
export function readOdfStyles(sources: readonly string[]): OdfStyles {
  const reader = new StyleReader();
  for (const source of sources) readXml(source, reader);
  const { raw, lists, hidden } = reader;
  const resolved = new Map<string, ParagraphStyle>();
  const paragraph = (name: string) =>
    resolved.getOrInsertComputed(name, () => resolveStyle(raw.get(name) ?? unwritten(name), raw));
  return { paragraph, numbering: new Numbering(lists), hidden };
}

class StyleReader implements XmlHandler {
  readonly raw = new Map<string, RawStyle>();
  readonly hidden = new Set<string>();
  readonly lists: ListKinds = new Map();
  #isAutomatic = false;
  #table = "";
  #list: string | null = null;

  open(name: string, attribute: Attribute): void {
    const own = attribute("style:name") ?? "";
    if (name === "automatic-styles") this.#isAutomatic = true;
    else if (name === "style") this.#openStyle(own, attribute);
    else if (name === "table-properties" && attribute("display") === "false") this.hidden.add(this.#table);
    else if (name === "list-style") this.#list = own;
    else if (name === "outline-style") this.#list = headingList;
    else if (this.#list !== null && /^(?:list-level|outline-level)-style/.test(name))
      readLevel(levelOf(this.lists, this.#list, Number(attribute("level")) - 1), attribute);
  }

  close(name: string): void {
    if (name === "automatic-styles") this.#isAutomatic = false;
    else if (name === "list-style" || name === "outline-style") this.#list = null;
  }

  #openStyle(own: string, attribute: Attribute): void {
    const family = attribute("family");
    this.#table = family === "table" ? own : "";
    if (family === "paragraph" && !this.raw.has(own)) this.raw.set(own, styleOf(attribute, this.#isAutomatic));
  }
}

/** An automatic style has the name of its parent: it only stands for formats that a person gave to one paragraph. */
function styleOf(attribute: Attribute, isAutomatic: boolean): RawStyle {
  const parent = attribute("parent-style-name") ?? null;
  const own = attribute("display-name") ?? attribute("style:name") ?? "";
  const outline = attribute("default-outline-level") ?? "";
  return {
    ...unwritten(isAutomatic ? (parent ?? "") : own),
    basedOn: parent,
    outline: outline === "" ? null : Number(outline) - 1,
  };
}

const unwritten = (name: string): RawStyle => ({
  name: name.replaceAll("_20_", " ").toLowerCase(),
  basedOn: null,
  outline: null,
  list: null,
  level: null,
});

/** A level shows its number with those of `display-levels` − 1 levels above it. */
function readLevel(level: ListLevel, attribute: Attribute): void {
  const at = Number(attribute("level")) || 1;
  const shown = Math.min(at, Math.max(1, Number(attribute("display-levels")) || 1));
  const numbers = Array.from({ length: shown }, (_, i) => `%${at - shown + 1 + i}`).join(".");
  level.format = attribute("num-format") ?? "";
  level.start = Number(attribute("start-value")) || 1;
  level.text = `${attribute("num-prefix") ?? ""}${numbers}${attribute("num-suffix") ?? ""}`;
}
