import { expect, test } from "bun:test";
import { hostNamesFor, isLoopback } from "../../../src/http/edge/host-names.ts";

const names = (options: Partial<Parameters<typeof hostNamesFor>[0]>) => {
  const found = hostNamesFor({ bind: "127.0.0.1", publicUrl: null, allowed: [], ...options });
  return found === "any" ? "any" : [...found];
};
const own = ["localhost", "127.0.0.1", "[::1]"];

test("on loopback a service accepts its own names and the configured ones", () => {
  expect(names({})).toEqual(own);
  expect(names({ bind: "::1" })).toEqual(own);
  expect(names({ bind: "127.0.0.2" })).toEqual([...own, "127.0.0.2"]);
  expect(names({ publicUrl: "https://Docs.example.org:8443/base" })).toEqual([...own, "docs.example.org"]);
  expect(names({ allowed: ["fd00::7", "Nas.local"] })).toEqual([...own, "[fd00::7]", "nas.local"]);
  expect(names({ allowed: "all" })).toBe("any");
});

test("in a network it accepts any name until some are configured, on a socket any name", () => {
  expect(names({ bind: "0.0.0.0" })).toBe("any");
  expect(names({ bind: "docs.example.org" })).toBe("any");
  expect(names({ bind: "0.0.0.0", allowed: ["nas"] })).toEqual([...own, "0.0.0.0", "nas"]);
  expect(names({ bind: null, allowed: ["nas"] })).toBe("any");
});

test("loopback addresses are those that only this machine reaches", () => {
  for (const bind of ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "::1"]) expect(isLoopback(bind)).toBe(true);
  for (const bind of ["0.0.0.0", "::", "10.0.0.1", "127.example.org", "localhost.example.org", "fe80::1"])
    expect(isLoopback(bind)).toBe(false);
});
