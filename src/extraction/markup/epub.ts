import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { readXml, resolvePart, xmlTitle } from "../office/office-package.ts";
import { ZipArchive } from "../zip-archive.ts";
import { topFolderWith } from "../zip-directory.ts";
import { addHtml } from "./html.ts";

interface ManifestItem {
  readonly part: string;
  readonly type: string;
  readonly navigation: boolean;
}

export function extractEpub({ bytes, limits }: ExtractionSource): Document {
  const archive = new ZipArchive(bytes, limits);
  // Debian's books are in a folder of their archive.
  const folder = topFolderWith("META-INF/container.xml", archive.names) ?? "";
  refuseProtected(archive, folder);
  const packageName = folder + rootFile(archive, folder);
  const source = archive.text(packageName);
  if (source === null)
    throw new ExtractionError("corrupt_file", "The book is damaged: its list of contents is missing.");
  const builder = new DocumentBuilder(limits.characters);
  for (const { part, type, navigation } of spine(source, packageName)) {
    if (navigation || !/html/.test(type)) continue;
    const chapter = archive.text(part);
    if (chapter !== null) addHtml(chapter, builder, isInBook);
  }
  return builder.finish(chooseTitle(xmlTitle(source), builder.firstHeading));
}

function rootFile(archive: ZipArchive, folder: string): string {
  let name = "";
  readXml(archive.text(`${folder}META-INF/container.xml`) ?? "", {
    open: (tag, attribute) => {
      if (tag === "rootfile" && name === "") name = attribute("full-path") ?? "";
    },
  });
  return name;
}

/** In reading order; items with `linear="no"` last. */
function spine(source: string, packageName: string): ManifestItem[] {
  const items = new Map<string, ManifestItem>();
  const order: { readonly id: string; readonly linear: boolean }[] = [];
  readXml(source, {
    open: (name, attribute) => {
      const id = attribute("id") ?? "";
      if (name === "item") {
        const navigation = attribute("properties")?.split(/\s+/).includes("nav") === true;
        const part = resolvePart(packageName, decodePath(attribute("href") ?? ""));
        items.set(id, { part, type: attribute("media-type") ?? "", navigation });
      } else if (name === "itemref") {
        order.push({ id: attribute("idref") ?? "", linear: attribute("linear") !== "no" });
      }
    },
  });
  const sorted = [...order.filter((entry) => entry.linear), ...order.filter((entry) => !entry.linear)];
  return [...new Set(sorted.map((entry) => items.get(entry.id)))].filter((item) => item !== undefined);
}

const isInBook = (href: string) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);

function decodePath(href: string): string {
  const path = href.split("#")[0] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `encryption.xml` also lists obfuscated fonts; only encrypted text makes a book unreadable. */
function refuseProtected(archive: ZipArchive, folder: string): void {
  readXml(archive.text(`${folder}META-INF/encryption.xml`) ?? "", {
    open: (name, attribute) => {
      if (name === "CipherReference" && /\.x?html?$/i.test(attribute("URI") ?? "")) {
        throw new ExtractionError(
          "encrypted_file",
          "The book is protected by digital rights management and cannot be read.",
        );
      }
    },
  });
}
