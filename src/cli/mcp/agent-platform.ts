import type { Platform } from "../../mcp/agent-clients.ts";

/** The platform of this machine, for the places of clients' files. */
export function platformHere(): Platform {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}
