/** Finds where and why a text is not valid JSON (RFC 8259); `JSON.parse` gives no position. */

const blank = /[ \t\n\r]*/y;
const plain = String.raw`[^"\\\u0000-\u001f]*`;
/** Matches in one way only: with two, an unclosed string would take exponential time. */
const string = String.raw`"${plain}(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})${plain})*`;
const value = String.raw`${string}"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{[]`;

const tokens = {
  value: new RegExp(value, "y"),
  "value or ]": new RegExp(`${value}|\\]`, "y"),
  name: new RegExp(`${string}"`, "y"),
  "name or }": new RegExp(`${string}"|\\}`, "y"),
  colon: /:/y,
  ", or }": /[,}]/y,
  ", or ]": /[,\]]/y,
} as const;
type ExpectedToken = keyof typeof tokens;

/** A longer text is not searched, which would delay other requests. */
const longest = 200_000;

/** Where it is, in UTF-16 code units. Null for valid JSON and for longer texts. */
export function jsonFault(text: string) {
  if (text.length > longest) return null;
  const open: ("{" | "[")[] = [];
  let expected: ExpectedToken | null = "value";
  for (let at = 0; ; ) {
    at += lengthOf(blank, text, at);
    if (expected === null) {
      return at === text.length ? null : { at, reason: "one JSON value ends before it, and more follows" };
    }
    const length = lengthOf(tokens[expected], text, at);
    if (length === 0) return { at, reason: reasonAt(text, at, expected) };
    expected = expectedAfter(text.charAt(at), expected, open);
    at += length;
  }
}

/** @param open stack of open brackets, which it updates */
function expectedAfter(char: string, expected: ExpectedToken, open: ("{" | "[")[]): ExpectedToken | null {
  const isName = expected === "name" || expected === "name or }";
  switch (char) {
    case "{":
    case "[":
      open.push(char);
      return char === "{" ? "name or }" : "value or ]";
    case ",":
      return open.at(-1) === "{" ? "name" : "value";
    case ":":
      return "value";
    case "}":
    case "]":
      open.pop();
      return behindValue(open);
    default:
      return isName ? "colon" : behindValue(open);
  }
}

function behindValue(open: readonly ("{" | "[")[]): ExpectedToken | null {
  const last = open.at(-1);
  return last === undefined ? null : last === "{" ? ", or }" : ", or ]";
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function reasonAt(text: string, at: number, expected: ExpectedToken): string {
  const rest = text.slice(at, at + 40);
  if (rest === "") return "it ends before it is complete";
  if (rest.startsWith('"') && /^(?:value|name)/.test(expected)) return stringReason(text, at);
  const usual = usualReasons.find(([pattern]) => pattern.test(rest))?.[1];
  if (usual !== undefined) return usual;
  const isAfterComma = (expected === "name" || expected === "value") && /^[}\]]/.test(rest);
  return isAfterComma ? "remove the comma before it" : otherReasons[expected];
}

const otherReasons: Readonly<Record<ExpectedToken, string>> = {
  value: "a value is expected",
  "value or ]": "a value or a closing bracket is expected",
  name: "the name of a field in double quotes is expected",
  "name or }": "the name of a field in double quotes is expected",
  colon: "a colon is expected after the name of a field",
  ", or }": "a comma or a closing brace is expected",
  ", or ]": "a comma or a closing bracket is expected",
};

const usualReasons: readonly (readonly [RegExp, string])[] = [
  [/^'/, "strings and names take double quotes, not single ones"],
  [/^[“”„‘’]/, "strings and names take straight double quotes, not typographic ones"],
  [/^(?:\/\/|\/\*|#)/, "JSON has no comments"],
  [/^(?:True|False|None)\b/, "true, false and null are written in lower case"],
  [/^(?:NaN|-?Infinity|undefined)\b/, "JSON has no such value; use null"],
  [/^</, "it looks like HTML or XML"],
  [/^[^\s"'{}[\]:,=]+=/, "it looks like the fields of a form, not JSON"],
];

const unclosed = new RegExp(string, "y");

function stringReason(text: string, at: number): string {
  const char = text.charAt(at + lengthOf(unclosed, text, at));
  if (char === "") return "a string begins there and is not closed";
  if (char === "\\") return "a string has a backslash that begins no escape; write it twice";
  return "a string has a line break or another control character; write it as \\n or \\u…";
}

/** `line 2, column 7`, both counted from 1. */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
