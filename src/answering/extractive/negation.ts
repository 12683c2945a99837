/** Words that turn what a sentence says around, by language. */
import { primarySubtag } from "../../text/abbreviations.ts";

/** Alternatives of a regular expression that are whole words. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: "not|never|no|none|nobody|neither|nor|without|cannot|\\p{L}+n['’]t|unlike|except|besides|other than|excluding",
    de: "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|ohne|außer|weder",
    fr: "pas|jamais|aucun|aucune|sans|sauf|ni|hormis",
    es: "no|nunca|jamás|ningún|ninguna|sin|excepto|salvo|ni",
    it: "non|mai|nessun|nessuno|nessuna|senza|tranne|eccetto",
    pt: "não|nunca|jamais|nenhum|nenhuma|sem|exceto|salvo",
    nl: "niet|nooit|geen|zonder|behalve",
    sv: "inte|aldrig|ingen|inget|inga|utan|utom",
    da: "ikke|aldrig|ingen|intet|uden|undtagen",
    no: "ikke|aldri|ingen|intet|uten|unntatt",
    nb: "ikke|aldri|ingen|intet|uten|unntatt",
    nn: "ikkje|aldri|ingen|inga|utan|unnateke",
    fi: "ei|eivät|ollut|koskaan|ilman|paitsi",
    ru: "не|нет|никогда|без|кроме|ни",
    ar: "لا|ليس|ليست|لم|لن|غير|بدون|باستثناء",
    hi: "नहीं|न|बिना|सिवाय",
    tr: "değil|olmayan|hiç|hariç|dışında",
    el: "δεν|δε|όχι|ποτέ|χωρίς|εκτός",
    ro: "nu|niciodată|niciun|nicio|fără|cu excepția",
    vi: "chưa|ngoại trừ|trừ",
  }),
);

const unspaced: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zh: "不|没|沒|非|无|無|除了",
    ja: "ない|ません|なかった|以外",
    ko: "않|없|아닌|제외",
    th: "ไม่|ยกเว้น",
  }),
);

/** Whether a text of a language (BCP 47) denies or excepts something. Of an unknown language it never seems to. */
export function isNegated(text: string, language: string): boolean {
  const tag = primarySubtag(language);
  const whole = words.get(tag);
  const pattern = whole === undefined ? unspaced.get(tag) : String.raw`(?<![\p{L}\p{M}])(?:${whole})(?![\p{L}\p{M}])`;
  return pattern !== undefined && new RegExp(pattern, "iu").test(text);
}
