/** A prefix and a ULID (Crockford base 32: 48 bits of time, 80 random). Ids of one process sort by creation. */
import type { Clock } from "./clock.ts";

const prefixes = {
  workspace: "ws_",
  key: "key_",
  expert: "exp_",
  source: "src_",
  site: "site_",
  check: "check_",
  webhook: "whk_",
  query: "qry_",
  request: "req_",
  completion: "chatcmpl-",
  textCompletion: "cmpl-",
  response: "resp_",
} as const;

export type IdKind = keyof typeof prefixes;
declare const kindOf: unique symbol;
type Id<K extends string> = string & { readonly [kindOf]: K };

export type WorkspaceId = Id<"workspace">;
export type KeyId = Id<"key">;
export type ExpertId = Id<"expert">;
export type SourceId = Id<"source">;
export type SiteId = Id<"site">;
export type CheckId = Id<"check">;
export type WebhookId = Id<"webhook">;
export type QueryId = Id<"query">;
export type ChunkId = Id<"chunk">;

export interface IdMint {
  mint<K extends IdKind>(kind: K): Id<K>;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const body = "[0-9a-hjkmnp-tv-z]{26}";
const bodyPattern = new RegExp(`^${body}$`);

const randomBytes = 10;

export function sortableIds(clock: Clock, random: (bytes: Uint8Array) => Uint8Array): IdMint {
  let lastTime = -1;
  // The 80 bits in two halves, which are exact as numbers; BigInt takes four times as long.
  let high = 0;
  let low = 0;
  let head = "";
  const bytes = new Uint8Array(randomBytes);
  const nextBody = () => {
    const now = clock.now();
    if (now > lastTime) {
      lastTime = now;
      random(bytes);
      // One bit stays free, so that it can count up.
      high = Math.floor(bigEndian(bytes, 0, randomBytes / 2) / 2);
      low = bigEndian(bytes, randomBytes / 2, randomBytes);
      head = base32(lastTime, 10) + base32(high, 8);
    } else {
      low = (low + 1) % 2 ** 40;
      if (low === 0) head = base32(lastTime, 10) + base32(++high, 8);
    }
    return head + base32(low, 8);
  };
  return { mint: <K extends IdKind>(kind: K) => `${prefixes[kind]}${nextBody()}` as Id<K> };
}

export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  const prefix = prefixes[kind];
  return text.startsWith(prefix) && bodyPattern.test(text.slice(prefix.length));
}

export function idPattern(kind: IdKind): string {
  return `^${prefixes[kind]}${body}$`;
}

/** `chk_` and the chunk's row number in 13 base-32 digits, so that ids sort as the rows do. */
export function chunkId(rowNumber: number): ChunkId {
  return `chk_${base32(rowNumber, 13)}` as ChunkId;
}

function bigEndian(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let i = from; i < end; i++) value = value * 256 + bytes[i]!;
  return value;
}

const pairs: readonly string[] = Array.from(
  { length: 1024 },
  (_, i) => alphabet.charAt(i >> 5) + alphabet.charAt(i & 31),
);

function base32(value: number, digits: number): string {
  // Divides numbers of 32 bits, which is faster, and writes two digits at once.
  let text = "";
  let rest = value;
  let missing = digits;
  for (; missing > 1; missing -= 2) {
    text = pairs[rest % 1024]! + text;
    rest = Math.floor(rest / 1024);
  }
  return missing === 0 ? text : alphabet.charAt(rest % 32) + text;
}
