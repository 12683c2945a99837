/** Tesseract, compiled to WebAssembly (npm `tesseract.js-core`): the picture of a page in, its words out. */
import compiled from "tesseract.js-core/tesseract-core-relaxedsimd-lstm.wasm" with { type: "file" };
import { type LightPicture, showsText } from "./text-rows.ts";

export interface RecognisedLine {
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** Pixels from the feet to the heads of its letters, and of their feet below the baseline. */
  readonly rowHeight: number;
  readonly descenders: number;
  readonly words: readonly LineWord[];
}

export interface LineWord {
  readonly text: string;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  /** 0–100 */
  readonly confidence: number;
}

export interface RecognisedText {
  /** In pixels of the picture when it is turned and put straight. */
  readonly lines: readonly RecognisedLine[];
  /** How far the lines of the turned picture fall to the right, in radians: it was turned back about its centre by this. */
  readonly skew: number;
}

export interface TextRecogniser {
  /** Of a picture (PNG, JPEG, WebP, TIFF, PNM) that is turned clockwise by so many degrees first. Null: it cannot be decoded. */
  read(picture: Uint8Array, turned: number, dpi: number): RecognisedText | null;
  sample(picture: Uint8Array, seen: SampledPart): readonly LineWord[];
  /** Whether there are lines of text, also where none can be read. @param turned as for `read` */
  showsText(picture: Uint8Array, turned: number): boolean;
  close(): void;
}

export interface SampledPart {
  readonly turned: number;
  readonly dpi: number;
  /** Of the picture when it is turned. */
  readonly width: number;
  readonly height: number;
}

/** Writes a picture in any of those formats as PNG. Null: it cannot be decoded. */
export type PictureRecoder = (picture: Uint8Array) => Uint8Array | null;

export interface LanguageData {
  readonly name: string;
  readonly data: Uint8Array;
}

/** What an orientation is called in EXIF, by which the library turns pictures. */
const exifOf: Readonly<Record<number, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };
/** Bytes that one page may take. A page of A4 at 300 dpi takes 50 MB, the largest accepted picture in colour 500 MB. */
const mostMemory = 900_000_000;
const wasmPage = 65_536;
const lstmOnly = 1;
/** The first finds columns, but neither script nor orientation. */
const [automaticPages, oneBlock] = [3, 6];

