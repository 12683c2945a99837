export type TextStyle = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

export type Paint = (style: TextStyle, text: string) => string;

export const plain: Paint = (_, text) => text;

export interface Console {
  /** A line to standard output: results. */
  print(line: string): void;
  /** A line to standard error: everything else. */
  complain(line: string): void;
  /** Asks a yes-or-no question. Only if a person can answer. */
  confirm?(question: string): boolean;
  /** Part of a line to standard output. Only if that is a terminal; otherwise whole lines are printed. */
  write?(text: string): void;
  /** The lines of standard input. */
  lines?(): AsyncIterable<string>;
  /** Colours a text for standard output. Only if that is a terminal that shows colours. */
  paint?: Paint;
  /** Shows a line in place of the one it showed last; an empty one clears it. Only where standard error is a terminal. */
  renew?(line: string): void;
}

/** Flags that a command has besides those of the settings, without the dashes. */
export interface KnownFlags {
  readonly options?: readonly string[];
  readonly switches?: readonly string[];
}

export interface Command {
  readonly name: string;
  /** Arguments as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  /** What `docent NAME --help` prints after these two. */
  readonly help?: string | (() => string);
  readonly flags?: KnownFlags;
  /** Returns the exit code of the process: 0 done, 1 failed, 2 misused, or as the command documents. */
  run(args: readonly string[], console: Console): Promise<number>;
}

/** A command cannot do its work for an outside reason. The message is for the person who started it: exit code 1. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }
}

/** A command line that cannot be understood: exit code 2, with a pointer to the help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
