import { ExtractionError } from "../sources/extraction-error.ts";
import { defaultExtractionLimits } from "./format-extractor.ts";
import { decodeText, detectCharset, knownCharset } from "./plain/charset.ts";
import { type Format, formatNames, formatOfName, formatOfType, supportedFormats } from "./supported-formats.ts";
import { isBinary, isTextual, textFormat } from "./text-format.ts";
import { isZip, readZipDirectory, topFolderWith } from "./zip-directory.ts";

export interface Sniffed {
  readonly format: Format;
  readonly mimeType: string;
  /** For text formats: a label of TextDecoder. */
  readonly charset?: string;
}

/** By bytes; names and types only choose between kinds of text. @throws ExtractionError */
export function sniff(bytes: Uint8Array, filename: string | null, declaredType: string | null): Sniffed {
  if (bytes.length === 0) throw new ExtractionError("no_extractable_text", "The file is empty.");
  if (startsWith(bytes, "%PDF-") || indexOfText(bytes.subarray(0, 1024), "%PDF-") >= 0) return sniffed("pdf");
  if (isZip(bytes)) return sniffed(packedFormat(bytes));
  const picture = pictureFormat(bytes);
  if (picture !== null) return sniffed(picture);
  refuseBinary(bytes);
  const charset = detectCharset(bytes, charsetParameter(declaredType) ?? charsetInside(bytes));
  if (!charset.startsWith("utf-16") && isBinary(bytes)) throw unsupported("a binary file");
  const hint = formatOfName(filename) ?? formatOfType(declaredType);
  const text = decodeText(bytes, charset);
  const format = textFormat(text, hint !== null && isTextual(hint) ? hint : null, filename !== null);
  return { ...sniffed(format), charset };
}

function sniffed(format: Format): Sniffed {
  return { format, mimeType: supportedFormats[format].mimeTypes[0] };
}

function packedFormat(bytes: Uint8Array): Format {
  const names = readZipDirectory(bytes, defaultExtractionLimits.entries).map((entry) => entry.name);
  if (names.includes("[Content_Types].xml")) {
    if (names.some((name) => name.startsWith("word/"))) return "docx";
    if (names.some((name) => name.startsWith("ppt/"))) return "pptx";
    if (names.some((name) => name.startsWith("xl/"))) return "xlsx";
  }
  const openDocument = openDocumentFormat(bytes);
  if (openDocument !== null) return openDocument;
  if (topFolderWith("META-INF/container.xml", names) !== null) return "epub";
  throw unsupported("a ZIP archive", "Unpack it and upload the files in it.");
}

/** Its type is the first entry, and not packed (OpenDocument 1.3 part 2, 3.3). */
function openDocumentFormat(bytes: Uint8Array): Format | null {
  const head = String.fromCharCode(...bytes.subarray(30, 120));
  const type = /^mimetype(application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))/.exec(head)?.[1];
  return formatOfType(type ?? null);
}

const pictureSignatures: readonly (readonly [Format, ...string[]])[] = [
  ["png", "\x89PNG"],
  ["jpeg", "\xff\xd8\xff"],
  ["tiff", "II*\0", "MM\0*"],
];

function pictureFormat(bytes: Uint8Array): Format | null {
  if (startsWith(bytes, "RIFF") && startsWith(bytes.subarray(8), "WEBP")) return "webp";
  return pictureSignatures.find(([, ...signatures]) => signatures.some((one) => startsWith(bytes, one)))?.[0] ?? null;
}

const binaryKinds: readonly (readonly [kind: string, signature: string, remedy?: string])[] = [
  ["a GIF image", "GIF8"],
  ["a HEIC image", "ftyphe", "Save it as JPEG."],
  ["a HEIC image", "ftypmif1", "Save it as JPEG."],
  ["a BigTIFF image", "II+\0", "Save it as an ordinary TIFF, or as a PDF."],
  ["a gzip archive", "\x1f\x8b", "Unpack it first."],
  ["a 7-Zip archive", "7z\xbc\xaf", "Unpack it first."],
  ["a RAR archive", "Rar!", "Unpack it first."],
  ["an RTF document", "{\\rtf", "Save it as .docx and upload that."],
  ["a SQLite database", "SQLite format 3\0"],
  ["a program", "\x7fELF"],
  ["a program", "MZ\x90"],
  ["an MP3 recording", "ID3"],
];

const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

function refuseBinary(bytes: Uint8Array): void {
  const head = startsWith(bytes.subarray(4), "ftyp") ? bytes.subarray(4) : bytes;
  for (const [kind, signature, remedy] of binaryKinds) {
    if (startsWith(head, signature)) throw unsupported(kind, remedy);
  }
  if (!startsWith(bytes, oleSignature)) return;
  // MS-OFFCRYPTO: a .docx with a password is an OLE file with this stream, named in UTF-16.
  if (indexOfText(bytes, [..."EncryptedPackage"].join("\0")) >= 0) {
    throw new ExtractionError(
      "encrypted_file",
      "The file is protected by a password. Remove the password and upload it again.",
    );
  }
  throw unsupported("a file of an old Office version", "Save it as .docx, .pptx or .xlsx and upload that.");
}

function unsupported(kind: string, remedy = ""): ExtractionError {
  const known = formatNames.filter((name) => name !== "code" && name !== "text").join(", ");
  return new ExtractionError(
    "unsupported_file_type",
    `This is ${kind}. Docent cannot read text from it. ${remedy} Supported: ${known}, plain text and source code.`.replace(
      "  ",
      " ",
    ),
  );
}

function charsetParameter(type: string | null): string | null {
  return knownCharset(/charset\s*=\s*"?([\w:.-]+)/i.exec(type ?? "")?.[1]);
}

/** `<meta charset>`, `<meta http-equiv>`, `<?xml encoding?>`. */
function charsetInside(bytes: Uint8Array): string | null {
  const head = decodeText(bytes.subarray(0, 2048), "windows-1252");
  return knownCharset(
    /<meta[^>]{1,200}charset\s*=\s*["']?([\w:.-]+)|<\?xml[^>]{1,100}encoding\s*=\s*["']([\w:.-]+)/i
      .exec(head)
      ?.slice(1)
      .find(Boolean),
  );
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return indexOfText(bytes.subarray(0, text.length), text) === 0;
}

function indexOfText(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(text, 0, "latin1");
}
