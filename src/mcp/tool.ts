import type { Static, TObject } from "@sinclair/typebox";
import { type Checked, checked } from "../api/validation.ts";
import { Fault } from "../kernel/fault.ts";
import type { BackendOperation, CallProgress, MemoryBackend, NewDocument } from "./memory-backend.ts";

/** Clients decide by these hints when to ask their users. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether it may reach beyond the service. */
  readonly openWorldHint: boolean;
}

export interface ToolPlace extends CallProgress {
  readonly backend: MemoryBackend;
  readonly files: LocalFiles | null;
}

export interface ToolOutcome {
  /** For clients that show only text. */
  readonly text: string;
  readonly data: object;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TObject;
  readonly hints: ToolHints;
  /** Only keys with this permission see the tool. */
  readonly operation: BackendOperation;
  /** @param given unchecked @throws Fault */
  call(given: unknown, place: ToolPlace): Promise<ToolOutcome>;
}

export interface ToolDefinition<I extends TObject, O extends TObject> extends Omit<Tool, "call" | "input" | "output"> {
  readonly input: I;
  readonly output: O;
  run(input: Static<I>, place: ToolPlace): Promise<{ readonly text: string; readonly data: Static<O> }>;
}

export function tool<I extends TObject, O extends TObject>(definition: ToolDefinition<I, O>): Tool {
  const { run, ...facts } = definition;
  const input: Checked<I> = checked(definition.input);
  return { ...facts, call: async (given, place) => run(input.parse(given), place) };
}

export const readOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const named = 20;

/** @throws Fault `missing_required_parameter` if there are several experts, `expert_not_found` */
export async function chosenExpert(backend: MemoryBackend, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const { data, has_more } = await backend.experts({ limit: named, after: null });
  const [only, other] = data;
  if (only === undefined) throw new Fault("expert_not_found", "There is no expert that this key can reach.");
  if (other === undefined) return only.slug;
  const slugs = data.map(({ slug }) => slug).join(", ");
  throw new Fault("missing_required_parameter", '"expert" is missing, and there are several experts.', {
    param: "expert",
    hint: `They are: ${slugs}${has_more ? ", …" : ""}.`,
  });
}

type FileDocument = Extract<NewDocument, { readonly file: Blob }>;

export interface LocalFiles {
  readonly folder: string;
  /** @throws Fault `invalid_parameter`, also outside the folder */
  open(path: string): Promise<Pick<FileDocument, "file"> & { readonly filename: string }>;
}
