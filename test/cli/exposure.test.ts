/** A service is not put where others reach it while its only lock is weak, or gone. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { refuseExposure, warnOfExposure } from "../../src/cli/serving/exposure.ts";
import { type Config, loadConfig } from "../../src/config/load-config.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService({ ingesting: false });
});
afterEach(() => service.close());

const config = (env: Record<string, string>): Config => loadConfig({ env, flags: [] });
const inNetwork = { DOCENT_HOST: "0.0.0.0" };
const refusal = async (env: Record<string, string>): Promise<string> => {
  try {
    await refuseExposure(service.docent, config(env));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "none";
};
const warnings = async (env: Record<string, string>): Promise<string[]> => {
  const events: string[] = [];
  await warnOfExposure(service.docent, config(env), { ...silentLog, warn: (event) => events.push(event) });
  return events;
};
const revokeAll = async () => {
  for (const { id } of await service.docent.keys.list(service.workspace))
    await service.docent.keys.revoke(service.workspace, id);
};

test("a key of the owner's choice must be hard to guess", async () => {
  for (const key of ["sixteen-letters!", "a-key-of-23-characters!", "aaaaaaaabbbbbbbbccccccccdddddddd"]) {
    expect(await refusal({ ...inNetwork, DOCENT_API_KEY: key })).toStartWith(
      "DOCENT_API_KEY is too easy to guess for 0.0.0.0",
    );
    expect(await refusal({ DOCENT_API_KEY: key })).toBe("none");
    expect(await refusal({ ...inNetwork, DOCENT_SOCKET: "/run/docent", DOCENT_API_KEY: key })).toBe("none");
  }
  expect(await refusal({ ...inNetwork, DOCENT_API_KEY: "correct-horse-battery-staple" })).toBe("none");
});

test("at least one key must work", async () => {
  expect(await refusal(inNetwork)).toBe("none");
  await revokeAll();
  await service.key({ expiresAt: service.clock.now() + 1000 });
  expect(await refusal(inNetwork)).toBe("none");
  service.clock.advance(1000);
  expect(await refusal(inNetwork)).toStartWith("Every key is revoked or has expired");
  expect(await refusal({})).toBe("none");
  expect(await refusal({ ...inNetwork, DOCENT_API_KEY: "correct-horse-battery-staple" })).toBe("none");
});

test("an operator is warned of unencrypted keys, and of having no valid key", async () => {
  const tls = { DOCENT_TLS_CERT: "c", DOCENT_TLS_KEY: "k" };
  expect(await warnings({})).toEqual([]);
  expect(await warnings(inNetwork)).toEqual(["service.unencrypted"]);
  expect(await warnings({ ...inNetwork, DOCENT_PUBLIC_URL: "http://docs.example.org" })).toEqual([
    "service.unencrypted",
  ]);
  expect(await warnings({ ...inNetwork, DOCENT_PUBLIC_URL: "https://docs.example.org" })).toEqual([]);
  expect(await warnings({ ...inNetwork, ...tls })).toEqual([]);
  await revokeAll();
  expect(await warnings({})).toEqual(["service.no_valid_key"]);
});
