/** Addresses that need no key for some minutes, for a browser's own viewer, which sends none. */
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import { type TicketStore, ticketHash } from "../kernel/stores/tickets.ts";

const linkLife = 300_000;

/** What a link leads to. It is looked up when the link is opened: it may be gone by then. */
export interface LinkedFile {
  readonly workspaceId: WorkspaceId;
  readonly expertId: ExpertId;
  readonly sourceId: SourceId;
}

export interface FileLink {
  readonly ticket: string;
  readonly expiresAt: number;
}

export interface FileLinks {
  issue(file: LinkedFile): Promise<FileLink>;
  find(ticket: string): Promise<LinkedFile | null>;
}

interface FileLinksParts {
  readonly tickets: Pick<TicketStore, "keep" | "find">;
  readonly clock: Clock;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

export function createFileLinks({ tickets, clock, random }: FileLinksParts): FileLinks {
  return {
    issue: async (file) => {
      const ticket = Buffer.from(random(new Uint8Array(32))).toString("base64url");
      const now = clock.now();
      const expiresAt = now + linkLife;
      await tickets.keep({ hash: linkHash(ticket), content: JSON.stringify(file), expiresAt }, now);
      return { ticket, expiresAt };
    },
    find: async (ticket) => {
      const found = await tickets.find(linkHash(ticket), clock.now());
      return found === null ? null : JSON.parse(found);
    },
  };
}

function linkHash(ticket: string): Uint8Array {
  return ticketHash("file", ticket);
}
