/** Prefixes of the IANA special-purpose address registries (RFC 6890 and its updates). */
import { ipVersion } from "../kernel/ip-version.ts";

/** Not globally reachable, or not one host. */
const specialIpv4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private (RFC 1918)
  "100.64.0.0/10", // shared by carriers (RFC 6598)
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, where clouds have their metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays, deprecated
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
];

const globalIpv6 = "2000::/3";

/** Exceptions within `globalIpv6`; several embed an IPv4 address. */
const specialIpv6 = [
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
];

/** Takes any notation that `ipVersion` knows. */
export function isPublicAddress(address: string): boolean {
  const bits = bitsOf(address);
  if (bits === null) return false;
  const isWithin = (range: string) => bits.startsWith(prefixOf(range));
  return bits.length === 32 ? !specialIpv4.some(isWithin) : isWithin(globalIpv6) && !specialIpv6.some(isWithin);
}

function prefixOf(range: string): string {
  const [address = "", length] = range.split("/");
  const bits = bitsOf(address);
  if (bits === null) throw new Error(`${range} is no range of addresses`);
  return bits.slice(0, Number(length));
}

/** 32 or 128 characters `0` and `1`; null: invalid, or with a zone. */
function bitsOf(address: string): string | null {
  const version = ipVersion(address);
  if (version === 4) return ipv4Bits(address);
  return version === 6 && !address.includes("%") ? ipv6Bits(address) : null;
}

function ipv4Bits(address: string): string {
  return address
    .split(".")
    .map((octet) => binary(Number(octet), 8))
    .join("");
}

function ipv6Bits(address: string): string {
  const [head = "", tail] = address.split("::", 2).map(groupBits);
  return tail === undefined ? head : head + "0".repeat(128 - head.length - tail.length) + tail;
}

/** One side of `::`; the last group may be a dotted IPv4 address (RFC 4291, 2.2). */
function groupBits(groups: string): string {
  return groups
    .split(":")
    .map((group) => {
      if (group === "") return "";
      return group.includes(".") ? ipv4Bits(group) : binary(Number.parseInt(group, 16), 16);
    })
    .join("");
}

function binary(value: number, digits: number): string {
  return value.toString(2).padStart(digits, "0");
}
