/** Independent of the service's code. */

import type { SampleDocument } from "../load/sample-document.ts";
import type { SourceOperation } from "./load-operation.ts";

export interface SourceState {
  readonly id: string | null;
  readonly versions: readonly SampleDocument[];
  readonly answersFrom: number;
  /** Null: unchanged since the last version. */
  readonly title: string | null;
  readonly marker: number | null;
}

export const isReadable = ({ sentences }: SampleDocument): boolean => sentences.length > 0;

export function after(state: SourceState | null, operation: SourceOperation): SourceState | null {
  switch (operation.kind) {
    case "put_source":
      return operation.again?.done === true ? state : put(state, operation.document);
    case "patch_source":
      return state === null ? null : { ...state, title: operation.title, marker: operation.marker };
    case "delete_source":
      return null;
  }
}

function put(state: SourceState | null, document: SampleDocument): SourceState {
  if (state === null) return { id: null, versions: [document], answersFrom: 0, title: null, marker: null };
  const last = state.versions.at(-1);
  if (last?.sha256 === document.sha256 && isReadable(document)) return state;
  return { ...state, versions: [...state.versions, document], title: null };
}
