import type { Document } from "../../sources/document.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { readStyles } from "./docx-styles.ts";
import { DocxWalker } from "./docx-walker.ts";
import { readNumbering } from "./list-numbering.ts";
import { OfficePackage, readXml } from "./office-package.ts";

/** Without deleted and hidden text, running heads, comments and tables of contents. */
export function extractDocx({ bytes, limits }: ExtractionSource): Document {
  const office = new OfficePackage(bytes, limits);
  const main = office.part("word/document.xml") === null ? office.mainName : "word/document.xml";
  const styles = readStyles(office.related(main, "/styles") ?? "");
  const numbering = readNumbering(office.related(main, "/numbering") ?? "");
  const builder = new DocumentBuilder(limits.characters);
  const walker = new DocxWalker(builder, styles, numbering);
  readXml(office.mainPart(main), walker);
  walker.end();
  addNotes(builder, office.related(main, "/footnotes") ?? "");
  addNotes(builder, office.related(main, "/endnotes") ?? "");
  return builder.finish(walker.title ?? chooseTitle(office.title, walker.firstHeading));
}

function addNotes(builder: DocumentBuilder, source: string): void {
  let note: { id: string; text: string } | null = null;
  readXml(source, {
    open: (name, attribute) => {
      const separator = attribute("type") !== undefined && attribute("type") !== "normal";
      if ((name === "footnote" || name === "endnote") && !separator) note = { id: attribute("id") ?? "", text: "" };
    },
    text: (text) => {
      if (note !== null) note.text += text;
    },
    close: (name) => {
      if (name === "p" && note !== null) note.text += " ";
      if ((name === "footnote" || name === "endnote") && note !== null) {
        if (note.text.trim() !== "") builder.add("paragraph", `[${note.id}] ${note.text.trim()}`);
        note = null;
      }
    },
  });
}
