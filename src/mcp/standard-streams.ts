/** The protocol over standard input and output, for a client that starts this process. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createToolServer, type ToolServerParts } from "./tool-server.ts";

/**
 * Serves until standard input closes or the signal aborts. Nothing else may write to standard output. @param open
 * called at the first message
 */
export async function serveStandardStreams(
  parts: Omit<ToolServerParts, "backend">,
  open: () => Promise<ToolServerParts["backend"]>,
  signal: AbortSignal,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once("end", end).once("close", end);
  signal.addEventListener("abort", () => end());
  const served = serveStdio(async () => createToolServer({ ...parts, backend: await open() }), { maxSubscriptions: 0 });
  await ended;
  await served.close();
}
