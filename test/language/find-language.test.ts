import { describe, expect, test } from "bun:test";
import {
  findable,
  findLanguage,
  findLanguages,
  findMainLanguage,
  followedLanguage,
} from "../../src/language/find-language.ts";

/** The first of each pair has some 20 characters, the second at least 100. */
const samples: Readonly<Record<string, readonly [short: string, long: string]>> = {
  en: [
    "The pump needs new oil.",
    "The pump needs new oil every six months, and the seal has to be checked whenever the pressure falls below two bar.",
  ],
  de: [
    "Die Pumpe braucht Öl.",
    "Die Pumpe braucht alle sechs Monate neues Öl, und die Dichtung ist zu prüfen, sobald der Druck unter zwei Bar fällt.",
  ],
  fr: [
    "La pompe a besoin d'huile.",
    "La pompe a besoin d'huile tous les six mois, et le joint doit être vérifié dès que la pression tombe sous deux bars.",
  ],
  es: [
    "La bomba necesita aceite.",
    "La bomba necesita aceite nuevo cada seis meses, y hay que revisar la junta cuando la presión baja de dos bares.",
  ],
  it: [
    "La pompa ha bisogno di olio.",
    "La pompa ha bisogno di olio nuovo ogni sei mesi, e la guarnizione va controllata quando la pressione scende sotto due bar.",
  ],
  pt: [
    "A bomba não tem mais óleo.",
    "A bomba precisa de óleo novo a cada seis meses, e a vedação deve ser verificada quando a pressão fica abaixo de dois bar.",
  ],
  nl: [
    "De pomp heeft olie nodig.",
    "De pomp heeft elke zes maanden nieuwe olie nodig en de afdichting moet worden nagekeken zodra de druk onder twee bar zakt.",
  ],
  ru: [
    "Насосу нужно новое масло.",
    "Насосу каждые шесть месяцев нужно новое масло, а уплотнение следует проверять, как только давление падает ниже двух бар.",
  ],
  pl: [
    "Pompa potrzebuje oleju.",
    "Pompa co sześć miesięcy potrzebuje nowego oleju, a uszczelkę trzeba sprawdzić, gdy tylko ciśnienie spadnie poniżej dwóch barów.",
  ],
  ar: [
    "تحتاج المضخة إلى زيت جديد",
    "تحتاج المضخة إلى زيت جديد كل ستة أشهر، ويجب فحص مانع التسرب كلما انخفض الضغط إلى أقل من اثنين بار في الشبكة.",
  ],
  zh: [
    "水泵每六个月需要更换一次新的机油。",
    "水泵每六个月需要更换一次新的机油，当压力低于两巴时，必须检查密封圈是否完好，并记录检查的结果和日期。",
  ],
  ja: [
    "ポンプには六か月ごとに新しい油が必要です。",
    "ポンプには六か月ごとに新しい油が必要で、圧力が二バールを下回ったときはシールを点検し、結果と日付を記録してください。",
  ],
  sv: [
    "Pumpen behöver ny olja.",
    "Pumpen behöver ny olja var sjätte månad, och tätningen måste kontrolleras så snart trycket sjunker under två bar.",
  ],
  da: [
    "Pumpen bør få ny olie.",
    "Pumpen skal have ny olie hvert halve år, og tætningen bør efterses, så snart trykket falder til under to bar.",
  ],
  no: [
    "Pumpa trenger ny olje.",
    "Pumpa må ha ny olje hvert halvår, og pakningen bør etterses så snart trykket faller til under to bar.",
  ],
  tr: [
    "Pompanın yeni yağa ihtiyacı var.",
    "Pompanın her altı ayda bir yeni yağa ihtiyacı vardır ve basınç iki barın altına düştüğünde conta kontrol edilmelidir.",
  ],
};

