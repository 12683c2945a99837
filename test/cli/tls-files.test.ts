import { expect, test } from "bun:test";
import { StartError } from "../../src/cli/command.ts";
import { readTlsFiles } from "../../src/cli/serving/tls-files.ts";
import { repository } from "../support/source-tree.ts";

const file = (name: string) => `${repository}test/fixtures/tls/${name}.pem`;
const now = Date.parse("2026-11-21T08:00:00Z");

function problem(cert: string, key: string): string {
  try {
    readTlsFiles({ cert: file(cert), key: file(key) }, now);
  } catch (error) {
    if (error instanceof StartError) return error.message.replaceAll(`${repository}test/fixtures/tls/`, "");
    throw error;
  }
  return "none";
}

test("a certificate and its key are read", async () => {
  expect(readTlsFiles({ cert: file("service.cert"), key: file("service.key") }, now)).toEqual({
    cert: await Bun.file(file("service.cert")).text(),
    key: await Bun.file(file("service.key")).text(),
  });
});

test("what a client would stumble over keeps the service from starting", () => {
  expect(problem("none.cert", "service.key")).toStartWith(
    "Cannot read the file of DOCENT_TLS_CERT: There is no none.cert.pem.",
  );
  expect(problem("service.cert", "none.key")).toStartWith(
    "Cannot read the file of DOCENT_TLS_KEY: There is no none.key.pem.",
  );
  expect(problem("service.key", "service.key")).toBe("service.key.pem does not contain a certificate in PEM format.");
  expect(problem("service.cert", "service.cert")).toBe(
    "service.cert.pem does not contain a private key in PEM format.",
  );
  expect(problem("service.cert", "locked.key")).toContain("The key in locked.key.pem is protected by a password.");
  expect(problem("service.cert", "expired.key")).toBe(
    "expired.key.pem is not the key of the certificate in service.cert.pem.",
  );
  expect(problem("expired.cert", "expired.key")).toMatch(
    /^The certificate in expired.cert.pem expired on Feb +1 .*2020/,
  );
  expect(problem("future.cert", "future.key")).toMatch(
    /^The certificate in future.cert.pem is valid from Jan +1 .*2120/,
  );
});
