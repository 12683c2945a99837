export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export const realTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** `late` if the work takes longer; the work then goes on unobserved. */
export async function unlessLate<T>(milliseconds: number, work: Promise<T>, startTimer = realTimer) {
  const { promise, resolve } = Promise.withResolvers<"late">();
  const stop = startTimer(milliseconds, () => resolve("late"));
  try {
    return await Promise.race([work, promise]);
  } finally {
    stop();
  }
}

/** Rejects with `late()` if the work takes longer; the work then goes on unobserved. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const result = await unlessLate(milliseconds, work);
  if (result === "late") throw late();
  return result;
}

export function paced(run: () => void, milliseconds: number, startTimer: StartTimer = realTimer): () => void {
  let isResting = false;
  let isWanted = false;
  const begin = () => {
    isWanted = false;
    isResting = true;
    startTimer(milliseconds, () => {
      isResting = false;
      if (isWanted) begin();
    });
    run();
  };
  return () => {
    if (isResting) isWanted = true;
    else begin();
  };
}
