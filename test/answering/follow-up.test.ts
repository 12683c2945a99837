import { describe, expect, test } from "bun:test";
import { standaloneQuestion, type Turn } from "../../src/answering/asked-question.ts";
import { usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf } from "./passages.ts";

const conversation: readonly Turn[] = [
  { role: "user", text: "How often do I change the filter?" },
  { role: "assistant", text: "Every six months [1]." },
];

describe("a question that refers to the previous one", () => {
  const leaning: [string, string][] = [
    ["begins with a conjunction", "and in winter?"],
    ["asks for the same of something else", "What about the big pump?"],
    ["points back", "What does it cost?"],
    ["is a fragment", "In winter?"],
    ["is one word", "Why?"],
  ];
  for (const [name, question] of leaning) {
    test(name, () => {
      expect(standaloneQuestion(question, conversation, "en").text).toBe(
        `How often do I change the filter? ${question}`,
      );
    });
  }

  test("reaches back over another follow-up, and no further", () => {
    const longer: Turn[] = [
      { role: "user", text: "Who built the mill?" },
      { role: "user", text: "When was it sold?" },
      { role: "user", text: "and to whom?" },
    ];
    expect(standaloneQuestion("For how much of it?", longer, "en").text).toBe(
      "When was it sold? and to whom? For how much of it?",
    );
  });

  const languages: [string, string, string][] = [
    ["de", "Wie oft wechsle ich den Filter?", "Und im Winter?"],
    ["fr", "Quand changer le filtre ?", "Et en hiver ?"],
    ["es", "¿Cuándo se cambia el filtro?", "¿Y en invierno?"],
    ["ru", "Как часто менять фильтр?", "А зимой?"],
    ["zh", "多久更换一次过滤器？", "那冬天呢？"],
    ["ja", "フィルターはいつ交換しますか？", "では冬は？"],
  ];
  for (const [language, first, then] of languages) {
    test(`is recognised in ${language}`, () => {
      expect(standaloneQuestion(then, [{ role: "user", text: first }], language).text).toBe(`${first} ${then}`);
    });
  }
});

describe("a complete question", () => {
  for (const question of ["Who wrote the manual?", "What is BM25?", "How do I clean the blue tank?"]) {
    test(question, () => expect(standaloneQuestion(question, conversation, "en").text).toBe(question));
  }

  test("German articles do not point back", () => {
    const history: Turn[] = [{ role: "user", text: "Wie oft wechsle ich den Filter?" }];
    expect(standaloneQuestion("Wer hat das Handbuch und die Karte geschrieben?", history, "de").text).toBe(
      "Wer hat das Handbuch und die Karte geschrieben?",
    );
  });

  test("of a long earlier message the beginning is asked with", () => {
    const history: Turn[] = [{ role: "user", text: `How often do I change the filter? ${"a ".repeat(100_000)}` }];
    const asked = standaloneQuestion("and in winter?", history, "en").text;
    expect(asked).toStartWith("How often do I change the filter?");
    expect([asked.endsWith(" and in winter?"), asked.length]).toEqual([true, 2015]);
  });

  test("the first question of a conversation is never a follow-up", () => {
    expect(standaloneQuestion("and in winter?", [], "en").text).toBe("and in winter?");
  });
});

describe("what a follow-up asks", () => {
  const asked = (question: string) => standaloneQuestion(question, conversation, "en").followUp?.asked;

  test("is read alone where it says what it wants", () => {
    expect(asked("When will they arrive?")).toBe("When will they arrive?");
  });

  test.each(["Why?", "And for the big one?"])("is read with the question before it otherwise: %s", (question) => {
    expect(asked(question)).toBe(`How often do I change the filter? ${question}`);
  });

  test("knows the answer before it", () => {
    expect(standaloneQuestion("Why?", conversation, "en").followUp?.answered).toBe("Every six months [1].");
    expect(standaloneQuestion("Who wrote the manual?", conversation, "en").followUp).toBeNull();
  });
});

describe("the answer to a follow-up", () => {
  const rows = [
    "Paternity leave lasts 15 days after the birth.",
    "Maternity leave lasts 100 days after the birth.",
  ] as const;
  const first = "How many days of paternity leave do I get after the birth?";

  function answerTo(own: string): readonly string[] {
    const history: readonly Turn[] = [
      { role: "user", text: first },
      { role: "assistant", text: `${rows[0]} [1].` },
    ];
    const { text, followUp } = standaloneQuestion(own, history, "en");
    const evidence = { ...evidenceFor(text, passagesOf(rows.join(" "))), followUp };
    const { sentences } = extractAnswer(evidence, { ...usualLength, sentences: 1 });
    return sentences.map(({ start, end }) => rows.join(" ").slice(start, end));
  }

  test("is about what it names, not about what the question before it named", () => {
    expect(answerTo("and maternity?")).toEqual([rows[1]]);
  });

  test("only names something else, or asks for something else that the same sentence may say", () => {
    const history: Turn[] = [{ role: "user", text: "Bei wie viel Grad wird die Pizza gebacken?" }];
    const isOther = (own: string) => standaloneQuestion(own, history, "de").followUp?.isOther;
    expect(isOther("Und das Brot?")).toBe(true);
    expect(isOther("Und wie lange?")).toBe(false);
  });

  test("may be said before where it says by itself what it wants", () => {
    expect(answerTo("And how many days is it for paternity leave?")).toEqual([rows[0]]);
  });
});
