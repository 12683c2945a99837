import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { OfficePackage, readXml } from "./office-package.ts";
import { SlideWalker } from "./slide-walker.ts";

/** A slide is a page, and a section under its title. Includes speaker's notes. */
export function extractPptx({ bytes, limits }: ExtractionSource): Document {
  const office = new OfficePackage(bytes, limits);
  const main = office.part("ppt/presentation.xml") === null ? office.mainName : "ppt/presentation.xml";
  const slides = slideParts(office, main);
  if (slides.length > limits.pages)
    throw new ExtractionError("too_large", `The file has more than ${limits.pages} slides.`);
  const builder = new DocumentBuilder(limits.characters);
  const titles = slides.map((slide, i) => addSlide(builder, office, { slide, number: i + 1 }));
  return builder.finish(chooseTitle(office.title, titles.find((title) => title !== null) ?? null));
}

function addSlide(
  builder: DocumentBuilder,
  office: OfficePackage,
  { slide, number }: { readonly slide: string; readonly number: number },
): string | null {
  const walker = new SlideWalker(builder.room);
  readXml(office.part(slide) ?? "", walker);
  const notes = notesOf(office, slide, builder.room);
  builder.startPage();
  const empty = walker.blocks.length + notes.length === 0;
  if (walker.title !== null || !empty) builder.add("heading", walker.title ?? `Slide ${number}`, { level: 1 });
  for (const { kind, text, ...form } of walker.blocks) builder.add(kind, text, form);
  for (const text of notes) builder.add("paragraph", text);
  return walker.title;
}

function slideParts(office: OfficePackage, main: string): string[] {
  const relations = office.relations(main);
  const parts: string[] = [];
  readXml(office.mainPart(main), {
    open: (name, attribute) => {
      const id = name === "sldId" ? [attribute("r:id"), attribute("id")] : [];
      const target = id.map((one) => relations.get(one ?? "")?.target).find((part) => part !== undefined);
      if (target !== undefined) parts.push(target);
    },
  });
  return parts;
}

function notesOf(office: OfficePackage, slide: string, room: number): string[] {
  const walker = new SlideWalker(room);
  readXml(office.related(slide, "/notesSlide") ?? "", walker);
  return walker.blocks.map((block) => block.text);
}
