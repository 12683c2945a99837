import { expect, test } from "bun:test";
import { addressGuard } from "../../src/providers/address-guard.ts";
import { FetchError } from "../../src/sources/ingest/ingest-failure.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "open.example": ["93.184.216.34", "2606:4700::1111"],
  "inside.example": ["10.0.0.7"],
  "half.example": ["93.184.216.34", "127.0.0.1"],
  "empty.example": [],
};
const resolve = async (name: string) => {
  const found = names[name];
  if (found === undefined) throw new Error("ENOTFOUND");
  return found;
};

async function verdict(url: string, privateHosts: readonly string[] | "all" = []): Promise<unknown> {
  try {
    return (await addressGuard(privateHosts, resolve).check(new URL(url))).addresses;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { message: error.message, retryable: error.retryable };
  }
}

const refused = (host: string) => ({
  message: `${host} is in a private network, and Docent does not fetch from private networks. To allow this host, the service's operator can add it to DOCENT_ALLOW_PRIVATE_URLS.`,
  retryable: false,
});

test("a public host is accepted with its addresses", async () => {
  expect(await verdict("https://open.example/a")).toEqual(["93.184.216.34", "2606:4700::1111"]);
  expect(await verdict("http://1.1.1.1:8080/")).toEqual(["1.1.1.1"]);
  expect(await verdict("http://[2606:4700::1111]/")).toEqual(["2606:4700::1111"]);
});

test("a host is refused if any of its addresses is private", async () => {
  expect(await verdict("http://inside.example/")).toEqual(refused("inside.example"));
  expect(await verdict("http://half.example/")).toEqual(refused("half.example"));
});

test("loopback is refused in every spelling", async () => {
  for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "127.0.0.1."]) {
    expect(await verdict(`http://${host}/`)).toEqual(refused(new URL(`http://${host}/`).hostname));
  }
  for (const host of ["::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "fe80::1"]) {
    expect(await verdict(`http://[${host}]/`)).toMatchObject({ retryable: false });
  }
});

test("a private host can be allowed by its name or address, and all of them at once", async () => {
  expect(await verdict("http://inside.example/", ["inside.example"])).toEqual(["10.0.0.7"]);
  expect(await verdict("http://inside.example/", ["10.0.0.7"])).toEqual(refused("inside.example"));
  expect(await verdict("http://10.0.0.7/", ["10.0.0.7"])).toEqual(["10.0.0.7"]);
  expect(await verdict("http://[::1]:8000/", ["::1"])).toEqual(["::1"]);
  expect(await verdict("http://half.example/", "all")).toEqual(["93.184.216.34", "127.0.0.1"]);
});

test("an unresolvable name can be retried", async () => {
  expect(await verdict("http://missing.example/")).toEqual({
    message: "The name missing.example cannot be resolved. Check its spelling, and the network.",
    retryable: true,
  });
  expect(await verdict("http://empty.example/")).toEqual({
    message: "The name empty.example has no address.",
    retryable: true,
  });
});

test("only http and https are fetched", async () => {
  for (const scheme of ["ftp", "file", "gopher", "data"]) {
    const message = `${scheme}: addresses are not fetched, only http and https.`;
    expect(await verdict(`${scheme}://open.example/`, "all")).toEqual({ message, retryable: false });
  }
});
