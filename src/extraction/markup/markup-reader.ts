import { Tokenizer } from "htmlparser2";

export interface MarkupHandler {
  /** Names are lower case in HTML, as written in XML. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Also for unmatched close tags, and for self-closing tags of XML and XHTML. */
  close(name: string): void;
  text(text: string): void;
}

/** XHTML is HTML in which `<p/>` closes itself. */
export type MarkupLanguage = "html" | "xhtml" | "xml";

/** Linear time, constant depth. Entities of a DTD are never expanded. */
export function readMarkup(source: string, language: MarkupLanguage, handler: MarkupHandler): void {
  const isXml = language === "xml";
  const closesItself = language !== "html";
  const nameAt = (start: number, end: number) => {
    const raw = source.slice(start, end);
    return isXml ? raw : raw.toLowerCase();
  };
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true, recognizeSelfClosing: closesItself },
    {
      ...openTags(source, nameAt, handler, closesItself),
      onclosetag: (start, end) => handler.close(nameAt(start, end)),
      ontext: (start, end) => handler.text(source.slice(start, end)),
      ontextentity: (point) => handler.text(String.fromCodePoint(point)),
      oncdata: (start, end, endOffset) => handler.text(source.slice(start, end - endOffset)),
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
}

const ignore = () => {};

type NameAt = (start: number, end: number) => string;

/** Of two attributes with one name, the first counts. */
function openTags(source: string, nameAt: NameAt, handler: MarkupHandler, closesItself: boolean) {
  let tag = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  const opened = () => {
    handler.open(tag, attributes);
    if (attributes.size > 0) attributes = new Map();
  };
  return {
    onopentagname: (start, end) => {
      tag = nameAt(start, end);
    },
    onattribname: (start, end) => {
      attribute = nameAt(start, end);
      value = "";
    },
    onattribdata: (start, end) => {
      value += source.slice(start, end);
    },
    onattribentity: (point) => {
      value += String.fromCodePoint(point);
    },
    onattribend: () => {
      if (!attributes.has(attribute)) attributes.set(attribute, value);
    },
    onopentagend: opened,
    onselfclosingtag: () => {
      opened();
      if (closesItself) handler.close(tag);
    },
  } satisfies Partial<ConstructorParameters<typeof Tokenizer>[1]>;
}
