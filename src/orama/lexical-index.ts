/** The words of all passages: what is added, removed and found by them. */
import { adjacencyScore } from "./adjacency.ts";
import type { TermAnalyzer } from "./analyzer.ts";
import { BestHits } from "./best-hits.ts";
import { GroupPermission } from "./group-permission.ts";
import type { Field, GrowingPart } from "./growing-part.ts";
import { ScanSpace } from "./keyword-scan.ts";
import { type Part, PartSet } from "./part-set.ts";
import { type Question, readQuestion } from "./question.ts";
import { ShareTable } from "./share-table.ts";
import { termKey } from "./term-key.ts";

/** As many as the interface lets one ask for. */
export const mostHits = 100;

/** What is looked for, as Orama's filter: `where: { passages: … }`. Orama's own interface has no other way to say it. */
export interface Selection {
  /** The groups that may be found; null for all. */
  readonly permitted: ReadonlySet<number> | null;
  /** How many are wanted, 1–100. */
  readonly wanted: number;
}

/** How many of the best are looked at for words side by side; 50 and 100 gave the same nDCG@10 on seven sets. */
const adjacencyDepth = 20;

export interface KeywordHit {
  readonly no: number;
  readonly group: number;
  /** In units of 2⁻¹⁸. */
  readonly score: number;
}

export class LexicalIndex {
  readonly parts: PartSet;
  readonly #analyzer: TermAnalyzer;
  readonly #space = new ScanSpace();
  readonly #best = new BestHits(mostHits);
  #shares = new ShareTable(1, 0);
  #sharesLongest = 0;
  #longest = 0;

  constructor(analyzer: TermAnalyzer, parts = new PartSet()) {
    this.#analyzer = analyzer;
    this.parts = parts;
    for (const part of parts.sealed) {
      for (const length of part.columns.length) if (length > this.#longest) this.#longest = length;
    }
  }

  /** Begins a passage; its fields follow, then `endPassage`. */
  beginPassage(no: number, group: number): void {
    this.parts.growing.beginPassage(no, group);
  }

  addField(field: Field, text: string): void {
    const part: GrowingPart = this.parts.growing;
    const before = part.signatures.length;
    this.#analyzer.eachTerm(text, (term) => part.addTerm(term, field));
    if (part.signatures.length > before) part.endField();
  }

  endPassage(): void {
    const part = this.parts.growing;
    part.endPassage();
    const length = part.lengthAt(part.slots - 1);
    this.#longest = Math.max(this.#longest, length);
    this.parts.noteAdded(length);
  }

  readQuestion(text: string): Question {
    return readQuestion(text, this.#analyzer, this.parts);
  }

  /** The best passages with any of the question's terms, best first, ties by number: those wanted, and perhaps more. */
  search(question: Question, { permitted, wanted }: Selection): KeywordHit[] {
    const shares = this.#currentShares();
    const best = this.#best;
    best.clear(Math.max(wanted, adjacencyDepth));
    const permission = permitted === null ? null : new GroupPermission(permitted);
    const terms = question.weighted.map(({ term, weight }) => ({
      term,
      weight,
      key: termKey(term),
      once: shares.once(weight),
    }));
    const scan = { terms, shares, permission, best };
    const parts: Part[] = [];
    // The largest part first: what it finds raises the bar for the others.
    for (const part of this.parts.sealed.toSorted((a, b) => b.slots - a.slots)) {
      this.#space.scanSealed(part, parts.push(part) - 1, scan);
    }
    for (const part of this.parts.unsealed) this.#space.scanGrowing(part, parts.push(part) - 1, scan);
    const hits = best.sorted().map((hit, rank) => {
      const part = parts[hit.part]!;
      const passage = { signatures: part.signaturesAt(hit.slot), length: part.lengthAt(hit.slot) };
      const extra = rank < adjacencyDepth ? adjacencyScore(question.pairs, passage, shares) : 0;
      return { no: hit.no, group: part.groupAt(hit.slot), score: hit.score + extra };
    });
    return hits.sort((a, b) => b.score - a.score || a.no - b.no);
  }

  #currentShares(): ShareTable {
    const average = this.parts.averageLength;
    if (this.#shares.averageLength !== average || this.#sharesLongest !== this.#longest) {
      this.#shares = new ShareTable(average, this.#longest);
      this.#sharesLongest = this.#longest;
    }
    return this.#shares;
  }
}
