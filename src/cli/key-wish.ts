import { type Scope, scopes } from "../keys/key.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

export type KeyWish = ReturnType<typeof readKeyWish>;

export function readKeyWish({ options }: Arguments) {
  const experts = options.get("experts");
  return {
    name: options.get("name") ?? "unnamed",
    scopes: scopesFrom(options.get("scopes")),
    experts: experts === undefined ? null : experts.split(",").map((word) => word.trim()),
    expiresAt: expiryFrom(options.get("expires")),
  };
}

function scopesFrom(text: string | undefined): readonly Scope[] {
  if (text === undefined) return scopes;
  return text.split(",").map((word) => {
    const scope = scopes.find((each) => each === word.trim());
    if (scope === undefined) throw new UsageError(`"${word}" is not a scope; there are ${scopes.join(", ")}.`);
    return scope;
  });
}

function expiryFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UsageError(`--expires takes a date like 2027-01-31 or 2027-01-31T12:00:00Z, not "${text}".`);
  return at;
}
