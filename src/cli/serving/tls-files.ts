import type { KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { TlsFiles } from "../../config/load-config.ts";
import { plainReason } from "../../kernel/error-code.ts";
import { StartError } from "../command.ts";

const cryptography = () => process.getBuiltinModule("node:crypto");

/** In PEM: the service's certificate first, then those up to the root. @throws StartError for an invalid file or certificate, also by its dates */
export function readTlsFiles(files: TlsFiles, now: number) {
  const identity = { cert: readText("DOCENT_TLS_CERT", files.cert), key: readText("DOCENT_TLS_KEY", files.key) };
  const certificate = certificateIn(identity.cert, files.cert);
  if (!certificate.checkPrivateKey(privateKeyIn(identity.key, files.key))) {
    throw new StartError(`${files.key} is not the key of the certificate in ${files.cert}.`);
  }
  const { validFrom, validTo } = certificate;
  if (Date.parse(validTo) <= now) throw new StartError(`The certificate in ${files.cert} expired on ${validTo}.`);
  if (Date.parse(validFrom) > now) throw new StartError(`The certificate in ${files.cert} is valid from ${validFrom}.`);
  return identity;
}

/** Null: the system verifies it. @throws StartError without a certificate */
export function ownTrust(files: TlsFiles): string | null {
  const text = readText("DOCENT_TLS_CERT", files.cert);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [text];
  const certificates = blocks.map((block) => certificateIn(block, files.cert));
  return certificates.some(({ issuer, subject }) => issuer === subject) ? text : null;
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new StartError(`Cannot read the file of ${setting}: ${plainReason(cause)}`, cause);
  }
}

function certificateIn(text: string, path: string): X509Certificate {
  try {
    return new (cryptography().X509Certificate)(text);
  } catch (cause) {
    throw new StartError(`${path} does not contain a certificate in PEM format.`, cause);
  }
}

function privateKeyIn(text: string, path: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    throw new StartError(
      `The key in ${path} is protected by a password. Save it without one: openssl pkey -in FILE -out FILE.`,
    );
  }
  try {
    return cryptography().createPrivateKey(text);
  } catch (cause) {
    throw new StartError(`${path} does not contain a private key in PEM format.`, cause);
  }
}
