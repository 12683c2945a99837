import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();

/** `term` or `-stopword`, each with its text if that differs. */
const read = (language: string, text: string) =>
  analyzers(language)
    .analyze(text)
    .map(({ term, start, end, stop }) => {
      const seen = text.slice(start, end);
      return `${stop ? "-" : ""}${term}${seen === term ? "" : `<${seen}>`}`;
    })
    .join(" ");

const cases: readonly (readonly [language: string, text: string, tokens: string])[] = [
  ["en", "Newton's laws", "newton<Newton> law<laws>"],
  ["en", "I don’t know a thing", "-i<I> -don't<don’t> know -a thing"],
  ["en", "naïve ﬁle ＡＢＣ Straße", "naiv<naïve> file<ﬁle> abc<ＡＢＣ> strass<Straße>"],
  ["en", "ERR_42 and v1.2.3", "err_42<ERR_42> err<ERR> 42 -and v1.2.3 v1 2 3"],
  ["en", "foo.bar() std::string", "foo.bar foo bar std::string std string"],
  [
    "en",
    "camelCase HTTPServer DVDs",
    "camelcas<camelCase> camel case<Case> httpserver<HTTPServer> http<HTTP> server<Server> dvd<DVDs>",
  ],
  ["en", "COVID-19, high-speed", "covid-19<COVID-19> covid<COVID> 19 high speed"],
  ["en", "1,000.50 in 12,5", "1000.50<1,000.50> -in 12,5 12 5"],
  ["en", "me@example.org and/or", "me@example.org -me exampl<example> org -and -or"],
  ["en", "state.Next", "state.next<state.Next> state next<Next>"],
  ["de", "Die Häuser der Straßenbahn", "-die<Die> haus<Häuser> -der strassenbahn<Straßenbahn>"],
  ["fr", "L'avion d'État qu’il aime", "avion etat<État> -il aim<aime>"],
  ["es", "años y niños", "años -y niñ<niños>"],
  ["it", "dell'acqua", "acqua"],
  ["pt", "informações", "inform<informações>"],
  ["nl", "de bibliotheken", "-de bibliothek<bibliotheken>"],
  ["sv", "hundarna på ön", "hund<hundarna> -på ön"],
  ["da", "hundene på øen", "hund<hundene> -på øen"],
  ["nb", "hundene på øya", "hund<hundene> -på øya"],
  ["fi", "taloissa", "talo<taloissa>"],
  ["ru", "Ёлки и новый год", "елк<Ёлки> -и нов<новый> год"],
  ["ar", "الكِتَابُ المدرسة", "كتاب<الكِتَابُ> مدرس<المدرسة>"],
  ["hi", "भाषाओं", "भाष<भाषाओं>"],
  ["hi", "क्‍या हिन्‍दी की फ़ाइलें", "क्या<क्‍या> हिंद<हिन्‍दी> -की फाइल<फ़ाइलें>"],
  ["hi", "पाँच पांच लड़कियाँ लड़की", "पांच<पाँच> पांच लडक<लड़कियाँ> लडक<लड़की>"],
  ["tr", "İstanbul'da ISPARTA", "istanbul<İstanbul> ıspar<ISPARTA>"],
  ["el", "Αθήνας", "αθην<Αθήνας>"],
  ["ro", "cărțile", "cart<cărțile>"],
  ["vi", "Việt Nam", "việt<Việt> nam<Nam>"],
  ["zh", "黑豹队 NFL橄榄", "黑 黑豹 豹 豹队 队 nfl<NFL> 橄 橄榄 榄"],
  ["ja", "東京タワー", "東 東京 京 京タ タ タワ ワ ワー ー"],
  ["ko", "서울에서", "서울 울에 에서"],
  ["th", "ภาษา", "ภาษา ภา าษ ษา"],
  ["th", "ใครเขียนภาษาไทย", "-ใคร เขียน เขี ขีย ยน นภ ภาษา ภา าษ ษา าไ ไทย ไท ทย"],
  ["xx", "Plain Words ñandú", "plain<Plain> words<Words> nandu<ñandú>"],
  ["en", "什么 English?", "什 什么 么 english<English>"],
  ["zh", "", ""],
];

describe("analyze", () => {
  test.each(cases)("%s: %s", (language, text, tokens) => {
    expect(read(language, text)).toBe(tokens);
  });

  test("a letter with a mark is the same in one code point and in two", () => {
    expect(analyzers("de").analyze("Ha\u0308user")[0]?.term).toBe("haus");
  });

  test("a region does not change the rules of a language", () => {
    expect(read("pt-BR", "informações")).toBe(read("pt", "informações"));
  });
});

const languages = ["en", "de", "fr", "tr", "ru", "ar", "zh", "th", "xx"];
const alphabet = "ab Az09_.:-'’@/,éÄßİıё한国カ́ ﬁ“”—\u{1f600}שׁ\ud83dภา".split("");
const text = fc.oneof(
  fc.array(fc.constantFrom(...alphabet)).map((letters) => letters.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe("any text", () => {
  test("gives tokens in order, within the text, never empty", () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), text, (language, any) => {
        let last = 0;
        for (const { term, start, end } of analyzers(language).analyze(any)) {
          expect(term).not.toBe("");
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(any.length);
          last = start;
        }
      }),
      { numRuns: 400 },
    );
  });

  test("is indexed by its analysed terms", () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), text, (language, any) => {
        const analyzer = analyzers(language);
        const indexed: string[] = [];
        analyzer.eachTerm(any, (term) => indexed.push(term.text));
        const analysed = analyzer.analyze(any).filter((token) => !token.stop);
        expect(indexed).toEqual(analysed.map((token) => token.term));
      }),
      { numRuns: 600 },
    );
  });
});

test("a word of any number of elisions is read", () => {
  const terms = analyzers("fr").analyze(`${"l'".repeat(100_000)}avion`);
  expect(terms.map(({ term }) => term)).toEqual(["avion"]);
});
