import { type PagePicture, sampledConfidence } from "../../extraction/scans/page-recognition.ts";
import type { LanguageData, TextRecogniser } from "../../extraction/scans/tesseract.ts";
import { mostAtOnce, type ScanPack } from "../../models/scan-pack.ts";

/** Read less surely, a page or a part of it is taken for one in another language or script. */
export const leastConfidence = 0.6;
/** Both count where a page is read nearly as surely in a second language. */
const nearlyAsSure = 0.02;
const mostTried = 12;

export class PackReader {
  readonly pack: Pick<ScanPack, "languages" | "dataOf">;
  readonly #openWith: (languages: readonly LanguageData[]) => TextRecogniser;
  #last: { readonly languages: string; readonly recogniser: TextRecogniser } | null = null;

  constructor(pack: PackReader["pack"], openWith: (languages: readonly LanguageData[]) => TextRecogniser) {
    this.pack = pack;
    this.#openWith = openWith;
  }

  /** Lasts until others are asked for. */
  in(names: readonly string[]): TextRecogniser {
    const languages = names.join("+");
    if (this.#last?.languages === languages) return this.#last.recogniser;
    this.#last?.recogniser.close();
    this.#last = null;
    const recogniser = this.#open(names);
    this.#last = { languages, recogniser };
    return recogniser;
  }

  /** The languages that read a part of the page most surely; the first ones of the pack where none does. */
  languagesOn(picture: PagePicture): readonly string[] {
    const { languages } = this.pack;
    const tried = languages.slice(0, mostTried).map((name) => {
      const recogniser = this.#open([name]);
      const confidence = sampledConfidence(recogniser, picture);
      recogniser.close();
      return { name, confidence };
    });
    const [best, second] = tried.toSorted((one, other) => other.confidence - one.confidence);
    if (best === undefined || best.confidence < leastConfidence) return languages.slice(0, mostAtOnce);
    const isClose = second !== undefined && second.confidence > best.confidence - nearlyAsSure;
    return isClose ? [best.name, second.name] : [best.name];
  }

  #open(names: readonly string[]): TextRecogniser {
    return this.#openWith(names.map((name) => ({ name, data: this.pack.dataOf(name) })));
  }
}
