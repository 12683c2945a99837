import { describe, expect, test } from "bun:test";
import { usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { type AskingBreadth, breadthOf, framingWords } from "../../src/answering/question/breadth.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";

const analyzer = createAnalyzers()("en");

interface Text {
  readonly text: string;
  readonly section?: string;
  readonly source?: number;
  readonly title?: string;
  readonly before?: string;
}

/** The answer from these passages. Every term of the question weighs 1. */
function answerTo(question: string, texts: readonly Text[], length = usualLength) {
  const passages = passagesOf(...texts.map((one) => ({ ...one, score: 0.6 })));
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const terms = [...content].map((term) => ({ term, documentFrequency: 1, idf: 1 }));
  const evidence = { question, passages, terms, expansion: null, analyzer };
  return extractAnswer(evidence, length).sentences.map((one) => ({
    ...one,
    text: texts[one.passage]!.text.slice(one.start, one.end),
  }));
}

/** The passages that an answer quotes, in their order. */
function quoted(question: string, ...texts: readonly string[]): readonly number[] {
  const sentences = answerTo(
    question,
    texts.map((text) => ({ text })),
  );
  return [...new Set(sentences.map(({ passage }) => passage))].sort((a, b) => a - b);
}

describe("breadthOf", () => {
  test.each([
    ["Which opened first, the market or the museum?", "sides"],
    ["Who discovered oxygen, and who made it liquid?", "sides"],
    ["Compare /media and /mnt.", "sides"],
    ["What is the difference between copying and moving?", "sides"],
    ["What does the standard say about cookies?", "overview"],
    ["What should I do with compressed uploads?", "fact"],
    ["Explain write mode.", "overview"],
    ["How does the service deal with full disks?", "fact"],
    ["Everything on cookies, please.", "overview"],
    ["Was the market opened before the museum was founded?", "sides"],
    ["Who chairs the panel whose third report showed the graph?", "linked"],
    ["How big can a file be that I upload?", "fact"],
    ["In which city was the market opened?", "fact"],
    ["When was the market opened?", "fact"],
    ["How many people live there?", "fact"],
  ])("%s", (question, breadth) => {
    expect(breadthOf(question, "en")).toBe(breadth as AskingBreadth);
  });

  test.each([
    ["zh", "概述一下备份。", "备份在哪一年开始？"],
    ["zh", "文档对备份是怎么说的？", "谁写了文档？"],
    ["ja", "バックアップについて教えてください。", "バックアップは何年に始まりましたか。"],
    ["ja", "文書はバックアップについて何と述べていますか。", "誰が文書を書きましたか。"],
    ["ko", "백업에 대해 설명해 주세요.", "백업은 언제 시작되었습니까?"],
    ["ko", "문서는 백업에 대해 뭐라고 하나요?", "누가 문서를 썼습니까?"],
    ["ru", "Что говорится в документе о резервных копиях?", "Кто написал документ?"],
    ["ru", "Расскажи о резервных копиях.", "В каком году начались резервные копии?"],
    ["ar", "ماذا يقول الدليل عن كلمات المرور؟", "من كتب الدليل؟"],
    ["ar", "اشرح النسخ الاحتياطي.", "متى بدأ النسخ الاحتياطي؟"],
    ["de", "Erzähle mir etwas über Sicherungen.", "Wann beginnt die Sicherung?"],
  ])("in %s `%s` asks for an overview, `%s` for a fact", (language, overview, fact) => {
    expect(breadthOf(overview, language)).toBe("overview");
    expect(breadthOf(fact, language)).toBe("fact");
  });

  test("the words that ask are no part of the topic, also where words are not separated", () => {
    expect(framingWords("概述一下备份。", "zh")).toContain("概述");
    expect(framingWords("概述一下备份。", "zh")).not.toContain("备份");
    expect(framingWords("Расскажи о копиях.", "ru").trim()).toBe("расскажи");
  });

  test.each([
    ["es", "Compara el mercado y el museo.", "sides"],
    ["es", "¿Quién lo fundó y cuándo?", "sides"],
    ["es", "¿Qué dice la norma sobre las contraseñas?", "overview"],
    ["es", "¿Cuáles son los requisitos del servidor?", "fact"],
    ["es", "Resume el capítulo de seguridad.", "overview"],
    ["es", "¿Quién dirige la comisión cuyo informe trata del clima?", "linked"],
    ["es", "¿Cuándo se abrió el mercado?", "fact"],
    ["fr", "Quelle est la différence entre copier et déplacer ?", "sides"],
    ["fr", "Qui l'a fondé et quand ?", "sides"],
    ["fr", "Que dit la norme sur les cookies ?", "overview"],
    ["fr", "Comment fonctionne la sauvegarde ?", "fact"],
    ["fr", "Qui préside la commission dont le rapport a paru en mai ?", "linked"],
    ["fr", "Quels sont les différents noms du musée ?", "fact"],
    ["it", "Confronta il mercato e il museo.", "sides"],
    ["it", "Cosa dice la norma sulle password?", "overview"],
    ["it", "Quali sono i requisiti?", "fact"],
    ["it", "Chi dirige la commissione il cui rapporto è uscito?", "linked"],
    ["it", "Quando è stato aperto il mercato?", "fact"],
    ["pt", "Qual é a diferença entre copiar e mover?", "sides"],
    ["pt", "O que diz a norma sobre cookies?", "overview"],
    ["pt", "Faça um resumo da segurança.", "overview"],
    ["pt", "Quem dirige a comissão cujo relatório saiu?", "linked"],
    ["pt", "Quando foi aberto o mercado?", "fact"],
    ["nl", "Wat is het verschil tussen kopiëren en verplaatsen?", "sides"],
    ["nl", "Wat zegt de norm over wachtwoorden?", "overview"],
    ["nl", "Hoe gaat de dienst om met volle schijven?", "fact"],
    ["nl", "Wie leidt de commissie waarvan het rapport verscheen?", "linked"],
    ["nl", "Welke verschillende namen heeft het museum?", "fact"],
  ])("%s: %s", (language, question, breadth) => {
    expect(breadthOf(question, language)).toBe(breadth as AskingBreadth);
  });

  test("a language that lists no phrases asks for facts", () => {
    expect(breadthOf("Compare /media and /mnt.", "fi")).toBe("fact");
  });
});

describe("an answer to more than one fact", () => {
  const market = "The Grainger market was opened in 1835 by the mayor.";
  const museum = "The costume museum first opened its doors in 1852.";
  const river = "The river Tyne flows east to the sea.";

  test("quotes each side of a comparison", () => {
    expect(quoted("Which opened first, the Grainger market or the costume museum?", market, river, museum)).toEqual([
      0, 2,
    ]);
  });

  test("quotes what another passage says about a thing that the question does not name", () => {
    const city = "The hockey graph featured in the third report of the climate panel.";
    const chair = "The climate panel is chaired by Hoesung Lee.";
    expect(quoted("Who chairs the panel whose third report featured the hockey graph?", chair, river, city)).toEqual([
      0, 2,
    ]);
    expect(quoted("Who chairs the climate panel?", chair, river, city)).toEqual([0]);
  });

  test("quotes the statements of several passages about a subject", () => {
    const rules = [
      "A cookie must be secure.",
      "The cookie name has a prefix.",
      "A cookie is smaller than four kilobytes.",
    ];
    expect(quoted("What does the standard say about a cookie?", ...rules)).toEqual([0, 1, 2]);
  });
});

describe("an overview", () => {
  const keys = "Manual > API keys";
  const manual: readonly Text[] = [
    {
      text: "A key is revoked at once. It stops working with the next request.",
      section: `${keys} > Revoke`,
      source: 1,
    },
    { text: "The rain in autumn is heavy. Keys get wet then.", section: "Weather > Rain" },
    {
      text: "A key is made by the administrator. The secret is shown only then.",
      section: `${keys} > Make`,
      source: 1,
      before: "A long text is before it. ",
    },
    { text: "The service listens on one port.", section: "Manual > Network" },
  ];
  const order = ["A key is revoked at once.", "It stops working with the next request."];

  test("lists the statements of the sections on the topic, also those that do not name it", () => {
    const texts = answerTo("What does the manual say about API keys?", manual).map(({ text }) => text);
    expect(texts).toEqual(["A key is made by the administrator.", "The secret is shown only then.", ...order]);
  });

  test("is given headings if its statements are of several sections", () => {
    const sections = [
      { text: "A key is revoked at once by the owner.", section: "Revoke API keys", title: "Manual" },
      { text: "A key is made once by the administrator.", section: "Make API keys", title: "Manual" },
    ];
    const ofOne = sections.map((one) => ({ ...one, source: 1 }));
    const [question, names] = ["Give me an overview of API keys.", ["Revoke API keys", "Make API keys"]];
    expect(answerTo(question, ofOne).map(({ heading }) => heading)).toEqual(names);
    expect(answerTo(question, sections).map(({ heading }) => heading)).toEqual(names.map((name) => `Manual – ${name}`));
    expect(answerTo("Give me an overview of API keys.", sections.slice(0, 1))[0]!.heading).toBeUndefined();
  });

  test("shows no heading with a dangerous link", () => {
    const sections = [
      { text: "A key is revoked at once by the owner.", section: "[API keys](javascript:alert(1))" },
      { text: "A key is made once by the administrator.", section: "Make API keys" },
    ];
    const answer = answerTo("Give me an overview of API keys.", sections);
    expect(answer.map(({ heading }) => heading)).toEqual([undefined, undefined]);
  });
});

describe("an overview of texts without headings", () => {
  test("takes nothing from a passage that only shares words with the question", () => {
    const rules =
      "A building project must follow legal rules about zones and codes. Some legal rules forbid what is bad for everybody. Other rules of a project depend on custom.";
    const other = "Wars and building projects had emptied the treasury. The second war failed because of a storm.";
    expect(quoted("What legal rules must a building project follow?", rules, other)).toEqual([0]);
    expect(quoted("Tell me about the legal rules of a building project.", rules, other)).toEqual([0]);
  });
});
