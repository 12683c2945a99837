import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiProblem, asProblem } from "./api-problem.ts";

export interface Notice {
  readonly no: number;
  readonly kind: "done" | "failed";
  readonly text: string;
}

export interface Notices {
  readonly shown: ReadonlySignal<readonly Notice[]>;
  done(text: string): void;
  failed(problem: ApiProblem | string): void;
  /** What is rejected is shown. Never rejects. */
  trying(work: Promise<unknown>): Promise<void>;
  dismiss(no: number): void;
}

/** Milliseconds that a success message stays. A failure message stays until it is dismissed. */
const doneShownFor = 5000;

export function createNotices(): Notices {
  const shown = signal<readonly Notice[]>([]);
  let count = 0;
  const dismiss = (no: number) => {
    shown.value = shown.value.filter((notice) => notice.no !== no);
  };
  const add = (kind: Notice["kind"], text: string) => {
    count += 1;
    const no = count;
    shown.value = [...shown.value.slice(-3), { no, kind, text }];
    if (kind === "done") setTimeout(() => dismiss(no), doneShownFor);
  };
  const failed = (problem: ApiProblem | string) =>
    add("failed", typeof problem === "string" ? problem : problem.message);
  return {
    shown,
    dismiss,
    failed,
    done: (text) => add("done", text),
    trying: async (work) => void (await work.catch((cause: unknown) => failed(asProblem(cause)))),
  };
}
