import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { estimateTokens, isOfJoinedLetters, tokenUnits } from "../../src/language/words/tokens.ts";

describe("estimateTokens", () => {
  test("counts started fours of a long word, digits by three, other characters one by one", () => {
    expect(estimateTokens("pump")).toBe(1);
    expect(estimateTokens("pumping station")).toBe(2 + 2);
    expect(estimateTokens("12345, 7.")).toBe(2 + 1 + 1 + 1);
    expect(estimateTokens("水泵")).toBe(2);
  });

  const running: readonly (readonly [script: string, text: string, letters: number])[] = [
    ["Devanagari", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है", 2],
    ["Bengali", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে", 2],
    ["Tamil", "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்", 2],
    ["Telugu", "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులు", 2],
    ["Kannada", "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಹುಟ್ಟಿದ್ದಾರೆ", 2],
    ["Malayalam", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും ജനിച്ചിട്ടുള്ളവരാണ്", 2],
    ["Sinhala", "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත", 2],
    ["Gujarati", "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર હોય છે", 2],
    ["Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน", 2],
    ["Lao", "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ", 2],
    ["Khmer", "មនុស្សទាំងអស់កើតមកមានសេរីភាព", 2],
    ["Burmese", "လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာ", 2],
    ["Ethiopic", "የሰው ልጅ ሁሉ ሲወለድ ነጻና እኩል ነው", 1.5],
    ["Georgian", "ყველა ადამიანი იბადება თავისუფალი", 3],
    ["Armenian", "Բոլոր մարդիկ ծնվում են ազատ", 3],
    ["Hebrew with marks", "בְּרֵאשִׁית בָּרָא אֱלֹהִים", 2.5],
    ["Arabic with marks", "الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ", 2.5],
    ["Persian with a non-joiner", "می\u200cخواهم", 4],
  ];
  test.each(running)("counts %s as running text", (_, text, letters) => {
    const perToken = text.replaceAll(/\s/g, "").length / estimateTokens(text);
    expect(perToken).toBeGreaterThanOrEqual(letters);
    expect(perToken).toBeLessThanOrEqual(6);
  });

  test.each(running)("knows the letters of %s, which were once counted one by one", (script, text) => {
    const isSince = !/Hebrew|Arabic|Persian/.test(script);
    expect(isOfJoinedLetters(text)).toBe(isSince);
    expect(isOfJoinedLetters(`${"The pump is in the cellar. ".repeat(50)}${text.slice(0, 20)}`)).toBe(false);
  });

  test("is the sum of the units for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "water",
        "straße",
        "1,000",
        "ünder",
        "e\u0301",
        "😀",
        "\u2028",
        "насос",
        "ab",
        "हिन्दी",
        "ไทย",
        "\u0e49",
        "\u094d",
        "የሰው",
        "\u200d",
        " \n",
        "_x",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const units = tokenUnits(text).reduce((sum, { tokens }) => sum + tokens, 0);
        expect(estimateTokens(text)).toBe(units);
      }),
      { numRuns: 500 },
    );
  });
});
