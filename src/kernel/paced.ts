import { realTimer, type StartTimer } from "./timer.ts";

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
