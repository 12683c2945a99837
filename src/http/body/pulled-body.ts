import type { TurnTaking } from "../../kernel/turn-taking.ts";

/**
 * A body that is produced as the client reads it, so that a slow client's data is not in memory and pieces for many clients
 * take turns.
 */
export function pulledBody(pieces: Iterator<Uint8Array>, turns: TurnTaking): ReadableStream<Uint8Array> {
  let left = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await turns.next();
        if (left) return;
        const { done, value } = pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        left = true;
        pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
