/** Following a source until nothing happens to it any more, over streams that end or break off. */
import type { SourceObject } from "../api/shapes.ts";
import { ConnectionError, SourceError } from "./client-error.ts";

/** @param pause before another stream is opened; throws when it is enough */
export async function* untilSettled(
  open: () => AsyncGenerator<SourceObject>,
  pause: (broken: ConnectionError | null, repeats: number) => Promise<void>,
): AsyncGenerator<SourceObject> {
  for (let repeats = 0, before = ""; ; repeats++) {
    const { last, broken } = yield* statesOfStream(open());
    if (isSettled(last)) return;
    if (broken === null || last.updated_at !== before) repeats = 0;
    before = last.updated_at;
    await pause(broken, repeats);
  }
}

interface StreamEnd {
  readonly last: SourceObject;
  /** Null: the service ended it, as it does after ten minutes. */
  readonly broken: ConnectionError | null;
}

async function* statesOfStream(states: AsyncGenerator<SourceObject>): AsyncGenerator<SourceObject, StreamEnd> {
  let last: SourceObject | null = null;
  try {
    for await (last of states) {
      yield last;
      if (isSettled(last)) break;
    }
  } catch (broken) {
    if (last === null || !(broken instanceof ConnectionError)) throw broken;
    return { last, broken };
  }
  if (last === null) throw new Error("a stream tells at least one state");
  return { last, broken: null };
}

function isSettled({ status }: SourceObject): boolean {
  return status === "ready" || status === "failed" || status === "canceled";
}

/** The source when it is ready. @throws SourceError if it failed or was canceled */
export async function readySource(
  source: string | SourceObject,
  follow: () => AsyncGenerator<SourceObject>,
  onProgress: (source: SourceObject) => void = () => undefined,
): Promise<SourceObject> {
  const known = typeof source !== "string" && isSettled(source) ? [source] : follow();
  for await (const state of known) {
    onProgress(state);
    if (state.status === "ready") return state;
    if (isSettled(state)) throw new SourceError(state);
  }
  throw new Error("a source that is followed gets settled");
}
