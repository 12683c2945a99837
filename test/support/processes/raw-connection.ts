/** Sends raw bytes that no HTTP client would send, and reads the reply. */
import { connect } from "node:net";

/**
 * Sends bytes and resolves with all that comes until the other side closes.
 * @param bytes one character a byte
 */
export function talkRaw(address: string, bytes: string, { halfClose = false } = {}): Promise<string> {
  const { hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
    const data = Buffer.from(bytes, "latin1");
    if (halfClose) socket.end(data);
    else socket.write(data);
  });
  socket.on("data", (piece) => {
    received += piece.toString("latin1");
  });
  socket
    .on("end", () => socket.destroy())
    .on("error", () => undefined)
    .on("close", () => resolve(received));
  return promise;
}

/** The statuses of the responses, in order. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
