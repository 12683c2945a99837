import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inlineText } from "../../src/extraction/markup/markdown-inline.ts";

describe("inline Markdown", () => {
  const cases: readonly (readonly [source: string, text: string])[] = [
    ["**bold**, *it*, ~~gone~~, ***both***, __init__ call", "bold, it, gone, both, init call"],
    ["snake_case_name, 2*3*4, a * b * c, 5 < 6 && 7", "snake_case_name, 2*3*4, a * b * c, 5 < 6 && 7"],
    ["`a*b_c`, ``x ` y``, lone ` tick", "a*b_c, x ` y, lone ` tick"],
    ['[text](u (v)), [t](<a b> "title"), ![alt](i.png), [r][ref], [plain]', "text, t, alt, r, [plain]"],
    ["[nested **[link](a)**](b)", "nested link"],
    ["<https://x.example/a_b_c>, <me@x.example>", "https://x.example/a_b_c, me@x.example"],
    ["one<br>two <b>three</b> <img src=x alt='pic'>", "one\ntwo three pic"],
    ["a <!-- hidden --> b, note[^1], \\*kept\\*, &amp; &eacute; &nope;", "a  b, note, *kept*, & é &nope;"],
    ["*open, _open, **open", "*open, _open, **open"],
    ["[unclosed](http://x", "[unclosed](http://x"],
    [
      "drained [](u) in May (see ![](x.png)) [![](b.png)](u), as (![](y)) said ![](z.png).",
      "drained in May (see), as said.",
    ],
    ["![](a.png) Text ([](u))", " Text"],
    ["one [](u)two, f([](u))x", "one two, fx"],
    ["see [[Pump room]], [[Pump|the pump]] and [[Pump#Valve]]", "see Pump room, the pump and Pump > Valve"],
    ["[[#Valve]], [[Pump#^1a2b]], [[Pump\\|cell]], ![[Pump]], ![[plan.png|300]].", "Valve, Pump, cell, Pump, ."],
    ["x[[1]], [[a]](b), [[]], [[a]b]], [[unclosed", "x[[1]], [a], [[]], [[a]b]], [[unclosed"],
  ];
  test.each(cases)("%s", (source, text) => {
    expect(inlineText(source)).toBe(text);
  });

  test("text without marks is unchanged, and words survive any marks", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w ,.]*$/), (text) => {
        fc.pre(!text.includes("_"));
        expect(inlineText(text)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom("*", "_", "word", " ", "`", "[", "](u)", "\\", "<", "&", "~~")), (parts) => {
        const words = (text: string) => text.match(/word/g)?.length ?? 0;
        expect(words(inlineText(parts.join("")))).toBe(words(parts.join("")));
      }),
    );
  });
});
