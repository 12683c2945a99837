/** The address and key that a command uses. */
import { expect, test } from "bun:test";
import { placeOf } from "../../src/cli/service-access.ts";
import { textTable } from "../../src/cli/terminal/text-table.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { repository } from "../support/source-tree.ts";

const tlsFile = (name: string) => `${repository}test/fixtures/tls/${name}.pem`;
const own = { DOCENT_TLS_CERT: tlsFile("service.cert"), DOCENT_TLS_KEY: tlsFile("service.key") };
const pem = await Bun.file(tlsFile("service.cert")).text();
const plain = { socket: null, trusted: null };

test.each([
  [{}, undefined, { address: "http://127.0.0.1:7333", ...plain }],
  [{ DOCENT_HOST: "0.0.0.0", DOCENT_PORT: "8080" }, undefined, { address: "http://localhost:8080", ...plain }],
  [{ DOCENT_HOST: "::1" }, undefined, { address: "http://[::1]:7333", ...plain }],
  [own, undefined, { address: "https://127.0.0.1:7333", socket: null, trusted: pem }],
  [
    { DOCENT_PUBLIC_URL: "https://docent.example.org/v1" },
    undefined,
    { address: "https://docent.example.org", ...plain },
  ],
  [
    { DOCENT_PUBLIC_URL: "https://docent.example.org", DOCENT_SOCKET: "/run/docent.sock" },
    undefined,
    { address: "http://localhost", socket: "/run/docent.sock", trusted: null },
  ],
  [
    { DOCENT_URL: "http://10.0.0.7:7333", DOCENT_SOCKET: "/run/docent.sock" },
    undefined,
    { address: "http://10.0.0.7:7333", ...plain },
  ],
  [
    { ...own, DOCENT_URL: "http://10.0.0.8", DOCENT_PORT: "0" },
    "http://10.0.0.7:7333/v1/",
    { address: "http://10.0.0.7:7333", ...plain },
  ],
])("%j and --url %p", (env, url, place) => {
  const flags = url === undefined ? [] : ["--url", url];
  expect(placeOf(loadConfig({ env, flags }), null)).toEqual(place);
});

test.each([
  [
    ["--port", "0"],
    2,
    "With DOCENT_PORT=0 the service listens on any free port. Give its address with --url. `docent help` lists the commands.",
  ],
  [["--url", "docent"], 2, "--url must be an http or https address such as"],
  [
    ["--url", "http://127.0.0.1:1"],
    1,
    "No API key is given. `docent login` stores one; or set DOCENT_API_KEY, or use --key-file FILE.",
  ],
  [["--key-file", "/nowhere/key"], 1, "Cannot read the key: There is no /nowhere/key."],
  [["--key-file", tlsFile("service.cert")], 2, "The key in"],
  [["--api-key", "sixteen-letters!"], 2, "Everybody on this machine can see a key on the command line"],
  [["--api-key=sixteen-letters!"], 2, "Use --key-file FILE or DOCENT_API_KEY instead."],
])("docent usage %j", async (args, code, says) => {
  const said = await docent("usage", ...args);
  expect([said.code, said.out]).toEqual([code, []]);
  expect(said.err.join("\n")).toContain(says);
});

test("a table is as wide as its content on a terminal", () => {
  const rows = [
    ["name", "ready", ""],
    ["漢字", "1", "x"],
    ["é", "1000000", "y"],
  ];
  expect(textTable(rows)).toEqual(["name  ready", "漢字  1        x", "é     1000000  y"]);
  expect(textTable([])).toEqual([]);
});
