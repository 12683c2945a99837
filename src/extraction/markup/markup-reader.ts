import { Tokenizer } from "htmlparser2";

export interface MarkupHandler {
  /** `attributes` is empty for most tags; names are lower case in HTML, as written in XML. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Every close tag in the source, matched or not; in XML and XHTML also once for a self-closing tag. */
  close(name: string): void;
  text(text: string): void;
}

/** XHTML is HTML in which `<p/>` closes itself. */
export type MarkupLanguage = "html" | "xhtml" | "xml";

/**
 * Reads HTML or XML as a flat sequence of events, in linear time and constant depth: no tree, no stack, no implied
 * elements. Only the language's own entities are decoded; those of a DTD are never expanded, so they cannot explode.
 */
export function readMarkup(source: string, language: MarkupLanguage, handler: MarkupHandler): void {
  const xml = language === "xml";
  const closing = language !== "html";
  const name = (start: number, end: number) => {
    const raw = source.slice(start, end);
    return xml ? raw : raw.toLowerCase();
  };
  let tag = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  const opened = () => {
    handler.open(tag, attributes);
    if (attributes.size > 0) attributes = new Map();
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: xml, decodeEntities: true, recognizeSelfClosing: closing },
    {
      onopentagname: (start, end) => {
        tag = name(start, end);
      },
      onattribname: (start, end) => {
        attribute = name(start, end);
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
        if (closing) handler.close(tag);
      },
      onclosetag: (start, end) => handler.close(name(start, end)),
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
