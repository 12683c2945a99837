import { ExtractionError } from "../../sources/extraction-error.ts";
import type { ExtractionLimits } from "../format-extractor.ts";
import { readMarkup } from "../markup/markup-reader.ts";
import { ZipArchive } from "../zip-archive.ts";

/** By name without prefix, because producers choose their prefixes. */
export type Attribute = (name: string) => string | undefined;

export interface XmlHandler {
  /** Without prefix. */
  open?(name: string, attribute: Attribute): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** With the limits of {@link readMarkup}. */
export function readXml(source: string, handler: XmlHandler): void {
  readMarkup(source, "xml", {
    open: (name, attributes) => handler.open?.(local(name), (wanted) => findAttribute(attributes, wanted)),
    close: (name) => handler.close?.(local(name)),
    text: (text) => handler.text?.(text),
  });
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);

function findAttribute(attributes: ReadonlyMap<string, string>, wanted: string): string | undefined {
  const plain = attributes.get(wanted);
  if (plain !== undefined) return plain;
  for (const [name, value] of attributes) if (local(name) === wanted) return value;
  return undefined;
}

export interface Relation {
  readonly type: string;
  readonly target: string;
}

export class OfficePackage {
  readonly #archive: ZipArchive;

  constructor(bytes: Uint8Array, limits: ExtractionLimits) {
    this.#archive = new ZipArchive(bytes, limits);
  }

  part(name: string): string | null {
    return this.#archive.text(name);
  }

  mainPart(name: string): string {
    const part = this.part(name);
    if (part === null) throw new ExtractionError("corrupt_file", `The file is damaged: its part ${name} is missing.`);
    return part;
  }

  get mainName(): string {
    const main = [...this.relations("").values()].find((relation) => relation.type.endsWith("/officeDocument"));
    return main?.target ?? "";
  }

  relations(name: string): ReadonlyMap<string, Relation> {
    const slash = name.lastIndexOf("/") + 1;
    const source = this.part(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`);
    const relations = new Map<string, Relation>();
    readXml(source ?? "", {
      open: (tag, attribute) => {
        const target = attribute("Target");
        if (tag !== "Relationship" || target === undefined || attribute("TargetMode") === "External") return;
        const type = attribute("Type") ?? "";
        relations.set(attribute("Id") ?? "", { type, target: resolvePart(name, target) });
      },
    });
    return relations;
  }

  /** @param type the end of the relation's type, such as `/styles` */
  related(name: string, type: string): string | null {
    const relation = [...this.relations(name).values()].find((candidate) => candidate.type.endsWith(type));
    return relation === undefined ? null : this.part(relation.target);
  }

  get title(): string | null {
    return xmlTitle(this.part("docProps/core.xml") ?? "");
  }
}

export function xmlTitle(source: string): string | null {
  let inTitle = false;
  let title: string | null = null;
  readXml(source, {
    open: (name) => {
      inTitle = name === "title" && title === null;
      if (inTitle) title = "";
    },
    close: () => {
      inTitle = false;
    },
    text: (text) => {
      if (inTitle) title = (title ?? "") + text;
    },
  });
  return title === "" ? null : title;
}

/** Relative to the part that names it; `..` never leaves the package. */
export function resolvePart(from: string, target: string): string {
  const path = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}
