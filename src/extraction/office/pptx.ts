import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { chooseTitle, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { OfficePackage, readXml } from "./office-package.ts";
import { SlideBlocks, SlideWalker } from "./slide-walker.ts";

/** A slide is a page, and a section under its title. Includes speaker's notes. */
export function extractPptx({ bytes, limits }: ExtractionSource): Document {
  const office = new OfficePackage(bytes, limits);
  const main = office.part("ppt/presentation.xml") === null ? office.mainName : "ppt/presentation.xml";
  const slides = slideParts(office, main);
  if (slides.length > limits.pages)
    throw new ExtractionError("too_large", `The file has more than ${limits.pages} slides.`);
  const builder = new DocumentBuilder(limits.characters);
  const titles = slides.map((part, i) => {
    const slide = readSlide(office, part, builder.room);
    slide.addTo(builder, i + 1);
    return slide.title;
  });
  return builder.finish(chooseTitle(office.title, titles.find((title) => title !== null) ?? null));
}

function readSlide(office: OfficePackage, part: string, room: number): SlideBlocks {
  const [slide, notes] = [new SlideBlocks(room), new SlideBlocks(room)];
  readXml(office.part(part) ?? "", new SlideWalker(slide));
  readXml(office.related(part, "/notesSlide") ?? "", new SlideWalker(notes));
  for (const { text } of notes.blocks) slide.add("paragraph", text);
  return slide;
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
