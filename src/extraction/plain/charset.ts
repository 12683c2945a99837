/** By byte-order mark, zeros of UTF-16, valid UTF-8, declaration, then frequent letters. Labels are WHATWG's. */
interface LegacyEncoding {
  readonly label: string;
  readonly frequent: ReadonlySet<string>;
  /** Their usual share of characters beyond ASCII. */
  readonly share: number;
}

const candidate = (label: string, share: number, letters: string): LegacyEncoding => ({
  label,
  share,
  frequent: new Set(letters),
});

const kana =
  "あいうえおかがきぎくけげこごさざしじすせそただちっつてでとどなにねのはばひびふへべほまみむめもやゆよょらりるれろわをん" +
  "アイウエオカキクグコサシジスセタダチッテデトドナニネノハバパビフプベペボマミムメャュョラリルレロンー、。";
const simplified =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心，。";
const traditional =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心，。";
const hangul = "이다는을의가에고하은로지도를기한리사자어서인나시대해있그부수들아정스일라과으게전상보여주제것원만";
const western = "éèêëàâäáãåæçíìîïñóòôöõøœúùûüßÉÈÀÂÄÁÅÆÇÍÎÑÓÔÖØÚÜ’‘“”„–—…«»€°§·¿¡£©®ºª";
const russian = "оеаинтсрвлкмдпуыьязбгчйхОЕАИНТСРВПКМД";

const candidates: readonly LegacyEncoding[] = [
  candidate("windows-1252", 0.97, western),
  candidate("windows-1250", 0.97, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉÍŘŠŽőűöüäŐŰăâîşţ„”“’–—…"),
  candidate("windows-1251", 0.9, `${russian}іїєґјљњћўџ«»—–№`),
  candidate("koi8-r", 0.9, russian),
  candidate("windows-1253", 0.85, "αοιετσνηυρπκμλωςάέήίόύώγδθφχβΑΟΙΕΤΣΝΗΚΜΠ«»’–"),
  candidate("windows-1254", 0.97, "ığşçöüİĞŞÇÖÜâîû’“”–…"),
  candidate("windows-1255", 0.9, "יוהלארתבשמנםדקעפחכטגןסץזצ־–״׳"),
  candidate("windows-1256", 0.85, "الينموترباعدسقكفةهحجطشصخذضزظغئءأإآىؤپچگ،؟"),
  candidate("windows-1257", 0.97, "āčēģīķļņšūžąęėįųĀČĒĪŠŪŽĖõäöü„“”–"),
  candidate("shift_jis", 0.5, kana),
  candidate("euc-jp", 0.5, kana),
  candidate("gb18030", 0.3, simplified),
  candidate("big5", 0.3, traditional),
  candidate("euc-kr", 0.35, hangul),
];

const sampleSize = 65_536;

/** @param declared in the file or by its sender; used if it is possible */
export function detectCharset(bytes: Uint8Array, declared: string | null): string {
  const marked = markedCharset(bytes) ?? charsetByZeros(bytes);
  if (marked !== null) return marked;
  if (decodesAs("utf-8", bytes) || mostlyUtf8(bytes)) return "utf-8";
  if (declared !== null && !/^utf-?(?:8|16)/i.test(declared) && decodesAs(declared, bytes))
    return declared.toLowerCase();
  return charsetByLetters(bytes.subarray(0, sampleSize));
}

/** Invalid bytes become U+FFFD; a byte-order mark is removed. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return decoder(charset, false).decode(bytes);
}

export function knownCharset(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return decoder(label, false).encoding;
  } catch {
    return null;
  }
}

/** Bun's types list three of the labels that its TextDecoder takes. */
function decoder(label: string, fatal: boolean): TextDecoder {
  return new TextDecoder(label as "utf-8", { fatal });
}

function markedCharset(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : null;
}

/** Spaces, digits and line ends have a zero byte, always on the same side. */
function charsetByZeros(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleSize);
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 1]!++;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 50 || even + odd === 0) return null;
  if (odd > 20 * even) return "utf-16le";
  return even > 20 * odd ? "utf-16be" : null;
}

function decodesAs(label: string, bytes: Uint8Array): boolean {
  try {
    decoder(label, true).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** With some broken bytes: by chance, other encodings have few valid sequences. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let broken = 0;
  let whole = 0;
  for (const character of new TextDecoder().decode(bytes.subarray(0, sampleSize))) {
    if (character === "\ufffd") broken++;
    else if (character > "\u007f") whole++;
  }
  return whole > 10 * broken;
}

function charsetByLetters(sample: Uint8Array): string {
  // Up to a line end, because a cut character speaks against its encoding.
  const end = sample.lastIndexOf(0x0a);
  const whole = end > sample.length / 2 ? sample.subarray(0, end) : sample;
  let best = { label: "windows-1252", score: 0 };
  for (const { label, frequent, share } of candidates) {
    const score = frequentShare(whole, label, frequent) / share;
    if (score > best.score * 1.02) best = { label, score };
  }
  return best.label;
}

/** Words mix these scripts with Latin letters only in a wrong encoding. */
const mixedWord =
  /[A-Za-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}][A-Za-z]/gu;

function frequentShare(bytes: Uint8Array, label: string, frequent: ReadonlySet<string>): number {
  const text = decoder(label, false).decode(bytes);
  let beyondAscii = 0;
  let known = 0;
  let wrong = text.match(mixedWord)?.length ?? 0;
  for (const character of text) {
    if (character < "\u0080") continue;
    beyondAscii++;
    if (frequent.has(character)) known++;
    else if (/[\p{C}\ufffd\uff61-\uff9f]/u.test(character)) wrong++;
  }
  return beyondAscii === 0 ? 0 : (known - 2 * wrong) / beyondAscii;
}
