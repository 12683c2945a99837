import { endingOf, type PlacedTerms } from "../../language/structure/placed-terms.ts";
import { areKin, shortestPart } from "../../language/words/kinship.ts";
import { maySpell } from "../../language/words/spelling.ts";
import type { QuestionModel } from "../question/question-model.ts";

export interface TermBearing {
  /** Its number if it is a term of the question, including stop words; otherwise -1. */
  readonly asked: number;
  /** The numbers of the question's content terms that are related to it. */
  readonly kin: readonly number[];
  /** Its weight in the question's expansion; 0 if it is not in it. */
  readonly meant: number;
}

const noBearing: TermBearing = { asked: -1, kin: [], meant: 0 };

/** Computes the bearing of terms, once per term and question. */
export class QuestionBearings {
  readonly #question: QuestionModel;
  readonly #content: readonly string[];
  readonly #sieve: TermSieve;
  /** With their positions in `bearings`. */
  readonly #judged = new JudgedTerms();
  /** The first is that of unrelated terms. */
  readonly bearings: TermBearing[] = [noBearing];

  constructor(question: QuestionModel) {
    this.#question = question;
    this.#content = [...question.weights.keys()];
    this.#sieve = new TermSieve(
      [...question.terms, ...question.otherForms.keys(), ...question.meaning.keys()],
      this.#content,
      question.misspelt,
    );
  }

  /** For each term of a passage, the position of its bearing in `bearings`. */
  ofAll(terms: PlacedTerms): Int32Array {
    const { base, spans } = terms;
    const places = new Int32Array(terms.count);
    this.#sieve.sift(terms, (place, ending) => {
      const start = spans[2 * place]!;
      const end = spans[2 * place + 1]!;
      places[place] = ending === "" ? this.#of(base, start, end) : this.#ofTerm(base.slice(start, end) + ending);
    });
    return places;
  }

  #ofTerm(term: string): number {
    return this.#of(term, 0, term.length);
  }

  /** Of the term `text.slice(start, end)`. */
  #of(text: string, start: number, end: number): number {
    const known = this.#judged.find(text, start, end);
    if (known >= 0) return known;
    const term = text.slice(start, end);
    const bearing = this.#judge(term);
    const place = bearing === noBearing ? 0 : this.bearings.push(bearing) - 1;
    this.#judged.add(term, place);
    return place;
  }

  #judge(term: string): TermBearing {
    const { termNumbers, meaning, misspelt, otherForms } = this.#question;
    const asked = termNumbers.of(term);
    const alike = kinOf(term, this.#content, misspelt);
    const formsOf = otherForms.get(term);
    const kin = formsOf === undefined ? alike : [...alike, ...formsOf];
    const meant = meaning.get(term) ?? 0;
    if (asked < 0 && kin.length === 0 && meant === 0) return noBearing;
    return { asked, kin: kin.map((one) => termNumbers.of(one)), meant };
  }
}

/** A loop, because many terms are checked and few have relatives. */
function kinOf(term: string, content: readonly string[], misspelt: ReadonlySet<string>): readonly string[] {
  const kin: string[] = [];
  for (const one of content) if (areKin(one, term) || (misspelt.has(one) && maySpell(one, term))) kin.push(one);
  return kin;
}

/** A power of two. */
const slots = 4096;
/** Marks of a slot. */
const [beginning, inside] = [1, 2];

/** Passes every term that is a term of the question or related to one (`areKin`), and few others. */
export class TermSieve {
  /** `beginning` for each possible start of three letters of such a term, `inside` for the first three of a contained one. */
  readonly #slots = new Uint8Array(slots);
  /** The terms that a longer term may contain. */
  readonly #contained: readonly string[];

  /** The first UTF-16 units of terms that are probably misspelt. */
  readonly #initials: ReadonlySet<number>;

