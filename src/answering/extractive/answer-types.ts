/** Whether a text holds the type of thing that a question of some kind asks for. */
import { primarySubtag } from "../../text/abbreviations.ts";
import type { QuestionModel } from "./question-model.ts";

/** From 0 (holds nothing of the type) over 0.5 (cannot be told) to 1 (holds it). */
export type TypeFit = (text: string) => number;

/**
 * The detector for a question. What the question itself names does not count: an answer to "When did the war of 1870
 * end?" needs another year.
 * @param language BCP 47; names the months and the words that give a reason.
 */
export function typeFitOf(question: QuestionModel, language: string): TypeFit {
  switch (question.kind) {
    case "when": {
      const date = datePattern(language);
      return (text) => (finds(text, date, question) ? 1 : finds(text, number, question) ? 0.3 : 0);
    }
    case "how_many":
    case "how_much":
      return (text) => (finds(text, quantity, question) ? 1 : 0);
    case "who":
    case "where":
      return (text) => (uncased.test(text) ? 0.5 : finds(withoutFirstWord(text), name, question) ? 1 : 0);
    case "why":
      return (text) => (reason.test(text) ? 1 : 0.5);
    case "how_to":
      return (text) => (/^\s*(?:\d{1,2}[.)]|[-*•])\s|[:：]\s*$/u.test(text) ? 1 : 0.5);
    case "list":
      return (text) => (/(?:[,;、，،].*){2}/su.test(text) ? 1 : 0.5);
    default:
      return () => 0.5;
  }
}

const number = /\p{N}[\p{N}.,:]*/gu;

const numberWords =
  "two three four five six seven eight nine ten eleven twelve dozen hundred thousand million billion half twice " +
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen milliarde milliarden " +
  "deux trois quatre cinq sept huit neuf dix douze cent mille " +
  "dos tres cuatro cinco seis siete ocho nueve diez doce cien mil millones " +
  "due tre quattro cinque sei sette otto nove dieci dodici cento " +
  "dois três quatro sete oito dez doze cem twee drie vijf zes zeven negen tien twaalf honderd duizend " +
  "två tre fyra fem sex sju åtta nio tio tolv hundra tusen tolv kaksi kolme neljä viisi kuusi sata tuhat " +
  "два две три четыре пять шесть семь восемь девять десять двенадцать сто тысяч миллион миллионов " +
  "اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة مئة ألف مليون दो तीन चार पांच पाँच छह सात आठ नौ दस सौ हजार लाख " +
  "iki üç dört beş altı yedi sekiz dokuz yüz bin milyon δύο τρεις τρία τέσσερα πέντε έξι επτά οκτώ δέκα εκατό χίλια " +
  "doi două trei patru cinci șase șapte opt nouă zece sută hai ba bốn năm sáu bảy tám chín mười trăm nghìn triệu";

const quantity = new RegExp(
  String.raw`\p{N}[\p{N}.,:]*|(?<![\p{L}\p{M}])(?:${numberWords.replaceAll(" ", "|")})(?![\p{L}\p{M}])|[一二三四五六七八九十百千万萬億亿两兩]+`,
  "giu",
);

/** A word with a capital. */
const name = /(?<!\p{L})\p{Lu}[\p{L}\p{M}’'-]*/gu;
const uncased =
  /^[^\p{Lu}\p{Ll}]*[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hebrew}]/u;

const reasons =
  "because|due to|owing to|so that|in order to|since|therefore|weil|wegen|aufgrund|damit|da|parce que|car|en raison|grâce à|porque|debido a|ya que|perché|poiché|a causa di|devido a|omdat|vanwege|doordat|eftersom|på grund av|fordi|på grund af|på grunn av|koska|takia|vuoksi|потому что|так как|из-за|поскольку|بسبب|لأن|क्योंकि|कारण|çünkü|nedeniyle|επειδή|διότι|λόγω|deoarece|pentru că|din cauza|vì|bởi vì|do";
const reason = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${reasons})(?![\p{L}\p{M}])|因为|因為|由于|由於|所以|ため|から|ので|때문|เพราะ|เนื่องจาก`,
  "iu",
);

const eras =
  "century|centuries|decade|jahrhunderts?|siècles?|siglos?|secolo|secoli|séculos?|eeuw|århundradet?|århundredet?|århundret?|vuosisadalla|век|века|веке|столетие|القرن|शताब्दी|yüzyıl|yüzyılda|αιώνα|αιώνας|secolul|secolului|thế kỷ";

/** A year of four digits, the name of a month, or a word for a century. */
function datePattern(language: string): RegExp {
  const spaced = !unspacedMonths.has(primarySubtag(language));
  const [start, end] = spaced ? [String.raw`(?<![\p{L}\p{M}])`, String.raw`(?![\p{L}\p{M}])`] : ["", ""];
  const words = [...monthNames(language), eras].join("|");
  const year = String.raw`(?<![\p{N}.,])\p{Nd}{4}(?!\p{N}|[.,]\p{N})`;
  const unspacedDates = "[\\d一二三四五六七八九十]{1,3}月|世纪|世紀|세기|ศตวรรษ";
  return new RegExp(`${year}|${start}(?:${words})${end}|${unspacedDates}`, "giu");
}

const unspacedMonths = new Set(["ko", "th"]);

/** Empty where months are numbers, as in Chinese. */
function monthNames(language: string): string[] {
  const format = monthFormat(language);
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2001, month, 15)));
  return names.filter((each) => /\p{L}/u.test(each));
}

/** In the form that stands beside a day: Russian writes `мая`, not `май`, there. */
function monthFormat(language: string): { format(time: number): string } {
  const subtag = primarySubtag(language);
  const [known] = /^[a-z]{2,3}$/.test(subtag) ? Intl.DateTimeFormat.supportedLocalesOf([subtag]) : [];
  const format = new Intl.DateTimeFormat(known ?? "en", { day: "numeric", month: "long", timeZone: "UTC" });
  const month = (time: number) => format.formatToParts(time).find((part) => part.type === "month")!.value;
  return { format: month };
}

/** The first word has its capital from the sentence, not from being a name. */
const withoutFirstWord = (text: string) => text.slice(text.search(/\s/) + 1);

/** Whether the pattern matches anything that the question does not name. */
function finds(text: string, pattern: RegExp, question: QuestionModel): boolean {
  for (const [found] of text.matchAll(pattern)) {
    if (!question.surface.has(found.toLowerCase().replace(/[.,:’']+$/u, ""))) return true;
  }
  return false;
}
