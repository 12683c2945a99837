/** Starts a timer, and returns what stops it. A test passes one that it moves itself. */
export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export const realTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