  /**
   * @param asked terms to recognise. @param content terms whose relatives are recognised too
   * @param misspelt terms for which every term with the same first letter passes
   */
  constructor(asked: Iterable<string>, content: readonly string[], misspelt: ReadonlySet<string> = new Set()) {
    for (const term of asked) this.#slots[slotOf(term, 0, term.length)]! |= beginning;
    for (const term of content) {
      for (let at = 0; at === 0 || at <= term.length - shortestPart; at++) {
        this.#slots[slotOf(term, at, term.length)]! |= beginning;
      }
    }
    this.#initials = new Set(misspelt.values().map((term) => term.charCodeAt(0)));
    this.#contained = content.filter((term) => term.length >= shortestPart);
    for (const term of this.#contained) this.#slots[slotOf(term, 0, term.length)]! |= inside;
  }

  /** Calls `visit` with the position of each passing term and its ending. */
  sift(terms: PlacedTerms, visit: (place: number, ending: string) => void): void {
    const { base, count, spans, endings } = terms;
    const contained = this.#placesIn(base);
    const initials = this.#initials.size > 0 ? this.#initials : null;
    for (let i = 0; i < count; i++) {
      const start = spans[2 * i]!;
      const end = spans[2 * i + 1]!;
      const isLikely =
        (this.#slots[slotOf(base, start, end)]! & beginning) !== 0 ||
        hasPlace(contained, start, end) ||
        initials?.has(base.charCodeAt(start)) === true;
      if (isLikely && endingOf(terms, i) === "") visit(i, "");
    }
    for (const { term, ending } of endings) {
      if (this.#mayBear(base.slice(spans[2 * term], spans[2 * term + 1]) + ending)) visit(term, ending);
    }
  }

  /** Whether a term that is not a part of its text may bear on the question. */
  #mayBear(term: string): boolean {
    const { length } = term;
    if ((this.#slots[slotOf(term, 0, length)]! & beginning) !== 0) return true;
    for (let at = 1; at <= length - shortestPart; at++) {
      if ((this.#slots[slotOf(term, at, length)]! & inside) !== 0) return true;
    }
    return this.#initials.has(term.charCodeAt(0));
  }

  /** The starts of the question's longer terms in a text. */
  #placesIn(base: string): number[] {
    const places: number[] = [];
    for (const term of this.#contained) {
      for (let at = base.indexOf(term); at >= 0; at = base.indexOf(term, at + 1)) places.push(at);
    }
    return places;
  }
}

function hasPlace(places: readonly number[], start: number, end: number): boolean {
  for (const place of places) if (place >= start && place < end) return true;
  return false;
}

/** The slot of the first three letters from `start`, or fewer if the term is shorter. */
const slotOf = (text: string, start: number, end: number) => letterHash(text, start, end) & (slots - 1);

/** A power of two. */
const chains = 256;

export class JudgedTerms {
  /** By the hash of its letters: the last term that was added; -1 for none. */
  readonly #last = new Int32Array(chains).fill(-1);
  /** By term: the one that was added before it with the same hash. */
  readonly #before: number[] = [];
  readonly #terms: string[] = [];
  readonly #bearings: number[] = [];

  /** The number that `add` was given with the term `text.slice(start, end)`; -1 if it is not known. */
  find(text: string, start: number, end: number): number {
    let at = this.#last[chainOf(text, start, end)]!;
    while (at >= 0 && !isAt(this.#terms[at]!, text, start, end)) at = this.#before[at]!;
    return at < 0 ? -1 : this.#bearings[at]!;
  }

  add(term: string, bearing: number): void {
    const chain = chainOf(term, 0, term.length);
    this.#before.push(this.#last[chain]!);
    this.#last[chain] = this.#terms.push(term) - 1;
    this.#bearings.push(bearing);
  }
}

const chainOf = (text: string, start: number, end: number) =>
  (letterHash(text, start, end) + end - start) & (chains - 1);

function isAt(term: string, text: string, start: number, end: number): boolean {
  if (term.length !== end - start) return false;
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

/** A number from the first three letters from `start` to `end`, or fewer if there are fewer. */
function letterHash(text: string, start: number, end: number): number {
  const first = start < end ? text.charCodeAt(start) : 0;
  const second = start + 1 < end ? text.charCodeAt(start + 1) : 0;
  const third = start + 2 < end ? text.charCodeAt(start + 2) : 0;
  return first * 961 + second * 31 + third;
}
