import { expect, test } from "bun:test";
import { assert, ipV4, property } from "fast-check";
import { isPublicAddress } from "../../src/providers/network-address.ts";

test("globally reachable addresses are public", () => {
  const open = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0"];
  const openToo = ["223.255.255.255", "192.0.1.0", "198.17.255.255", "2606:4700::1111", "2a00:1450:4001:81b::200e"];
  for (const address of [...open, ...openToo, "2001:4860:4860::8888", "2400:cb00:2048:1::c629:d7a2"]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test("every special range is refused, from its first address to its last", () => {
  const ranges = [
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.169.254"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.2.255"],
    ["192.88.99.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "203.0.113.255"],
    ["224.0.0.0", "239.255.255.255"],
    ["240.0.0.0", "255.255.255.255"],
    ["::", "::1"],
    ["::ffff:8.8.8.8", "::ffff:127.0.0.1"], // IPv4-mapped
    ["::8.8.8.8", "::ffff:0:8.8.8.8"], // IPv4-compatible, IPv4-translated
    ["64:ff9b::7f00:1", "64:ff9b:1::8.8.8.8"], // NAT64
    ["100::", "100::1"],
    ["2001::1", "2001:1ff:ffff::"], // Teredo and other protocol assignments
    ["2001:db8::", "2001:db8:ffff::"],
    ["2002:7f00:1::", "2002:ffff::"], // 6to4
    ["3fff::", "3fff:fff::"],
    ["5f00::", "5f00:1::"],
    ["fc00::", "fdff::"],
    ["fe80::1", "febf::1"],
    ["fec0::", "fec0::1"],
    ["ff02::1", "ff0e::1"],
  ].flat();
  for (const address of ranges) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test("one address has one answer, however it is written", () => {
  expect(isPublicAddress("2606:4700:0:0:0:0:0:1111")).toBe(true);
  expect(isPublicAddress("2606:4700:0000::0000:1111")).toBe(true);
  expect(isPublicAddress("0:0:0:0:0:0:0:1")).toBe(false);
  expect(isPublicAddress("0000::ffff:7f00:0001")).toBe(false);
  expect(isPublicAddress("FE80::1")).toBe(false);
});

test("an invalid address is not public, nor is one with a zone", () => {
  for (const text of [
    "",
    "example.org",
    "1.1.1",
    "0x7f.1",
    "127.1",
    "2130706433",
    "[::1]",
    "fe80::1%eth0",
    "2606::1%1",
  ]) {
    expect([text, isPublicAddress(text)]).toEqual([text, false]);
  }
});

test("no IPv4 address gets through inside an IPv6 one", () => {
  assert(
    property(ipV4(), (address) => {
      for (const wrapped of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`, `64:ff9b:1::${address}`]) {
        expect(isPublicAddress(wrapped)).toBe(false);
      }
    }),
  );
});
