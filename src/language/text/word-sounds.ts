/** Compares names across scripts by sound, after ALA-LC: C is ch, D dh, J zh, K kh, S sh, T th. */

export interface WordSounds {
  readonly sounds: Uint8Array;
  /** Consonants count 1, vowels less, because many scripts leave them out. */
  readonly weight: number;
}

/** Each letter with its sounds. */
const tables = [
  "اa ءa بb پp تt ثT جj چC حh خK دd ذD رr زz سs شS صs ضd طt ظz عa غg فf ڤv قq كk کk گg لl مm نn هh ةa وu يi یi ىa",
  "аa бb вv гg ґg ѓg дd ђj еe єe жJ зz иi іi јi кk лl љl мm нn њn оo пp рr сs тt ћC уu фf хh цs чC џj шS щS ыi эe юiu яia",
  "αa βv γg δD εe ζz ηi θT ιi κk λl μm νn ξks οo πp ρr σs ςs τt υi φf χK ψps ωo",
  "अa आa इi ईi उu ऊu ऋri एe ऐai ऑo ओo औau ाa िi ीi ुu ूu ृri ेe ैai ॉo ोo ौau ंn ँn कk खk गg घg ङn चC छC जj झj ञn टt ठt डd ढd णn तt थT दd धD नn पp फf बb भb मm यi रr लl वv शS षS सs हh",
];
const soundsOfLetters = new Map(
  tables.flatMap((table) => table.split(" ").map((entry) => [entry.slice(0, 1), entry.slice(1)] as const)),
);
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/μπ/g, "b"],
  [/ντ/g, "d"],
  [/γκ/g, "g"],
  [/ου/g, "u"],
  [/τζ/g, "j"],
  [/αι/g, "e"],
  [/[εο]ι/g, "i"],
];
/** Applied in this order. */
const latinSpellings: readonly (readonly [RegExp, string])[] = [
  [/sch|sh/g, "S"],
  [/tch|ch/g, "C"],
  [/ph/g, "f"],
  [/th/g, "T"],
  [/kh/g, "K"],
  [/gh/g, "g"],
  [/zh/g, "J"],
  [/ck/g, "k"],
  [/qu/g, "ku"],
  [/x/g, "ks"],
  [/wh|w/g, "u"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/y/g, "i"],
];

const alphabet = "abdefghijklmnopqrstuvzCDJKST";
const vowels = "aeiou";
/** Sounds that languages exchange, or that a script does not distinguish. */
const alike = "bp fv bv uv tT dt dD DT Dz sT sz sS sC zJ zj SC SJ jC jJ gj gk gh gq kq kC kK hK CK".split(" ");
const cost = {
  ofVowel: 0.2,
  ofBreath: 0.5,
  betweenVowels: 0.15,
  betweenAlike: 0.3,
  other: 1,
};
const vowelWeight = 0.4;

const removal = Float64Array.from(alphabet, costWithout);
const exchange = exchangeCosts();

/** Includes forms without Arabic prefixes and endings, and without Slavic case endings. Empty for other scripts. */
export function spokenForms(word: string): WordSounds[] {
  const letters = word.normalize("NFKC").toLowerCase();
  const written = new Set(romanised.test(letters) ? writtenForms(letters) : [letters]);
  return [...written].map(soundsOf).filter(({ weight }) => weight > 0);
}

export function soundsOf(word: string): WordSounds {
  const letters = word.normalize("NFKD").toLowerCase();
  const said = /\p{Script=Latin}/u.test(letters)
    ? replaced(letters.replace(/[^a-z]/g, ""), latinSpellings)
    : Array.from(replaced(letters, greekPairs), (letter) => soundsOfLetters.get(letter) ?? asIs(letter)).join("");
  const single = said.replace(/(.)\1+/g, "$1");
  const sounds = Uint8Array.from(single, (sound) => alphabet.indexOf(sound));
  return { sounds, weight: sounds.reduce((sum, sound) => sum + weightOf(sound), 0) };
}

/** 1 for equal sounds, less for each change (Wagner and Fischer, 1974), 0 without sounds. */
export function likeness(one: WordSounds, other: WordSounds): number {
  const most = Math.max(one.weight, other.weight);
  if (Math.min(one.weight, other.weight) === 0) return 0;
  return Math.max(0, 1 - distance(one.sounds, other.sounds) / most);
}

function distance(one: Uint8Array, other: Uint8Array): number {
  const row = new Float64Array(other.length + 1);
  for (let j = 0; j < other.length; j++) row[j + 1] = row[j]! + removal[other[j]!]!;
  for (const sound of one) {
    let before = row[0]!;
    row[0] = before + removal[sound]!;
    for (let j = 0; j < other.length; j++) {
      const changed = before + exchange[sound * alphabet.length + other[j]!]!;
      before = row[j + 1]!;
      row[j + 1] = Math.min(changed, before + removal[sound]!, row[j]! + removal[other[j]!]!);
    }
  }
  return row[other.length]!;
}

const romanised = /^[\p{Script=Arabic}\p{Script=Cyrillic}]/u;
const arabicBefore = /^(?:[وبكف]?ال|لل|[وبلكف])(?=.{3})/u;
const arabicAfter = /(?<=.{3})(?:ية|يين|يون|ات|ان|ين|ي|ة)$/u;
/** Letters that a case may add to a Cyrillic word. */
const mostEnding = 3;

function writtenForms(word: string): string[] {
  if (!/\p{Script=Cyrillic}/u.test(word)) {
    const starts = [word, word.replace(arabicBefore, ""), word.replace(/^و(?=.{3})/u, "")];
    return starts.flatMap((start) => [start, start.replace(arabicAfter, "")]);
  }
  if (!/[аеиоуыэюяйхмвьгі]$/u.test(word)) return [word];
  const shorter = Array.from({ length: mostEnding }, (_, cut) => word.slice(0, -cut - 1));
  return [word, ...shorter.filter((form) => form.length >= 4)];
}

function replaced(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((done, [from, to]) => done.replace(from, to), text);
}

function asIs(letter: string): string {
  return /[a-z]/.test(letter) ? letter : "";
}

function weightOf(sound: number): number {
  return vowels.includes(alphabet[sound]!) ? vowelWeight : 1;
}

function costWithout(sound: string): number {
  if (vowels.includes(sound)) return cost.ofVowel;
  return sound === "h" ? cost.ofBreath : cost.other;
}

function exchangeCosts(): Float64Array {
  const costs = new Float64Array(alphabet.length ** 2).fill(cost.other);
  const set = (one: string, other: string, value: number) => {
    costs[alphabet.indexOf(one) * alphabet.length + alphabet.indexOf(other)] = value;
  };
  for (const one of vowels) for (const other of vowels) set(one, other, cost.betweenVowels);
  for (const pair of alike) {
    set(pair[0]!, pair[1]!, cost.betweenAlike);
    set(pair[1]!, pair[0]!, cost.betweenAlike);
  }
  for (const sound of alphabet) set(sound, sound, 0);
  return costs;
}