describe("findLanguage", () => {
  test.each(Object.entries(samples))("finds %s in 20 and in 100 characters", (language, texts) => {
    expect(texts.map((text) => findLanguage(text))).toEqual([language, language]);
    const foreign = language === "de" ? "en" : "de";
    expect(texts.map((text) => findLanguage(text, [foreign]))).toEqual([language, language]);
  });

  test.each([
    ["en", ["how do i reset it", "do i need a visa", "where do i park", "is there wifi", "what about kids?"]],
    ["de", ["was kostet der eintritt", "darf mein hund mit", "gibt es wlan", "wer zahlt das"]],
    ["fr", ["que faire en cas de retard", "faut-il un visa", "à quelle heure on mange"]],
    ["es", ["cuándo abren", "cómo me doy de baja", "quién paga el viaje"]],
    ["it", ["dove posso parcheggiare", "posso portare il cane"]],
    ["pt", ["quanto custa o bilhete", "preciso de visto"]],
    ["nl", ["mag mijn hond mee", "wat kost een kaartje"]],
    ["sv", ["när öppnar ni", "vad kostar biljetten"]],
  ])("finds %s in a short question", (language, questions) => {
    expect(questions.map((question) => [question, findLanguage(question)])).toEqual(
      questions.map((question) => [question, language]),
    );
  });

  test("what a text expects decides where the text does not", () => {
    expect([findLanguage("Kubernetes"), findLanguage("Kubernetes", ["de"])]).toEqual([null, "de"]);
    expect([findLanguage("12:30, 5 %"), findLanguage("12:30, 5 %", ["de"])]).toEqual([null, null]);
  });

  test("a quoted word of another script changes nothing, and a script of one language decides alone", () => {
    expect(findLanguage("The Chinese word 空气 means air, and it is often used.")).toBe("en");
    const alone = ["ไทย", "한국어 문장", "हिन्दी वाक्य", "ελληνικά", "ქართული", "தமிழ்", "አማርኛ"];
    expect(alone.map((text) => findLanguage(text))).toEqual(["th", "ko", "hi", "el", "ka", "ta", "am"]);
  });

  test("reads a bounded beginning, whatever the length", () => {
    expect(findLanguage(`${samples.de![1].repeat(4)}${"x".repeat(1_000_000)}`)).toBe("de");
    expect(new Set(findable()).size).toBe(findable().length);
  });
});

test("a document that begins in one language may be in another", () => {
  const text = `${samples.en![1]!.padEnd(150)}${`${samples.de![1]} `.repeat(40)}`;
  expect(findMainLanguage(text)).toBe("de");
  expect(findMainLanguage(samples.en![1]!)).toBe("en");
  expect(findMainLanguage("")).toBeNull();
});

describe("findLanguages", () => {
  test("a part has a language of its own only if it surely is in another one", () => {
    const code =
      "for (let i = 0; i < rows.length; i++) { total += rows[i].price * rows[i].amount; } return Math.round(total);";
    const { document, parts } = findLanguages([samples.en![1], code, samples.de![1], "12 | 34 | 56", samples.zh![0]]);
    expect([document, parts]).toEqual(["en", [null, null, "de", null, "zh"]]);
  });

  test("a long part counts as far as it is examined: a list of names may seem to be in any language", () => {
    const [german, english] = [samples.de![1], samples.en![1]];
    expect(findLanguages([`${german}${" Brandy Rogers".repeat(200)}`, english, english]).document).toBe("en");
  });

  test("numbers alone have none", () => {
    expect(findLanguages(["1, 2, 3", "4"])).toEqual({ document: null, parts: [null, null] });
  });
});

test("what an expert is set to stands where nothing else was found, or says more", () => {
  const followed = (["auto", "de", "pt-BR", "zh-Hant", "nn", "sw"] as const).map((set) =>
    [null, "und", "pt", "zh", "no"].map((found) => followedLanguage(set, found)),
  );
  expect(followed).toEqual([
    ["und", "und", "pt", "zh", "no"],
    ["de", "de", "pt", "zh", "no"],
    ["pt-BR", "pt-BR", "pt-BR", "zh", "no"],
    ["zh-Hant", "zh-Hant", "pt", "zh-Hant", "no"],
    ["nn", "nn", "pt", "zh", "nn"],
    ["sw", "sw", "sw", "sw", "sw"],
  ]);
});
