import { readXml } from "./office-package.ts";

export interface ParagraphStyle {
  /** 1–6; 0: no heading. */
  readonly heading: number;
  readonly title: boolean;
  readonly code: boolean;
  readonly quote: boolean;
  readonly caption: boolean;
  readonly contents: boolean;
  readonly numbering: NumberingPlace | null;
}

export interface NumberingPlace {
  readonly list: string;
  readonly level: number;
}

export const plainStyle: ParagraphStyle = {
  heading: 0,
  title: false,
  code: false,
  quote: false,
  caption: false,
  contents: false,
  numbering: null,
};

/** Lists have nine levels (17.9.3). */
export const numberingLevel = (written: string | undefined) =>
  Math.min(8, Math.max(0, Math.trunc(Number(written)) || 0));

export interface RawStyle {
  /** In lower case. */
  name: string;
  basedOn: string | null;
  outline: number | null;
  list: string | null;
  level: number | null;
}

/** By id, with inherited properties (ECMA-376 part 1, 17.7). */
export function readStyles(source: string): ReadonlyMap<string, ParagraphStyle> {
  const raw = new Map<string, RawStyle>();
  let style: RawStyle | null = null;
  readXml(source, {
    open: (name, attribute) => {
      if (name === "style") {
        style = { name: "", basedOn: null, outline: null, list: null, level: null };
        raw.set(attribute("styleId") ?? "", style);
      } else if (style !== null) readProperty(style, name, attribute("val") ?? "");
    },
    close: (name) => {
      if (name === "style") style = null;
    },
  });
  return new Map([...raw].map(([id, own]) => [id, resolveStyle(own, raw)]));
}

function readProperty(style: RawStyle, name: string, value: string): void {
  if (name === "name") style.name = value.toLowerCase();
  else if (name === "basedOn") style.basedOn = value;
  else if (name === "outlineLvl") style.outline = Number(value);
  else if (name === "numId") style.list = value;
  else if (name === "ilvl") style.level = numberingLevel(value);
}

/** Ends cycles; honest chains are short. */
const longestChain = 20;

export function resolveStyle(own: RawStyle, all: ReadonlyMap<string, RawStyle>): ParagraphStyle {
  const chain: RawStyle[] = [];
  for (let style: RawStyle | undefined = own; style !== undefined && chain.length < longestChain; ) {
    chain.push(style);
    style = style.basedOn === null ? undefined : all.get(style.basedOn);
  }
  const named = (pattern: RegExp) => chain.some((style) => pattern.test(style.name));
  const outline = chain.find((style) => style.outline !== null)?.outline ?? 9;
  const byName = chain
    .map((style) => /^(?:heading|überschrift|titre|título) ?([1-9])$/.exec(style.name)?.[1])
    .find(Boolean);
  const level = byName === undefined ? (outline <= 8 ? outline + 1 : 0) : Number(byName);
  const list = chain.find((style) => style.list !== null)?.list ?? null;
  return {
    heading: Math.min(6, level),
    title: own.name === "title",
    code: named(/source ?code|preformatted|^code|^html pre|^verbatim|listing/),
    quote: named(/quote|quotations|block ?text/),
    caption: named(/^caption|^beschriftung|^légende|^epígrafe|^didascalia/),
    contents: /^toc \d|^toc heading|^table of figures|^index \d/.test(own.name),
    numbering:
      list === null || list === "0" ? null : { list, level: chain.find((style) => style.level !== null)?.level ?? 0 },
  };
}
