/** The protocol's library takes a tenth of a second to load, so the first message loads it. */
import type { ToolEndpoint, ToolMessage } from "../api/memory-backend.ts";
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
