/** A line of text on a page: its position, size and font. Points from the lower left. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** `Unmapped` is a Type 3 font that does not say which characters it draws: its codes are those of other letters. */
  readonly font?: (typeof fonts)[number] | "Unmapped";
  /** Of a tagged file: whether it is decoration. */
  readonly isArtifact?: boolean;
}

/** An element of a tagged file: its role, and elements or texts in it. */
export interface PdfElement extends ReadonlyArray<string | PdfElement | PdfText> {
  readonly 0: string;
}

type PdfWithin = PdfElement | PdfText;

/** The same pages, tagged; texts that no element has are drawn without a mark. */
export function taggedPdf(
  pages: readonly { readonly tags: PdfElement; readonly beside?: readonly PdfText[] }[],
): Uint8Array {
  const written = pages.map(({ tags, beside = [] }) => ({ texts: textsIn(tags), beside, tags }));
  const root = 3 + fonts.length + 2 * pages.length;
  const parents: string[] = [];
  const elements: string[] = [];
  const element = ([role, ...within]: PdfElement, parent: number, page: number, texts: readonly PdfText[]): number => {
    const at = root + 1 + elements.length;
    elements.push("");
    const kids = (within as PdfWithin[]).map((child) => {
      if ("text" in child) {
        parents[page] = `${parents[page] ?? ""} ${at} 0 R`;
        return String(texts.indexOf(child));
      }
      return `${element(child, at, page, texts)} 0 R`;
    });
    const pageAt = 3 + fonts.length + 2 * page;
    elements[at - root - 1] =
      `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${pageAt} 0 R /K [${kids.join(" ")}] >>`;
    return at;
  };
  const tops = written.map(({ tags, texts }, page) => `${element(tags, root, page, texts)} 0 R`);
  const tree = parents.map((list, page) => `${page} [${list}]`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${3 + fonts.length + 2 * i} 0 R`).join(" ")}] >>`,
    ...fonts.map(fontObject),
    ...written.flatMap(({ texts, beside }, i) => {
      const marked = texts.map((text, mark) => `/Span << /MCID ${mark} >> BDC\n${drawn(text)}\nEMC`);
      const content = [...marked, ...beside.map(unmarked)].join("\n");
      return pageObjects(content, { contents: 3 + fonts.length + 2 * i + 1, more: `/StructParents ${i}` });
    }),
    `<< /Type /StructTreeRoot /K [${tops.join(" ")}] /ParentTree << /Nums [${tree}] >> >>`,
    ...elements,
    "<< >>",
  ];
  return assemble(objects, `/Info ${objects.length} 0 R`);
}

const textsIn = ([, ...within]: PdfElement): PdfText[] =>
  (within as PdfWithin[]).flatMap((child) => ("text" in child ? child : textsIn(child)));

const unmarked = (text: PdfText) => (text.isArtifact === true ? `/Artifact BMC\n${drawn(text)}\nEMC` : drawn(text));

export interface PdfOptions {
  readonly title?: string;
  /** Entries of the outline, all at the first level, each on the page of that number (from 1). */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
  /** An encryption dictionary that an empty password does not open. */
  readonly encrypted?: boolean;
  /** Unreferenced objects. */
  readonly padding?: number;
}

/** In `Marks`, `!` is a bullet of a symbol font and `"` an empty box. */
const fonts = ["Helvetica", "Helvetica-Bold", "Courier", "Marks"] as const;

