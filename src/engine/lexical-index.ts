import type { TermAnalyzer, TermAnalyzers } from "../language/words/analyzer.ts";
import type { SenseVector } from "../memory/sense.ts";
import type { GrowingPart, PassageField } from "./parts/growing-part.ts";
import { type IndexPart, PartSet } from "./parts/part-set.ts";
import { PassageLanguages } from "./passage-languages.ts";
import { Adjacency } from "./scan/adjacency.ts";
import { BestHits, type FoundSlot } from "./scan/best-hits.ts";
import { GroupPermission } from "./scan/group-permission.ts";
import { KernelScan } from "./scan/kernel-scan.ts";
import { type Scan, ScanSpace, type ScanTerm } from "./scan/keyword-scan.ts";
import { type ReadQuestion, readQuestion } from "./scan/question.ts";
import { noSense, type ReadSense } from "./scan/sense-scoring.ts";
import { ShareTable } from "./scan/share-table.ts";
import { SlotScorer } from "./scan/slot-scorer.ts";
import { WordTerm } from "./scan/word-scoring.ts";

export const mostHits = 100;

export interface LexicalQuery {
  readonly words: ReadQuestion | null;
  readonly sense: ReadSense;
}

export interface Selection {
  readonly permitted: ReadonlySet<number> | null;
  readonly wanted: number;
}

const bestDepth = 20;

export interface ScoredPassage {
  readonly no: number;
  readonly group: number;
  readonly score: number;
  readonly words: number;
  /** Null: the passage or the question has none. */
  readonly sense: number | null;
}

export class SearchRoom {
  readonly space = new ScanSpace();
  #kernel: KernelScan | null = null;
  readonly scorer = new SlotScorer();
  readonly best = new BestHits(mostHits);

  get kernel(): KernelScan {
    this.#kernel ??= new KernelScan();
    return this.#kernel;
  }
}

export class LexicalIndex {
  readonly parts: PartSet;
  readonly #languages: PassageLanguages;
  #analyzer: TermAnalyzer;
  readonly #space: ScanSpace;
  readonly #kernel: KernelScan;
  readonly #scorer: SlotScorer;
  readonly #best: BestHits;
  #shares = new ShareTable(1, 0);
  #sharesLongest = 0;
  #longest = 0;

  /** @param set the expert's language, BCP 47 or `auto` */
  constructor(
    { set, analyzers }: { readonly set: string; readonly analyzers: TermAnalyzers },
    parts = new PartSet(),
    { space, kernel, scorer, best } = new SearchRoom(),
  ) {
    this.#languages = new PassageLanguages(set, analyzers);
    this.#analyzer = analyzers(set);
    this.parts = parts;
    this.#space = space;
    this.#kernel = kernel;
    this.#scorer = scorer;
    this.#best = best;
    this.#longest = parts.sealed.reduce((longest, { facts }) => Math.max(longest, facts.totals.longest), 0);
  }

  /** Fields follow, then `endPassage`. @param found the detected language */
  beginPassage(no: number, group: number, sense: SenseVector | null, found: string | null): void {
    this.parts.growing.beginPassage(no, group);
    this.#analyzer = this.#languages.analyzerFor(found);
    const mark = this.#languages.markFor(found);
    if (mark !== null) this.parts.growing.addMark(mark);
    if (sense !== null) this.parts.growing.addSense(sense);
  }

  addField(field: PassageField, text: string): void {
    const part: GrowingPart = this.parts.growing;
    const before = part.signatures.length;
    this.#analyzer.eachTerm(text, (term) => part.addTerm(term, field));
    if (part.signatures.length > before) part.endField();
  }

  endPassage(): void {
    const part = this.parts.growing;
    part.endPassage();
    this.#longest = Math.max(this.#longest, part.lengthAt(part.slots - 1));
    this.parts.noteAdded();
  }

