import { describe, expect, test } from "bun:test";
import { isIP } from "node:net";
import fc from "fast-check";
import { ipVersion } from "../../../src/kernel/ip-version.ts";

const ofNode = (text: string) => (({ 4: 4, 6: 6 }) as const)[isIP(text)] ?? null;

describe("ipVersion", () => {
  test.each([
    "127.0.0.1",
    "255.255.255.255",
    "256.1.1.1",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "0x7f.0.0.1",
    "2130706433",
    " 1.2.3.4",
    "1.2.3.4\n",
    "::",
    "::1",
    ":1",
    "1:",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::8",
    "1:2:3:4:5:6::8",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "1:2:3:4:5:6:127.0.0.1",
    "1:2:3:4:5:6:7:127.0.0.1",
    "127.0.0.1::",
    "1:127.0.0.1::2",
    "fe80::1%eth0",
    "fe80::1%",
    "fe80::1%a%b",
    "fe80::1%a_b",
    "12345::",
    "g::",
    "[::1]",
    "localhost",
    "",
  ])("tells %j as Node does", (text) => {
    expect(ipVersion(text)).toBe(ofNode(text));
  });

  test("agrees with Node on anything made of an address's characters", () => {
    const piece = fc.constantFrom(
      ":",
      "::",
      ".",
      "%",
      "0",
      "1",
      "10",
      "255",
      "256",
      "ffff",
      "abcde",
      "1.2.3.4",
      "e0",
      "[",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 18 }), (pieces) => {
        expect(ipVersion(pieces.join(""))).toBe(ofNode(pieces.join("")));
      }),
      { numRuns: 2000 },
    );
    const groups = fc.array(fc.constantFrom("0", "1f", "abcd", "", "1.2.3.4"), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(groups, (parts) => {
        expect(ipVersion(parts.join(":"))).toBe(ofNode(parts.join(":")));
      }),
      { numRuns: 2000 },
    );
  });
});
