import { constants } from "node:os";

/** @param hangUpStops whether `SIGHUP` stops the service, because it means that the terminal is gone */
export function listenForSignals({ reload, hangUpStops }: { reload: () => void; hangUpStops: boolean }) {
  const stopRequest = Promise.withResolvers<string>();
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    stopRequest.resolve(signal);
  };
  const hangUp = (signal: NodeJS.Signals) => (hangUpStops ? stop(signal) : reload());
  process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGHUP", hangUp);
  return {
    /** Resolves to `SIGTERM` or `SIGINT`. A second signal ends the process at once (128 + its number). */
    stop: stopRequest.promise,
    end: () => void process.off("SIGTERM", stop).off("SIGINT", stop).off("SIGHUP", hangUp),
  };
}
