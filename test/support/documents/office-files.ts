import { strToU8, zipSync } from "fflate";

/** An archive of text parts. */
export function zipOf(parts: Record<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
    ),
  );
}

const relations = (targets: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const coreTitle = (title: string) =>
  `<cp:coreProperties xmlns:cp="a" xmlns:dc="b"><dc:creator>A. Writer</dc:creator><dc:title>${title}</dc:title></cp:coreProperties>`;

export interface DocxParts {
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly title?: string;
}

export function docx({ body, styles = "", numbering = "", footnotes = "", title = "" }: DocxParts): Uint8Array {
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["r1", "officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relations([
      ["r1", "styles", "styles.xml"],
      ["r2", "numbering", "numbering.xml"],
      ["r3", "footnotes", "footnotes.xml"],
    ]),
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    "word/styles.xml": `<w:styles>${styles}</w:styles>`,
    "word/numbering.xml": `<w:numbering>${numbering}</w:numbering>`,
    "word/footnotes.xml": `<w:footnotes>${footnotes}</w:footnotes>`,
    "docProps/core.xml": coreTitle(title),
  });
}

/** A Word paragraph, with properties before its text. */
export const paragraph = (text: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export function pptx(slides: readonly { readonly shapes: string; readonly notes?: string }[], title = ""): Uint8Array {
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["r1", "officeDocument", "ppt/presentation.xml"]]),
    "docProps/core.xml": coreTitle(title),
    // The names contradict the order, which only the presentation defines.
    "ppt/_rels/presentation.xml.rels": relations(
      slides.map((_, i) => [`rId${i}`, "slide", `slides/slide${slides.length - i}.xml`]),
    ),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${slides
      .map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i}"/>`)
      .join("")}</p:sldIdLst></p:presentation>`,
  };
  for (const [i, { shapes, notes }] of slides.entries()) {
    const name = `slide${slides.length - i}.xml`;
    parts[`ppt/slides/${name}`] = `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/${name}.rels`] = relations([["r1", "notesSlide", `../notesSlides/${name}`]]);
    parts[`ppt/notesSlides/${name}`] = `<p:notes>${notes}</p:notes>`;
  }
  return zipOf(parts);
}

/** A shape on a slide; paragraphs may carry properties before their run. */
export const shape = (placeholder: string | null, paragraphs: readonly string[]) =>
  `<p:sp><p:nvSpPr>${placeholder === null ? "" : `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`}</p:nvSpPr><p:txBody>${paragraphs
    .map((text) => `<a:p>${text.startsWith("<a:pPr") ? text : `<a:r><a:t>${text}</a:t></a:r>`}</a:p>`)
    .join("")}</p:txBody></p:sp>`;

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly rows: string; readonly state?: string }[];
  readonly strings?: readonly string[];
  readonly styles?: string;
}

export function xlsx({ sheets, strings = [], styles = "" }: Workbook): Uint8Array {
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["r1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook><sheets>${sheets
      .map(({ name, state = "visible" }, i) => `<sheet name="${name}" sheetId="${i}" state="${state}" r:id="s${i}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_, i) => [`s${i}`, "worksheet", `worksheets/sheet${i}.xml`] as const),
      ["t", "sharedStrings", "sharedStrings.xml"],
      ["y", "styles", "styles.xml"],
    ]),
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [
        `xl/worksheets/sheet${i}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

export interface OpenDocumentParts {
  /** Inside the element for the body. */
  readonly body: string;
  /** Automatic styles. */
  readonly automatic?: string;
  readonly styles?: string;
  readonly title?: string;
  readonly manifest?: string;
}

/** A file of OpenDocument, its type first and not packed. */
export function openDocument(kind: "text" | "spreadsheet" | "presentation", parts: OpenDocumentParts): Uint8Array {
  const { body, automatic = "", styles = "", title = "", manifest = "<manifest:manifest/>" } = parts;
  const content = `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
  return zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    "content.xml": strToU8(`<?xml version="1.0"?><office:document-content>${content}</office:document-content>`),
    "styles.xml": strToU8(`<office:document-styles><office:styles>${styles}</office:styles></office:document-styles>`),
    "meta.xml": strToU8(
      `<office:document-meta><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    ),
    "META-INF/manifest.xml": strToU8(manifest),
  });
}

/** A level of a numbered list; without a format, a bullet. */
export const listLevel = (level: number, format = "", { prefix = "", suffix = "", levels = 1 } = {}) =>
  format === ""
    ? `<text:list-level-style-bullet text:level="${level}" text:bullet-char="•"/>`
    : `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-prefix="${prefix}" style:num-suffix="${suffix}" text:display-levels="${levels}"/>`;

export interface Book {
  readonly title: string;
  /** Chapters by file name, in the order of the archive. */
  readonly chapters: Record<string, string>;
  /** File names in reading order. */
  readonly spine: readonly string[];
  readonly extra?: Record<string, string>;
}

export function epub({ title, chapters, spine, extra = {} }: Book): Uint8Array {
  const names = Object.keys(chapters);
  return zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    "OPS/book.opf": `<package><metadata><dc:title>${title}</dc:title></metadata><manifest>${names
      .map((name) => {
        const navigation = name === "nav.xhtml" ? ` properties="nav"` : "";
        return `<item id="${name}" href="text/${encodeURI(name)}" media-type="application/xhtml+xml"${navigation}/>`;
      })
      .join("")}</manifest><spine>${spine.map((name) => `<itemref idref="${name}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(names.map((name) => [`OPS/text/${name}`, chapters[name]!])),
    ...extra,
  });
}
