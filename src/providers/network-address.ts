/** Prefixes of the IANA special-purpose address registries (RFC 6890 and its updates). */
import { ipVersion } from "../kernel/ip-version.ts";
import { builtOnce } from "../kernel/stores/recently-used.ts";

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

const lists = builtOnce(() => ({
  special4: listed(specialIpv4, "ipv4"),
  global6: listed([globalIpv6], "ipv6"),
  special6: listed(specialIpv6, "ipv6"),
}));

/** Takes any notation that `ipVersion` knows. */
export function isPublicAddress(address: string): boolean {
  const version = ipVersion(address);
  if (version === null || address.includes("%")) return false;
  const { special4, global6, special6 } = lists();
  if (version === 4) return !special4.check(address);
  return global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

function listed(ranges: readonly string[], family: "ipv4" | "ipv6") {
  const { BlockList } = process.getBuiltinModule("node:net");
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", length] = range.split("/");
    list.addSubnet(address, Number(length), family);
  }
  return list;
}
