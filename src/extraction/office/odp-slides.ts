import { ExtractionError } from "../../sources/extraction-error.ts";
import type { BlockSink, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionLimits } from "../format-extractor.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { OdfWalker } from "./odf-walker.ts";
import type { Attribute, XmlHandler } from "./office-package.ts";
import { SlideBlocks } from "./slide-walker.ts";

const repeatedClasses: ReadonlySet<string> = new Set(["header", "footer", "date-time", "page-number"]);

/** Frames of slides, each read as a text, then the speaker's notes (OpenDocument 1.3 part 3, 10). */
export class OdpReader implements XmlHandler {
  readonly #builder: DocumentBuilder;
  readonly #styles: OdfStyles;
  readonly #limits: ExtractionLimits;
  #slides = 0;
  #slide: { readonly blocks: SlideBlocks; readonly walker: OdfWalker } | null = null;
  /** The class of the open frame; empty: text and shapes of the slide itself. */
  #frame = "";
  readonly title = null;
  firstHeading: string | null = null;

  constructor(builder: DocumentBuilder, styles: OdfStyles, limits: ExtractionLimits) {
    this.#builder = builder;
    this.#styles = styles;
    this.#limits = limits;
  }

  open(name: string, attribute: Attribute): void {
    if (name === "page") this.#openSlide();
    else if (name === "frame") this.#frame = attribute("presentation:class") ?? "";
    else this.#slide?.walker.open(name, attribute);
  }

  text(text: string): void {
    this.#slide?.walker.text(text);
  }

  close(name: string): void {
    if (name === "page") this.end();
    else if (name === "frame") this.#frame = "";
    else this.#slide?.walker.close(name);
  }

  end(): void {
    if (this.#slide === null) return;
    const { blocks, walker } = this.#slide;
    walker.end();
    blocks.addTo(this.#builder, this.#slides);
    this.firstHeading ??= blocks.title;
    this.#slide = null;
  }

  #openSlide(): void {
    this.end();
    this.#slides++;
    if (this.#slides > this.#limits.pages)
      throw new ExtractionError("too_large", `The file has more than ${this.#limits.pages} slides.`);
    const blocks = new SlideBlocks(this.#builder.room);
    const sink: BlockSink = {
      add: (kind, text, form) => {
        if (this.#frame === "title") blocks.addTitle(text);
        else if (!repeatedClasses.has(this.#frame)) blocks.add(kind, text, form);
      },
      addTable: (grid) => blocks.addTable(grid),
    };
    this.#slide = { blocks, walker: new OdfWalker(this.#styles, sink) };
  }
}
