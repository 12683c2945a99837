import { expect, test } from "bun:test";
import { sentBytes } from "../../../src/http/body/request-body.ts";
import { clockAt } from "../../support/service.ts";

/** A body of pieces of so many bytes, each of which takes so many milliseconds. */
async function receive(
  pieces: number,
  { bytes, milliseconds }: { bytes: number; milliseconds: number },
): Promise<string> {
  const clock = clockAt(0);
  let sent = 0;
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      clock.advance(milliseconds);
      if (sent++ < pieces) controller.enqueue(new Uint8Array(bytes));
      else controller.close();
    },
  };
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  let received = 0;
  try {
    const request = new Request("http://localhost/", { method: "POST", body });
    for await (const piece of sentBytes(request, clock.now)) received += piece.byteLength;
    return `all ${received}`;
  } catch (error) {
    return `${error instanceof Error && "code" in error ? error.code : error} after ${received}`;
  }
}

test("a body at a usable rate may take any time", async () => {
  expect(await receive(500, { bytes: 1000, milliseconds: 1000 })).toBe("all 500000");
  expect(await receive(2, { bytes: 1, milliseconds: 20_000 })).toBe("all 2");
});

test("a slow body is refused after a minute", async () => {
  expect(await receive(500, { bytes: 999, milliseconds: 1000 })).toBe("request_timeout after 59940");
  expect(await receive(3, { bytes: 1, milliseconds: 50_000 })).toBe("request_timeout after 1");
});
