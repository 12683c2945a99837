import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { readOdfStyles } from "./odf-styles.ts";
import { OdfWalker } from "./odf-walker.ts";
import { OdpReader } from "./odp-slides.ts";
import { OdsReader } from "./ods-sheets.ts";
import { type Attribute, OfficePackage, readXml, type XmlHandler, xmlTitle } from "./office-package.ts";

interface BodyReader extends Required<XmlHandler> {
  readonly title: string | null;
  readonly firstHeading: string | null;
  end(): void;
}

/** OpenDocument 1.3 (OASIS): texts, spreadsheets and presentations, like those of Office. */
export function extractOpenDocument({ bytes, limits }: ExtractionSource): Document {
  const office = new OfficePackage(bytes, limits);
  refuseProtected(office.part("META-INF/manifest.xml") ?? "");
  const content = office.mainPart("content.xml");
  const styles = readOdfStyles([content, office.part("styles.xml") ?? ""]);
  const builder = new DocumentBuilder(limits.characters);
  const body = readBody(content, {
    text: () => new OdfWalker(styles, builder),
    spreadsheet: () => new OdsReader(builder, styles, limits),
    presentation: () => new OdpReader(builder, styles, limits),
  });
  const title = chooseTitle(xmlTitle(office.part("meta.xml") ?? ""), body?.firstHeading ?? null);
  return builder.finish(body?.title ?? title);
}

/** By the name of the element in the body that a reader reads. */
type BodyReaders = Readonly<Record<string, () => BodyReader>>;

function readBody(content: string, readers: BodyReaders): BodyReader | null {
  let inBody = false;
  let reader: BodyReader | null = null;
  const open = (name: string, attribute: Attribute) => {
    if (reader !== null) reader.open(name, attribute);
    else if (inBody) reader = readers[name]?.() ?? null;
    else inBody = name === "body";
  };
  readXml(content, { open, text: (text) => reader?.text(text), close: (name) => reader?.close(name) });
  reader = reader as BodyReader | null;
  reader?.end();
  return reader;
}

function refuseProtected(manifest: string): void {
  readXml(manifest, {
    open: (name) => {
      if (name === "encryption-data")
        throw new ExtractionError(
          "encrypted_file",
          "The file is protected by a password. Remove the password and upload it again.",
        );
    },
  });
}
