/** Numbers as people write them: `1.234,56`, `1,234.56`, `1 234`, `(12.5)`. */

/** The decimal mark of a text. */
export type DecimalMark = "point" | "comma";

export interface WrittenNumber {
  readonly value: number;
  /** Where the number ends in the text. */
  readonly end: number;
  /** The notation that the number shows by itself; null if it reads the same in both. */
  readonly shows: DecimalMark | null;
  /** It has one mark before three digits, which is a thousand in one notation and a fraction in the other. */
  readonly isAmbiguous: boolean;
}

const zero = 48;
const isDigit = (code: number) => code >= zero && code <= zero + 9;
const groupMarks = "'’  ";
/** Longer runs of digits are names, not quantities. */
const mostDigits = 15;

/**
 * The number that begins at a position, which holds a digit or a decimal mark. Linear.
 * @param notation what decides `1,234` and `1.234`; null: a comma before three digits groups, a point is decimal
 * @returns null if it is none, such as `1.2.2004`
 */
export function numberAt(text: string, at: number, notation: DecimalMark | null): WrittenNumber | null {
  const parts: string[] = [];
  const marks: string[] = [];
  let from = at;
  let end = at;
  for (;;) {
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    parts.push(text.slice(from, end));
    const mark = text[end];
    if (mark === undefined || !isMark(mark) || !isDigit(text.charCodeAt(end + 1))) break;
    marks.push(mark === "’" ? "'" : mark);
    from = ++end;
  }
  if (parts.reduce((sum, part) => sum + part.length, 0) > mostDigits) return null;
  const read = readParts(parts, marks, notation);
  return read && { ...read, end };
}

const isMark = (mark: string) => mark === "." || mark === "," || groupMarks.includes(mark);

type Read = Omit<WrittenNumber, "end"> | null;

function readParts(parts: readonly string[], marks: readonly string[], notation: DecimalMark | null): Read {
  if (marks.length === 0) return parts[0] === "" ? null : plain(Number(parts[0]), null);
  const last = marks.at(-1)!;
  const others = marks.slice(0, -1);
  const isGrouped = groupsBy(parts.slice(0, -1), others);
  if (others.some((mark) => mark !== last)) {
    if (!isGrouped || groupMarks.includes(last)) return null;
    return plain(joined(parts, parts.length - 1), last === "," ? "comma" : "point");
  }
  if (others.length > 0) {
    return groupsBy(parts, marks) ? plain(joined(parts, parts.length), otherNotation(last)) : null;
  }
  return oneMark(parts, last, notation);
}

/** `1,5`, `1.234`, `1 234`. */
function oneMark([whole = "", rest = ""]: readonly string[], mark: string, notation: DecimalMark | null): Read {
  const mayGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (groupMarks.includes(mark)) return mayGroup ? plain(Number(whole + rest), null) : null;
  const asDecimal: DecimalMark = mark === "," ? "comma" : "point";
  if (!mayGroup) return plain(Number(`${whole}.${rest}`), asDecimal);
  const isDecimal = notation === null ? mark === "." : notation === asDecimal;
  return { value: isDecimal ? Number(`${whole}.${rest}`) : Number(whole + rest), shows: null, isAmbiguous: true };
}

const plain = (value: number, shows: DecimalMark | null) => ({ value, shows, isAmbiguous: false });

const otherNotation = (mark: string): DecimalMark | null => {
  if (mark === ",") return "point";
  return mark === "." ? "comma" : null;
};

/** Whether equal marks cut digits into thousands (or into hundreds above a thousand, as in India). */
function groupsBy(parts: readonly string[], marks: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const areEqual = marks.every((mark) => mark === marks[0]);
  const last = others.at(-1);
  return (
    areEqual &&
    first.length >= 1 &&
    first.length <= 3 &&
    (last === undefined || last.length === 3) &&
    others.every((part) => part.length === 3 || (part.length === 2 && marks[0] === ","))
  );
}

function joined(parts: readonly string[], whole: number): number {
  const fraction = parts.slice(whole).join("");
  return Number(parts.slice(0, whole).join("") + (fraction === "" ? "" : `.${fraction}`));
}
