/**
 * The secret of an API key: `dk_`, 32 random bytes in base 62 (43 digits), and a 6-digit base-62 CRC-32 of the text before
 * it, so that a mistyped or truncated key can be recognised without the database, and secret scanners can tell it from
 * noise. Only its SHA-256 is stored: 256 random bits need no slow hash.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const digits = 43;
const checksumDigits = 6;

/** @param random fills the array it is given with random bytes. */
export function newSecret(random: (bytes: Uint8Array) => Uint8Array): string {
  const body = `dk_${randomDigits(random)}`;
  return body + checksum(body);
}

/** 32 random bytes in base 62, which nobody can guess. */
export function randomDigits(random: (bytes: Uint8Array) => Uint8Array): string {
  let value = 0n;
  for (const byte of random(new Uint8Array(32))) value = (value << 8n) | BigInt(byte);
  return base62(value, digits);
}

/** Whether a text that begins like one of our keys is whole. Keys that a user chose (`DOCENT_API_KEY`) are not ours. */
export function isIntact(secret: string): boolean {
  const body = secret.slice(0, -checksumDigits);
  return secret.length === 3 + digits + checksumDigits && checksum(body) === secret.slice(-checksumDigits);
}

/** SHA-256 of the key, the only form in which it is stored. */
export function hashSecret(secret: string): Uint8Array {
  return new Uint8Array(new Bun.CryptoHasher("sha256").update(secret).digest());
}

/** Enough of a key to recognise it, too little to guess it: at most a quarter, and at most 8 characters. */
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
