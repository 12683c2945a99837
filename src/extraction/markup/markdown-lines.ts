export const opening = {
  fence: /^(\s*)(`{3,64}(?!.*`)|~{3,64})/,
  heading: /^ {0,3}(#{1,6})(?:\s+(.*))?$/s,
  /** Older converters leave out CommonMark's space. */
  crampedHeading: /^(#{2,6})(\p{Lu}[^#]{0,80})$/u,
  wikiHeading: /^(={2,6})(?!=)(.{0,300}[^=\s])\s{0,3}\1\s*$/,
  /** People also write rules as `====` and `^^^^`. */
  rule: /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,}|={4,}\s*|\^{4,}\s*)$/,
  underline: /^ {0,3}(=+|-+|~{4,}|\^{4,})\s*$/,
  item: /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)$/s,
  linkTarget: /^ {0,3}\[(?!\^)[^\]]{1,1000}\]:\s*\S+/,
  html: /^ {0,3}<(?:!--|\/?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$))/,
  inlineTag: /^ {0,3}<\/?(?:a|abbr|b|code|em|i|kbd|img|s|small|span|strong|sub|sup|u)\b/i,
  quote: /^(?: {0,3}> ?)+/,
  note: /^ {0,3}\[\^([^\]\s]{1,100})\]:\s*/,
};

export interface MarkdownItem {
  /** Columns where its mark and its content begin. */
  readonly mark: number;
  readonly content: number;
  readonly kind: string;
  readonly number: number;
}

export interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly quoted: boolean;
  readonly lines: string[];
}
