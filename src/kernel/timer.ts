/** Starts a timer and returns the function that stops it. A test passes a timer that it controls. */
export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export const realTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