/** Writes a PDF 1.4 by hand: uncompressed, standard fonts, WinAnsi text. */
export function pdf(pages: readonly (readonly PdfText[])[], options: PdfOptions = {}): Uint8Array {
  const firstPage = 3 + fonts.length;
  const outlineRoot = firstPage + 2 * pages.length;
  const glyphAt =
    outlineRoot + outlineObjects(options.outline ?? [], { root: 0, firstPage }).length + (options.padding ?? 0) + 1;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${options.outline === undefined ? "" : `/Outlines ${outlineRoot} 0 R`} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(" ")}] >>`,
    ...fonts.map(fontObject),
    ...pages.flatMap((lines, i) => {
      const unmapped = needsGlyph([lines]) ? `/F${fonts.length} ${unmappedFont(glyphAt)}` : "";
      return pageObjects(lines.map(drawn).join("\n"), { contents: firstPage + 2 * i + 1, unmapped });
    }),
    ...outlineObjects(options.outline ?? [], { root: outlineRoot, firstPage }),
    ...Array.from({ length: options.padding ?? 0 }, () => "null"),
    `<< /Title (${escaped(options.title ?? "")}) >>`,
  ];
  const info = objects.length;
  if (needsGlyph(pages)) objects.push(`<< /Length ${glyph.length} >>\nstream\n${glyph}\nendstream`);
  if (options.encrypted !== true) return assemble(objects, `/Info ${info} 0 R`);
  const secret = `/Encrypt ${info + 1} 0 R /ID [<00112233445566778899aabbccddeeff> <00>]`;
  return assemble([...objects, encryption], `/Info ${info} 0 R ${secret}`);
}

function fontObject(name: string): string {
  const widths = name === "Courier" ? ` /FirstChar 32 /LastChar 126 /Widths [${"600 ".repeat(95)}]` : "";
  const encoding = name === "Marks" ? "<< /Type /Encoding /Differences [33 /uniF0B7 /uni2610] >>" : "/WinAnsiEncoding";
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoding}${widths} >>`;
}

const needsGlyph = (pages: readonly (readonly PdfText[])[]) => pages.flat().some(({ font }) => font === "Unmapped");
const glyph = "600 0 0 0 500 700 d1 50 0 400 650 re f";

/** Every code draws the same box. */
function unmappedFont(glyphAt: number): string {
  const codes = Array.from({ length: 94 }, (_, i) => 33 + i);
  const names = codes.map((code) => `/x${code * 7}`).join(" ");
  const procedures = codes.map((code) => `/x${code * 7} ${glyphAt} 0 R`).join(" ");
  const widths = codes.map((code) => 400 + (code % 5) * 60).join(" ");
  return (
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 33 /LastChar 126 ` +
    `/Widths [${widths}] /CharProcs << ${procedures} >> /Encoding << /Type /Encoding /Differences [33 ${names}] >> >>`
  );
}

interface PageFacts {
  readonly contents: number;
  readonly unmapped?: string;
  readonly more?: string;
}

function pageObjects(content: string, { contents, unmapped = "", more = "" }: PageFacts): string[] {
  const resources = `<< /Font << ${fonts.map((_, i) => `/F${i} ${3 + i} 0 R`).join(" ")} ${unmapped} >> >>`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${resources} ${more} /Contents ${contents} 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

function outlineObjects(
  entries: NonNullable<PdfOptions["outline"]>,
  { root, firstPage }: { readonly root: number; readonly firstPage: number },
): string[] {
  if (entries.length === 0) return [];
  return [
    `<< /Type /Outlines /First ${root + 1} 0 R /Last ${root + entries.length} 0 R /Count ${entries.length} >>`,
    ...entries.map(({ title, page }, i) => {
      const next = i + 1 < entries.length ? `/Next ${root + 2 + i} 0 R` : "";
      return `<< /Title (${escaped(title)}) /Parent ${root} 0 R ${next} /Dest [${firstPage + 2 * (page - 1)} 0 R /Fit] >>`;
    }),
  ];
}

const encryption = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${"5a".repeat(32)}> /U <${"a5".repeat(32)}> >>`;

const escaped = (text: string) => text.replace(/[\\()]/g, "\\$&");

function drawn({ text, x, y, size = 10, font = "Helvetica" }: PdfText): string {
  const at = font === "Unmapped" ? fonts.length : fonts.indexOf(font);
  const codes = font === "Unmapped" ? text.replace(/[a-z]/gi, otherLetter) : text;
  return `BT /F${at} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(codes)}) Tj ET`;
}

/** As a subset numbers its letters: in an order that is not the alphabet's. */
function otherLetter(letter: string): string {
  const order = "qxwzkvjygpfbmucldhrsniotae";
  const other = order[letter.toLowerCase().charCodeAt(0) - 97]!;
  return letter < "a" ? other.toUpperCase() : other;
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  const pieces: string[] = ["%PDF-1.4\n"];
  let length = pieces[0]!.length;
  const offsets = objects.map((body, i) => {
    const object = `${i + 1} 0 obj\n${body}\nendobj\n`;
    const offset = length;
    pieces.push(object);
    length += object.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  pieces.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  pieces.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`);
  return Uint8Array.from(Buffer.from(pieces.join(""), "latin1"));
}
