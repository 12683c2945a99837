/** What `/mcp` is answered by. The library of the protocol is a tenth of a second to load, so it waits for a message. */
import type { ToolEndpoint, ToolMessage } from "../http/mcp/mcp-routes.ts";
import type { ProtocolEndpointParts } from "./protocol-endpoint.ts";

export function createToolEndpoint(parts: ProtocolEndpointParts): ToolEndpoint {
  let loaded: Promise<(message: ToolMessage) => Promise<Response>> | null = null;
  const load = async () => (await import("./protocol-endpoint.ts")).protocolEndpoint(parts);
  return {
    answer: async (message) => {
      loaded ??= load();
      return (await loaded)(message);
    },
  };
}
