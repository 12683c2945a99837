import type { Platform } from "../../mcp/agent-clients.ts";

export function platformHere(): Platform {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}
