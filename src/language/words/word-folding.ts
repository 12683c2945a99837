/** NFKC, lower case, and no marks except those of the language's own letters. */

const spelledOut: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ð: "d",
  þ: "th",
};

/** Arabic vowel signs and lengthening, and Hebrew points, are optional. */
const optionalMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u0640\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const anyMark = /[\u0300-\u036f]/;

/** Turkish and Azeri have a dotless i. */
export function lowerCase(word: string, language: string): string {
  if (language === "tr" || language === "az") return word.normalize("NFKC").toLocaleLowerCase("tr");
  return isAscii(word) ? word.toLowerCase() : word.normalize("NFKC").toLowerCase();
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false;
  return true;
}

export function foldMarks(word: string, ownLetters: string | "all"): string {
  if (ownLetters === "all" || isAscii(word)) return word;
  let folded = "";
  for (const letter of word) folded += ownLetters.includes(letter) ? letter : foldLetter(letter);
  return anyMark.test(folded) ? folded.replace(markedLetter, "$1") : folded;
}

/** Also unites spellings: Cyrillic ё, nasals of Devanagari. */
export function foldOptionalMarks(word: string): string {
  if (isAscii(word)) return word;
  const folded = word.replace(optionalMarks, "").replaceAll("ё", "е");
  return devanagari.test(folded) ? foldDevanagari(folded) : folded;
}

const devanagari = /\p{Script=Devanagari}/u;
const nuktaOrJoiner = /[\u093c\u200c\u200d]/g;
/** `हिन्दी` becomes `हिंदी`. */
const writtenNasal =
  /\u0901|[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u0918\u091a-\u091d\u091f-\u0922\u0924-\u0927\u092a-\u092d])/g;

const foldDevanagari = (word: string) =>
  word.normalize("NFD").replace(nuktaOrJoiner, "").replace(writtenNasal, "\u0902").normalize("NFC");

function foldLetter(letter: string): string {
  if (letter < "\u0080") return letter;
  return spelledOut[letter] ?? letter.normalize("NFD").replace(markedLetter, "$1").normalize("NFC");
}
