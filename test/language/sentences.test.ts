import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { splitSentences } from "../../src/language/text/sentences.ts";

const pieces = (text: string, language = "en") =>
  splitSentences(text, language).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  const cases: readonly (readonly [name: string, language: string, sentences: readonly string[]])[] = [
    ["titles and initials", "en", ["Dr. Smith met J. R. Jones.", "They talked."]],
    ["an initial after a first name", "en", ["It was led by Robert C. Weaver.", "Samuel P. Huntington wrote it."]],
    [
      "abbreviations with a space before the stop",
      "en",
      ["The dynasty (lit . 'Great Yuan') fell.", "See fig . 3.", "It cost approx . 30 dollars."],
    ],
    ["a space before a stop that ends", "en", ["It is at most .", "For example, two."]],
    ["dotted abbreviations", "en", ["It was made in the U.S. Navy yards.", "It left the U.S.", "The crew stayed."]],
    ["decimals, versions and addresses", "en", ["Version 2.1.3 costs $3.50 at example.com today.", "Buy it."]],
    ["references before a number", "en", ["See fig. 3 and no. 12 of vol. 2.", "He said no.", "Then he left."]],
    ["quotes and brackets after the stop", "en", ["He said “Go.”", "(He meant it.)", "She went."]],
    ["a quotation inside a sentence", "en", ["“Why?” he asked.", "“Go!”, she said."]],
    ["ellipses", "en", ["Wait... what is it?", "It came back…", "Nobody knew."]],
    ["footnote marks", "en", ["The bridge opened in 1932.[4]", "It carries trains."]],
    [
      "numbers of headings",
      "en",
      ["5.12.1. Purpose of it.", "3.13. /opt: add-on software.", "See part 4.2.", "It is short."],
    ],
    ["several stops", "en", ["Really?!", "Yes!!!", "Good."]],
    ["lower case after a stop", "en", ["The firm Yahoo! is old.", "We met approx. noon."]],
    ["a title behind a hyphen", "en", ["It is Trinity-St. Paul's College.", "She plays for Bath."]],
    [
      "papers cited by their year",
      "en",
      ["See Jones et al. 1998, table 2.", "So says Moberg et al.", "The result is old."],
    ],
    ["references to papers and equations", "en", ["Refs. 4 and eqs. (2) differ.", "The flow of ref. 1 is slow."]],
    [
      "a title and a citation",
      "de",
      ["Rev. Paul Smith las Jones et al. 1998.", "Vgl. Anm. 3.", "Der hl. Georg siegt."],
    ],
    [
      "ordinals and dates",
      "de",
      ["Am 3. Mai kam der 2. Zug.", "Es war z. B. Montag.", "Im Jahr 1990.", "Das war spät."],
    ],
    ["Norwegian", "no", ["Den 17. mai feires bl.a. Norge.", "Det er fint."]],
    ["Spanish titles", "es", ["El Cnel. García citó a Gómez et al. 2004.", "La Excma. Sra. Ruiz vino."]],
    ["Dutch", "nl", ["Ds. Visser sprak.", "Zie ref. 3."]],
    ["French", "fr", ["M. Dupont habite ici.", "Il part, etc.", "La suite vient."]],
    ["Russian", "ru", ["Он родился в 1900 г. в Москве.", "Это было давно."]],
    ["Russian initials of two letters", "ru", ["Это писали Дж. А. Гобсон и Й. Шумпетер.", "Он прав."]],
    ["Chinese without spaces", "zh", ["水在１００．５度沸腾。", "真的吗？", "是！"]],
    ["Japanese quotation", "ja", ["「はい。」と言った。", "終わり。"]],
    ["Arabic", "ar", ["ما هذا؟", "هذا جيد."]],
    ["Urdu", "ur", ["یہ اچھا ہے۔", "ہاں۔"]],
    ["Hindi", "hi", ["यह क्या है?", "यह अच्छा है।", "हाँ।"]],
    ["Greek question mark", "el", ["Τι είναι αυτό;", "Είναι καλό."]],
  ];
  test.each(cases)("%s", (_, language, sentences) => {
    const glue = ["zh", "ja"].includes(language) ? "" : " ";
    expect(pieces(sentences.join(glue), language)).toEqual([...sentences]);
  });

  test.each([
    [
      "items without marks",
      "Use a larger cache for slow reads\nPoll less often in such a case\nMove the storage closer",
    ],
    ["items with names", "model: the name of the model\nsuffix: the text after the response"],
    [
      "items that end in a semicolon",
      "a kill in the middle of it;\na disk that is full and slow;\na clock that jumps back.",
    ],
    ["rows whose first column has no name", "German; before: 0.8; now: 0.9\nThai; before: 0.7; now: 0.8"],
  ])("%s end with their lines", (_, text) => {
    expect(pieces(text)).toEqual(text.split("\n"));
  });

  test.each([
    ["code", "export KEY=dk_1\nexport HOST=localhost"],
    ["commands", "Run docent serve --offline now\nThen docent doctor --all"],
    ["a line that goes on", "The cache of the service,\nWhich is large and slow"],
    ["an address", "Ada Lovelace\n12 Main Street\nLondon"],
  ])("%s is not cut at its line ends", (_, text) => {
    expect(pieces(text)).toEqual([text]);
  });

  test("a semicolon ends nothing outside Greek", () => {
    expect(pieces("One; Two.")).toEqual(["One; Two."]);
  });

  test("blank lines and list items end sentences, soft line ends do not", () => {
    const text = "How to do it:\n1. Open the lid.\n2) Close\n- a dash\n• a dot\n\nA long line that\nwraps here. End";
    expect(pieces(text)).toEqual([
      "How to do it:",
      "1. Open the lid.",
      "2) Close",
      "- a dash",
      "• a dot",
      "A long line that\nwraps here.",
      "End",
    ]);
  });

  test("a list marker at the end of a text is cut like any other", () => {
    expect(pieces("one\n-")).toEqual(["one", "-"]);
  });

  test("table rows are separate sentences", () => {
    const rows = ["Name: Ada; Born: 1815; Place: London", "Name: Emmy; Born: 1882; Place: Erlangen"];
    expect(pieces(`People\n${rows.join("\n")}\nend`)).toEqual(["People", ...rows, "end"]);
  });

  describe("Thai is cut at a space", () => {
    const clause = "วันนี้อากาศดีมากเราจึงไปเที่ยวทะเลกับครอบครัวและเพื่อนหลายคนมาก";

    test("behind a run as long as a sentence", () => {
      const sentence = `${clause} ${clause}`;
      expect(sentence.length).toBeGreaterThan(110);
      expect(pieces(`${sentence} แล้วกลับ บ้าน`, "th")).toEqual([sentence, "แล้วกลับ บ้าน"]);
    });

    test("behind a shorter run, before a word that begins sentences", () => {
      expect(pieces(`${clause} นอกจากนี้เรายังซื้อของ`, "th")).toEqual([clause, "นอกจากนี้เรายังซื้อของ"]);
    });

    test("behind a question", () => {
      expect(pieces("ทะเลสาบอยู่ที่ไหน ทะเลสาบอยู่ทางเหนือ", "th")).toEqual(["ทะเลสาบอยู่ที่ไหน", "ทะเลสาบอยู่ทางเหนือ"]);
    });

    test.each(["และกลับบ้าน", "ซึ่งสวยมาก", "ๆ กัน"])("not before %s", (rest) => {
      const sentence = `${clause}${clause} ${rest}`;
      expect(pieces(sentence, "th")).toEqual([sentence]);
    });

    test("not behind a word that needs another, and not where silk is no question", () => {
      expect(pieces(`${clause}${clause}คือ ทะเล`, "th")).toEqual([`${clause}${clause}คือ ทะเล`]);
      expect(pieces("เขาขายผ้าไหม ผ้าฝ้าย", "th")).toEqual(["เขาขายผ้าไหม ผ้าฝ้าย"]);
    });
  });

  test("the same stop may end a sentence or not, depending on the next characters", () => {
    expect(pieces("It grew, etc. The rest died.")).toEqual(["It grew, etc.", "The rest died."]);
    expect(pieces("Acme Inc. Chairman Bob spoke.")).toEqual(["Acme Inc. Chairman Bob spoke."]);
  });
});

