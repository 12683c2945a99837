export type TextStyle = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

export type Paint = (style: TextStyle, text: string) => string;

export const plain: Paint = (_, text) => text;

/** Colours only for a terminal that has them, and not with NO_COLOR (no-color.org), whatever its value. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isUnwanted = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  if (!isTerminal || isUnwanted) return plain;
  // Loaded where it is used: that takes 3 ms, which a service that writes to a log does not spend.
  const { styleText } = process.getBuiltinModule("node:util");
  return (style, text) => styleText(style, text, { validateStream: false });
}
