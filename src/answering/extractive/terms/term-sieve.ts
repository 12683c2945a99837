/** Finds the few terms of a passage that may be related to a question, by their letters and without creating strings. */
import { shortestPart } from "../../../analysis/kinship.ts";
import { endingOf, type PlacedTerms } from "../../../analysis/reading/placed-terms.ts";
import { letterHash } from "./letter-hash.ts";

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
