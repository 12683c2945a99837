import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  accessKey,
  baseAddress,
  byteCount,
  hostList,
  hostName,
  nonEmpty,
  oneOf,
  originList,
  type Parse,
  period,
  wholeNumber,
  yesOrNo,
} from "../../src/config/setting-values.ts";

const read = <T>(parse: Parse<T>, text: string): T | "refused" => {
  const parsed = parse(text);
  return "value" in parsed ? parsed.value : "refused";
};

test("host names and addresses", () => {
  for (const good of ["localhost", "0.0.0.0", "::", "fe80::1%eth0", "docent.example.org", "host_1"]) {
    expect(read(hostName, good)).toBe(good);
  }
  for (const bad of ["", "http://a", "a:80", "a b", "[::1]", "a/b"]) expect(read(hostName, bad)).toBe("refused");
});

test("whole numbers stay within their bounds", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 25 }), (n) => {
      expect(read(wholeNumber(3, 20), String(n))).toBe(n >= 3 && n <= 20 ? n : "refused");
    }),
  );
  for (const bad of ["", " 5", "5.0", "0x5", "5e0", "1".repeat(40)]) {
    expect(read(wholeNumber(0, 100), bad)).toBe("refused");
  }
});

test("sizes in decimal and binary units", () => {
  const sizes = {
    "512": 512,
    "512B": 512,
    "1KB": 1000,
    "1 KiB": 1024,
    "512MB": 512_000_000,
    "512mib": 536_870_912,
    "1.5GB": 1_500_000_000,
    "2GiB": 2_147_483_648,
  };
  for (const [text, bytes] of Object.entries(sizes)) expect(read(byteCount(1), text)).toBe(bytes);
  for (const bad of ["", "0", "-1", "1TB", "MB", "1,5GB", "1M", "999999999999999GB"]) {
    expect(read(byteCount(1), bad)).toBe("refused");
  }
});

test("periods in minutes, hours and days, or off", () => {
  const read = (text: string) => period(text);
  expect(["90m", "24h", "7d", "off"].map(read)).toEqual([
    { value: 5_400_000 },
    { value: 86_400_000 },
    { value: 604_800_000 },
    { value: null },
  ]);
  const problem = { problem: "must be off, or a time such as 90m, 24h or 7d" };
  expect(["0h", "24", "1.5h", "-1d", "24 h", "1w", ""].map(read)).toEqual(Array.from({ length: 7 }, () => problem));
});

test("yes and no", () => {
  for (const yes of ["true", "TRUE", "1", "yes", "on"]) expect(read(yesOrNo, yes)).toBe(true);
  for (const no of ["false", "0", "no", "Off"]) expect(read(yesOrNo, no)).toBe(false);
  for (const bad of ["", "2", "maybe"]) expect(read(yesOrNo, bad)).toBe("refused");
});

test("choices and strings", () => {
  expect(read(oneOf("a", "b"), "b")).toBe("b");
  expect(oneOf("a", "b")("c")).toEqual({ problem: "must be a or b" });
  expect(read(nonEmpty, " m ")).toBe("m");
  expect(read(nonEmpty, "  ")).toBe("refused");
});

test("an access key is 16 to 256 visible ASCII characters", () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: visible, minLength: 16, maxLength: 256 }), (key) => {
      expect(read(accessKey, key)).toBe(key);
    }),
  );
  for (const bad of ["x".repeat(15), "x".repeat(257), `${"x".repeat(16)} `, `${"x".repeat(16)}\n`, "é".repeat(20)]) {
    expect(read(accessKey, bad)).toBe("refused");
  }
});

test("base addresses lose their trailing slash and may contain no more than a path", () => {
  expect(read(baseAddress, "http://localhost:11434/v1/")).toBe("http://localhost:11434/v1");
  expect(read(baseAddress, "https://docent.example.org")).toBe("https://docent.example.org");
  for (const bad of ["", "docent", "ftp://a", "file:///a", "https://u:p@a", "https://a?b", "https://a#b"]) {
    expect(read(baseAddress, bad)).toBe("refused");
  }
});

test("origins are what browsers send", () => {
  expect(read(originList, "")).toEqual([]);
  expect(read(originList, " https://a.example , http://b:8080,")).toEqual(["https://a.example", "http://b:8080"]);
  for (const bad of ["*", "https://a.example/", "https://a.example/x", "a.example", "null", "HTTPS://a.example"]) {
    expect(read(originList, bad)).toBe("refused");
  }
});

test("hosts are named one by one, or all at once", () => {
  expect(read(hostList, "")).toEqual([]);
  expect(read(hostList, "all")).toBe("all");
  expect(read(hostList, "Wiki.example.internal, 10.0.0.7,::1")).toEqual(["wiki.example.internal", "10.0.0.7", "::1"]);
  for (const bad of ["http://a", "a:80", "a/b", "*", "10.0.0.0/8"]) expect(read(hostList, bad)).toBe("refused");
});
