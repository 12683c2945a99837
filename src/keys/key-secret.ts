/** `dk_`, 32 random bytes and a CRC-32, in base 62. Only its SHA-256 is stored: 256 random bits need no slow hash. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const digits = 43;
const checksumDigits = 6;

export function newSecret(random: (bytes: Uint8Array) => Uint8Array): string {
  const body = `dk_${randomDigits(random)}`;
  return body + checksum(body);
}

export function randomDigits(random: (bytes: Uint8Array) => Uint8Array): string {
  let value = 0n;
  for (const byte of random(new Uint8Array(32))) value = (value << 8n) | BigInt(byte);
  return base62(value, digits);
}

/** By the checksum. Keys that a user chose have none. */
export function isIntact(secret: string): boolean {
  const body = secret.slice(0, -checksumDigits);
  return secret.length === 3 + digits + checksumDigits && checksum(body) === secret.slice(-checksumDigits);
}

export function hashSecret(secret: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(secret).digest());
}

/** Recognisable, but at most a quarter and 8 characters. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, Math.min(8, Math.floor(secret.length / 4)));
}

function checksum(body: string): string {
  return base62(BigInt(Bun.hash.crc32(body)), checksumDigits);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
