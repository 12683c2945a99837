import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiProblem, asProblem } from "./api-problem.ts";

export interface Notice {
  readonly no: number;
  readonly kind: "done" | "failed";
  readonly text: string;
}

export type Notices = ReturnType<typeof createNotices>;

/** Milliseconds that a success message stays. A failure message stays until it is dismissed. */
const doneShownFor = 5000;

export function createNotices() {
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
    shown: shown as ReadonlySignal<readonly Notice[]>,
    dismiss,
    failed,
    done: (text: string) => add("done", text),
    /** What is rejected is shown. Never rejects. */
    trying: async (work: Promise<unknown>) => void (await work.catch((cause: unknown) => failed(asProblem(cause)))),
  };
}
