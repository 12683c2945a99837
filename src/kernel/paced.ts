/** Work that many ask for and that is done once for all who asked in the meantime. */
import { realTimer, type StartTimer } from "./timer.ts";

/**
 * Returns the function that asks for `run`. It runs at once if it has not run for `milliseconds`, otherwise when they have
 * passed, once for all calls until then.
 */
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
