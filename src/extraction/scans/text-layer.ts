/** The words of a page as PDF instructions that paint nothing: viewers find, mark and copy them over the picture. */
import { isSpaceless } from "../../language/text/scripts.ts";
import { quarterTurns, type RecognisedPage, type RecognisedWord } from "../../sources/ports/recognised-page.ts";
import { glyphWidth } from "./glyphless-font.ts";

/** From shares of a page as it is shown, from its top left, to its user space. */
export type ToUserSpace = (x: number, y: number) => readonly [x: number, y: number];

export class CharacterCodes {
  readonly characters: string[] = [];
  readonly #codes = new Map<string, number>();

  /** Null: there are more than a font can have. */
  of(character: string): number | null {
    const known = this.#codes.get(character);
    if (known !== undefined) return known;
    if (this.characters.length >= 0xfffe) return null;
    this.characters.push(character);
    this.#codes.set(character, this.characters.length);
    return this.characters.length;
  }
}

export function textLayer(
  page: RecognisedPage,
  { font, codes, toUser }: { readonly font: string; readonly codes: CharacterCodes; readonly toUser: ToUserSpace },
): string {
  const at = straightOn(page, toUser);
  const shown = page.words.flatMap((word, i) => {
    const next = page.words[i + 1];
    const pieces = next?.line === word.line ? withSpace(word, next) : [word];
    return pieces.map((piece) => shownPiece(piece, at, codes));
  });
  return `q BT 3 Tr /${font} 1 Tf\n${shown.join("\n")}\nET Q\n`;
}

type ShownPiece = Pick<RecognisedWord, "text" | "left" | "right" | "baseline" | "size">;

/** Viewers take a gap for a space, so words of scripts without spaces reach to the next. */
function withSpace(word: RecognisedWord, { text, left }: RecognisedWord): readonly ShownPiece[] {
  const { right, baseline, size } = word;
  if (isSpaceless(word.text, text)) return [{ ...word, right: Math.max(right, left) }];
  return left <= right ? [word] : [word, { text: " ", left: right, right: left, baseline, size }];
}

function shownPiece({ text, left, right, baseline, size }: ShownPiece, at: ToUserSpace, codes: CharacterCodes): string {
  const glyphs = [...text].flatMap((character) => codes.of(character) ?? []);
  const [x, y] = at(left, baseline);
  const [endX, endY] = at(right, baseline);
  const [topX, topY] = at(left, baseline - size);
  const width = Math.max(1, glyphs.length) * (glyphWidth / 1000);
  const matrix = [(endX - x) / width, (endY - y) / width, topX - x, topY - y, x, y];
  const hex = glyphs.map((code) => code.toString(16).padStart(4, "0")).join("");
  return `${matrix.map((number) => number.toFixed(3)).join(" ")} Tm <${hex}> Tj`;
}

function straightOn({ width, height, skew, turned }: RecognisedPage, toUser: ToUserSpace): ToUserSpace {
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  return (x, y) => {
    const [fromX, fromY] = [x - width / 2, y - height / 2];
    const across = 0.5 + (fromX * cos - fromY * sin) / width;
    const down = 0.5 + (fromX * sin + fromY * cos) / height;
    return toUser(...quarterTurns[turned](across, down));
  };
}

/** Says which character each code is (Adobe Technical Note 5411). */
export function toUnicodeMap({ characters }: CharacterCodes): string {
  const hex = (number: number) => number.toString(16).padStart(4, "0");
  const utf16 = (text: string) => Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join("");
  const entries = characters.map((character, i) => `<${hex(i + 1)}> <${utf16(character)}>`);
  const parts: string[] = [];
  for (let from = 0; from < entries.length; from += 100) {
    const some = entries.slice(from, from + 100);
    parts.push(`${some.length} beginbfchar\n${some.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange",
    ...parts,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}
