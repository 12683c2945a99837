import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { OfficePackage, readXml } from "./office-package.ts";
import { CellFormats } from "./xlsx-formats.ts";
import { readSheet } from "./xlsx-sheet.ts";
import { addTables } from "./xlsx-tables.ts";

interface SheetPart {
  readonly name: string;
  readonly part: string;
}

/** A visible sheet is a section, and a row names its columns. Formulas have their last values. */
export function extractXlsx({ bytes, limits }: ExtractionSource): Document {
  const office = new OfficePackage(bytes, limits);
  const main = office.part("xl/workbook.xml") === null ? office.mainName : "xl/workbook.xml";
  const workbook = office.mainPart(main);
  const sheets = visibleSheets(workbook, office, main);
  if (sheets.length > limits.pages)
    throw new ExtractionError("too_large", `The file has more than ${limits.pages} sheets.`);
  const strings = sharedStrings(office.related(main, "/sharedStrings") ?? "");
  const formats = new CellFormats(office.related(main, "/styles") ?? "", /date1904="(?:1|true)"/.test(workbook));
  const builder = new DocumentBuilder(limits.characters);
  for (const { name, part } of sheets) {
    const sheet = readSheet(office.part(part) ?? "", { strings, formats });
    if (sheet.rows.length > 0) builder.add("heading", name, { level: 1 });
    addTables(builder, sheet);
  }
  return builder.finish(chooseTitle(office.title, null));
}

function visibleSheets(workbook: string, office: OfficePackage, main: string): SheetPart[] {
  const relations = office.relations(main);
  const sheets: SheetPart[] = [];
  readXml(workbook, {
    open: (name, attribute) => {
      const part = relations.get(attribute("r:id") ?? attribute("id") ?? "")?.target;
      if (name !== "sheet" || part === undefined || /hidden/i.test(attribute("state") ?? "")) return;
      sheets.push({ name: attribute("name") ?? "", part });
    },
  });
  return sheets;
}

/** Without phonetic guides. */
function sharedStrings(source: string): string[] {
  const strings: string[] = [];
  let inText = false;
  let phonetic = false;
  readXml(source, {
    open: (name) => {
      if (name === "si") strings.push("");
      else if (name === "rPh") phonetic = true;
      inText = name === "t" && !phonetic;
    },
    close: (name) => {
      inText = false;
      if (name === "rPh") phonetic = false;
    },
    text: (text) => {
      if (inText && strings.length > 0) strings[strings.length - 1] += text;
    },
  });
  return strings;
}
