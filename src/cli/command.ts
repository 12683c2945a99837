import { NamedError } from "../kernel/error-code.ts";

export type TextStyle = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

export type Paint = (style: TextStyle, text: string) => string;

export const plain: Paint = (_, text) => text;

export interface Console {
  print(line: string): void;
  complain(line: string): void;
  confirm?(question: string): boolean;
  /** Missing where standard output is no terminal. */
  write?(text: string): void;
  lines?(): AsyncIterable<string>;
  paint?: Paint;
  /** Replaces the last shown line; empty clears it. Missing where standard error is no terminal. */
  renew?(line: string): void;
}

export interface KnownFlags {
  readonly options?: readonly string[];
  readonly switches?: readonly string[];
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly [string, string];
  readonly help?: string | (() => string);
  readonly flags?: KnownFlags;
  /** Returns the exit code: 0 done, 1 failed, 2 misused, or as the command documents. */
  run(args: readonly string[], console: Console): Promise<number>;
}

/** Something outside keeps the command from working: exit code 1. */
export class StartError extends NamedError {}

/** An invalid command line: exit code 2, with a pointer to the help. */
export class UsageError extends NamedError {}