describe("splitSentences, on anything", () => {
  const languages = fc.constantFrom("en", "de", "el", "zh", "th", "fi", "x-unknown", "");
  const fragment = fc.constantFrom(
    ...'abcÄöß中文ไทย .!?…。！？;؟।\n\t"”)]([1.23-•:'.split(""),
    "\n\n",
    "Dr.",
    "1. ",
    "[2]",
    "\n- ",
    "\r\n",
    "😀",
    "\ud800",
  );
  const text = fc.oneof(
    fc.array(fragment, { maxLength: 80 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  );

  test("spans ascend, are trimmed and contain all visible text", () => {
    fc.assert(
      fc.property(text, languages, (input, language) => {
        let at = 0;
        for (const { start, end } of splitSentences(input, language)) {
          expect(input.slice(at, start).trim()).toBe("");
          expect(end).toBeGreaterThan(start);
          expect(input.slice(start, end)).toBe(input.slice(start, end).trim());
          at = end;
        }
        expect(input.slice(at).trim()).toBe("");
      }),
      { numRuns: 1000 },
    );
  });

  test("paragraphs are cut independently of each other", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(pieces(`${a}\n\n${b}`)).toEqual([...pieces(a), ...pieces(b)]);
      }),
    );
  });

  test.each([".", "\n", ". ", "!\n", "a. ", "(", ".)", ".[1]", "\n- ", " ", "ก "])("a megabyte of %j ends", (unit) => {
    const hostile = unit.repeat(Math.floor(1_000_000 / unit.length));
    expect(splitSentences(hostile, "de").at(-1)?.end ?? 0).toBe(hostile.trimEnd().length);
  });
});
