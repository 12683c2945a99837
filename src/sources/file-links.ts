/**
 * Addresses of original files that need no key and are valid for some minutes, for a browser's own viewer, which sends no
 * key.
 */
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId, SourceId, WorkspaceId } from "../kernel/ids.ts";

/** Milliseconds. */
const linkLife = 300_000;
/** More are not wanted at once; the oldest go. */
const atMost = 1000;

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
  issue(file: LinkedFile): FileLink;
  /** Null: there is no such link, or its time is over. */
  find(ticket: string): LinkedFile | null;
}

/** @param random fills the array it is given with random bytes. */
export function createFileLinks(clock: Clock, random: (bytes: Uint8Array) => Uint8Array): FileLinks {
  const links = new Map<string, { readonly file: LinkedFile; readonly expiresAt: number }>();
  const tidy = () => {
    const surplus = links.size - atMost;
    const over = [...links].filter(([, { expiresAt }], at) => at < surplus || expiresAt <= clock.now());
    for (const [ticket] of over) links.delete(ticket);
  };
  return {
    issue: (file) => {
      const ticket = Buffer.from(random(new Uint8Array(32))).toString("base64url");
      const expiresAt = clock.now() + linkLife;
      links.set(ticket, { file, expiresAt });
      tidy();
      return { ticket, expiresAt };
    },
    find: (ticket) => {
      const found = links.get(ticket);
      return found !== undefined && found.expiresAt > clock.now() ? found.file : null;
    },
  };
}
