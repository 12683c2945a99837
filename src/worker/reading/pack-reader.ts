import { type PagePicture, sampledText } from "../../extraction/scans/page-recognition.ts";
import type { LanguageData, TextRecogniser } from "../../extraction/scans/tesseract.ts";
import { findLanguage } from "../../language/find-language.ts";
import { languagesFor, mostAtOnce, type ScanPack } from "../../models/scan-pack.ts";

/** Read less surely, a page or a part of it is taken for one in another language or script. */
export const leastConfidence = 0.6;
/** Read as surely, a text is hardly in another script, so it tells its language. */
const sureConfidence = 0.75;
const mostTried = 12;

export class PackReader {
  readonly pack: Pick<ScanPack, "languages" | "dataOf">;
  readonly #openWith: (languages: readonly LanguageData[]) => TextRecogniser;
  #last: { readonly languages: string; readonly recogniser: TextRecogniser } | null = null;

  constructor(pack: PackReader["pack"], openWith: (languages: readonly LanguageData[]) => TextRecogniser) {
    this.pack = pack;
    this.#openWith = openWith;
  }

  /** Lasts until others are asked for. None: the first ones of the pack. */
  in(wanted: readonly string[]): TextRecogniser {
    const names = wanted.length === 0 ? this.pack.languages.slice(0, mostAtOnce) : wanted;
    const languages = names.join("+");
    if (this.#last?.languages === languages) return this.#last.recogniser;
    this.#last?.recogniser.close();
    this.#last = null;
    const recogniser = this.#open(names);
    this.#last = { languages, recogniser };
    return recogniser;
  }

  /** Those that a part of the page is in, by what is read there: all data of a script read it nearly as surely. */
  languagesOn(picture: PagePicture): readonly string[] {
    let best = { confidence: 0, languages: [] as readonly string[] };
    for (const name of this.pack.languages.slice(0, mostTried)) {
      const recogniser = this.#open([name]);
      const { text, confidence } = sampledText(recogniser, picture);
      recogniser.close();
      const said = languagesFor(this.pack, findLanguage(text) ?? name);
      if (said.length > 0 && confidence >= sureConfidence) return said;
      if (confidence > best.confidence) best = { confidence, languages: said.length > 0 ? said : [name] };
    }
    return best.confidence < leastConfidence ? [] : best.languages;
  }

  #open(names: readonly string[]): TextRecogniser {
    return this.#openWith(names.map((name) => ({ name, data: this.pack.dataOf(name) })));
  }
}
