/** A tool: what a model is told of it, and what it does. */
import type { Static, TObject } from "@sinclair/typebox";
import { type Checked, checked } from "../../http/body/validation.ts";
import type { BackendOperation, CallProgress, MemoryBackend } from "../../http/mcp/memory-backend.ts";
import type { LocalFiles } from "../local-files.ts";

/** What is true of a tool, by the protocol's names. A client decides by them what it asks its user about. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** Whether it can lose something. */
  readonly destructiveHint: boolean;
  /** Whether doing it twice is doing it once. */
  readonly idempotentHint: boolean;
  /** Whether it may reach beyond the service. */
  readonly openWorldHint: boolean;
}

/** What a tool works with. */
export interface ToolPlace extends CallProgress {
  readonly backend: MemoryBackend;
  /** Null where the client is on another machine. */
  readonly files: LocalFiles | null;
}

export interface ToolOutcome {
  /** For clients that show text alone: everything that matters of the data, in words. */
  readonly text: string;
  /** As the tool's output schema says. */
  readonly data: object;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TObject;
  readonly hints: ToolHints;
  /** Only a key that may do this sees the tool. */
  readonly operation: BackendOperation;
  /** @param given the arguments as they came. @throws Fault */
  call(given: unknown, place: ToolPlace): Promise<ToolOutcome>;
}

export interface ToolDefinition<I extends TObject, O extends TObject> extends Omit<Tool, "call" | "input" | "output"> {
  readonly input: I;
  readonly output: O;
  run(input: Static<I>, place: ToolPlace): Promise<{ readonly text: string; readonly data: Static<O> }>;
}

/** A tool whose arguments are checked before it runs. */
export function tool<I extends TObject, O extends TObject>(definition: ToolDefinition<I, O>): Tool {
  const { run, ...facts } = definition;
  const input: Checked<I> = checked(definition.input);
  return { ...facts, call: async (given, place) => run(input.parse(given), place) };
}

/** Looks, and changes nothing. */
export const readOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