  readQuestion(text: string): ReadQuestion {
    return readQuestion(text, this.#languages.ofQuestion(text, this.parts), this.parts);
  }

  /** Best first, ties by number. Missing sense is estimated from the passage's words. */
  search(asked: LexicalQuery, selection: Selection): ScoredPassage[] {
    const { words, sense } = asked;
    const isSum = words !== null && words.weighted.length > 0 && sense.terms.length > 0;
    if (!isSum || this.parts.sensed === this.parts.passages) {
      return bestOf(this.#find(asked, selection, null), selection);
    }
    const whole = this.parts.sensed === 0 ? [] : this.#find(asked, selection, true);
    const waiting = this.#find({ words, sense: noSense }, selection, false);
    const senseOfWord = sense.full / Math.max(words.foundIdfSum, words.idfSum / 2);
    const expected = withExpectedSense(waiting, whole.slice(0, bestDepth), senseOfWord);
    return bestOf([...whole, ...expected], selection);
  }

  /** May return more than wanted, because word pairs change the order. @param sensed as `Scan.sensed` */
  #find({ words, sense }: LexicalQuery, { permitted, wanted }: Selection, sensed: boolean | null): PlacedPassage[] {
    const shares = this.#currentShares();
    const best = this.#best;
    best.clear(Math.max(wanted, bestDepth));
    const permission = permitted === null ? null : new GroupPermission(permitted);
    const wordTerms = words?.weighted.map((term) => new WordTerm(term, shares)) ?? [];
    const terms: readonly ScanTerm[] = [...wordTerms, ...sense.terms];
    const parts = this.#scan({ terms, averageLength: shares.averageLength, permission, sensed, best }, shares);
    const slots = best.sorted();
    const adjacency = words === null || words.pairs.length === 0 ? null : new Adjacency(words.pairs, shares);
    const ofWords = sense.terms.length === 0 ? null : this.#scoresBy(wordTerms, slots, parts);
    return slots.map((hit, rank): PlacedPassage => {
      const part = parts[hit.part]!;
      const extra = rank < bestDepth ? (adjacency?.scoreOf(part, hit.slot) ?? 0) : 0;
      const plain = ofWords?.get(hit) ?? hit.score;
      const bySense = ofWords === null ? null : hit.score - plain;
      const score = hit.score + extra;
      return { no: hit.no, part, slot: hit.slot, score, words: plain + extra, sense: bySense };
    });
  }

  #scan(scan: Scan, shares: ShareTable): readonly IndexPart[] {
    const parts: IndexPart[] = [];
    for (const part of this.parts.sealed.toSorted((a, b) => b.slots - a.slots)) {
      const place = parts.push(part) - 1;
      if (this.#kernel.takes(part)) this.#kernel.scanSealed(part, place, scan, shares);
      else this.#space.scanSealed(part, place, scan);
    }
    for (const part of this.parts.unsealed) this.#space.scanGrowing(part, parts.push(part) - 1, scan);
    return parts;
  }

  #scoresBy(
    terms: readonly ScanTerm[],
    hits: readonly FoundSlot[],
    parts: readonly IndexPart[],
  ): Map<FoundSlot, number> {
    const scores = new Map<FoundSlot, number>();
    for (const [place, some] of Map.groupBy(hits, (hit) => hit.part)) {
      const ascending = some.toSorted((a, b) => a.slot - b.slot);
      const slots = ascending.map(({ slot }) => slot);
      const given = this.#scorer.scoresOf(parts[place]!, slots, terms);
      for (const [i, hit] of ascending.entries()) scores.set(hit, given[i]!);
    }
    return scores;
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

interface PlacedPassage extends Omit<ScoredPassage, "group"> {
  readonly part: IndexPart;
  readonly slot: number;
}

function withExpectedSense(
  waiting: readonly PlacedPassage[],
  best: readonly PlacedPassage[],
  usual: number,
): PlacedPassage[] {
  const mostWords = Math.max(0, ...best.map(({ words }) => words));
  const mostSense = Math.max(0, ...best.map(({ sense }) => sense ?? 0));
  return waiting.map((hit) => {
    const hasMore = hit.words >= mostWords;
    const sense = hasMore ? Math.max(mostSense, hit.words * usual) : mostSense * (hit.words / mostWords);
    return { ...hit, score: hit.score + Math.round(sense) };
  });
}

function bestOf(hits: PlacedPassage[], { wanted }: Selection): ScoredPassage[] {
  hits.sort((a, b) => b.score - a.score || a.no - b.no);
  return hits.slice(0, wanted).map(({ no, part, slot, score, words, sense }) => {
    return { no, group: part.groupAt(slot), score, words, sense };
  });
}
