import { describe, expect, test } from "bun:test";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { joinedTerms, otherFormsOf } from "../../src/language/words/other-forms.ts";

const analyzers = createAnalyzers();

/** The terms that stand for each term of a question. */
function formsIn(question: string, language: string): Readonly<Record<string, readonly string[]>> {
  const analyzer = analyzers(language);
  const tokens = analyzer.analyze(question);
  const weights = new Map(tokens.flatMap(({ term, stop }) => (stop ? [] : [[term, 1] as const])));
  const asked = new Map<string, string[]>();
  for (const [form, terms] of otherFormsOf(question, tokens, { wanted: weights, analyzer })) {
    for (const term of terms) asked.set(term, [...(asked.get(term) ?? []), form]);
  }
  return Object.fromEntries(asked);
}

describe("otherFormsOf", () => {
  test("gives the other forms of irregular words", () => {
    expect(formsIn("When did the war begin?", "en")).toEqual({ begin: ["began", "begun"] });
    expect(formsIn("Who wrote it?", "en")).toEqual({ wrote: ["write", "written"] });
    expect(formsIn("Who was the French king?", "en")).toEqual({ french: ["franc"] });
  });

  test("gives them with a prefix, and for words with an ending", () => {
    expect(formsIn("Wer erhielt den Preis?", "de").erhielt).toContain("erhalt");
    expect(formsIn("Welche Rechte verloren sie?", "de").verlor).toContain("verli");
    expect(formsIn("Wann begannen die Kriege?", "de").begann).toContain("beginn");
  });

  test("joins a separated prefix to its verb", () => {
    expect(formsIn("Wer nahm das Angebot an?", "de").nahm).toContain("angenomm");
    expect(formsIn("Wer lehnte das Angebot ab?", "de").lehnt).toEqual(expect.arrayContaining(["ablehnt", "abgelehnt"]));
    expect(formsIn("Wer nahm an dem Rennen teil?", "de").nahm).toContain("teilgenomm");
    expect(formsIn("Wer nahm an dem Rennen?", "de").nahm).not.toContain("teilgenomm");
  });

  test("gives the bare verb for a verb that is joined to its particle", () => {
    const analyzer = analyzers("en");
    const question = "How are files backed up?";
    const wanted = new Set(["backup", "file"]);
    expect([...otherFormsOf(question, analyzer.analyze(question), { wanted, analyzer })]).toEqual([
      ["back", ["backup"]],
    ]);
  });

  test("finds a separable verb whose prefix stands apart, and other forms of it", () => {
    expect(formsIn("Was hat dazu beigetragen?", "de").beigetrag).toContain("trug");
    expect(formsIn("Was ist anzunehmen?", "de").anzunehm).toEqual(expect.arrayContaining(["nimmt", "annahm"]));
    expect(formsIn("Wer hat das Gerät eingeschaltet?", "de").eingeschaltet).toEqual(
      expect.arrayContaining(["schaltet", "einschalt"]),
    );
    // A noun is no verb.
    expect(formsIn("Welche Ausflüge sind das?", "de")).toEqual({});
  });

  test("gives the noun for an action, and the verb for such a noun", () => {
    expect(formsIn("Wer wurde gemeldet?", "de").gemeldet).toContain("meldung");
    expect(formsIn("Wohin gehen Meldungen?", "de").meldung).toEqual(expect.arrayContaining(["meld", "gemeldet"]));
  });

  test("gives the participle of a verb with a fixed prefix", () => {
    expect(formsIn("Wer erfand das Rad?", "de").erfand).toContain("erfund");
    expect(formsIn("Von wem wurde das Rad erfunden?", "de").erfund).toContain("erfand");
  });

  test("gives none for regular words, for stop words, and in a language that lists none", () => {
    expect(formsIn("How often are filters replaced?", "en")).toEqual({});
    expect(formsIn("Was it there?", "en")).toEqual({});
    expect(formsIn("Qui a commencé?", "fr")).toEqual({});
  });
});

test("a verb is joined to the particle behind it", () => {
  const joined = (question: string) =>
    Object.fromEntries(joinedTerms(question, analyzers("en").analyze(question), analyzers("en")));
  expect(joined("How are files backed up?")).toEqual({ back: "backup" });
  expect(joined("How do I log-in?")).toEqual({ log: "login" });
  expect(joined("Does it back upper shelves?")).toEqual({});
});