interface TesseractApi {
  Init(path: null, languages: string, engine: number): number;
  SetPageSegMode(mode: number): void;
  SetImageFile(orientation: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  SetRectangle(left: number, top: number, width: number, height: number): void;
  FindLines(): number;
  /** Of the lines that were found, in radians: negative where they fall to the right. */
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
  GetInputImage(): LibraryPicture;
  InitForAnalysePage(): void;
  /** As `/image.png`: 0, in its colours. */
  WriteImage(kind: number): void;
  Clear(): void;
  End(): void;
}

/** Rows are of so many words of 32 bits, in which the first pixel has the highest bits: 1 (set: black), 8, or 32 with red first. */
type LibraryPicture = Readonly<Record<"get_w" | "get_h" | "get_d" | "get_wpl" | "get_data", () => number>>;

/** The library, compiled and started. What one picture takes of its memory is used again by the next. */
export interface TesseractCore {
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TesseractApi;
  readonly memory: WebAssembly.Memory;
}

/** @throws Error if the data of a language cannot be used. */
export function openTesseract(core: TesseractCore, languages: readonly LanguageData[]): TextRecogniser {
  for (const { name, data } of languages) core.FS.writeFile(`${name}.traineddata`, data);
  const api = new core.TessBaseAPI();
  if (api.Init(null, languages.map(({ name }) => name).join("+"), lstmOnly) !== 0) {
    throw new Error("The language data of the pack cannot be used.");
  }
  for (const { name } of languages) core.FS.unlink(`${name}.traineddata`);
  const seesText = (turned: number) =>
    api.SetImageFile(exifOf[turned]!, 0) === 0 && showsText(lightOf(core, api.GetInputImage()));
  return {
    read: (picture, turned, dpi) => withPicture(core, api, picture, () => readWith(api, exifOf[turned]!, dpi)),
    sample: (picture, seen) => withPicture(core, api, picture, () => sampleWith(api, seen)),
    showsText: (picture, turned) => withPicture(core, api, picture, () => seesText(turned)),
    close: () => api.End(),
  };
}

/** The library forgets the picture when the work is done. */
function withPicture<T>({ FS }: TesseractCore, api: TesseractApi, picture: Uint8Array, work: () => T): T {
  FS.writeFile("/input", picture);
  try {
    return work();
  } finally {
    api.Clear();
  }
}

function lightOf({ memory }: TesseractCore, picture: LibraryPicture): LightPicture {
  const [width, height, depth, across] = [picture.get_w(), picture.get_h(), picture.get_d(), picture.get_wpl()];
  const words = new Uint32Array(memory.buffer, picture.get_data(), across * height);
  const lightAt = (x: number, y: number) => {
    const word = words[y * across + ((x * depth) >> 5)]!;
    if (depth === 32) return (word >>> 16) & 255;
    const bits = word >>> (32 - depth - ((x * depth) & 31));
    return depth === 1 ? 255 - (bits & 1) * 255 : bits & 255;
  };
  return { width, height, lightAt };
}

export function openRecoder(core: TesseractCore): PictureRecoder {
  const api = new core.TessBaseAPI();
  api.InitForAnalysePage();
  const recoded = () => {
    if (api.SetImageFile(exifOf[0]!, 0) !== 0) return null;
    api.WriteImage(0);
    return core.FS.readFile("/image.png");
  };
  return (picture) => withPicture(core, api, picture, recoded);
}

/** Radians from which on a skew is undone: lines of a page that falls by more run into each other. */
const leastSkew = 0.005;

function readWith(api: TesseractApi, exif: number, dpi: number): RecognisedText | null {
  const open = (angle: number, mode = automaticPages): boolean => {
    api.SetPageSegMode(mode);
    if (api.SetImageFile(exif, angle) !== 0) return false;
    api.SetSourceResolution(dpi);
    return true;
  };
  const readIn = (mode: number): RecognisedText | null => {
    if (!open(0, mode)) return null;
    api.FindLines();
    const skew = Math.abs(api.GetGradient()) < leastSkew ? 0 : -api.GetGradient();
    const isOpen = (skew === 0 && mode === automaticPages) || open(-skew);
    return isOpen && api.Recognize(null) === 0 ? { lines: linesIn(api.GetJSONText(0)), skew } : null;
  };
  const found = readIn(automaticPages);
  // A few lines that are askew are found only where they are taken for one block.
  return found?.lines.length === 0 ? readIn(oneBlock) : found;
}

/** Where a picture is sampled, in shares of its height, until there is enough text to tell its language. */
const bands = [0.3, 0.1, 0.5, 0.7] as const;
const bandHeight = 0.12;
const enoughLetters = 150;
const fewestLetters = 40;

function sampleWith(api: TesseractApi, { turned, dpi, width, height }: SampledPart) {
  const words: LineWord[] = [];
  let letters = 0;
  for (const band of bands) {
    api.SetPageSegMode(automaticPages);
    if (api.SetImageFile(exifOf[turned]!, 0) !== 0) break;
    api.SetSourceResolution(dpi);
    const [top, bottom] = [Math.round(height * band), Math.round(height * (band + bandHeight))];
    // Of a part as wide as the picture, the library reads the picture's first lines with the places of the part's.
    api.SetRectangle(1, top, width - 2, bottom - top);
    if (api.Recognize(null) !== 0) continue;
    const isCut = ({ bbox: { y0, y1 } }: LineWord) => y0 <= top + 1 || y1 >= bottom - 1;
    const whole = linesIn(api.GetJSONText(0)).filter((line) => !line.words.some(isCut));
    words.push(...whole.flatMap((line) => line.words));
    letters = words.reduce((sum, { text }) => sum + text.length, 0);
    if (letters >= enoughLetters) break;
  }
  return letters < fewestLetters ? [] : words;
}

export async function openCore(): Promise<TesseractCore> {
  const { default: start } = await import("tesseract.js-core/tesseract-core-relaxedsimd-lstm.js");
  const module = await WebAssembly.compile(await Bun.file(compiled).arrayBuffer());
  const quiet = () => undefined;
  let memory: WebAssembly.Memory | undefined;
  const core = (await start({
    print: quiet,
    printErr: quiet,
    instantiateWasm: (imports: Bun.WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      memory = boundedMemory(instance);
      done(instance);
      return instance.exports;
    },
  })) as Omit<TesseractCore, "memory">;
  return Object.assign(core, { memory: memory! });
}

/** The library's own bound is 2 GB. */
function boundedMemory({ exports }: WebAssembly.Instance): WebAssembly.Memory {
  const memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error("the library has no memory to bound");
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPage > mostMemory)
      throw new RangeError("the picture takes too much memory");
    return grow(pages);
  };
  return memory;
}

interface FoundBlocks {
  readonly blocks: readonly {
    readonly paragraphs?: readonly {
      readonly lines?: readonly {
        readonly baseline: RecognisedLine["baseline"];
        readonly rowAttributes: { readonly rowHeight: number; readonly descenders: number };
        readonly words?: readonly LineWord[];
      }[];
    }[];
  }[];
}

function linesIn(json: string): readonly RecognisedLine[] {
  const { blocks } = JSON.parse(json) as FoundBlocks;
  const lines = blocks.flatMap(({ paragraphs = [] }) => paragraphs.flatMap((paragraph) => paragraph.lines ?? []));
  return lines.map(({ baseline, rowAttributes, words = [] }) => ({
    baseline,
    rowHeight: rowAttributes.rowHeight,
    descenders: rowAttributes.descenders,
    words: words.map(({ text, bbox, confidence }) => ({ text, bbox, confidence })),
  }));
}
