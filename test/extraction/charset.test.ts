import { describe, expect, test } from "bun:test";
import { decodeText, detectCharset } from "../../src/extraction/plain/charset.ts";

/** Encodes by trying every code of an encoding: slow, and free of any table of our own. */
function encode(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label as "utf-8", { fatal: true });
  const codes = new Map<string, number[]>();
  const addCode = (code: number[]) => {
    try {
      const character = decoder.decode(new Uint8Array(code));
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, code);
    } catch {
      // No character has this code.
    }
  };
  for (let a = 0; a < 256; a++) addCode([a]);
  if (/shift|gb|big5|euc/.test(label)) {
    for (let a = 0x81; a < 0xff; a++) for (let b = 0x40; b < 0xff; b++) addCode([a, b]);
  }
  return new Uint8Array([...text].flatMap((character) => codes.get(character) ?? [0x3f]));
}

const utf16 = (text: string, swap: boolean) => {
  const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
  return swap ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};

describe("encodings", () => {
  const texts: readonly (readonly [label: string, text: string])[] = [
    ["windows-1252", "Der Präsident fährt über die Straße. Größe und Übermut."],
    ["windows-1252", "L’été dernier, j’ai mangé des pâtes à Noël."],
    ["windows-1252", "El niño comió en España; ¿qué pasó mañana?"],
    ["windows-1252", "It’s a “quoted” phrase — with a dash"],
    ["windows-1250", "Zażółć gęślą jaźń. Książka została wydana w Łodzi."],
    ["windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."],
    ["windows-1251", "Привет, мир! Это простой текст на русском языке."],
    ["koi8-r", "Привет, мир! Это простой текст на русском языке."],
    ["windows-1253", "Αυτό είναι ένα απλό κείμενο στα ελληνικά."],
    ["windows-1254", "Türkçe bir cümle: güneş doğuyor, çocuklar ışıkta."],
    ["windows-1255", "זה טקסט פשוט בעברית לבדיקה."],
    ["windows-1256", "هذا نص بسيط باللغة العربية للاختبار."],
    ["windows-1257", "Šis ir vienkāršs teksts latviešu valodā, ļoti īss."],
    ["shift_jis", "これは日本語の簡単なテキストです。文字コードを判定します。"],
    ["euc-jp", "これは日本語の簡単なテキストです。文字コードを判定します。"],
    ["gb18030", "这是一个简单的中文文本，用来检测编码是否正确。"],
    ["big5", "這是一個簡單的中文文本，用來檢測編碼是否正確。"],
    ["euc-kr", "이것은 간단한 한국어 텍스트입니다. 인코딩을 확인합니다."],
  ];
  test.each(texts)("%s: %s", (label, text) => {
    const bytes = encode(text, label);
    expect(detectCharset(bytes, null)).toBe(label);
    expect(decodeText(bytes, label)).toBe(text);
  });

  test("marks, the zeros of UTF-16, and UTF-8 with a broken byte", () => {
    const text = "Grüße, 世界\n";
    expect(detectCharset(utf16(`\ufeff${text}`, false), null)).toBe("utf-16le");
    expect(detectCharset(utf16(`\ufeff${text}`, true), null)).toBe("utf-16be");
    expect(detectCharset(utf16("plain words\n", false), null)).toBe("utf-16le");
    expect(detectCharset(utf16("plain words\n", true), null)).toBe("utf-16be");
    const utf8 = new TextEncoder().encode("äöüßéèàâîô — déjà vu");
    expect(detectCharset(utf8, "windows-1252")).toBe("utf-8");
    expect(detectCharset(new Uint8Array([...utf8, 0xff]), null)).toBe("utf-8");
  });

  test("the declared encoding decides if two fit", () => {
    const bytes = encode("Árvíztűrő tükörfúrógép", "windows-1250");
    expect(detectCharset(bytes, "windows-1250")).toBe("windows-1250");
  });
});
